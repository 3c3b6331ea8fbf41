"""Forms and addresses with values that no page of ours sends, and many of them at one time."""

from __future__ import annotations

import threading
import time
from random import Random
from urllib.parse import quote_from_bytes

from benchmarks.attack_page import Server
from benchmarks.attack_tools import ROOT, Place, Tally, left_over

PHOTO = ROOT / "samples/daydream/photo.jpg"
FORM = "application/x-www-form-urlencoded"
VALUES = (
    b"", b"0", b"-1", b"9" * 30, b"9" * 190, b"1e999", b"NaN", b"-Infinity", b"null", b"[]", b"{}",
    b"[" * 40, b'"\\ud800"', b"\xed\xa0\x80", b"\xff", b"\0", b"<b>", b"'; drop table sheets;--",
    b"{{7*7}}", b"../../etc/passwd", "\u0663".encode(), "\u2460".encode(), b"1_0", b"=1+1", b"==",
    b"r1.dreamer=1", b"r1.dreamer=99", b"r99999999999.dreamer=1", b"r1.vote.1=\xff", b"c1", b"3",
    b"total.1=99999999999999999999", b"when-i-dream/score", b"dreams/score", b"next", b"yes",
)  # fmt: skip
FIELDS = (
    "colour", "do", "element", "from", "how", "id", "kind", "lang", "name", "names", "number",
    "odd", "paper", "phone", "player", "players", "round", "same", "seed", "sheet", "single",
    "sure", "tap", "terms", "title", "turn", "value", "wanted", "what", "width", "words",
)  # fmt: skip
POSTS = (
    "/evenings", "/rounds/begin", "/rounds/1/tap", "/rounds/1/undo", "/rounds/1/timer",
    "/dice/begin", "/dice/roll", "/sheets/1/corrections", "/sheets/1/names", "/sheets/1/accept",
    "/history/player/delete", "/host/answer", "/host/ask", "/print/fresh", "/print/words",
    "/photos", "/camera/look", "/claims", "/me", "/questions/answer", "/questions/wall",
    "/result/settle", "/undo",
)  # fmt: skip
GETS = (
    "/sheets/{}", "/evenings/{}", "/evenings/1/result.{}", "/rounds/{}", "/rounds/{}/board.json",
    "/rounds/1?round={}", "/history/player?name={}", "/sheets/1/marked.{}",
    "/print/sheet.pdf?sheet=A&seed={}", "/print?sheet={}", "/print/preview.webp?sheet={}",
    "/print/fresh/{}", "/questions?at={}", "/host/{}", "/join/{}", "/static/{}",
)  # fmt: skip
NUMBERS = (b"9" * 25, b"9" * 5000)
ENCODINGS = ("undefined", "punycode", "idna", "utf-7", "unicode_escape", "hex", "x" * 5000)
AT_ONCE = 8
DELETES = ("/sheets/1/delete", "/rounds/1/delete", "/evenings/1/delete", "/everything/delete")


def attack_forms(tally: Tally, place: Place, first: int, count: int) -> None:
    """Send odd values to every address, then to all of them at one time while things vanish."""
    folder = place.fresh("forms")
    server = Server(folder, folder / "data")
    try:
        server.enter()
        server.upload(PHOTO.read_bytes(), "p.jpg", "a" * 24)
        for sheet in (b"when-i-dream/score", b"dreams/score"):
            game = _form(server.token, [("sheet", sheet), ("names", b"a\nb\nc\nd")])
            server.ask("POST", "/rounds/begin", game, FORM)
        left = server.waits()
        tally.add("a photo before all", [f"{left} uploads without an answer"] if left else [])
        _odd_values(tally, server, first, count)
    finally:
        server.stop()
        left_over(30)


def _odd_values(tally: Tally, server: Server, first: int, count: int) -> None:
    rng = Random(first)
    for form in _odd_encodings():
        _judge(tally, server, *form)
    for number in NUMBERS:
        for path in GETS:
            _judge(tally, server, "GET", path.format(number.decode()), b"", "")
    for _ in range(count):
        if tally.over():
            return
        _judge(tally, server, *_odd_request(rng, server.token))
    _at_one_time(tally, server, rng.randrange(1 << 30))


def _judge(tally: Tally, server: Server, method: str, path: str, body: bytes, kind: str) -> None:
    status, _ = server.ask(method, path, body, kind, **{"X-CSRF-Token": server.token})
    wrong = [f"status {status}"] if status == 0 or status >= 500 else []
    tally.add(f"{method} {path[:60]} {body[:120]!r} {kind[:60]}", wrong + server.faults())


def _odd_request(rng: Random, token: str) -> tuple[str, str, bytes, str]:
    if rng.random() < 0.3:
        value = quote_from_bytes(rng.choice(VALUES))
        return "GET", rng.choice(GETS).format(value), b"", ""
    fields = [(rng.choice(FIELDS), rng.choice(VALUES)) for _ in range(rng.choice((1, 2, 3, 6)))]
    return "POST", rng.choice(POSTS), _form(token, fields), FORM


def _form(token: str, fields: list[tuple[str, bytes]]) -> bytes:
    pairs = [("csrf", token.encode()), *fields]
    return "&".join(f"{name}={quote_from_bytes(value)}" for name, value in pairs).encode()


def _odd_encodings() -> list[tuple[str, str, bytes, str]]:
    part = b'--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n+2AA-\\ud800\r\n--b--\r\n'
    kinds = [f"multipart/form-data; boundary=b; charset={name}" for name in ENCODINGS]
    return [("POST", "/evenings", part, kind) for kind in kinds]


def _at_one_time(tally: Tally, server: Server, seed: int, seconds: float = 15.0) -> None:
    """Write to what others delete, from several sides."""
    answers: list[str] = []
    end = time.monotonic() + seconds

    def press(number: int) -> None:
        rng = Random(seed + number)
        while time.monotonic() < end:
            if rng.random() < 0.5:
                sure = [("sure", b"yes"), ("sheet", b"dreams/score"), ("names", b"a\nb\nc\nd")]
                path = rng.choice((*DELETES, "/rounds/begin", "/evenings"))
                asked = "POST", path, _form(server.token, sure), FORM
            else:
                asked = _odd_request(rng, server.token)
            status, _ = server.ask(*asked)
            if status == 0 or status >= 500:
                answers.append(f"{asked[1][:60]}: status {status}")

    threads = [threading.Thread(target=press, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tally.add(f"{AT_ONCE} at one time (seed {seed})", sorted(set(answers)) + server.faults())
