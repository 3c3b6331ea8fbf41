"""Fuzzing of the parsers that are ours, guided by coverage: by atheris, or by a small loop."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from benchmarks.attack_tools import ROOT, Place, Tally
from benchmarks.mutated_boards import LISTS, sample_boards

OURS = tuple(str(ROOT / name) for name in ("rules", "templates", "paperplay", "scanner"))
OWN_SHEETS = sorted((ROOT / "templates/own/samples").glob("*.toml"))
MODULES = (
    *("paperplay.cli", "paperplay.commands.score", "paperplay.classroom.lists"),
    *("paperplay.reading.kept", "paperplay.reading.resume", "paperplay.results.evening"),
    *("scanner.scan_json", "templates.own.checking", "templates.sheet_code"),
    *("templates.board.check", "templates.board.daydream"),
)
"""Where the parsers are."""
LONGEST = 20_000
"""Bytes of an input."""
CHILD = "from benchmarks.attack_fuzz import with_atheris; with_atheris({!r}, {!r}, {})"


def score_boards(data: bytes) -> None:
    """Score whatever comes on standard input."""
    from paperplay.cli import main

    said, kept = io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), "utf-8", "surrogateescape")
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
            try:
                status: object = main(["score", "-"])
            except SystemExit as end:
                status = end.code
    finally:
        sys.stdin = kept
    assert status in (0, 1, 2, None), f"exit status {status}"
    for line in said.getvalue().splitlines():
        assert json.loads(line)["format"] == 1


def read_codes(data: bytes) -> None:
    """Read a sheet's code, from a QR code and in letters; only ValueError may say no."""
    from templates.sheet_code import read_printed, read_qr

    text = data.decode("latin-1")
    for read in (read_qr, read_printed):
        with contextlib.suppress(ValueError, _host_error()):
            code = read(text)
            assert 0 <= code.seed < 1_000_000 and code.copy >= 0 and code.page >= 1


def read_lists(data: bytes) -> None:
    """Read a class list."""
    from paperplay.classroom.lists import names_of

    with _file_of(data, "fuzzed.csv") as path:
        assert all(isinstance(name, str) and name.strip() for name in names_of(path))


def read_sheets(data: bytes) -> None:
    """Read a sheet of somebody's own, and lay out every page of it."""
    from templates.own.checking import checked

    with _file_of(data, "fuzzed.toml") as path:
        assert checked(path).layouts


def read_settled(data: bytes) -> None:
    """Take up a result that was settled, count it, and write it again."""
    from paperplay.reading.kept import scans_in
    from paperplay.results.evening import evening_of
    from scanner.scan_json import scan_from, scan_json

    with _file_of(data, "fuzzed.jsonl") as path:
        for scan in (scans := list(scans_in(path))):
            told = json.loads(json.dumps(scan_json(scan, "en"), allow_nan=False))
            assert scan_json(scan_from(told), "en") == told
        evening_of(scans, "en")


def read_notes(data: bytes) -> None:
    """Read the notes of a call that was stopped; only ValueError may say that one is spoilt."""
    from paperplay.reading.resume import checked_line, summed_line

    for line in data.splitlines(keepends=True):
        with contextlib.suppress(ValueError):
            told = checked_line(line)
            assert checked_line(summed_line(told)) == told or told != told  # NaN


def read_marks(data: bytes) -> None:
    """Read what is where on a board that somebody owns, and lay it out if nothing is missing."""
    from templates.board import marks
    from templates.board.check import lacks_of
    from templates.board.daydream import layout_on
    from templates.board.shelf import Board

    with contextlib.suppress(_host_error()):
        board = Board("fuzzed", (214.55, 230.01), "", marks=marks.read_marks(data, "marks.json"))
        if board.is_daydream and not lacks_of(board):
            assert layout_on(board).as_json()


@contextlib.contextmanager
def _file_of(data: bytes, name: str) -> Iterator[Path]:
    """Put bytes into a file; only an error for the host may say no to them."""
    path = Path(os.environ["TMPDIR"], name)
    path.write_bytes(data)
    try:
        with contextlib.suppress(_host_error()):
            yield path
    finally:
        path.unlink(missing_ok=True)


def _host_error() -> type[Exception]:
    from rules.errors import HostError

    return HostError


def _codes() -> list[bytes]:
    texts = ["P247Y3HWN4AEFMCK", "47Y3-HWN4-AEFM-CK", "P2", "P", ""]
    with contextlib.suppress(ImportError):
        from benchmarks.attack_codes import TRUE, page_of

        texts += [page_of(order)[2] for order in TRUE[:3]]
    return [text.encode() for text in texts]


def _settled() -> list[bytes]:
    from scanner import read_photo

    photos = ("daydream/photo.jpg", "when-i-dream/photo.jpg", "dreams/photo.jpg")
    scans = [scan for name in photos for scan in read_photo(ROOT / "samples" / name)]
    scans.append({"format": 1, "file": "a", "status": "unreadable", "code": "no-sheet"})
    return [json.dumps(scan).encode() for scan in scans]


