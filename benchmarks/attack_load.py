"""Load: 100 uploads at once, an evening of 10,000 sheets, a class of 400, a large batch."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmarks import many
from benchmarks.attack_page import Server
from benchmarks.attack_tools import MOST_MB, ROOT, Place, Tally, left_over, run

AT_ONCE = 100
EVENING = 10_000
PUPILS = 400
PAGE_SECONDS = 1.0
TWO_WORKERS = 1.8
GROWTH = 1.1
IDLE = 1.0
"""Load of a machine on which two workers can be measured against one."""


def attack_load(tally: Tally, place: Place, photos: int) -> None:
    """Measure all four; each tells what it measured."""
    for attack in (many_uploads, large_evening, large_class):
        if not tally.over():
            attack(tally, place)
    if photos and not tally.over():
        large_batch(tally, place, photos)


def large_batch(tally: Tally, place: Place, photos: int) -> None:
    """Read many photos with one worker and with two: the same result, and memory level."""
    folder, load = place.fresh("many"), os.getloadavg()[0]
    # Elsewhere, because a run begins with the memory of whoever starts it.
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        pool.apply(many.make_photos, (folder, photos))
        pool.apply(many.run, (folder, 1, 1))  # draws the blank sheet
        few = pool.apply(many.run, (folder, 2, max(2, photos // 8)))
        two, one = (pool.apply(many.run, (folder, n, photos)) for n in (2, 1))
    faster = one.seconds / two.seconds
    tally.notes.append(
        f"{photos} photos: {one.seconds:.0f} s with one worker, {two.seconds:.0f} s with two "
        f"({faster:.2f} x; load before: {load:.1f}), {one.processor:.0f} and {two.processor:.0f} s "
        f"of processor time, {two.megabytes:.0f} MB ({few.megabytes:.0f} MB for an eighth of them)"
    )
    tally.add("two workers print what one prints", [] if one.printed == two.printed else ["not so"])
    grows = two.megabytes > GROWTH * few.megabytes
    tally.add("memory level", ["it grows"] if grows else [], two.seconds / photos, two.megabytes)
    if load < IDLE:
        slow = [f"{faster:.2f} x"] if faster < TWO_WORKERS else []
        tally.add(f"two workers at least {TWO_WORKERS} x as fast", slow)
    else:
        tally.notes.append("two workers against one is not judged: the machine is busy")


def many_uploads(tally: Tally, place: Place) -> None:
    """Send photos from as many threads at once: each is taken, once, and read the same."""
    folder, photo = place.fresh("at-once"), (ROOT / "samples/daydream/photo.jpg").read_bytes()
    server = Server(folder, folder / "data")
    try:
        server.enter()
        ids = [f"{number:024x}" for number in range(AT_ONCE)]
        began = time.monotonic()
        with ThreadPoolExecutor(AT_ONCE) as threads:
            answers = list(threads.map(lambda one: server.upload(photo, "p.jpg", one), ids))
        taken, left = time.monotonic() - began, server.waits(600)
        read = time.monotonic() - began
        refused = Counter(status for status in answers if status not in (200, 303))
        faults = [f"status {status}: {times}" for status, times in refused.items()]
        faults += [f"{left} without an answer"] if left else []
        rows = server.rows("SELECT upload, scanned FROM sheets")
        if sorted(upload for upload, _ in rows) != [f"{one}-0" for one in ids]:
            faults.append(f"{len(rows)} sheets of {AT_ONCE} photos")
        if len({json.dumps(json.loads(told)["board"]) for _, told in rows}) > 1:
            faults.append("different boards")
        tally.add(f"{AT_ONCE} uploads at once", [*faults, *server.faults()], 0.0, server.mb())
        tally.notes.append(f"{AT_ONCE} uploads: taken in {taken:.0f} s, read in {read:.0f} s")
    finally:
        server.stop(signal.SIGTERM)
        left_over(30)


def large_evening(tally: Tally, place: Place) -> None:
    """Fill an evening by copying sheets in the database; all pages must be quick."""
    folder = place.fresh("evening")
    server = Server(folder, folder / "data")
    server.enter()
    photos = sorted((ROOT / "samples").glob("*/photo.jpg")) + sorted(
        (ROOT / "samples/class").glob("*.jpg")
    )
    for number, photo in enumerate(photos):
        server.upload(photo.read_bytes(), photo.name, f"{number:024x}")
    server.waits()
    server.stop()
    _multiply(folder / "data/paperplay.db", EVENING)
    server = Server(folder, folder / "data")
    try:
        server.ask("GET", server.key)
        for page in ("/", "/scan", "/result", "/history", "/print", "/rounds", "/backup"):
            server.ask("GET", page)
            began, busy = time.monotonic(), _processor(server)
            status, body = server.ask("GET", page)
            clock, took = time.monotonic() - began, _processor(server) - busy
            tally.notes.append(
                f"{page}: {clock:.2f} s by the clock, {took:.2f} s of processor time"
            )
            faults = [f"status {status}"] if status != 200 else []
            faults += [f"{took:.1f} s, {len(body) >> 10} KB"] if took > PAGE_SECONDS else []
            tally.add(f"{page} of an evening of {EVENING:,} sheets", faults, took, server.mb())
        faults = server.faults() + ([f"{server.mb():.0f} MB"] if server.mb() > MOST_MB else [])
        tally.add(f"the page with {EVENING:,} sheets", faults)
    finally:
        server.stop(signal.SIGTERM)
        left_over(30)


def _processor(server: Server) -> float:
    """Give the seconds of processor time that the page has used: others use the clock's."""
    told = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def _multiply(path: Path, wanted: int) -> None:
    """Copy uploads and their sheets until there are enough."""
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        columns = {
            table: [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
            for table in ("uploads", "sheets")
        }
        found = base.execute("SELECT upload FROM sheets").fetchall()
        for number in range(wanted - len(found)):
            (old,) = found[number % len(found)]
            new = f"{number:020x}copy"
            for table, key in (("uploads", "id"), ("sheets", "upload")):
                kept = [name for name in columns[table] if name != "id" or key != "upload"]
                into = ", ".join(kept)
                values = ", ".join("?" if name == key else name for name in kept)
                base.execute(
                    f"INSERT INTO {table} ({into}) SELECT {values} FROM {table} WHERE {key} = ?",
                    (new, old),
                )


def large_class(tally: Tally, place: Place) -> None:
    """Print for a large class, and read all its sheets back from one PDF."""
    folder = place.fresh("large")
    letters = "abcdefghijklmnopqrst"
    pairs = [f"{a}{b}".title() for a in letters for b in letters][:PUPILS]
    names = "\n".join(f"Ada {pair}son" for pair in pairs)
    (folder / "large.csv").write_text(f"{names}\n", "utf-8")
    new = run("class", "new", "large.csv", "--sheet", "A", "--out", "large.pdf", cwd=folder)
    tally.add(f"print for {PUPILS} pupils", new.faults((0,)), new.seconds)
    read = run("class", "scan", "large.csv", "large.pdf", "--json", cwd=folder)
    faults = [*read.faults((0, 1)), *read.wrong_json()]
    if not faults:
        pupils = json.loads(read.out)["pupils"]
        there = sum(pupil["status"] == "in" for pupil in pupils)
        faults += [f"{there} of {PUPILS} sheets are read back"] if there != PUPILS else []
    tally.add(f"read back {PUPILS} sheets", faults, read.seconds / PUPILS)
    tally.notes.append(
        f"class of {PUPILS}: printed in {new.seconds:.0f} s, read in {read.seconds:.0f} s"
    )
