"""A game's rules on one page: short paragraphs in two columns, a picture or a table below."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.art import Art
from printkit.pen import Pen
from printkit.shapes import cloud, crescent, line, rays, rounded, star
from printkit.textbox import LEADING, Box, wrap, write
from rules.when_i_dream import MIX
from templates.page import Page
from templates.wording import say, words

_MARGIN = 16.0
_LARGEST = 5.0
_GAP = 8.0
_TOP = 36.0
_HEAD = 1.45
"""Size of a heading, as a multiple of the text."""
_FOOT = {"daydream": 46.0, "when-i-dream": 62.0, "dreams": 36.0}
"""Height kept at the foot for the picture or table."""


def draw_rules(pen: Pen, page: Page, game: str, lang: str, ink: str, hints: Sequence[str]) -> None:
    """Draw the rules of a game, and hints for printing at the foot."""
    art = Art(pen, ink)
    _draw_title(art, page, say(f"rules.{game}.title", lang))
    height = page.height - _TOP - _FOOT[game] - _MARGIN
    parts = _paragraphs(game, lang)
    width = (page.width - 2 * _MARGIN - _GAP) / 2
    size = _LARGEST
    while not (split := _split(pen, parts, width, height, size)):
        size -= 0.05
    for column, some in enumerate((parts[:split], parts[split:])):
        _write_column(pen, some, _MARGIN + column * (width + _GAP), width, size)
    foot = page.height - _FOOT[game] - _MARGIN + 6
    if game == "daydream":
        _draw_row_examples(art, page, foot)
    elif game == "when-i-dream":
        _draw_mix(art, page, foot, lang)
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
        y = write(pen, head, Box(x, y, width, 20), size=size * _HEAD, least=3, face="hand")
        y = write(pen, text, Box(x, y + size * 0.25, width, 200), size=size) + size


def _draw_title(art: Art, page: Page, title: str) -> None:
    room = Box(_MARGIN + 14, 13, page.width - 2 * _MARGIN - 28, 12)
    write(art.pen, title, room, size=9.5, least=6.5, face="hand", align="centre", middle=True)
    art.fill(crescent(_MARGIN + 6, 19, 5), "moon")
    x = page.width - _MARGIN - 6
    art.fill(star(x, 19.5, 4.6), "gold")
    art.line(line(((_MARGIN, 29), (page.width - _MARGIN, 29))), "dusk", width=0.3, dash=(0.1, 1.4))


def _draw_row_examples(art: Art, page: Page, top: float) -> None:
    """Show a run, different numbers, and a pair, with the mark that each row earns."""
    room = page.width - 2 * _MARGIN
    examples = (("4567", "sun"), ("3625", "dot"), ("2552", "crossed"))
    step = room / len(examples)
    for k, (digits, mark) in enumerate(examples):
        left = _MARGIN + k * step + (step - 55) / 2
        for place, digit in enumerate(digits):
            x = left + 5 + place * 9.6
            art.fill(cloud(x, top + 8, 10.2, 10, 9), "cloud")
            art.pen.words(digit, (x, top + 10.4), size=6.6, face="hand", align="centre")
        _draw_mark(art, left + 43.4, top + 8, mark)


def _draw_mark(art: Art, x: float, y: float, mark: str) -> None:
    """Draw a row's dot and sun, and what the pen does to them."""
    art.disc((x, y), 1.5, "dusk")
    sun = x + 7.6
    art.line(rays(sun, y, 1.9, 2.9, 8), "gold", width=0.5)
    art.disc((sun, y), 1.5, "sun")
    if mark == "crossed":
        for at in (x, sun):
            cross = f"M {at - 2.6:.2f} {y - 2.6:.2f} L {at + 2.6:.2f} {y + 2.6:.2f} "
            cross += f"M {at + 2.6:.2f} {y - 2.6:.2f} L {at - 2.6:.2f} {y + 2.6:.2f}"
            art.pen.path(cross, stroke="#333333", width=0.5)
    else:
        art.pen.circle((sun if mark == "sun" else x, y), 3.6, stroke="#333333", width=0.5)


def _draw_mix(art: Art, page: Page, top: float, lang: str) -> None:
    """Show how many spirit cards of each kind go with how many players."""
    left, label = _MARGIN, 46.0
    step = (page.width - 2 * _MARGIN - label) / len(MIX)
    rows = ("fairy", "nightmare", "sandman")
    write(art.pen, say("rules.label.players", lang), Box(left, top, label, 6), size=4, middle=True)
    for place, players in enumerate(MIX):
        x = left + label + (place + 0.5) * step
        art.pen.words(str(players), (x, top + 4.4), size=4.4, face="bold", align="centre")
    for k, role in enumerate(rows):
        y = top + 7.5 + k * 7.5
        if k % 2 == 0:
            art.ground(rounded(left - 2, y - 0.6, page.width - 2 * _MARGIN + 4, 7, 1.5), "moon")
        name = say(f"rules.when-i-dream.roles.{role}", lang)
        write(art.pen, name, Box(left, y, label, 6), size=4, least=3, middle=True)
        for place, mix in enumerate(MIX.values()):
            count = {str(kind): number for kind, number in mix.items()}[role]
            x = left + label + (place + 0.5) * step
            art.pen.words(str(count), (x, y + 4.3), size=4, align="centre")


def _write_hints(pen: Pen, page: Page, hints: Sequence[str]) -> None:
    if not hints:
        return
    room = Box(_MARGIN, page.height - _MARGIN - 17, page.width - 2 * _MARGIN, 19)
    pen.path(line(((room.x, room.y - 2.5), (room.x + room.width, room.y - 2.5))),
             stroke="#8c8c8c", width=0.2)  # fmt: skip
    write(pen, " ".join(hints), room, size=3, least=2.4)
