"""Reasons on strips: which number is where, and "I know because …", beside a sheet without room."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.classroom.strip_pages import GREY, StripPages
from printkit.pen import Pen
from printkit.shapes import line
from templates.geometry import Box
from templates.wording import say

_REASONS = 5
_STEP = 11.0
"""From one line to the next: room for a child's hand."""
_HEIGHT = _REASONS * _STEP + 6.0
_PLACE, _NUMBER = 15.0, 9.0
"""Widths of the lines for a cloud's name and its number."""
_TEXT = "#5b6472"


def draw_reasons(pen: Pen, whose: Sequence[str], title: str, lang: str, paper: str) -> None:
    """Draw a strip for each puzzle on pages of their own, as many to a page as find room."""
    head, told = say("exercise.reasons.title", lang), say("exercise.reasons.strip", lang)
    pages = StripPages(f"{head} · {title}", told, _HEIGHT, paper)
    pages.draw(pen, whose, lambda room, _: _draw_lines(pen, room, lang))


def _draw_lines(pen: Pen, room: Box, lang: str) -> None:
    left, right = room.left + 2.0, room.right - 4.0
    told = say("exercise.because", lang)
    for n in range(1, _REASONS + 1):
        y = room.top + n * _STEP
        at = left + _PLACE
        _line(pen, left, at, y)
        pen.words("=", (at + 2.0, y - 0.6), size=4.4, face="text", colour=_TEXT)
        at += 6.0
        _line(pen, at, at + _NUMBER, y)
        at += _NUMBER + 4.0
        pen.words(told, (at, y - 0.6), size=3.4, face="text", colour=_TEXT)
        _line(pen, at + pen.width_of(told, 3.4, "text") + 2.0, right, y)


def _line(pen: Pen, left: float, right: float, y: float) -> None:
    pen.path(line(((left, y), (right, y))), stroke=GREY, width=0.25)
