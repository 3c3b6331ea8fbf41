"""Attacks on the page: malformed uploads, and requests that are none."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.attack_files import known_photos, wrong_readings
from benchmarks.attack_tools import MOST_MB, Place, Tally, command, descendants, last_line, patient
from benchmarks.malformed import Made, malformed

PER_EVENING = 150
ANSWER_WITHIN = 60.0
"""Seconds in which every upload is read, also on a busy machine."""


class Server:
    """A page of our own on this machine, and its host."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.data, self.log = data, folder / f"serve-{time.monotonic_ns()}"
        self.cookie = self.token = ""
        with (
            self.log.with_suffix(".out").open("wb") as out,
            self.log.with_suffix(".err").open("wb") as err,
        ):
            argv = command("serve", "--no-browser", "--port", "0", "--data", data, "--lang", "en")
            self.process = subprocess.Popen(
                argv, stdout=out, stderr=err, stdin=subprocess.DEVNULL, start_new_session=True
            )
        self.port, self.key = self._address()

    def _address(self) -> tuple[int, str]:
        end = time.monotonic() + patient(ANSWER_WITHIN)
        while time.monotonic() < end and self.process.poll() is None:
            found = re.search(rb"http://127\.0\.0\.1:(\d+)(/host/\S+)", self.said())
            if found:
                return int(found[1]), found[2].decode()
            time.sleep(0.1)
        return 0, ""

    def said(self) -> bytes:
        """Give all that it wrote so far."""
        return b"".join(self.log.with_suffix(end).read_bytes() for end in (".out", ".err"))

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", **headers: str
    ) -> tuple[int, bytes]:
        """Send one request; 0 if there is no answer."""
        home = f"127.0.0.1:{self.port}"
        sent = {"Cookie": self.cookie, "Origin": f"http://{home}", "Host": home, **headers}
        if kind:
            sent["Content-Type"] = kind
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patient(30))
        try:
            connection.request(method, path, body or None, sent)
            answer = connection.getresponse()
            if cookie := answer.getheader("Set-Cookie"):
                self.cookie = cookie.partition(";")[0]
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            connection.close()

    def enter(self, title: str = "attack") -> None:
        """Become the host and start an evening."""
        self.ask("GET", self.key)
        page = self.ask("GET", "/")[1]
        found = re.search(rb'name="csrf" content="([^"]+)"', page)
        self.token = found[1].decode() if found else ""
        form = f"csrf={self.token}&title={title}".encode()
        self.ask("POST", "/evenings", form, "application/x-www-form-urlencoded")

    def upload(self, data: bytes, name: str, upload: str) -> int:
        """Send one photo; while the page is busy, try again."""
        mark = "x" + os.urandom(12).hex()
        shown = re.sub(r'["\r\n]', "_", name).encode("utf-8", "replace")
        parts = [
            b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (key, value.encode())
            for key, value in ((b"csrf", self.token), (b"id", upload), (b"player", "x"))
        ]
        head = b'Content-Disposition: form-data; name="photos"; filename="%s"\r\n' % shown
        parts.append(head + b"Content-Type: image/jpeg\r\n\r\n" + data)
        body = b"".join(b"--%s\r\n%s\r\n" % (mark.encode(), part) for part in parts)
        body += b"--%s--\r\n" % mark.encode()
        end = time.monotonic() + patient(ANSWER_WITHIN)
        while True:
            status, _ = self.ask("POST", "/photos", body, f"multipart/form-data; boundary={mark}")
            if status not in (429, 503) or time.monotonic() > end:
                return status
            time.sleep(0.3)

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Ask its database."""
        base = sqlite3.connect(f"file:{self.data}/paperplay.db?mode=ro", uri=True, timeout=10)
        with contextlib.closing(base):
            return base.execute(sql).fetchall()

    def waits(self, seconds: float = ANSWER_WITHIN) -> int:
        """Wait until every upload is answered; give how many are not."""
        end, left = time.monotonic() + patient(seconds), 1
        while time.monotonic() < end:
            left = self.rows("SELECT count(*) FROM uploads WHERE state = 'waiting'")[0][0]
            if not left:
                break
            time.sleep(0.2)
        return int(left)

    def mb(self) -> float:
        """Give the most memory that any of its processes ever held."""
        most = 0.0
        for pid in descendants():
            with contextlib.suppress(OSError, AttributeError):
                text = Path(f"/proc/{pid}/status").read_text()
                most = max(most, int(re.search(r"VmHWM:\s+(\d+)", text)[1]) / 1024)  # type: ignore[index]
        return most

    def stop(self, how: int = signal.SIGINT) -> int:
        """End it, and give its status."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def faults(self) -> list[str]:
        """List what may not happen while it runs."""
        said = self.said()
        found = [f"traceback: {last_line(said)}"] if b"Traceback" in said else []
        return found + ([] if self.process.poll() is None else ["the page has ended"])


def attack_page(tally: Tally, place: Place, first: int, count: int) -> None:
    """Upload malformed files, then send what is no request at all."""
    photos = known_photos()
    folder = place.fresh("page")
    server = Server(folder, folder / "data")
    try:
        for start in range(first, first + count, PER_EVENING):
            if tally.over():
                break
            server.enter()
            seeds = range(start, min(start + PER_EVENING, first + count))
            _upload_all(tally, server, {s: malformed(s, photos) for s in seeds})
        if not server.cookie:  # the time was up before the first upload
            server.enter()
        if count > 1:
            _no_requests(tally, server, first)
        faults = [*server.faults(), *_slow_pages(server)]
        faults += [f"exit status {status}"] if (status := server.stop()) else []
        photos_kept = len(list((folder / "data/photos").iterdir()))
        uploads = server.rows("SELECT count(*) FROM uploads WHERE photo IS NOT NULL")[0][0]
        faults += ["photos that belong to nothing"] if photos_kept > uploads else []
        tally.add("the page after all uploads", faults)
    finally:
        server.stop(signal.SIGKILL)


