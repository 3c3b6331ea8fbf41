"""What the numbers of a row earn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from rules.daydream.board import DaydreamBoard, RowMark
from rules.daydream.sheet import Row, Sheet


def runs(numbers: Sequence[int | None]) -> bool:
    """Say whether all places are filled and each number is the next one, up or down."""
    steps = {
        None if left is None or right is None else right - left for left, right in pairwise(numbers)
    }
    return steps in ({1}, {-1})


def mark_of(numbers: Sequence[int | None]) -> RowMark | None:
    """Say which symbol a row's numbers earn; None while a cloud is empty.

    A number that occurs twice crosses the row out. Consecutive numbers,
    rising or falling, earn the sun; other different numbers the dot.
    """
    return _earned(tuple(numbers))


@lru_cache(maxsize=4096)  # judging a photo asks about the same few rows again and again
def _earned(numbers: tuple[int | None, ...]) -> RowMark | None:
    if None in numbers:
        return None
    if len(set(numbers)) < len(numbers):
        return RowMark.CROSSED
    return RowMark.SUN if runs(numbers) else RowMark.DOT


def should_be(board: DaydreamBoard, row: Row) -> RowMark | None:
    """Say which symbol a row on a board ought to have."""
    return mark_of(board.numbers(row.clouds))


def wrong_rows(board: DaydreamBoard, sheet: Sheet) -> list[Row]:
    """List the rows that have another symbol than they ought to."""
    number, marks = board.clouds.__getitem__, board.rows
    return [
        row for row in sheet.rows if marks[row.id] is not _earned(tuple(map(number, row.clouds)))
    ]
