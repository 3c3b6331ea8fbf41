"""What the attacks share: a place to work in, calls with limits, and a count of what held."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MOST_MB = 700.0
MOST_SECONDS = 5.0
"""Of processor time for one file: the clock of a busy machine says nothing."""
A_PAGE = 1.0
"""Seconds of processor time for each further page of a document."""
HANGS_AFTER = 90.0
ADDRESS_SPACE = 6 << 30
TOKEN = f"attack-{os.getpid()}"
KEPT = (".cache/paperplay", ".local/share/paperplay", ".config/paperplay")
"""Where the program may keep things at home."""


def patient(seconds: float) -> float:
    """Wait longer where others want the processor, too: the clock of a busy machine runs fast."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one call ended."""

    status: int
    """Of the process; minus the signal that ended it."""
    out: bytes
    err: bytes
    seconds: float
    mb: float
    hung: bool = False

    def lines(self) -> list[Any]:
        """Read standard output as lines of JSON."""
        return [json.loads(line) for line in self.out.decode("utf-8").splitlines()]

    def faults(self, allowed: Sequence[int] = (0, 1, 2)) -> list[str]:
        """List what no call may do, whatever it was given."""
        found = ["hangs"] if self.hung else []
        if self.status not in allowed and not self.hung:
            found.append(f"exit status {self.status}")
        if b"Traceback" in self.err or b"Traceback" in self.out:
            found.append("traceback: " + last_line(self.err))
        if self.status == 2 and not self.err.strip():
            found.append("exit status 2 without a word")
        return found

    def costs(self, files: int = 1, more: int = 0) -> list[str]:
        """List what took too long or too much, of a call over some files, or ``more`` pages."""
        found = []
        if self.seconds > MOST_SECONDS * files + A_PAGE * more:
            found.append(f"{self.seconds:.1f} s of processor time")
        if self.mb > MOST_MB:
            found.append(f"{self.mb:.0f} MB")
        return found

    def wrong_json(self) -> list[str]:
        """Say so if standard output holds anything but lines of JSON objects."""
        try:
            return [] if all(isinstance(line, dict) for line in self.lines()) else ["not an object"]
        except ValueError:
            return ["standard output is not JSON: " + repr(self.out[:80])]


def last_line(text: bytes) -> str:
    """Give the last line of a message, and where a traceback came from."""
    lines = text.decode("utf-8", "replace").strip().splitlines()
    places = [line.strip() for line in lines if line.strip().startswith("File ")]
    return " / ".join(
        [*(lines[-1:] or [""]), *(place.replace(str(ROOT), "") for place in places[-1:])]
    )[:300]


@dataclass
class Tally:
    """What came of one group of attacks."""

    group: str
    until: float
    """When it must come to an end."""
    cases: int = 0
    failed: int = 0
    seconds: float = 0.0
    mb: float = 0.0
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    doubtful: list[int] = field(default_factory=list)
    """Seeds of damaged photos that go to review, but with more wrong than is asked about."""

    def over(self) -> bool:
        """Say whether the time is up; the note is made once."""
        if time.monotonic() < self.until:
            return False
        if not any("time" in note for note in self.notes):
            self.notes.append(f"stopped after {self.cases} cases: the time was up")
        return True

    def add(self, case: str, faults: Sequence[str], seconds: float = 0.0, mb: float = 0.0) -> None:
        """Count a case; its faults are listed with how to repeat it."""
        self.cases += 1
        self.seconds, self.mb = max(self.seconds, seconds), max(self.mb, mb)
        if self.cases % 100 == 0:
            print(f"{self.group}: {self.cases} cases", file=sys.stderr, flush=True)
        if faults:
            self.failed += 1
            self.failures.append(f"{self.group}: {case}: {'; '.join(faults)}")
            print("FAILED", self.failures[-1], file=sys.stderr, flush=True)


class Place:
    """A folder to work in, with a home and a folder for temporary files inside."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="paperplay-attacks-"))
        self.home, self.tmp, self.work = (self.folder / n for n in ("home", "tmp", "work"))
        for folder in (self.home, self.tmp, self.work):
            folder.mkdir()
        os.environ.update(HOME=str(self.home), TMPDIR=str(self.tmp), PAPERPLAY_ATTACK=TOKEN)
        os.environ.update(OMP_NUM_THREADS="1", PYTHONDONTWRITEBYTECODE="")  # compiled once
        paths = (str(ROOT), os.environ.get("PYTHONPATH", ""))
        os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
        for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            os.environ.pop(name, None)
        tempfile.tempdir = str(self.tmp)
        self.checkout = _listing(ROOT)

    def fresh(self, name: str) -> Path:
        """Make an empty folder to work in."""
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def strays(self) -> list[str]:
        """List files where none should be, and remove them, so that each is named once."""
        found = list(self.tmp.iterdir())
        if self.home.is_dir():
            found += [p for p in self.home.rglob("*") if p.is_file() and not _kept(p, self.home)]
        for path in found:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()
        return [f"left behind: {p.relative_to(self.folder)}" for p in found]

    def strays_in_checkout(self) -> list[str]:
        """List files that are new among the program's own."""
        return [f"new in the checkout: {path}" for path in sorted(_listing(ROOT) - self.checkout)]

    def remove(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _kept(path: Path, home: Path) -> bool:
    return path.relative_to(home).as_posix().startswith(KEPT)


def _listing(folder: Path) -> set[str]:
    skip = {
        ".git",
        "__pycache__",
        ".play",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".hypothesis",
    }
    found: set[str] = set()
    for at, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in skip]
        found.update(str(Path(at, name).relative_to(folder)) for name in files)
    return found