def _upload_all(tally: Tally, server: Server, made: dict[int, Made]) -> None:
    """Upload files; each must be refused, or answered by a right reading."""
    answers = {}
    for seed, file in made.items():
        if tally.over():
            break
        answers[seed] = server.upload(file.data, file.name, f"{seed:024x}")
    left, mb, faults = server.waits(), server.mb(), server.faults()
    common = ([f"{left} uploads without an answer"] if left else []) + faults
    if mb > MOST_MB:
        common.append(f"{mb:.0f} MB")
    for seed, status in answers.items():
        upload = f"{seed:024x}"
        rows = server.rows(f"SELECT scanned FROM sheets WHERE upload LIKE '{upload}%'")
        wrong = wrong_readings([json.loads(row[0]) for row in rows], made[seed].known, tally, seed)
        if status == 0 or status >= 500:
            wrong.append(f"status {status}")
        if not rows and status < 400:
            wrong.append("accepted, but never answered")
        tally.add(f"--first {seed} ({made[seed].kind}, {made[seed].name!r})", wrong, 0.0, mb)
    if common:
        tally.add(f"uploads --first {min(made)} --files {len(made)}", common, 0.0, mb)


def _slow_pages(server: Server) -> list[str]:
    found = []
    for path in ("/", "/scan", "/result", "/history", "/print", "/rounds", "/dice", "/backup"):
        began = time.monotonic()
        status, _ = server.ask("GET", path)
        if status != 200 or time.monotonic() - began > 5:
            found.append(f"{path}: status {status} in {time.monotonic() - began:.1f} s")
    return found


def _no_requests(tally: Tally, server: Server, first: int) -> None:
    """Send odd bytes, forms that are none, and hold many connections open."""
    rng = Random(first)
    for name, data in _odd_bytes(rng).items():
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", server.port), 5) as line,
        ):
            line.sendall(data)
            line.settimeout(1)
            line.recv(4096)
        tally.add(f"bytes: {name}", server.faults())
    form = "multipart/form-data; boundary=b"
    for name, (path, body, kind) in _odd_forms(form).items():
        status, _ = server.ask("POST", path, body, kind)
        wrong = [f"status {status}"] if status == 0 or status >= 500 else []
        tally.add(f"form: {name}", wrong + server.faults())
    held = []
    for _ in range(300):
        with contextlib.suppress(OSError):
            held.append(socket.create_connection(("127.0.0.1", server.port), 2))
            held[-1].sendall(
                b"POST /photos HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999\r\n"
            )
    tally.add("300 half-open connections", [*_slow_pages(server), *server.faults()])
    for line in held:
        line.close()
    tally.add("300 connections closed", [*_slow_pages(server), *server.faults()])


def _odd_bytes(rng: Random) -> dict[str, bytes]:
    post, get = (b"%s / HTTP/1.1\r\nHost: x\r\n" % word for word in (b"POST", b"GET"))
    return {
        "noise": rng.randbytes(5000),
        "a line without end": b"GET /" + b"a" * 300_000,
        "many headers": b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000 + b"\r\n",
        "a wrong length": b"POST /photos HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        "two lengths": post + b"Content-Length: 5\r\nContent-Length: 9\r\n\r\nabcde",
        "odd chunks": post + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFF\r\n",
        "TLS": bytes.fromhex("1603010200010001fc0303") + rng.randbytes(500),
        "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(100),
        "a path upwards": b"GET /static/../../../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "a null in the path": b"GET /static/%00.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "another host": b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "both lengths": post
        + b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /",
        "a length with a sign": post + b"Content-Length: +5\r\n\r\nabcde",
        "two hosts": get + b"Host: evil.example\r\n\r\n",
        "a folded line": get + b"A: b\r\n c\r\n\r\n",
        "a large header": get + b"A: " + b"b" * 1_000_000 + b"\r\n\r\n",
        "tiny chunks": post + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 100_000,
        "many ranges": get + b"Range: bytes=" + b"0-," * 15_000 + b"\r\n\r\n",
        "an upgrade": get + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    }


def _odd_forms(form: str) -> dict[str, tuple[str, bytes, str]]:
    plain = "application/x-www-form-urlencoded"
    return {
        "no boundary": ("/photos", b"abc", "multipart/form-data"),
        "no end": (
            "/photos",
            b'--b\r\nContent-Disposition: form-data; name="photos"\r\n\r\nabc',
            form,
        ),
        "no name": (
            "/photos",
            b"--b\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--b--\r\n",
            form,
        ),
        "10,000 parts": (
            "/photos",
            b'--b\r\nContent-Disposition: form-data; name="id"\r\n\r\nabc\r\n' * 10_000
            + b"--b--\r\n",
            form,
        ),
        "10,000 fields": ("/evenings", b"a=b&" * 10_000, plain),
        "bad percents": ("/evenings", b"csrf=%ff%fe%&title=%00", plain),
        "a backup that is none": ("/backup", os.urandom(3000), form),
        "restoring nothing": ("/restore", b"", form),
        "no such page": ("/sheets/999999999999999999999999", b"x=1", plain),
        "another page": ("/sheets/-1/answers", b"element=c1&value=%5B", plain),
    }
