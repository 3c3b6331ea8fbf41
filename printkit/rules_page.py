"""A game's rules on one page: short paragraphs in two columns, a picture or a table below."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.art import Art
from printkit.drawing import drawing_of
from printkit.pen import Pen
from printkit.shapes import crescent, line, star
from printkit.textbox import LEADING, TextRoom, wrap, write
from templates.page import Page
from templates.wording import say, words

_MARGIN = 16.0
_LARGEST = 5.0
_GAP = 8.0
_TOP = 36.0
_HEAD = 1.45
"""Size of a heading, as a multiple of the text."""


def draw_rules(pen: Pen, page: Page, game: str, lang: str, ink: str, hints: Sequence[str]) -> None:
    """Draw the rules of a game, and hints for printing at the foot."""
    art, drawing = Art(pen, ink), drawing_of(game)
    _draw_title(art, page, say(f"rules.{game}.title", lang))
    height = page.height - _TOP - drawing.foot - _MARGIN
    parts = _paragraphs(game, lang)
    width = (page.width - 2 * _MARGIN - _GAP) / 2
    size = _LARGEST
    while not (split := _split(pen, parts, width, height, size)):
        size -= 0.05
    for column, some in enumerate((parts[:split], parts[split:])):
        _write_column(pen, some, _MARGIN + column * (width + _GAP), width, size)
    drawing.draw_foot(art, page, page.height - drawing.foot - _MARGIN + 6, lang)
    _write_hints(pen, page, hints)


def _paragraphs(game: str, lang: str) -> list[tuple[str, str]]:
    prefix = f"rules.{game}.paragraph."
    numbers = {int(key.removeprefix(prefix).partition(".")[0])
               for key in words("rules") if key.startswith(prefix)}  # fmt: skip
    return [
        (say(f"{prefix}{number}.head", lang), say(f"{prefix}{number}.text", lang))
        for number in sorted(numbers)
    ]


def _height(pen: Pen, part: tuple[str, str], width: float, size: float) -> float:
    lines = len(wrap(pen, part[1], width, size))
    return size * _HEAD * LEADING + lines * size * LEADING + size


def _split(
    pen: Pen, parts: Sequence[tuple[str, str]], width: float, height: float, size: float
) -> int:
    """Say how many paragraphs stand in the first column; 0 if they do not fit."""
    heights = [_height(pen, part, width, size) for part in parts]
    fits = [
        at
        for at in range(1, len(parts))
        if sum(heights[:at]) <= height and sum(heights[at:]) <= height
    ]
    return min(fits, key=lambda at: abs(sum(heights[:at]) - sum(heights[at:])), default=0)


def _write_column(
    pen: Pen, parts: Sequence[tuple[str, str]], x: float, width: float, size: float
) -> None:
    y = _TOP
    for head, text in parts:
        y = write(pen, head, TextRoom(x, y, width, 20), size=size * _HEAD, least=3, face="hand")
        y = write(pen, text, TextRoom(x, y + size * 0.25, width, 200), size=size) + size


def _draw_title(art: Art, page: Page, title: str) -> None:
    room = TextRoom(_MARGIN + 14, 13, page.width - 2 * _MARGIN - 28, 12)
    write(art.pen, title, room, size=9.5, least=6.5, face="hand", align="centre", middle=True)
    art.fill(crescent(_MARGIN + 6, 19, 5), "moon")
    x = page.width - _MARGIN - 6
    art.fill(star(x, 19.5, 4.6), "gold")
    art.line(line(((_MARGIN, 29), (page.width - _MARGIN, 29))), "dusk", width=0.3, dash=(0.1, 1.4))


def _write_hints(pen: Pen, page: Page, hints: Sequence[str]) -> None:
    if not hints:
        return
    room = TextRoom(_MARGIN, page.height - _MARGIN - 17, page.width - 2 * _MARGIN, 19)
    pen.path(line(((room.x, room.y - 2.5), (room.x + room.width, room.y - 2.5))),
             stroke="#8c8c8c", width=0.2)  # fmt: skip
    write(pen, " ".join(hints), room, size=3, least=2.4)
