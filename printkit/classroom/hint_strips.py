"""Hints on strips: to be cut out, folded back, and opened one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.classroom.strip_pages import GREY, SMALL, StripPages
from printkit.pen import Pen
from printkit.shapes import line
from printkit.textbox import TextRoom, write
from templates.geometry import Box
from templates.wording import say

_HEIGHT = 40.0
_NUMBER = "#6a7080"
Strip = tuple[str, Sequence[str]]
"""Whose it is, and the hints."""


def draw_strips(pen: Pen, strips: Sequence[Strip], title: str, lang: str, paper: str) -> None:
    """Draw strips on pages of their own, as many to a page as find room."""
    head = f"{say('exercise.hint.title', lang)} · {title}"
    pages = StripPages(head, say("exercise.hint.strip", lang), _HEIGHT, paper)
    pages.draw(
        pen,
        [whose for whose, _ in strips],
        lambda room, n: _write_hints(pen, room, strips[n][1]),
    )


def _write_hints(pen: Pen, place: Box, hints: Sequence[str]) -> None:
    part = place.size[0] / len(hints)
    for n, hint in enumerate(hints, 1):
        left = place.left + (n - 1) * part
        fold = line(((left, place.top), (left, place.bottom)))
        pen.path(fold, stroke=GREY, width=0.2, dash=(1.5, 1.2))
        pen.words(str(n), (left + 2.0, place.top + 5.5), size=4.4, face="hand", colour=_NUMBER)
        room = TextRoom(left + 2.0, place.top + 9.0, part - 4.0, _HEIGHT - 11.0)
        write(pen, hint, room, size=3.6, least=SMALL)
