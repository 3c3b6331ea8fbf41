"""Full and read-only disks, devices as outputs, and kept files that are spoilt."""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from benchmarks.attack_page import Server
from benchmarks.attack_tools import (
    ROOT,
    Outcome,
    Place,
    Tally,
    last_line,
    left_over,
    run,
    small_disk,
)

SAMPLES = ROOT / "samples"
PHOTO, CLASS, LIST = SAMPLES / "daydream/photo.jpg", SAMPLES / "class", SAMPLES / "7b.csv"
BOARD = SAMPLES / "boards/A-solo.json"
Argv = tuple[str | Path, ...]
PRINTS: dict[str, Argv] = {
    "scan": ("scan", PHOTO, "--json"),
    "leaderboard": ("scan", PHOTO),
    "score": ("score", BOARD),
    "layout": ("layout", "A"),
    "simulate": ("simulate", "A", "--games", "20", "--json"),
    "print": ("print", "A", "--out", "-"),
    "class": ("class", "scan", LIST, CLASS, "--json"),
    "help": ("scan", "--help"),
    "doctor": ("doctor",),
}
WRITES: dict[str, Argv] = {
    "csv": ("scan", PHOTO, "--json", "--csv", "{}/a.csv"),
    "xlsx": ("scan", PHOTO, "--json", "--xlsx", "{}/a.xlsx"),
    "html": ("scan", PHOTO, "--json", "--html", "{}/a.html"),
    "marked": ("scan", PHOTO, "--json", "--marked", "{}"),
    "debug": ("scan", PHOTO, "--json", "--debug", "{}"),
    "print": ("print", "BAC", "--out", "{}/a.pdf"),
    "gradebook": ("class", "scan", LIST, CLASS, "--json", "--xlsx", "{}/a.xlsx"),
    "feedback": ("class", "scan", LIST, CLASS, "--json", "--feedback", "{}/a.pdf"),
    "exercise": ("class", "exercise", "--sheet", "A", "--seed", "5", "--out", "{}/a.pdf"),
}


def full_output(tally: Tally, place: Place) -> None:
    """Standard output is full, closed, or nobody reads it."""
    for name, argv in PRINTS.items():
        with Path("/dev/full").open("wb") as full:
            outcome = run(*argv, cwd=place.fresh("full"), stdout=full)
        tally.add(f"{name} > /dev/full", [*outcome.faults((1, 2)), *place.strays()])
        reader, writer = os.pipe()
        os.close(reader)
        outcome = run(*argv, cwd=place.fresh("full"), stdout=writer)
        os.close(writer)
        ends = (0, 1, 2, 141, -signal.SIGPIPE)
        tally.add(f"{name} | nobody", [*outcome.faults(ends), *place.strays()])


def _told(outcome: Outcome, argv: Argv) -> list[str]:
    """Say so if the reading is lost because something else could not be written."""
    if "--json" in argv and not outcome.out.strip():
        return ["the reading is lost"]
    return []


def full_disk(tally: Tally, place: Place) -> None:
    """Outputs go to a disk with next to no room, or to one that cannot be written."""
    disk = place.work / "disk"
    # Other groups leave a class there whose file is spoilt, which is refused before it is read.
    shutil.rmtree(place.home / ".local", ignore_errors=True)
    for room in (0, 1 << 10, 20 << 10):
        for name, argv in WRITES.items():
            if tally.over():
                return
            with small_disk(disk) as mounted:
                if mounted is None:
                    tally.notes.append("full disks are left out: nothing can be mounted here")
                    return
                _leave_room(disk, room)
                words = [str(word).replace("{}", str(disk)) for word in argv]
                outcome = run(*words, cwd=place.fresh("beside"))
                faults = [*outcome.faults(), *_told(outcome, argv), *place.strays()]
                halves = [p.name for p in disk.rglob("*") if p.is_file() and p.name != "filling"]
                if outcome.status and halves and name not in ("marked", "debug"):
                    faults.append(f"half a file: {halves[0]}")
            tally.add(f"{name} on a disk with {room} bytes left", faults, outcome.seconds)


def _leave_room(disk: Path, room: int) -> None:
    with (disk / "filling").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    if room:
        os.truncate(disk / "filling", max(0, (disk / "filling").stat().st_size - max(room, 4096)))


