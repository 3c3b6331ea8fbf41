"""Hints on strips: to be cut out, folded back, and opened one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.pen import Pen
from printkit.shapes import box, line
from printkit.textbox import TextRoom, parted, write
from templates.page import page_of
from templates.wording import say

_SIDE, _TOP, _FOOT = 16.0, 28.0, 14.0
_WIDTH, _HEIGHT = 178.0, 40.0
_NAME = 34.0
"""Width of the part that stays in sight."""
_SMALL = 2.4
_GREY, _NUMBER = "#8a8f9c", "#6a7080"
Strip = tuple[str, Sequence[str]]
"""Whose it is, and the hints."""


def draw_strips(pen: Pen, strips: Sequence[Strip], title: str, lang: str, paper: str) -> None:
    """Draw strips on pages of their own, as many to a page as find room."""
    page, y = page_of(paper), 1e9
    for strip in strips:
        if y + _HEIGHT > page.height - _FOOT:
            head = say("exercise.hint.title", lang)
            pen.page(page.width, page.height, head)
            wide = page.width - 2 * _SIDE
            room = TextRoom(_SIDE, 12.0, wide, 9.0)
            write(pen, f"{head} · {title}", room, size=7, least=4, face="hand", cut=True)
            room = TextRoom(_SIDE, _TOP - 6.0, wide, 8.0)
            write(pen, say("exercise.hint.strip", lang), room, size=3.4, least=2.9)
            y = _TOP + 6.0
        _draw_strip(pen, strip, y)
        y += _HEIGHT


def _draw_strip(pen: Pen, strip: Strip, y: float) -> None:
    whose, hints = strip
    pen.path(box(_SIDE, y, _WIDTH, _HEIGHT), stroke=_GREY, width=0.2)
    part = (_WIDTH - _NAME) / len(hints)
    room = TextRoom(_SIDE + 2.0, y + 3.0, _NAME - 4.0, _HEIGHT - 6.0)
    name = parted(pen, whose, room.width, _SMALL, "bold")
    write(pen, name, room, size=4.0, least=_SMALL, face="bold")
    for n, hint in enumerate(hints, 1):
        left = _SIDE + _NAME + (n - 1) * part
        fold = line(((left, y), (left, y + _HEIGHT)))
        pen.path(fold, stroke=_GREY, width=0.2, dash=(1.5, 1.2))
        pen.words(str(n), (left + 2.0, y + 5.5), size=4.4, face="hand", colour=_NUMBER)
        room = TextRoom(left + 2.0, y + 9.0, part - 4.0, _HEIGHT - 11.0)
        write(pen, hint, room, size=3.6, least=_SMALL)
