"""A game's rules on one page: short paragraphs, each beside a picture, and an example below.

At the very foot stand, in small type, what we decided where the rulebook is silent, and hints for
printing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printkit.art import Art
from printkit.drawing import Picture, drawing_of
from printkit.pen import Pen
from printkit.shapes import crescent, line, star
from printkit.textbox import LEADING, TextOverflow, TextRoom, wrap, write
from templates.page import Page
from templates.wording import say, words

_MARGIN = 16.0
_LARGEST, _LEAST = 4.4, 2.83
"""Type sizes; the smaller one is 8 points."""
_BOTTOM = 9.0
_GAP = 8.0
_TOP = 33.0
_PICTURE = 22.0
"""Side of the square that a picture fills."""
_BESIDE = 3.0
_HEAD = 1.5
"""Size of a heading, as a multiple of the text."""
_SMALL = 3.0
"""Type size of the lines at the very foot."""
_ABOVE = 2.5
"""Between these lines and the rule above them."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One paragraph."""

    head: str
    text: str
    picture: Picture | None


def draw_rules(pen: Pen, page: Page, game: str, lang: str, ink: str, hints: Sequence[str]) -> None:
    """Draw the rules of a game, an example, and hints for printing at the foot."""
    art, drawing = Art(pen, ink), drawing_of(game)
    _draw_title(art, page, say(f"rules.{game}.title", lang))
    foot = _foot_lines(pen, page, [*_decided(game, lang), " ".join(hints)])
    bottom = page.height - _BOTTOM - _ABOVE - len(foot) * _SMALL * LEADING
    height = bottom - drawing.foot - _TOP
    parts = _parts(game, lang, drawing.pictures)
    width = (page.width - 2 * _MARGIN - _GAP) / 2
    size = _LARGEST
    while not (split := _split(pen, parts, width, height, size)):
        size -= 0.05
        if size < _LEAST:
            raise TextOverflow(f"the rules of {game} do not fit their page in {lang}")
    for column, some in enumerate((parts[:split], parts[split:])):
        heights = sum(_height(pen, part, width, size) for part in some)
        # What is left over is air between the paragraphs, so that both columns end alike.
        air = min(8.0, (height - heights) / len(some))
        _write_column(art, some, _MARGIN + column * (width + _GAP), width, size, air)
    drawing.draw_foot(art, page, bottom - drawing.foot, lang)
    _write_foot(pen, page, bottom, foot)


def _parts(game: str, lang: str, pictures: Sequence[Picture]) -> list[_Part]:
    prefix = f"rules.{game}.paragraph."
    numbers = {int(key.removeprefix(prefix).partition(".")[0])
               for key in words("rules") if key.startswith(prefix)}  # fmt: skip
    return [
        _Part(
            say(f"{prefix}{number}.head", lang),
            say(f"{prefix}{number}.text", lang),
            pictures[place] if place < len(pictures) else None,
        )
        for place, number in enumerate(sorted(numbers))
    ]


def _beside(part: _Part) -> float:
    return _PICTURE + _BESIDE if part.picture else 0.0


def _height(pen: Pen, part: _Part, width: float, size: float) -> float:
    lines = len(wrap(pen, part.text, width - _beside(part), size))
    tall = size * _HEAD * LEADING + lines * size * LEADING
    return max(tall, _PICTURE if part.picture else 0.0) + size


def _split(pen: Pen, parts: Sequence[_Part], width: float, height: float, size: float) -> int:
    """Say how many paragraphs stand in the first column; 0 if they do not fit."""
    heights = [_height(pen, part, width, size) for part in parts]
    fits = [
        at
        for at in range(1, len(parts))
        if sum(heights[:at]) <= height and sum(heights[at:]) <= height
    ]
    return min(fits, key=lambda at: abs(sum(heights[:at]) - sum(heights[at:])), default=0)


def _write_column(
    art: Art, parts: Sequence[_Part], x: float, width: float, size: float, air: float
) -> None:
    pen, top = art.pen, _TOP
    for part in parts:
        left, room = x + _beside(part), width - _beside(part)
        y = write(pen, part.head, TextRoom(left, top, room, 20), size=size * _HEAD, least=3.4,
                  face="hand")  # fmt: skip
        write(pen, part.text, TextRoom(left, y + size * 0.25, room, 200), size=size)
        if part.picture:
            with pen.placed((x + _PICTURE / 2, top + _PICTURE / 2 + 0.5)):
                part.picture(art)
        top += _height(pen, part, width, size) + air


def _draw_title(art: Art, page: Page, title: str) -> None:
    room = TextRoom(_MARGIN + 14, 11, page.width - 2 * _MARGIN - 28, 12)
    write(art.pen, title, room, size=9.5, least=6.5, face="hand", align="centre", middle=True)
    art.fill(crescent(_MARGIN + 6, 17, 5), "moon")
    x = page.width - _MARGIN - 6
    art.fill(star(x, 17.5, 4.6), "gold")
    art.line(line(((_MARGIN, 27), (page.width - _MARGIN, 27))), "dusk", width=0.3, dash=(0.1, 1.4))


def _decided(game: str, lang: str) -> list[str]:
    """Say what we decided, if the rulebook leaves something open."""
    key = f"rules.{game}.decided"
    return [say(key, lang)] if key in words("rules") else []


def _foot_lines(pen: Pen, page: Page, paragraphs: Sequence[str]) -> list[str]:
    return wrap(pen, "\n".join(paragraphs), page.width - 2 * _MARGIN, _SMALL)


def _write_foot(pen: Pen, page: Page, top: float, lines: Sequence[str]) -> None:
    right = page.width - _MARGIN
    pen.path(line(((_MARGIN, top), (right, top))), stroke="#8c8c8c", width=0.2)
    for n, text in enumerate(lines):
        pen.words(text, (_MARGIN, top + _ABOVE + _SMALL * (0.8 + n * LEADING)), size=_SMALL)
