"""The card that says what to do on a sheet with a task, with rows to show how it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printkit.daydream.signs import cloud_around, draw_dot, draw_sun
from printkit.shapes import ellipse, line, rounded
from printkit.sheet_ink import SheetInk
from printkit.textbox import TextRoom as TextBox
from printkit.textbox import write
from rules.daydream.board import RowMark
from rules.daydream.exercise import CLOUDS
from templates.geometry import Box, Point
from templates.wording import say

_INK = "#4a5878"
"""Of the marks in the examples: as dark as a pen's."""
_CELL = (7.6, 7.0)
_EXAMPLE = (42.0, 9.0)
"""Room for the clouds and the tab of an example."""
_BESIDE = 88.0
"""Width of the examples with their words where they stand beside the text."""
_FLAT = 3.6
"""Width by height from which on they do."""


@dataclass(frozen=True, slots=True)
class _Example:
    name: str
    numbers: tuple[int, ...]
    mark: RowMark


_THREE = (
    _Example("sun", (2, 3, 4), RowMark.SUN),
    _Example("dot", (2, 5, 3), RowMark.DOT),
    _Example("crossed", (3, 5, 3), RowMark.CROSSED),
)
_RUNS = (_Example("rising", (2, 3, 4), RowMark.SUN), _Example("falling", (7, 6, 5), RowMark.SUN))


def draw_card(ink: SheetInk, room: Box, level: int, lang: str) -> None:
    """Draw the card: what is asked, how to answer, and examples."""
    _draw_paper(ink, room)
    examples = _RUNS if level == CLOUDS else _THREE
    left, top, right, bottom = room.left + 5, room.top + 3, room.right - 5, room.bottom - 2.5
    if room.size[0] > _FLAT * room.size[1]:
        split = right - _BESIDE
        _write(ink, Box.between(left, top, split - 6, bottom), level, lang)
        beside = Box.between(split, room.top + 1.5, right, room.bottom - 1.5)
        _draw_beside(ink, beside, examples, lang)
        return
    split = bottom - _EXAMPLE[1] - 5.5
    _write(ink, Box.between(left, top, right, split - 1), level, lang)
    step = (right - left) / len(_THREE)
    shift = (right - left - step * len(examples)) / 2
    for place, one in enumerate(examples):
        x = left + shift + (place + 0.5) * step
        _draw_example(ink, one, (x, split + _EXAMPLE[1] / 2))
        below = TextBox(x - step / 2, split + _EXAMPLE[1] + 0.8, step, 4.2)
        words = say(f"exercise.example.{one.name}", lang)
        write(ink.pen, words, below, size=3.5, least=2.4, align="centre")


def draw_answers(ink: SheetInk, room: Box, head: str, answers: str) -> None:
    """Draw the card of an answer key."""
    _draw_paper(ink, room)
    inside = Box.between(room.left + 5, room.top + 3, room.right - 5, room.bottom - 2.5)
    _write_both(ink, inside, head, answers)


def _draw_paper(ink: SheetInk, room: Box) -> None:
    ink.shape(rounded(room.left, room.top, *room.size, 3), "wall", width=0.4)


def _write(ink: SheetInk, room: Box, level: int, lang: str) -> None:
    head, text = say(f"exercise.head.{level}", lang), say(f"exercise.text.{level}", lang)
    _write_both(ink, room, head, text)


def _write_both(ink: SheetInk, room: Box, head: str, text: str) -> None:
    size = min(7.0, 0.33 * room.size[1])
    above = TextBox(room.left, room.top, room.size[0], size + 0.4)
    write(ink.pen, head, above, size=size, least=4.6, face="hand")
    used = 1.28 * size
    below = TextBox(room.left, room.top + used, room.size[0], room.size[1] - used)
    write(ink.pen, text, below, size=4.8, least=2.5)


def _draw_beside(ink: SheetInk, room: Box, examples: Sequence[_Example], lang: str) -> None:
    """Pile the examples, each with its words at its right."""
    step = room.size[1] / len(examples)
    scale = min(1.0, step / (_CELL[1] + 1.6))
    for place, one in enumerate(examples):
        y = room.top + (place + 0.5) * step
        width = _EXAMPLE[0] * scale
        with ink.pen.placed((room.left + width / 2, y), scale=scale):
            _draw_example(ink, one, (0, 0))
        words = TextBox(room.left + width + 3, y - 3.5, room.size[0] - width - 3, 7)
        text = say(f"exercise.example.{one.name}", lang)
        write(ink.pen, text, words, size=3.6, least=2.4, middle=True)


def _draw_example(ink: SheetInk, one: _Example, at: Point) -> None:
    """Draw a short row with its tab and the mark that it earns, around a point."""
    x, y = at
    left = x - _EXAMPLE[0] / 2
    tab_left = left + len(one.numbers) * (_CELL[0] + 0.9)
    ink.shape(rounded(tab_left - 3, y - 3.2, 18.5, 6.4, 3.2), "sky", width=0.3)
    for place, number in enumerate(one.numbers):
        field = Box((left + (place + 0.5) * (_CELL[0] + 0.9), y), (_CELL[0] - 1.2, _CELL[1] - 1.2))
        ink.shape(cloud_around(field, 0.8), "white", width=0.35)
        baseline = (field.center[0], y + 1.9)
        ink.pen.words(str(number), baseline, size=5.6, face="hand", align="centre", colour=_INK)
    dot, sun = (tab_left + 4.0, y), (tab_left + 11.2, y)
    draw_dot(ink, dot, 1.24)
    draw_sun(ink, sun, 2.4)
    _draw_mark(ink, one.mark, dot, sun)


def _draw_mark(ink: SheetInk, mark: RowMark, dot: Point, sun: Point) -> None:
    if mark is RowMark.CROSSED:
        for (x, y), r in ((dot, 1.9), (sun, 2.3)):
            for way in (-1, 1):
                d = line(((x - r, y - way * r), (x + r, y + way * r)))
                ink.pen.path(d, stroke=_INK, width=0.45)
        return
    at, radius = (dot, 2.5) if mark is RowMark.DOT else (sun, 3.1)
    ink.pen.path(ellipse(*at, radius, radius), stroke=_INK, width=0.45)
