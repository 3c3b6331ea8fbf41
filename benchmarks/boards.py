"""How well boards are read that their owners taught: drawn boards, real hands, no tags.

    PAPERPLAY_HANDWRITING=FOLDER ./play bench boards [--boards 40] [--games 10] --keep ALBUM

Every board (benchmarks/boards_plan.py) looks its own way, some are folded into three planes, all
are glossy. Each is taught from empty photos with the truth as its owner's taps, then games are
played on it and photographed at two levels. Beside it stands what is read of the same games, by
the same hands and camera, on our own print. ``--strangers N`` photographs N boards that nobody
taught. ALBUM keeps photos and what was taught for the next run; one that is stopped tells of the
boards so far. Exit status 1: a bar was missed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from benchmarks.boards_plan import Plan, plan_of
from benchmarks.boards_shots import BoardShot, game_shot, own_shot
from benchmarks.boards_taught import Lesson, ends_of, grey_of, lesson_of, marked_on
from benchmarks.results import NUMBERS, Result, compared
from benchmarks.shots import KEPT, Shot, Truth, elements_of, kept, points_of
from rules.errors import HostError
from scanner.board import find
from templates.geometry import Box

LEVELS = ("good", "hard")
CORNER = {"good": 0.6, "hard": 1.0}
"""How far a corner may be from where it is, mm."""
REGISTERED, BEHIND = 0.98, 0.003
"""The least share of boards that are found; by how much less is read than on our own print."""
SURE = {"corners": "corners", "places": "places"}
ASKED = {"corners": "bare_corners", "places": "asked_places"}
FAR = {
    "corners": "corner that is trusted",
    "bare_corners": "corner without print, asked about",
    "places": "marked place that is trusted",
    "asked_places": "marked place that is asked about",
}


@dataclass
class Found:
    """What became of the photos of some boards at one level."""

    taught: Result = field(default_factory=Result)
    own: Result = field(default_factory=Result)
    codes: Counter[str] = field(default_factory=Counter)
    """Why photos were refused."""
    wrong_board: int = 0
    corners: list[float] = field(default_factory=list)
    """The worst corner of each photo, mm, where the reader trusts what it sees."""
    bare_corners: list[float] = field(default_factory=list)
    """The same where no print is near, and whatever is there is asked about."""
    places: list[float] = field(default_factory=list)
    """The worst marked place of each photo, mm."""
    asked_places: list[float] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Count other boards in."""
        self.taught.add(other.taught)
        self.own.add(other.own)
        self.codes.update(other.codes)
        self.wrong_board += other.wrong_board
        for name in FAR:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def registered(self) -> float:
        """The share of photos in which the right board was found."""
        return 1 - (self.taught.unreadable / max(self.taught.sheets, 1))


def taught_one(number: int) -> str:
    """Teach a board, or find what was kept; empty if it could not be taught."""
    began = time.perf_counter()
    lesson = _lesson(number)
    if isinstance(lesson, str):
        return f"other-{number}: NOT TAUGHT, {lesson}"
    facts = f"{lesson.refused} photos refused, {lesson.unclear} places unclear"
    like = f"like itself elsewhere {lesson.board.likeness:.0%}"
    return f"{lesson.board.name}: {facts}, {like}, {time.perf_counter() - began:.0f} s"


def _lesson(number: int) -> Lesson | str:
    def teach() -> Lesson | str:
        try:
            return lesson_of(plan_of(number))
        except HostError as error:
            return error.code

    return kept(f"lesson-{number}", teach)


def read_one(job: tuple[int, int, bool]) -> dict[str, Found]:
    """Photograph a board's games at every level and read them; perhaps on our own print, too."""
    import cv2

    cv2.setNumThreads(1)
    number, games, beside = job
    plan, lesson = plan_of(number), _lesson(number)
    found = {level: Found() for level in LEVELS}
    for game in range(games):
        for level in LEVELS:
            hard, name = level == "hard", f"{plan.name}-{game}-{level}"
            shot = kept(name, lambda game=game, hard=hard: game_shot(plan, game, hard=hard))
            with _once():
                _count(found[level], plan, lesson, shot, name)
            if beside:
                one = kept(
                    f"{name}-own", lambda game=game, hard=hard: own_shot(plan, game, hard=hard)
                )
                truth = _truth(one.board or {}, plan.sheet.id, plan.sheet.seed)
                _measured(found[level].own, one, truth, f"{name} own")
    return found