def warm_up() -> None:
    """Import what the forked calls need, once."""
    import cv2

    import paperplay.cli
    from scanner import read_photo

    cv2.setNumThreads(1)
    read_photo(ROOT / "samples/daydream/photo.jpg")
    assert paperplay.cli.main


def called(argv: Sequence[str], folder: Path, stdin: bytes = b"", pages: int = 0) -> Outcome:
    """Call the command in a fork of this process, in a folder, with limits.

    It may be silent for longer if it has many pages to read.
    """
    files = [folder.parent / f".{name}-{os.getpid()}" for name in ("in", "out", "err")]
    files[0].write_bytes(stdin)
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        _become(argv, folder, files)
    status, used, hung = _awaited(pid, HANGS_AFTER + A_PAGE * pages)
    out, err = files[1].read_bytes(), files[2].read_bytes()
    return Outcome(status, out, err, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, hung)


def _become(argv: Sequence[str], folder: Path, files: list[Path]) -> None:
    """Run the command as the forked child, and end."""
    status = 70
    try:
        os.setsid()
        os.chdir(folder)
        modes = (
            os.O_RDONLY,
            os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
            os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
        )
        for number, (path, mode) in enumerate(zip(files, modes, strict=True)):
            os.dup2(os.open(path, mode, 0o600), number)
        sys.stdin, sys.stdout, sys.stderr = (
            open(n, "r" if n == 0 else "w", encoding="utf-8", errors=e, closefd=False)  # noqa: PTH123,SIM115
            for n, e in enumerate(("surrogateescape", "strict", "backslashreplace"))
        )
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        status = _status_of(argv)
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            __import__("atexit")._run_exitfuncs()
        with contextlib.suppress(BaseException):
            sys.stderr.flush()
        os._exit(status)


def _status_of(argv: Sequence[str]) -> int:
    from paperplay.cli import main

    sys.argv = ["paperplay", *argv]
    try:
        status: object = main(list(argv))
    except SystemExit as end:
        status = end.code
    return status if isinstance(status, int) else 0 if status is None else 1


def _awaited(pid: int, seconds: float) -> tuple[int, resource.struct_rusage, bool]:
    end, hung, pause = time.monotonic() + patient(seconds), False, 0.002
    while True:
        done, status, used = os.wait4(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status), used, hung
        if time.monotonic() > end and not hung:
            hung = True
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        time.sleep(pause)
        pause = min(pause * 1.3, 0.05)


def command(*argv: str | Path) -> list[str]:
    """Give the whole command line of a call in a process of its own."""
    return [sys.executable, "-P", "-m", "paperplay", *map(str, argv)]


def run(*argv: str | Path, cwd: Path, seconds: float = 600, **settings: Any) -> Outcome:
    """Call the command in a process of its own."""
    settings.setdefault("stdin", subprocess.DEVNULL)
    settings.setdefault("stdout", subprocess.PIPE)
    child = subprocess.Popen(
        command(*argv), cwd=cwd, stderr=subprocess.PIPE, start_new_session=True, **settings
    )
    began = time.monotonic()
    try:
        out, err = child.communicate(timeout=patient(seconds))
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, err = child.communicate()
        return Outcome(child.returncode, out or b"", err, seconds, 0.0, True)
    return Outcome(child.returncode, out or b"", err, time.monotonic() - began, 0.0)


def descendants(token: str = TOKEN) -> list[int]:
    """List the processes that were started with our mark and still run; none of anybody else's."""
    mark, found = f"PAPERPLAY_ATTACK={token}".encode(), []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                tracker = b"resource_tracker" in (folder / "cmdline").read_bytes()
                ours = tracker and int(parent) == os.getpid()
                found += [int(folder.name)] if state != "Z" and not ours else []
    return [pid for pid in found if pid != os.getpid()]


def left_over(seconds: float = 20.0) -> list[str]:
    """Wait for our processes to end; end those that do not, and name them."""
    end = time.monotonic() + seconds
    while (alive := descendants()) and time.monotonic() < end:
        time.sleep(0.1)
    for pid in alive:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return [f"{len(alive)} processes left after {seconds:.0f} s"] if alive else []


@contextlib.contextmanager
def small_disk(folder: Path, options: str = "size=2m") -> Iterator[Path | None]:
    """Mount a small file system there; None where that is not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True
    )
    if mounted.returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=False, capture_output=True)
