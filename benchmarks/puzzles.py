"""Whether puzzles are unique and of their level, by a second solver, and how long they take.

    python benchmarks/puzzles.py --count 500 --sheet A
    python benchmarks/puzzles.py --count 100 --first 401 --kind sudoku9 --level 3

For each level so many puzzles are made. A second solver, which shares nothing with the first,
counts their solutions and finds out their level anew. Ends with status 1 if one is not as said.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rules.daydream.exercise import DEDUCTION, bare  # noqa: E402
from rules.daydream.puzzles.deduction import deduction_of, marks_of  # noqa: E402
from rules.daydream.puzzles.second_opinion import count_fillings, second_level  # noqa: E402
from rules.daydream.puzzles.solver import LEVELS  # noqa: E402
from rules.puzzles import second_opinion as second  # noqa: E402
from rules.puzzles.chances import Question, questions_of  # noqa: E402
from rules.puzzles.making import KINDS, puzzle_of  # noqa: E402
from rules.puzzles.sheet import CHANCES, levels_of  # noqa: E402
from templates.daydream.load import load_sheet  # noqa: E402


def deductions(sheet: str, level: int, numbers: range) -> bool:
    """Make deductions of a level, check each, and print a line; False if one is not as said."""
    rows = bare(load_sheet(f"daydream/{sheet}"))
    begin = time.process_time()
    made = [deduction_of(rows, level, number) for number in numbers]
    seconds = time.process_time() - begin
    unique = right = 0
    for given, solution in made:
        marks = marks_of(rows.rows, solution)
        unique += count_fillings(rows.rows, marks, given) == 1
        right += second_level(rows.rows, marks, given) == level
    different = len({tuple(sorted(given.items())) for given, _ in made})
    share = sum(len(given) for given, _ in made) / (len(made) * len(rows.clouds))
    return _told(f"{sheet}, level {level}", (len(made), different, unique, right), share, seconds)


def classics(kind: str, level: int, numbers: range) -> bool:
    """Make classics of a level, check each, and print a line; False if one is not as said."""
    begin = time.process_time()
    made = [puzzle_of(kind, level, number) for number in numbers]
    seconds = time.process_time() - begin
    unique = sum(second.count_solutions(each.grid, each.given) == 1 for each in made)
    right = sum(second.second_level(each.grid, each.given) == level for each in made)
    different = len({(each.grid.rules, tuple(sorted(each.given.items()))) for each in made})
    share = sum(len(each.given) / len(each.grid.cells) for each in made) / len(made)
    return _told(f"{kind}, level {level}", (len(made), different, unique, right), share, seconds)


_ASKED = {1: (1, "sun dot", False), 2: (2, "sun", False), 3: (2, "dot", False),
          4: (1, "sun dot", True), 5: (2, "sun dot", True)}  # fmt: skip
"""Gaps, symbols and leaf of a level's questions."""


def chances(level: int, numbers: range) -> bool:
    """Make sheets of questions of a level, count each anew, and print a line."""
    begin = time.process_time()
    made = [questions_of(level, number) for number in numbers]
    seconds = time.process_time() - begin
    unique = sum(all(_counted(one) == one.answer for one in sheet) for sheet in made)
    gaps, marks, leaf = _ASKED[level]
    right = sum(
        all(one.row.count(None) == gaps and one.mark in marks and one.leaf == leaf for one in sheet)
        for sheet in made
    )
    given = [number for sheet in made for one in sheet for number in one.row]
    share = 1 - given.count(None) / len(given)
    return _told(
        f"chances, level {level}", (len(made), len(set(made)), unique, right), share, seconds
    )


def _counted(question: Question) -> int:
    """Count the rolls that complete a row, by trying every number in every gap."""
    gaps = [at for at, number in enumerate(question.row) if number is None]
    fillings = []
    for numbers in product(range(8), repeat=len(gaps)):
        row = list(question.row)
        for at, number in zip(gaps, numbers, strict=True):
            row[at] = number
        run = sorted(row) == list(range(min(row), min(row) + len(row)))  # type: ignore[type-var]
        is_sun = run and row in (sorted(row), sorted(row, reverse=True))  # type: ignore[type-var]
        if len(set(row)) == len(row) and is_sun == (question.mark == "sun"):
            fillings.append(numbers)

    def costs(dice: Sequence[int], numbers: Sequence[int]) -> int:
        return sum(abs(die - number) for die, number in zip(dice, numbers, strict=False))

    leaves = 1 if question.leaf else 0
    rolls = product(range(1, 7), repeat=2)
    return sum(
        any(min(costs(roll, way), costs(roll[::-1], way)) <= leaves for way in fillings)
        for roll in rolls
    )


def _told(what: str, counts: Sequence[int], share: float, seconds: float) -> bool:
    count, different, unique, right = counts
    print(
        f"{what}: {count} puzzles, {different} different, {unique} unique,"
        f" {right} of the level, {share:.0%} of the numbers given,"
        f" {30 * seconds / count:.1f} s for 30",
        flush=True,
    )
    return unique == right == different == count


def main() -> int:
    """Measure every level of a kind."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="puzzles of each level")
    parser.add_argument("--first", type=int, default=1, help="number of the first")
    parser.add_argument("--sheet", default="A", help="on which sheet deductions are")
    parser.add_argument("--kind", choices=(DEDUCTION, *KINDS, CHANCES), default=DEDUCTION)
    parser.add_argument("--level", type=int, help="of this level alone")
    args = parser.parse_args()
    levels = LEVELS if args.kind == DEDUCTION else levels_of(args.kind)
    numbers = range(args.first, args.first + args.count)
    asked = [level for level in levels if args.level in (None, level)]
    if args.kind == DEDUCTION:
        return int(not all([deductions(args.sheet, level, numbers) for level in asked]))
    if args.kind == CHANCES:
        return int(not all([chances(level, numbers) for level in asked]))
    return int(not all([classics(args.kind, level, numbers) for level in asked]))


if __name__ == "__main__":
    sys.exit(main())
