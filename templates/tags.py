"""The black and white cells of the AprilTag 36h11 tags that our sheets carry.

``tags.txt`` holds one tag a line: its 36 inner cells in reading order as nine
hexadecimal digits, 1 for white. A test compares the table with OpenCV's.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

CELLS = 8
"""Cells along a side, the black border included."""


@cache
def _table() -> tuple[int, ...]:
    text = Path(__file__).with_name("tags.txt").read_text(encoding="ascii")
    return tuple(int(line, 16) for line in text.split())


def black_cells(number: int) -> tuple[tuple[bool, ...], ...]:
    """Give a tag's cells, row by row from the top; True is black."""
    inner = _table()[number]
    white = {at for at in range(36) if inner >> (35 - at) & 1}
    return tuple(
        tuple(
            not (1 <= x <= 6 and 1 <= y <= 6 and 6 * (y - 1) + x - 1 in white) for x in range(CELLS)
        )
        for y in range(CELLS)
    )
