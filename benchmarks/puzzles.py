"""Whether puzzles are unique and of their level, by a second solver, and how long they take.

    python benchmarks/puzzles.py --count 500 --sheet A

For each level so many deductions are made. A second solver, which shares nothing with the first,
counts their solutions and finds out their level anew. Ends with status 1 if one is not as said.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rules.daydream.exercise import bare  # noqa: E402
from rules.daydream.puzzles.deduction import deduction_of, marks_of  # noqa: E402
from rules.daydream.puzzles.second_opinion import count_fillings, second_level  # noqa: E402
from rules.daydream.puzzles.solver import LEVELS  # noqa: E402
from templates.daydream.load import load_sheet  # noqa: E402


def measure(sheet: str, level: int, count: int) -> bool:
    """Make puzzles of a level, check each, and print a line; False if one is not as said."""
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
    print(
        f"{sheet}, level {level}: {count} puzzles, {different} different, {unique} unique,"
        f" {right} of the level, {share:.0%} of the numbers given,"
        f" {30 * seconds / count:.1f} s for 30",
        flush=True,
    )
    return unique == right == different == count


def main() -> int:
    """Measure every level of a sheet."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="puzzles of each level")
    parser.add_argument("--sheet", default="A", help="on which sheet")
    args = parser.parse_args()
    return int(not all([measure(args.sheet, level, args.count) for level in LEVELS]))


if __name__ == "__main__":
    sys.exit(main())
