"""Black cells as one outline: no seams between them in any viewer, and few bytes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from printkit.pen import Point
from printkit.shapes import num

_ROW = 64
"""A corner is one number: its row times this, plus its column."""


def outline(cells: Sequence[Sequence[object]], at: Point, cell: float) -> str:
    """Trace black cells, rows from the top, into closed polygons, to be filled even-odd."""
    rows = [int("".join(["1" if black else "0" for black in row]), 2) for row in cells]
    return outline_of_rows(rows, len(cells[0]), at, cell)


def outline_of_rows(rows: Sequence[int], width: int, at: Point, cell: float) -> str:
    """Trace rows of black cells, each row a number whose highest bit is its first cell.

    Where two black cells meet at a corner only, the lines of their outlines cross;
    filled even-odd, that is the same picture with fewer corners.
    """
    corners = _corners(rows, width)
    columns: list[list[int]] = [[] for _ in range(width + 1)]
    for corner in corners:
        columns[corner % _ROW].append(corner)
    along = _partners(corners)
    down = _partners([corner for column in columns for corner in column])
    label = _labels(at, cell, width, len(rows))
    rings = []
    while along:
        start, there = along.popitem()
        ring = [label[start]]
        while there != start:
            del along[there]
            ring.append(label[there])
            there = down[there]
            if there == start:
                break
            ring.append(label[there])
            there = along.pop(there)
        rings.append(f"M {' L '.join(ring)} Z")
    return " ".join(rings)


def _corners(rows: Sequence[int], width: int) -> list[int]:
    """Give the ends of all sides that run across, row by row from the left."""
    found = []
    for y, (above, below) in enumerate(zip([0, *rows], [*rows, 0], strict=True)):
        side = above ^ below
        ends = side ^ side << 1
        first = y * _ROW + width
        while ends:
            bit = ends.bit_length() - 1
            found.append(first - bit)
            ends ^= 1 << bit
    return found


def _partners(corners: Sequence[int]) -> dict[int, int]:
    """Join the first corner of a row or column with the second, the third with the fourth."""
    firsts, seconds = corners[::2], corners[1::2]
    partner = dict(zip(firsts, seconds, strict=True))
    partner.update(zip(seconds, firsts, strict=True))
    return partner


@cache
def _labels(at: Point, cell: float, width: int, height: int) -> dict[int, str]:
    """Write the place of every corner that there can be."""
    xs = [num(at[0] + cell * x) for x in range(width + 1)]
    return {
        y * _ROW + x: f"{xs[x]} {num(at[1] + cell * y)}"
        for y in range(height + 1)
        for x in range(width + 1)
    }