def _truth(board: dict[str, Any], sheet: str, seed: int) -> Truth:
    told = board | {"sheet": sheet, "seed": seed}
    layout = {"paper": "a4", "seed": seed}
    return Truth(sheet, elements_of(told, layout), points_of(told), layout)


def _measured(result: Result, shot: BoardShot, truth: Truth, name: str) -> list[dict[str, Any]]:
    from scanner import read_photo

    began = time.process_time()
    scans = read_photo(shot.jpeg)
    more = compared(scans, Shot(name, shot.jpeg, (truth,)))
    more.seconds = time.process_time() - began
    result.add(more)
    return scans


def _count(found: Found, plan: Plan, lesson: Lesson | str, shot: BoardShot, name: str) -> None:
    if isinstance(lesson, str):
        found.taught.add(Result(sheets=1, unreadable=1))
        found.codes[lesson] += 1
        return
    board = lesson.board
    truth = _truth(shot.board or {}, board.sheet, board.version)
    for scan in _measured(found.taught, shot, truth, name):
        if scan["status"] == "unreadable":
            found.codes[scan["code"]] += 1
        elif scan["board"]["sheet"] != board.sheet:
            found.wrong_board += 1
        else:
            _place(found, plan, lesson, shot, name)


@contextmanager
def _once() -> Iterator[None]:
    """Look for boards in a photo once, though it is read and then measured."""
    seen: dict[bytes, Any] = {}
    look = find.find_boards

    def looked(grey: Any) -> Any:
        key = hashlib.sha256(grey).digest()
        if key not in seen:
            seen[key] = look(grey)
        return seen[key]

    find.find_boards = looked
    try:
        yield
    finally:
        find.find_boards = look


def _place(found: Found, plan: Plan, lesson: Lesson, shot: BoardShot, name: str) -> None:
    """Say how far what was read is from where it is."""
    from scanner.board.flatten import fitted

    grey = grey_of(shot.jpeg)
    seen = next(each for each in find.find_boards(grey) if each.board.name == plan.name)
    fit = fitted(grey, seen)
    for kind, places in (("corners", ends_of(plan)), ("places", marked_on(plan))):
        at = lesson.moved(places)
        off = fit.warp.at(at) - shot.scene.pixels_of(places)
        away = np.linalg.norm(off, axis=1) / seen.scale
        asked = np.array([fit.unsure(Box((float(x), float(y)), (0.1, 0.1))) for x, y in at])
        for far, some in ((SURE[kind], ~asked), (ASKED[kind], asked)):
            if some.any():
                getattr(found, far).append(float(away[some].max()))
        sure = np.where(asked, 0, away)
        if sure.max() > CORNER["hard"]:
            told = ", ".join(f"{side:.0f}" for side in places[int(sure.argmax())])
            found.taught.notes.append(f"{name}: {sure.max():.2f} mm off at {told}")


def read_stranger(number: int) -> tuple[str, str]:
    """Read a photo of a board that nobody taught: its name, and what it was taken for, if so."""
    from scanner import read_photo

    plan = plan_of(number)
    shot = kept(f"{plan.name}-stranger", lambda: game_shot(plan, 0))
    read = [scan for scan in read_photo(shot.jpeg) if scan["status"] != "unreadable"]
    return plan.name, ", ".join(scan["board"]["sheet"] for scan in read)


