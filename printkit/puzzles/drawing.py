"""Sheets of puzzles, drawn from their layout."""

from __future__ import annotations

from functools import partial
from typing import cast

from printkit.book import Book
from printkit.drawing import Plain
from printkit.furniture import draw_furniture
from printkit.order import Order
from printkit.own.drawing import draw_name_line, write_name
from printkit.pen import Pen
from printkit.puzzles.squares import draw_square
from printkit.score_sheets import write_text
from printkit.shapes import cloud, line, rounded
from printkit.sheet_ink import SheetInk
from templates.games import game_of
from templates.geometry import Box
from templates.puzzles.layout import PuzzleLayout
from templates.sheet_code import SheetCode

_LINE = 8.5
"""From one ruled line to the next."""


class Puzzles(Plain):
    """The printing of puzzles."""

    def title_of(self, sheet: str, lang: str) -> str:
        """Name a kind of puzzles."""
        return game_of(sheet).judge.title_of(sheet, lang)

    def draw_sheet(self, pen: Pen, code: SheetCode, name: str = "") -> None:
        """Draw one copy of a sheet, with a name on it where it is somebody's."""
        layout = cast(PuzzleLayout, game_of(code.sheet).judge.layout_of(code))
        with pen.stamp(repr(code.blank)) as new:
            if new:
                ink = SheetInk(pen, code.ink)
                draw_name_line(ink, layout.person, code.lang)
                _draw_blank(ink, layout)
        if name:
            write_name(pen, layout.person, name)
        draw_furniture(pen, layout.page, code)

    def add(self, book: Book, order: Order) -> None:
        """Add copies of a sheet."""
        for copy in range(order.copies):
            code = SheetCode(order.what, order.paper, order.lang, order.ink, copy=copy,
                             variant=order.variant)  # fmt: skip
            name = order.names[copy] if copy < len(order.names) else ""
            page = game_of(order.what).judge.layout_of(code).page
            book.sheet(page, partial(self.draw_sheet, code=code, name=name), bookmark=name)


DRAWING = Puzzles()


def _draw_blank(ink: SheetInk, layout: PuzzleLayout) -> None:
    """Draw everything that all copies share."""
    for square in layout.squares:
        draw_square(ink, square)
    for row, question in zip(layout.rows, layout.asked.questions, strict=True):
        for area, number in zip(row, question.row, strict=True):
            ink.shape(cloud(*area.center, *area.size), "white" if number is None else "air",
                      width=0.35)  # fmt: skip
            if number is not None:
                at = (area.center[0], area.center[1] + 2.0)
                ink.pen.words(str(number), at, size=5.6, face="bold", align="centre")
    for field in layout.digits if layout.rows else ():
        area = Box(field.center, field.size)
        ink.shape(rounded(area.left, area.top, *area.size, 1.2), "white", width=0.4)
    for space in layout.spaces.values():
        _draw_ruled(ink, space)
    for text in layout.texts:
        write_text(ink.pen, text)


def _draw_ruled(ink: SheetInk, space: Box) -> None:
    """Rule a space to be written in."""
    lines = max(1, int(space.size[1] / _LINE))
    for n in range(lines):
        y = space.bottom - n * space.size[1] / lines - 0.6
        ink.line(line(((space.left, y), (space.right, y))), "mist", width=0.3)
