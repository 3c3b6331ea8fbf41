"""A page for one pupil: their sheet, what is right on it, and hints for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import Literal

from printkit.pen import Pen, Point
from printkit.shapes import line, rounded
from printkit.textbox import LEADING, TextRoom, wrap, write
from templates.daydream.layout import Symbols
from templates.page import Page, page_of

GREEN, WARM, GREY = "#1e8f49", "#d2502d", "#6b7280"
_SIDE = 16.0
_TOP = 30.0
_FOOT = 11.0
_MOST_HINTS = 62.0
"""Height of the hints; the photo takes the rest."""
_HINT, _LEAST_HINT = 3.5, 2.5
"""Type sizes."""
_INDENT = 7.0
"""Room for a hint's number."""
_RING = 4.6
"""From a symbol's centre to the line around it, mm on the sheet."""


@dataclass(frozen=True, slots=True)
class RowNote:
    """What is drawn around the symbols of a row."""

    symbols: Symbols
    verdict: Literal["right", "wrong", "unsure"]
    wanted: str | None = None
    """What should stand there, where it is wrong; None for nothing at all."""
    hint: int = 0
    """The number of the hint that explains it."""


@dataclass(frozen=True, slots=True)
class PlaceNote:
    """A ring around something else."""

    at: Point
    hint: int
    """Of what is wrong, its number; 0 for what was not sure to be read."""
    radius: float = 6.2
    across: float = 0.0
    """How much longer than wide the ring is, around several places in a row."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a pupil gets back."""

    title: str
    """A name, or a number."""
    about: str
    """The class and the sheet."""
    summary: str
    points: str
    page: Page
    """The sheet's own paper."""
    photo: bytes
    """The flattened sheet, a JPEG."""
    rows: Sequence[RowNote] = ()
    places: Sequence[PlaceNote] = ()
    hints: Sequence[str] = ()
    """What the numbers in rows and rings stand for."""
    remarks: Sequence[str] = ()
    """What has no number."""
    more: str = ""
    """What stands for hints that find no room."""


def draw_feedback(pen: Pen, told: Feedback) -> None:
    """Draw one page, upright, on the paper that the sheet has."""
    paper = page_of(told.page.paper)
    width = paper.width - 2 * _SIDE
    pen.page(paper.width, paper.height, told.title)
    _draw_head(pen, told, width)
    hints = _laid_out(pen, told, width)
    left = paper.height - _TOP - _FOOT - hints.height - 5
    scale = min(width / told.page.width, left / told.page.height)
    wide, tall = told.page.width * scale, told.page.height * scale
    corner = ((paper.width - wide) / 2, _TOP)
    pen.picture(told.photo, corner, wide, tall)
    pen.path(rounded(*corner, wide, tall, 1.0), stroke="#c9d1de", width=0.25)
    with pen.placed(corner, scale=scale):
        for row in told.rows:
            _draw_row(pen, row)
        _draw_places(pen, told.places)
    _write_hints(pen, hints, (_SIDE, _TOP + tall + 5))


def _draw_head(pen: Pen, told: Feedback, width: float) -> None:
    write(
        pen,
        told.title,
        TextRoom(_SIDE, 9, width * 0.66, 9),
        size=8,
        least=3,
        face="hand",
        middle=True,
        cut=True,
    )
    about = TextRoom(_SIDE + width * 0.68, 9, width * 0.32, 9)
    write(pen, told.about, about, size=3.2, least=2, align="right", middle=True, colour=GREY,
          cut=True)  # fmt: skip
    summary = TextRoom(_SIDE, 19, width * 0.76, 9.4)
    write(pen, told.summary, summary, size=4.2, least=2.8, middle=True, colour=GREEN, face="bold")
    points = TextRoom(_SIDE + width * 0.78, 19, width * 0.22, 9.4)
    write(pen, told.points, points, size=5.2, least=3, align="right", middle=True, face="bold")


def _draw_row(pen: Pen, row: RowNote) -> None:
    dot, sun = row.symbols.dot.center, row.symbols.sun.center
    colour = {"right": GREEN, "wrong": WARM, "unsure": GREY}[row.verdict]
    dash = (1.6, 1.2) if row.verdict == "unsure" else ()
    _draw_capsule(pen, dot, sun, colour, dash)
    # Beyond the sun there are clouds; beyond the dot there is room.
    away = hypot(dot[0] - sun[0], dot[1] - sun[1]) or 1.0
    out = ((dot[0] - sun[0]) / away * 5.6, (dot[1] - sun[1]) / away * 5.6)
    at = (dot[0] + out[0], dot[1] + out[1])
    if row.verdict == "right":
        _draw_tick(pen, at)
    elif row.verdict == "unsure":
        _draw_number(pen, 0, at)
    else:
        _draw_wanted(pen, row.wanted, dot, sun)
        _draw_number(pen, row.hint, at)


