"""What does it save on whole sheets that the page knows a hand? Five evenings of unseen writers.

    python -m benchmarks.evening_sheets --first 887100 --seasons 3

Writers whom nothing was trained on, with five ways or more of writing each digit, fill in a sheet
on each of five evenings, no ink on two of them. Each sheet is photographed, read, and kept in a
store as the page keeps it; every question is answered rightly, the most doubtful one first. With a
known hand, the writer wishes to be known from the first evening on. In one season somebody plays
the same kind of sheet each evening, and photographs it as well or as badly; numbers choose which,
and boards and pens. A silent error is an element that was read wrongly and that nobody was asked
about. The collection of handwriting is in PAPERPLAY_HANDWRITING.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from benchmarks.evenings import EVENINGS
from benchmarks.hands import RealHand, Samples, held_out
from benchmarks.truth import DIGITS, kind_of
from paperplay.web.store.corrected import correct
from paperplay.web.store.database import Store, now
from paperplay.web.store.evenings import start
from paperplay.web.store.hands import wish
from paperplay.web.store.sheets import add_sheets, sheet
from rules.errors import HostError
from scanner.scan import Scan
from templates.places import is_same

WHO, NAME = "writer", "Ida"
LEVELS = ("good", "hard")
KINDS = ("all", "digits")


class Played(NamedTuple):
    """A sheet as it was read, and what stands on it."""

    scans: list[Scan]
    truth: Mapping[str, object]


def writers() -> list[Samples]:
    """Give those who wrote each digit often enough for five evenings."""
    return [one for one in held_out() if min(map(len, one.digits)) >= EVENINGS]


def season_of(samples: Samples, season: int) -> list[Played]:
    """Let somebody play on five evenings, photograph the sheets, and read them."""
    return [played(samples, season, evening) for evening in range(EVENINGS)]


def played(samples: Samples, season: int, evening: int) -> Played:
    """Fill in a sheet, photograph it, and read it."""
    from benchmarks.camera import Printed, photograph
    from benchmarks.cases import SHEETS, order_of
    from benchmarks.fill import PENS, fill
    from benchmarks.jottings import jottings
    from benchmarks.shots import elements_of
    from paperplay.reading.job import read_part
    from paperplay.reading.photo_files import Photo
    from practice.boards import daydream_board
    from practice.pages import PX_PER_MM, blank_page
    from scanner.stages import Keep
    from templates.daydream.load import load_daydream

    rng = Random(f"evening {samples.writer} {season} {evening}")
    kind = season + [one.writer for one in writers()].index(samples.writer)
    order = order_of(SHEETS[kind % len(SHEETS)], rng)
    layout = load_daydream(order.what, paper=order.paper)
    board = daydream_board(layout.sheet, rng)
    digits = tuple(ways[evening::EVENINGS] for ways in samples.digits)
    hand = RealHand(replace(samples, digits=digits), season)
    hand.rng = np.random.default_rng([samples.writer, season, evening])
    pen = rng.choices(PENS, [4, 3, 1, 1, 2, 1])[0]
    jotted = jottings(layout, board, hand)
    page, plain = blank_page(order), layout.as_json()
    filled = fill(page, plain, board, hand, pen, PX_PER_MM, jottings=jotted)
    number = season * EVENINGS + evening + 1000 * samples.writer
    printed = Printed(filled.image, PX_PER_MM)
    jpeg = photograph(printed, number, LEVELS[kind // len(SHEETS) % 2]).jpeg
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        Path(file.name).write_bytes(jpeg)
        part = read_part(Photo(Path(file.name), "sheet.jpg"), Keep(flat=False))
    scans = [scan for page in part.pages for scan in page]
    return Played(scans, elements_of(board, plain))


def asked(season: list[Played], *, known: bool) -> list[Counter[str]]:
    """Keep the sheets of a season in a store, and answer what is asked, evening by evening."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "page")
        with store.change() as db:
            values = (WHO, NAME, now())
            db.execute("INSERT INTO people (id, name, colour, at) VALUES (?, ?, 0, ?)", values)
        wish(store, WHO, kept=known)
        for number, evening in enumerate(season):
            found.append(_evening(store, evening, f"upload-{number:010d}"))
        store.close()
    return found


def _evening(store: Store, evening: Played, upload: str) -> Counter[str]:
    """Hand in a sheet and answer its questions; count them by kind, and what is wrong then."""
    counts = Counter[str](sheets=1)
    if len(evening.scans) != 1 or not evening.scans[0].is_read:
        return Counter(sheets=1, unread=1)
    at = start(store, "").id
    with store.change() as db:
        db.execute(
            "INSERT INTO uploads (id, evening, owner, shown, player, state, received) "
            "VALUES (?, ?, ?, 'sheet.jpg', ?, 'waiting', ?)",
            (upload, at, WHO, NAME, now()),
        )
    add_sheets(store, upload, evening.scans, forget=False)
    (number,) = store.db.execute("SELECT id FROM sheets WHERE upload = ?", (upload,)).fetchone()
    told = set()
    while doubts := _scan(store, number).doubts:
        element = max(doubts, key=lambda doubt: doubt.stake).element
        told.add(element)
        counts.update(f"{kind} questions" for kind in _kinds(element))
        value = evening.truth.get(element)
        if not _answered(store, number, element, value):
            counts.update(["unanswerable"])
            break
    values = _scan(store, number).values
    for element, value in evening.truth.items():
        if element not in told and not is_same(values.get(element), value):
            counts.update(f"{kind} silent errors" for kind in _kinds(element))
    return counts


def _answered(store: Store, number: int, element: str, value: object) -> bool:
    try:
        correct(store, number, [(element, value)], WHO, forget=False)  # type: ignore[list-item]
    except HostError:
        return False
    return True


def _scan(store: Store, number: int) -> Scan:
    row = sheet(store, number)
    assert row is not None
    return row.scan


def _kinds(element: str) -> Iterator[str]:
    yield "all"
    if kind_of(element) in DIGITS:
        yield "digits"


def _both(job: tuple[Samples, int]) -> list[list[Counter[str]]]:
    season = season_of(*job)
    return [asked(season, known=known) for known in (False, True)]


def main() -> int:
    """Print questions and silent errors of each evening, without and with a known hand."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", type=int, default=300_000)
    parser.add_argument("--seasons", type=int, default=1, help="of each writer")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    hands = writers()
    jobs = [(one, options.first + n) for n in range(options.seasons) for one in hands]
    totals = [[Counter[str]() for _ in range(EVENINGS)] for _ in range(2)]
    with get_context("spawn").Pool(options.workers) as pool:
        for done, counts in enumerate(pool.imap_unordered(_both, jobs), start=1):
            print(f"{done} of {len(jobs)}", end="\r", file=sys.stderr)
            for total, evenings in zip(totals, counts, strict=True):
                for sums, count in zip(total, evenings, strict=True):
                    sums.update(count)
    sheets = sum(each["sheets"] for each in totals[0])
    print(f"{len(hands)} hands, {sheets} sheets, {sum(e['unread'] for e in totals[0])} not read\n")
    print("| evening | " + " | ".join(str(n + 1) for n in range(EVENINGS)) + " |")
    print("| --- " * (EVENINGS + 1) + "|")
    for kind in KINDS:
        for what in ("questions", "silent errors"):
            for known, total in zip(("not known", "known by hand"), totals, strict=True):
                row = " | ".join(str(each[f"{kind} {what}"]) for each in total)
                print(f"| {what}, {kind}, {known} | {row} |")
    if any(each["unanswerable"] for total in totals for each in total):
        print("\nSome questions could not be answered with what stands there.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
