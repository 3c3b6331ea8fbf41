"""The card that says what to do on a sheet with a task, with rows to show how it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from printkit.daydream.examples import HEIGHT, Example, draw_example
from printkit.daydream.labels import SMALLEST
from printkit.shapes import rounded
from printkit.sheet_ink import SheetInk
from printkit.textbox import TextOverflow, fitting, write
from printkit.textbox import TextRoom as TextBox
from rules.daydream.board import RowMark
from rules.daydream.exercise import CLOUDS, DEDUCTION, KINDS
from templates.geometry import Box
from templates.wording import say

_EXAMPLE = (42.0, 9.0)
"""Room for the clouds and the tab of an example."""
_BESIDE = 88.0
"""Width of the examples with their words where they stand beside the text."""
_FLAT = 3.6
"""Width by height from which on they do."""
_PILED = 16.0
"""Height of an example with its words where they stand below one another."""

_THREE = (
    Example("sun", (2, 3, 4), RowMark.SUN),
    Example("dot", (2, 5, 3), RowMark.DOT),
    Example("crossed", (3, 5, 3), RowMark.CROSSED),
)
_EXACT = (_THREE[0], replace(_THREE[1], name="only-dot"), _THREE[2])
_RUNS = (Example("rising", (2, 3, 4), RowMark.SUN), Example("falling", (7, 6, 5), RowMark.SUN))


def draw_card(ink: SheetInk, room: Box, level: int, lang: str) -> None:
    """Draw the card: what is asked, how to answer, and examples."""
    draw_paper(ink, room)
    examples = _RUNS if level == CLOUDS else _THREE if level in KINDS else _EXACT
    left, top, right, bottom = room.left + 5, room.top + 3, room.right - 5, room.bottom - 2.5
    if room.size[0] > _FLAT * room.size[1]:
        split = right - _BESIDE
        _write(ink, Box.between(left, top, split - 6, bottom), level, lang)
        beside = Box.between(split, room.top + 1.5, right, room.bottom - 1.5)
        _draw_beside(ink, beside, examples, lang)
        return
    if is_tall(room):
        split = bottom - len(examples) * _PILED
        _write(ink, Box.between(left, top, right, split - 2), level, lang)
        _draw_piled(ink, Box.between(left, split, right, bottom), examples, lang)
        return
    split = bottom - _EXAMPLE[1] - 5.5
    _write(ink, Box.between(left, top, right, split - 1), level, lang)
    step = (right - left) / len(_THREE)
    shift = (right - left - step * len(examples)) / 2
    for place, one in enumerate(examples):
        x = left + shift + (place + 0.5) * step
        draw_example(ink, one, (x - _EXAMPLE[0] / 2, split + _EXAMPLE[1] / 2))
        below = TextBox(x - step / 2, split + _EXAMPLE[1] + 0.8, step, 4.2)
        words = say(f"exercise.example.{one.name}", lang)
        write(ink.pen, words, below, size=3.5, least=SMALLEST, align="centre")


def draw_answers(ink: SheetInk, room: Box, head: str, texts: Sequence[str]) -> None:
    """Draw the card of an answer key, with the first of some texts that finds room."""
    draw_paper(ink, room)
    inside = Box.between(room.left + 5, room.top + 3, room.right - 5, room.bottom - 2.5)
    write_both(ink, inside, head, next((text for text in texts if _fits(ink, inside, text)), ""))


def _fits(ink: SheetInk, room: Box, text: str) -> bool:
    """Say whether a text finds room below its head, which has two lines on a narrow card."""
    width, height = room.size
    head = (2.9 if height > width else 1.2) * max(4.6, min(7.0, 0.28 * height))
    try:
        fitting(ink.pen, text, width, height - head, 4.8, SMALLEST)
    except TextOverflow:
        return False
    return True


def head_of(form: int) -> str:
    """Give the key of the words for a form of task."""
    return str(form) if form in KINDS else DEDUCTION


def draw_paper(ink: SheetInk, room: Box) -> None:
    """Draw the empty card."""
    ink.shape(rounded(room.left, room.top, *room.size, 3), "wall", width=0.4)


def _write(ink: SheetInk, room: Box, level: int, lang: str) -> None:
    name = head_of(level)
    head, text = say(f"exercise.head.{name}", lang), say(f"exercise.text.{name}", lang)
    write_both(ink, room, head, text)


def write_both(ink: SheetInk, room: Box, head: str, text: str) -> None:
    """Write what is asked, and how to answer."""
    size = max(4.6, min(7.0, 0.28 * room.size[1]))
    lines = 2 if is_tall(room) else 1
    above = TextBox(room.left, room.top, room.size[0], lines * 1.25 * size)
    end = write(ink.pen, head, above, size=size, least=4.6, face="hand")
    top = end + 0.3 * size if lines > 1 else room.top + 1.2 * size
    below = TextBox(room.left, top, room.size[0], room.bottom - top)
    write(ink.pen, text, below, size=4.8, least=SMALLEST)


def is_tall(room: Box) -> bool:
    """Whether a card is higher than wide."""
    return room.size[1] > room.size[0]


def _draw_piled(ink: SheetInk, room: Box, examples: Sequence[Example], lang: str) -> None:
    """Pile the examples, each with its words below."""
    for place, one in enumerate(examples):
        top = room.top + place * _PILED
        draw_example(ink, one, (room.left, top + HEIGHT / 2))
        below = TextBox(room.left, top + HEIGHT + 0.9, room.size[0], 4.2)
        text = say(f"exercise.example.{one.name}", lang)
        write(ink.pen, text, below, size=3.6, least=SMALLEST)


def _draw_beside(ink: SheetInk, room: Box, examples: Sequence[Example], lang: str) -> None:
    """Pile the examples, each with its words at its right."""
    step = room.size[1] / len(examples)
    scale = min(1.0, step / (HEIGHT + 0.6))
    for place, one in enumerate(examples):
        y = room.top + (place + 0.5) * step
        width = _EXAMPLE[0] * scale
        with ink.pen.placed((room.left, y), scale=scale):
            draw_example(ink, one, (0, 0))
        words = TextBox(room.left + width + 3, y - 3.5, room.size[0] - width - 3, 7)
        text = say(f"exercise.example.{one.name}", lang)
        write(ink.pen, text, words, size=3.6, least=SMALLEST, middle=True)
