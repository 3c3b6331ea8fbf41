"""A puzzle's square: its cells, blocks, cages or signs, and the numbers in it."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.pen import Pen
from printkit.shapes import box, line, rounded
from printkit.sheet_ink import LETTER, SheetInk
from rules.puzzles.grid import Rule, RuleKind
from templates.geometry import Point
from templates.puzzles.layout import Square
from templates.puzzles.names import LETTERS, cage_label

_DIGIT = 0.56
"""Type size of a printed number, as a share of its cell."""
_THICK, _THIN = 0.75, 0.3


def draw_square(ink: SheetInk, square: Square, *, edges: bool = True) -> None:
    """Draw a puzzle as it is printed; its edges have letters and numbers."""
    for cell in square.puzzle.given:
        area = square.box(cell)
        ink.ground(box(area.left, area.top, *area.size), "air")
    if square.gap:
        _draw_apart(ink, square)
    else:
        _draw_lines(ink, square)
    for cell, number in square.puzzle.given.items():
        write_number(ink.pen, square, cell, number)
    if edges:
        _write_edges(ink.pen, square)


def write_number(
    pen: Pen, square: Square, cell: int, number: int, *, colour: str = "#000000", face: str = "bold"
) -> None:
    """Write a number into a cell."""
    x, y = square.field(cell).center
    size = _DIGIT * min(square.cell, square.field(cell).size[1] * 1.15)
    pen.words(str(number), (x, y + size * 0.36), size=size, face=face, align="centre",
              colour=colour)  # fmt: skip


def _draw_lines(ink: SheetInk, square: Square) -> None:
    size, cell = square.puzzle.grid.size, square.cell
    left, top, side = square.left, square.top, square.side
    for n in range(1, size):
        across, down = top + n * cell, left + n * cell
        ink.line(line(((left, across), (left + side, across))), "mist", width=_THIN)
        ink.line(line(((down, top), (down, top + side))), "mist", width=_THIN)
    for rule in square.puzzle.grid.rules:
        if rule.kind in (RuleKind.BLOCK, RuleKind.CAGE):
            for one, other in _border(square, rule):
                ink.line(line((one, other)), "tab", width=_THICK)
        if rule.kind is RuleKind.CAGE:
            at = square.box(rule.cells[0])
            size_ = min(3.4, 0.22 * cell)
            ink.pen.words(cage_label(rule), (at.left + 0.9, at.top + size_ + 0.4), size=size_,
                          face="bold", colour=ink.deep)  # fmt: skip
    ink.line(box(left, top, side, side), "tab", width=_THICK)


def _border(square: Square, rule: Rule) -> Iterator[tuple[Point, Point]]:
    """Yield the edges between a rule's cells and others."""
    size = square.puzzle.grid.size
    inside = set(rule.cells)
    for cell in rule.cells:
        area = square.box(cell)
        row, column = divmod(cell, size)
        corners = ((area.left, area.top), (area.right, area.top), (area.right, area.bottom),
                   (area.left, area.bottom))  # fmt: skip
        beside = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        for n, (y, x) in enumerate(beside):
            if not (0 <= y < size and 0 <= x < size and y * size + x in inside):
                yield corners[n], corners[(n + 1) % 4]


def _draw_apart(ink: SheetInk, square: Square) -> None:
    """Draw cells that stand apart, and the signs between them."""
    for cell in square.puzzle.grid.cells:
        area = square.box(cell)
        given = cell in square.puzzle.given
        ink.shape(rounded(area.left, area.top, *area.size, 1.0), "air" if given else "white",
                  width=0.45)  # fmt: skip
    for rule in square.puzzle.grid.others:
        lesser, greater = (square.box(cell).center for cell in rule.cells)
        x, y = (lesser[0] + greater[0]) / 2, (lesser[1] + greater[1]) / 2
        wide, high = 0.22 * square.gap, 0.42 * square.gap
        # The tip points to the lesser one.
        dx, dy = (lesser[0] > x) - (lesser[0] < x), (lesser[1] > y) - (lesser[1] < y)
        tip = (x + dx * wide, y + dy * wide)
        ends = [(x - dx * wide + s * dy * high, y - dy * wide + s * dx * high) for s in (-1, 1)]
        ink.pen.path(line((ends[0], tip, ends[1])), stroke=ink.edge, width=0.5)


def _write_edges(pen: Pen, square: Square) -> None:
    size = 3.0
    for n in range(square.puzzle.grid.size):
        across, down = square.box(n), square.box(n * square.puzzle.grid.size)
        pen.words(LETTERS[n], (across.center[0], square.top - 1.4), size=size, align="centre",
                  colour=LETTER)  # fmt: skip
        pen.words(str(n + 1), (square.left - 1.6, down.center[1] + size * 0.36), size=size,
                  align="right", colour=LETTER)  # fmt: skip