def report(level: str, found: Found) -> list[str]:
    """Print what was reached at a level and name the bars that were missed."""
    taught, own = found.taught, found.own
    bars = [
        ("registered", found.registered, ">=", REGISTERED),
        ("wrong boards", found.wrong_board, "<=", 0),
        ("worst corner, mm", max(found.corners, default=0.0), "<=", CORNER[level]),
        ("ok with a wrong total", taught.silent_totals, "<=", 0),
    ]
    if own.sheets:
        for name in ("digits", "marks"):
            here, there = (_right(each, name) for each in (taught, own))
            print(f"{level}: {name} right on our own print {there:.2%}")
            bars.append((name, here, ">=", there - BEHIND))
    print(f"\n## {level}: {taught.sheets} photos\n\n| | reached | wanted |\n| --- | --- | --- |")
    missed = []
    for name, reached, sign, wanted in bars:
        met = reached >= wanted if sign == ">=" else reached <= wanted
        print(f"| {name} | {reached:.4g} | {sign} {wanted:.4g}{'' if met else ', missed'} |")
        missed += [] if met else [f"{level}: {name}"]
    _print_rest(found)
    return missed


def _right(result: Result, name: str) -> float:
    kinds = NUMBERS if name == "digits" else result.marks
    return result.share(result.right, result.seen, kinds)


def _print_rest(found: Found) -> None:
    for name, result in (("taught", found.taught), ("our own print", found.own)):
        read = max(result.sheets - result.unreadable, 1)
        silent = sum((result.sure - result.sure_right).values())
        print(
            f"| {name} | {_right(result, 'digits'):.2%} of digits, {_right(result, 'marks'):.2%}"
            f" of marks, {result.totals / read:.0%} of totals, {result.ok / read:.0%} ok,"
            f" {result.reviews / read:.1f} questions, {silent} wrong and not asked,"
            f" {result.seconds / read:.1f} s | |"
        )
    for name, said in FAR.items():
        if far := getattr(found, name):
            middle, most = np.quantile(far, (0.5, 0.95))
            print(f"| worst {said}: half, 95 %, all within | {middle:.2f}, {most:.2f},"
                  f" {max(far):.2f} mm | |")  # fmt: skip
    for code, count in found.codes.most_common():
        print(f"| refused: {code} | {count} | |")
    for note in (*found.taught.notes, *found.own.notes):
        print(f"- {note}")


def _mapped(workers: int, function: Any, jobs: Sequence[Any]) -> Iterator[Any]:
    if workers == 1:
        yield from map(function, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(function, jobs)


def main() -> int:
    """Measure, print and say whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--games", type=int, default=10, help="photos a board and level")
    parser.add_argument("--first", type=int, default=800_000, help="number of the first board")
    parser.add_argument("--own", type=int, default=0, help="boards of which games are compared")
    parser.add_argument("--strangers", type=int, default=0, help="boards that nobody taught")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, required=True, help="folder of photos and boards")
    given = parser.parse_args()
    # Whoever stops a run of hours is told what it has found.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    os.environ[KEPT] = str(given.keep)
    os.environ["XDG_DATA_HOME"] = str(given.keep / "taught")
    numbers = range(given.first, given.first + given.boards)
    for told in _mapped(given.workers, taught_one, numbers):
        print(f"- {told}", flush=True)
    whole = {level: Found() for level in LEVELS}
    jobs = [(number, given.games, place < given.own) for place, number in enumerate(numbers)]
    try:
        for job, found in zip(jobs, _mapped(given.workers, read_one, jobs), strict=True):
            read = ", ".join(f"{level} {one.registered:.0%}" for level, one in found.items())
            print(f"- board {job[0]}: {read}", flush=True)
            for level, one in found.items():
                whole[level].add(one)
    except KeyboardInterrupt:
        print("Stopped: what follows is of the boards so far.", flush=True)
        given.strangers = 0
    taken = 0
    strangers = range(numbers.stop, numbers.stop + given.strangers)
    for name, board in _mapped(given.workers, read_stranger, strangers):
        taken += bool(board)
        if board:
            print(f"- {name}, which nobody taught, was taken for {board}")
    if given.strangers:
        print(f"\nOf {given.strangers} boards that nobody taught, {taken} were taken for another.")
    missed = [bar for level in LEVELS for bar in report(level, whole[level])]
    missed += ["strangers"] if taken else []
    print("\n" + ("Missed: " + "; ".join(missed) if missed else "All bars are met."))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
