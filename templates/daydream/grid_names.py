"""What people call clouds and rows: by the letters and numbers at the edges of the grid.

As on a chess board: columns are A, B, C … from the left, across all panels, and lines are
1, 2, 3 … from the top. Every line and column of the grid counts, whether it holds clouds or not.
"""

from __future__ import annotations

from collections.abc import Sequence

from templates.daydream.lattice import Cell


def column_name(column: int) -> str:
    """Name a column of the grid, counted from 0; there are never more than 18."""
    return chr(ord("A") + column)


def line_name(line: int) -> str:
    """Name a line of the grid, counted from 0."""
    return str(line + 1)


def cloud_name(cell: Cell) -> str:
    """Name the cloud in a cell: ``C4``."""
    column, line = cell
    return column_name(column) + line_name(line)


def row_name(cells: Sequence[Cell]) -> str:
    """Name a row by the first and the last of its cells: ``C4–F4``."""
    return f"{cloud_name(cells[0])}–{cloud_name(cells[-1])}"
