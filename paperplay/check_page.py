"""Prints the page that proves printer and phone: a sheet, and a known game drawn on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from practice.pen import marks_of
from practice.strokes import Hand
from printkit.book import Book
from printkit.drawing import drawing_of
from printkit.pdf import PdfPen
from printkit.pen import Pen
from printkit.shapes import line
from templates.check_page import check_board, check_code, check_sheet
from templates.games import game_of
from templates.wording import say

if TYPE_CHECKING:
    from practice.strokes import Stroke
    from templates.sheet_code import SheetCode

_HAND = "check 14"
"""A hand that writes clearly: what is doubtful is up to printer and phone alone."""
_WIDTH = 0.55
"""Of a firm stroke, mm: that of a ball pen or a thin felt pen."""
_PENS = {"colour": "#1d2f6b", "light": "#1d2f6b", "black": "#000000"}
"""A printer for black has no blue but dots."""
_KEPT = 3
"""One point of a stroke in this many is enough for a smooth line."""


def printed_check(paper: str = "a4", lang: str = "en", ink: str = "colour") -> bytes:
    """Print the page and give its PDF."""
    code, game = check_code(paper, lang, ink), game_of(check_sheet())
    pen = PdfPen(say("check.title", lang), lang=lang, subject=game.title, duplex="Simplex")
    draw_check(pen, code)
    return pen.data()


def draw_check(pen: Pen, code: SheetCode) -> None:
    """Draw the page: the sheet, the game on it, and a ruler in its margin."""
    book = Book(pen, code.paper)
    page = game_of(code.sheet).judge.layout_of(code).page
    book.sheet(page, partial(_draw, code=code), bookmark=say("check.title", code.lang))


def _draw(pen: Pen, code: SheetCode) -> None:
    layout = game_of(code.sheet).judge.layout_of(code)
    drawing_of(code.sheet).draw_sheet(pen, code)
    for mark in marks_of(layout.as_json(), check_board().as_json(), Hand(_HAND)):
        for stroke in mark.strokes:
            _draw_stroke(pen, stroke, _PENS[code.ink])


def _draw_stroke(pen: Pen, stroke: Stroke, colour: str) -> None:
    points = [(float(x), float(y)) for x, y in (*stroke[:-1:_KEPT, :2], stroke[-1, :2])]
    width = round(_WIDTH * float(stroke[:, 2].mean()), 2)
    pen.path(line(points), stroke=colour, width=width)