def read_only(tally: Tally, place: Place) -> None:
    """Outputs, home or temporary files are on a disk that is read only, or full."""
    disk = place.work / "disk"
    with small_disk(disk, "size=2m,ro") as mounted:
        for name, argv in WRITES.items() if mounted else ():
            words = [str(word).replace("{}", str(disk)) for word in argv]
            outcome = run(*words, cwd=place.fresh("beside"))
            # Refused before anything is read, so no reading can be lost.
            tally.add(f"{name}, read only", [*outcome.faults((1, 2)), *place.strays()])
    homes: dict[str, dict[str, str]] = {
        "HOME is a file": {"HOME": str(BOARD)},
        "HOME is not there": {"HOME": "/nonexistent/home"},
        "HOME is empty": {"HOME": ""},
        "HOME is relative": {"HOME": "here"},
        "TMPDIR is not there": {"TMPDIR": "/nonexistent/tmp"},
        "HOME read only": {"HOME": str(disk)},
        "TMPDIR read only": {"TMPDIR": str(disk)},
        "all read only": {"HOME": str(disk), "TMPDIR": str(disk)},
    }
    with small_disk(disk, "size=2m,ro"):
        for name, change in homes.items():
            _works(tally, place, name, change)
    with small_disk(disk) as mounted:
        if mounted:
            _leave_room(disk, 0)
            for name in ("HOME", "TMPDIR"):
                _works(tally, place, f"{name} is full", {name: str(disk)})


def _works(tally: Tally, place: Place, name: str, change: dict[str, str]) -> None:
    """Whatever home is, a photo is read and a board is scored."""
    for argv in (PRINTS["scan"], PRINTS["score"], ("scan", PHOTO, PHOTO, CLASS, "--json")):
        outcome = run(*argv, cwd=place.fresh("beside"), env={**os.environ, **change})
        faults = [*outcome.faults((0,)), *_told(outcome, argv)]
        tally.add(f"{name}: {argv[0]} of {len(argv) - 1}", faults, outcome.seconds)


def devices(tally: Tally, place: Place) -> None:
    """Outputs that are devices, pipes, folders or somebody's file; each must stay what it is."""
    for name, argv in WRITES.items():
        if name in ("marked", "debug"):
            continue
        for kind, make in NODES.items():
            folder = place.fresh("nodes")
            target = folder / str(next(w for w in argv if "{}" in str(w))).removeprefix("{}/")
            try:
                make(target)
            except PermissionError:
                tally.notes.append(f"{kind} is left out: only root can make one")
                continue
            before = stat.S_IFMT(target.lstat().st_mode)
            words = [str(word).replace("{}", str(folder)) for word in argv]
            for force in ((), ("--force",)):
                outcome = run(*words, *force, cwd=place.fresh("beside"), seconds=60)
                faults = [*outcome.faults(), *place.strays()]
                mine = force and kind == "a link to itself"
                if not mine and stat.S_IFMT(target.lstat().st_mode) != before:
                    faults.append(f"{kind} was replaced")
                tally.add(f"{name} to {kind} {' '.join(force)}", faults)
    _not_overwritten(tally, place)


NODES: dict[str, Callable[[Path], object]] = {
    "a null device": lambda path: os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 3)),
    "a full device": lambda path: os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 7)),
    "a folder": Path.mkdir,
    "a link to /dev/full": lambda path: path.symlink_to("/dev/full"),
    "a link to itself": lambda path: path.symlink_to(path.name),
}


def _not_overwritten(tally: Tally, place: Place) -> None:
    """Without --force nobody's file is replaced."""
    for name, argv in WRITES.items():
        folder = place.fresh("mine")
        words = [str(word).replace("{}", str(folder)) for word in argv]
        run(*words, cwd=place.fresh("beside"))
        mine = [path for path in folder.rglob("*") if path.is_file()]
        for path in mine:
            path.write_bytes(b"mine")
        outcome = run(*words, cwd=place.fresh("beside"))
        lost = [path.name for path in mine if path.read_bytes() != b"mine"]
        faults = [f"replaced without --force: {', '.join(lost[:3])}"] if lost else []
        tally.add(f"{name} over somebody's file", [*outcome.faults((0, 1, 2)), *faults])


