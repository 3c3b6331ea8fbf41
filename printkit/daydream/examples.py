"""Short rows with the mark that each earns: the row rule without words."""

from __future__ import annotations

from dataclasses import dataclass

from printkit.daydream.signs import cloud_around, draw_dot, draw_sun
from printkit.shapes import ellipse, line, rounded
from printkit.sheet_ink import SheetInk
from printkit.textbox import TextRoom, write
from rules.daydream.board import RowMark
from templates.daydream.layout import Layout
from templates.geometry import Box, Point
from templates.wording import say

_INK = {"colour": "#4a5878", "light": "#4a5878", "black": "#5c5c5c"}
"""Of numbers and marks in the examples: as dark as a pen's."""
HEIGHT = 8.0
_CELL = (7.6, 7.0)
_STEP = _CELL[0] + 0.9
_TAB = 15.5
_WORDS = 2.83
_APART = 3.0
"""Between two examples side by side, so that their words are not read as one line."""


@dataclass(frozen=True, slots=True)
class Example:
    """A row, and its name among the words."""

    name: str
    numbers: tuple[int, ...]
    mark: RowMark

    @property
    def width(self) -> float:
        """How wide it is drawn."""
        return len(self.numbers) * _STEP + _TAB


THREE = (
    Example("sun", (4, 5, 6, 7), RowMark.SUN),
    Example("dot", (3, 6, 2, 5), RowMark.DOT),
    Example("crossed", (2, 5, 5, 2), RowMark.CROSSED),
)
"""A run, different numbers, and a pair."""


def draw_examples(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Draw the three examples, each with a few words below, in a band or in a column."""
    room = layout.texts["examples"]
    flat = room.size[0] > 3 * room.size[1]
    across = room.size[0] / len(THREE) if flat else room.size[0]
    down = room.size[1] if flat else room.size[1] / len(THREE)
    wide = across - (_APART if flat else 1.0)
    scale = min(wide / THREE[0].width, (down - 4.0) / HEIGHT, 0.78)
    for n, one in enumerate(THREE):
        left = room.left + (n * across if flat else 0.0)
        top = room.top + (0.0 if flat else n * down)
        with ink.pen.placed((left, top + HEIGHT * scale / 2), scale=scale):
            draw_example(ink, one, (0.0, 0.0))
        below = TextRoom(left, top + HEIGHT * scale + 0.3, wide, 3.4)
        write(ink.pen, say(f"sheets.example.{one.name}", lang), below, size=3.1, least=_WORDS)


def draw_example(ink: SheetInk, one: Example, at: Point) -> None:
    """Draw a short row with its tab and its mark, from the middle of its left end on."""
    left, y = at
    tab_left = left + len(one.numbers) * _STEP
    ink.shape(rounded(tab_left - 3, y - 3.2, 18.5, 6.4, 3.2), "tab", width=0.3)
    for place, number in enumerate(one.numbers):
        field = Box((left + (place + 0.5) * _STEP, y), (_CELL[0] - 1.2, _CELL[1] - 1.2))
        ink.shape(cloud_around(field, 0.8), "white", width=0.35)
        baseline = (field.center[0], y + 1.9)
        ink.pen.words(
            str(number), baseline, size=5.6, face="hand", align="centre", colour=_INK[ink.ink]
        )
    dot, sun = (tab_left + 4.0, y), (tab_left + 11.2, y)
    draw_dot(ink, dot, 1.24)
    draw_sun(ink, sun, 2.4)
    _draw_mark(ink, one.mark, dot, sun)


def _draw_mark(ink: SheetInk, mark: RowMark, dot: Point, sun: Point) -> None:
    if mark is RowMark.CROSSED:
        for (x, y), r in ((dot, 1.9), (sun, 2.3)):
            for way in (-1, 1):
                d = line(((x - r, y - way * r), (x + r, y + way * r)))
                ink.pen.path(d, stroke=_INK[ink.ink], width=0.45)
        return
    at, radius = (dot, 2.5) if mark is RowMark.DOT else (sun, 3.1)
    ink.pen.path(ellipse(*at, radius, radius), stroke=_INK[ink.ink], width=0.45)