def _notes() -> list[bytes]:
    from paperplay.reading.resume import summed_line

    return [summed_line({"file": "a", "state": [1, 2], "pages": []}), b"00000000 \n", b"x"]


TARGETS: dict[str, tuple[Callable[[bytes], None], Callable[[], list[bytes]]]] = {
    "boards": (score_boards, lambda: [json.dumps(board).encode() for board in sample_boards()]),
    "codes": (read_codes, _codes),
    "lists": (read_lists, lambda: [text.encode() for text in LISTS]),
    "sheets": (read_sheets, lambda: [path.read_bytes() for path in OWN_SHEETS]),
    "settled": (read_settled, _settled),
    "notes": (read_notes, _notes),
    "marks": (read_marks, lambda: [(ROOT / "samples/board/marks.json").read_bytes()]),
}


def attack_fuzz(tally: Tally, place: Place, first: int) -> None:
    """Share the time among the parsers."""
    found = importlib.util.find_spec("atheris") is not None
    tally.notes.append(
        "guided by atheris" if found else "guided by the loop of our own: no atheris"
    )
    for number, name in enumerate(TARGETS):
        left = (tally.until - time.monotonic()) / (len(TARGETS) - number)
        seconds = int(max(3, min(left, 240)))
        if found:
            _by_atheris(tally, place, name, seconds, first)
        else:
            _by_loop(tally, name, seconds, first)


def _by_atheris(tally: Tally, place: Place, name: str, seconds: int, first: int) -> None:
    folder = place.fresh(f"fuzz-{name}")
    (folder / "corpus").mkdir()
    for number, data in enumerate(TARGETS[name][1]()):
        (folder / f"corpus/{number}").write_bytes(data)
    child = [sys.executable, "-c", CHILD.format(name, str(folder), [seconds, first])]
    ran = subprocess.run(child, cwd=folder, capture_output=True, timeout=seconds * 2 + 120)
    said = ran.stderr.decode("utf-8", "replace")
    runs = [line.split()[0].strip("#") for line in said.splitlines() if line.startswith("#")]
    tally.cases += int(runs[-1]) if runs and runs[-1].isdigit() else 0
    crashes = [
        path for path in folder.iterdir() if path.name.startswith(("crash", "oom", "timeout"))
    ]
    faults = [f"{path.name}: {path.read_bytes()[:200]!r}" for path in crashes]
    if ran.returncode and not crashes:
        faults.append(f"exit status {ran.returncode}: {said[-300:]}")
    error = next((line for line in said.splitlines() if "Uncaught" in line), "")
    tally.add(f"{name}, --first {first}", [*faults, *([error] if error else [])])


def with_atheris(name: str, folder: str, numbers: list[int]) -> None:
    """Fuzz one parser in a process of its own; does not come back."""
    import atheris

    with atheris.instrument_imports(include=["rules", "templates", "paperplay", "scanner"]):
        for module in MODULES:  # what is loaded later is not guided
            importlib.import_module(module)
    seconds, first = numbers
    options = [f"-max_total_time={seconds}", f"-seed={first}", "-timeout=10", "-rss_limit_mb=1500"]
    options += [f"-max_len={LONGEST}", f"-artifact_prefix={folder}/"]
    atheris.Setup(["fuzz", *options, f"{folder}/corpus"], TARGETS[name][0])
    atheris.Fuzz()


def _by_loop(tally: Tally, name: str, seconds: int, first: int) -> None:
    """Change inputs at random; keep those that reach lines which none reached before."""
    target, seeds = TARGETS[name]
    rng, corpus, reached = Random(first), seeds(), set()
    end = time.monotonic() + seconds
    for data in list(corpus):
        reached |= _lines(target, data)[0]
    while time.monotonic() < end:
        data = _changed(rng.choice(corpus), rng.choice(corpus), rng)
        lines, error = _lines(target, data)
        if lines - reached:
            reached |= lines
            corpus.append(data)
        known = any(error[:80] in failure for failure in tally.failures) if error else True
        tally.add(f"{name}: {data[:300]!r}", [] if known else [error])
    tally.notes.append(f"{name}: {len(corpus)} inputs that reach {len(reached)} lines")


def _lines(target: Callable[[bytes], None], data: bytes) -> tuple[set[Any], str]:
    """Run a parser; give the lines of ours that it reached, and what went wrong."""
    seen: set[Any] = set()

    def note(frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return note

    sys.settrace(note)
    try:
        target(data)
    except Exception as error:
        return seen, f"{type(error).__name__}: {error}"
    finally:
        sys.settrace(None)
    return seen, ""


def _changed(data: bytes, other: bytes, rng: Random) -> bytes:
    for _ in range(rng.choice((1, 2, 4, 8))):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice((0, 1, 1, 4, 30)))
        cut = rng.randrange(len(other) + 1)
        middle = rng.choice((b"", rng.randbytes(1), rng.randbytes(4), data[start:end] * 2))
        middle = rng.choice(
            (middle, middle, other[cut : cut + 20], str(rng.randrange(-9, 99)).encode())
        )
        data = data[:start] + middle + data[end:]
    return data[:LONGEST]