def spoilt(tally: Tally, place: Place) -> None:
    """Cached blanks, notes of a stopped call and the page's database are spoilt."""
    good = json.loads(run(*PRINTS["scan"], cwd=place.fresh("beside")).out)["board"]
    for number, damage in enumerate(DAMAGES):
        for path in (place.home / ".cache/paperplay").rglob("*"):
            if path.is_file():
                path.write_bytes(damage(path.read_bytes()))
        for again in (1, 2):
            outcome = run(*PRINTS["scan"], cwd=place.fresh("beside"))
            faults = [*outcome.faults((0,)), *outcome.wrong_json()]
            if not faults and outcome.lines()[0].get("board") != good:
                faults.append("read differently")
            tally.add(f"spoilt caches {number}, reading {again}", faults)
        shutil.rmtree(place.home / ".cache", ignore_errors=True)
        run(*PRINTS["scan"], cwd=place.fresh("beside"))
    for number, damage in enumerate(DAMAGES):
        _spoilt_database(tally, place, number, damage)


def _spoilt_database(
    tally: Tally, place: Place, number: int, damage: Callable[[bytes], bytes]
) -> None:
    """Start the page on a spoilt database: it says so, and the file is kept somewhere."""
    folder = place.fresh("spoilt")
    server = Server(folder, folder / "data")
    server.enter()
    server.upload(PHOTO.read_bytes(), "p.jpg", "a" * 24)
    server.waits()
    server.stop()
    path = folder / "data/paperplay.db"
    bad = damage(path.read_bytes())
    path.write_bytes(bad)
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    server = Server(folder, folder / "data")
    server.ask("GET", server.key or "/")
    pages = (
        [server.ask("GET", page)[0] for page in ("/", "/result", "/history")] if server.port else []
    )
    status = server.process.poll()
    server.stop()
    faults = left_over(20)
    faults += ["traceback: " + last_line(server.said())] if b"Traceback" in server.said() else []
    faults += [f"status {page}" for page in pages if page >= 500 or page == 0]
    faults += [f"exit status {status}"] if status not in (None, 2) else []
    kept = any(file.read_bytes()[:64] == bad[:64] for file in (folder / "data").rglob("*.db*"))
    faults += ["the spoilt database is lost"] if bad and not kept else []
    tally.add(f"spoilt database {number}", faults)


def _flipped(data: bytes) -> bytes:
    rng, changed = Random(1), bytearray(data)
    for _ in range(len(changed) // 300):
        changed[rng.randrange(len(changed))] ^= 255
    return bytes(changed)


DAMAGES: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: b"",
    lambda data: data[: len(data) // 2],
    lambda data: bytes(len(data)),
    lambda data: data[:-1],
    lambda data: b"x" * 100 + data[100:],
    _flipped,
)


def full_page(tally: Tally, place: Place) -> None:
    """The page's disk fills up: what is taken is read, at the latest when there is room again."""
    disk = place.work / "disk"
    with small_disk(disk, "size=6m") as mounted:
        if mounted is None:
            return
        server = Server(place.fresh("logs"), disk / "data")
        server.enter()
        answers = [server.upload(PHOTO.read_bytes(), "p.jpg", f"{n:024x}") for n in range(10)]
        faults = [] if {*answers} == {303, 507} else ["neither taken nor refused"]
        left = server.waits()
        faults += [f"{left} uploads without an answer"] if left else []
        tally.add(f"the page on a disk that is small ({answers})", faults + server.faults())
        shutil.rmtree(disk / "data/photos", ignore_errors=True)
        (disk / "data/photos").mkdir()
        taken = server.upload(PHOTO.read_bytes(), "p.jpg", "f" * 24)
        _leave_room(disk, 0)
        faults = [f"status {taken} once there is room"] if taken not in (200, 303) else []
        faults += ["a page without an answer"] if server.ask("GET", "/scan")[0] == 0 else []
        time.sleep(3)
        (disk / "filling").unlink()
        left = server.waits()
        faults += [f"{left} uploads are not read though there is room"] if left else []
        tally.add("others fill the page's disk for a while", faults + server.faults())
        server.stop()
        left_over(20)
    with small_disk(disk, "size=2m,ro"):
        server = Server(place.fresh("logs"), disk / "data")
        faults = ["traceback: " + last_line(server.said())] if b"Traceback" in server.said() else []
        tally.add("the page on a read-only disk", faults)
        server.stop()


ATTACKS = (full_output, full_disk, read_only, devices, spoilt, full_page)
