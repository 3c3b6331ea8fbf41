"""Whether puzzles are unique and of their level, by a second solver, and how long they take.

    python benchmarks/puzzles.py --count 500 --sheet A
    python benchmarks/puzzles.py --count 500 --kind sudoku --level 3

For each level so many puzzles are made. A second solver, which shares nothing with the first,
counts their solutions and finds out their level anew. Ends with status 1 if one is not as said.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rules.daydream.exercise import DEDUCTION, bare  # noqa: E402
from rules.daydream.puzzles.deduction import deduction_of, marks_of  # noqa: E402
from rules.daydream.puzzles.second_opinion import count_fillings, second_level  # noqa: E402
from rules.daydream.puzzles.solver import LEVELS  # noqa: E402
from rules.puzzles import second_opinion as second  # noqa: E402
from rules.puzzles.making import KINDS, puzzle_of  # noqa: E402
from templates.daydream.load import load_sheet  # noqa: E402


def deductions(sheet: str, level: int, count: int) -> bool:
    """Make deductions of a level, check each, and print a line; False if one is not as said."""
    rows = bare(load_sheet(f"daydream/{sheet}"))
    begin = time.process_time()
    made = [deduction_of(rows, level, number) for number in range(1, count + 1)]
    seconds = time.process_time() - begin
    unique = right = 0
    for given, numbers in made:
        marks = marks_of(rows.rows, numbers)
        unique += count_fillings(rows.rows, marks, given) == 1
        right += second_level(rows.rows, marks, given) == level
    different = len({tuple(sorted(given.items())) for given, _ in made})
    share = sum(len(given) for given, _ in made) / (count * len(rows.clouds))
    return _told(f"{sheet}, level {level}", (count, different, unique, right), share, seconds)


def classics(kind: str, level: int, count: int) -> bool:
    """Make classics of a level, check each, and print a line; False if one is not as said."""
    begin = time.process_time()
    made = [puzzle_of(kind, level, number) for number in range(1, count + 1)]
    seconds = time.process_time() - begin
    unique = sum(second.count_solutions(each.grid, each.given) == 1 for each in made)
    right = sum(second.second_level(each.grid, each.given) == level for each in made)
    different = len({(each.grid.rules, tuple(sorted(each.given.items()))) for each in made})
    share = sum(len(each.given) / len(each.grid.cells) for each in made) / count
    return _told(f"{kind}, level {level}", (count, different, unique, right), share, seconds)


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
    parser.add_argument("--sheet", default="A", help="on which sheet deductions are")
    parser.add_argument("--kind", choices=(DEDUCTION, *KINDS), default=DEDUCTION)
    parser.add_argument("--level", type=int, help="of this level alone")
    args = parser.parse_args()
    levels = LEVELS if args.kind == DEDUCTION else KINDS[args.kind].levels
    asked = [level for level in levels if args.level in (None, level)]
    if args.kind == DEDUCTION:
        return int(not all([deductions(args.sheet, level, args.count) for level in asked]))
    return int(not all([classics(args.kind, level, args.count) for level in asked]))


if __name__ == "__main__":
    sys.exit(main())