def _draw_places(pen: Pen, places: Sequence[PlaceNote]) -> None:
    """Draw a ring around each place, with the numbers of its hints side by side."""
    hints: dict[tuple[Point, float, float], list[int]] = {}
    for place in places:
        hints.setdefault((place.at, place.radius, place.across), []).append(place.hint)
    for ((x, y), radius, across), numbers in hints.items():
        half, colour = across / 2 + radius, WARM if any(numbers) else GREY
        if across:
            ring = rounded(x - half, y - radius, 2 * half, 2 * radius, radius)
            pen.path(ring, stroke=colour, width=0.9)
        else:
            pen.circle((x, y), radius, stroke=colour, width=0.9)
        out, up = across / 2 + radius * 0.84, radius * 0.84
        for nth, number in enumerate(dict.fromkeys(numbers)):
            _draw_number(pen, number, (x + out - 6.2 * nth, y - up))


def _draw_capsule(pen: Pen, a: Point, b: Point, colour: str, dash: Sequence[float]) -> None:
    """Draw a line around two points."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    with pen.placed(a, turn=degrees(atan2(b[1] - a[1], b[0] - a[0]))):
        outline = rounded(-_RING, -_RING, length + 2 * _RING, 2 * _RING, _RING)
        pen.path(outline, stroke=colour, width=0.8, dash=dash)


def _draw_tick(pen: Pen, at: Point) -> None:
    x, y = at
    pen.circle(at, 2.6, fill="#ffffff", stroke=GREEN, width=0.5)
    pen.path(line(((x - 1.3, y), (x - 0.3, y + 1.1), (x + 1.5, y - 1.3))), stroke=GREEN, width=0.7)


def _draw_wanted(pen: Pen, wanted: str | None, dot: Point, sun: Point) -> None:
    """Draw what the pen should have drawn."""
    if wanted == "crossed":
        for x, y in (dot, sun):
            cross = (
                f"{line(((x - 2, y - 2), (x + 2, y + 2)))} {line(((x - 2, y + 2), (x + 2, y - 2)))}"
            )
            pen.path(cross, stroke=WARM, width=0.8)
    elif wanted is not None:
        pen.circle(dot if wanted == "dot" else sun, 3.2, stroke=WARM, width=0.8)


def _draw_number(pen: Pen, number: int, at: Point) -> None:
    """Draw a hint's number; 0 is a question mark."""
    colour = WARM if number else GREY
    pen.circle(at, 2.9, fill="#ffffff", stroke=colour, width=0.5)
    sign = str(number) if number else "?"
    pen.words(sign, (at[0], at[1] + 1.25), size=3.6, face="bold", align="centre", colour=colour)


@dataclass(frozen=True, slots=True)
class _Hints:
    """Hints as they are laid out: in columns, of one size."""

    columns: Sequence[Sequence[str]]
    numbered: int
    """How many of them have a number; what comes after them is about them all."""
    size: float
    width: float
    """Of a column."""
    height: float


def _laid_out(pen: Pen, told: Feedback, width: float) -> _Hints:
    """Find room for as many hints as possible, one below the other or in two columns."""
    kept = len(told.hints)
    while True:
        left_out = len(told.hints) - kept
        ends = [told.more.format(n=left_out)] if left_out else []
        texts = [*told.hints[:kept], *ends, *told.remarks]
        columns = 2 if len(texts) > 4 else 1
        each = -(-len(texts) // columns) or 1
        parts = [texts[at : at + each] for at in range(0, len(texts), each)]
        column = (width - 6.0 * (columns - 1)) / columns
        size = _HINT
        while size >= _LEAST_HINT:
            tall = max((_tall(pen, part, column, size) for part in parts), default=0.0)
            if tall <= _MOST_HINTS or not kept:
                return _Hints(parts, kept, size, column, tall)
            size -= 0.1
        kept -= 1


def _write_hints(pen: Pen, hints: _Hints, at: Point) -> None:
    number = 0
    for place, part in enumerate(hints.columns):
        x, y = at[0] + place * (hints.width + 6.0), at[1]
        for text in part:
            number += 1
            tall = _tall(pen, [text], hints.width, hints.size)
            if number <= hints.numbered:
                _draw_number(pen, number, (x + 2.9, y + 2.2))
            room = TextRoom(x + _INDENT, y + 0.5, hints.width - _INDENT, tall)
            write(pen, text, room, size=hints.size)
            y += tall


def _tall(pen: Pen, texts: Sequence[str], width: float, size: float) -> float:
    """Say how much height hints take, one below the other."""
    lines = (len(wrap(pen, text, width - _INDENT, size)) for text in texts)
    return sum(max(count * size * LEADING + 1.6, 6.8) for count in lines)
