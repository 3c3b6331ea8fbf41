"""Rolls for everyone: strips of dice under flaps, opened one turn after the other."""

from __future__ import annotations

from itertools import islice

from printkit.art import Art
from printkit.pen import Pen
from printkit.shapes import line, rounded
from printkit.textbox import TextRoom, write
from printkit.when_i_dream.crafts import CUT, FOLD, draw_legend
from rules.dice import PIPS, Roll, rolls
from templates.page import Page
from templates.wording import say

ROWS = 24
_TOP = 44.0
_FOOT = 22.0
_DIE = 7.0


def draw_dice_page(pen: Pen, page: Page, seed: str, lang: str, ink: str) -> None:
    """Draw two strips: the start and 47 turns, each beside the flap that hides it."""
    title = TextRoom(18, 13, page.width - 36, 11)
    write(pen, say("print.dice.title", lang, seed=seed), title, size=9, least=5, face="hand",
          align="centre", middle=True)  # fmt: skip
    hint = TextRoom(18, 26, page.width - 36, 13)
    write(pen, say("print.dice.hint", lang), hint, size=3.3, least=2.8, align="centre")
    turns = list(islice(rolls(seed), 2 * ROWS))
    width = (page.width - 36 - 10) / 4
    height = (page.height - _TOP - _FOOT) / ROWS
    for strip in range(2):
        x = 18 + strip * (2 * width + 10)
        for row in range(ROWS):
            number = strip * ROWS + row
            y = _TOP + (row + 0.5) * height
            _draw_turn(Art(pen, ink), turns[number], number, x, y, width, lang)
        _draw_strip_lines(pen, x, width, height)
    draw_legend(pen, 18, page.height - 17, lang)


def _draw_turn(
    art: Art, roll: Roll, number: int, x: float, y: float, width: float, lang: str
) -> None:
    label = str(number) if number else say("print.dice.start", lang)
    write(art.pen, label, TextRoom(x + 1.5, y - 2, width - 22, 4), size=3.6, least=2.4, middle=True)
    for place, value in enumerate(roll):
        draw_die(art, value, x + width - 15 + place * (_DIE + 1.6), y)


def draw_die(art: Art, value: int, x: float, y: float, side: float = _DIE) -> None:
    """Draw a die around a point."""
    scale = side / _DIE
    corner = rounded(x - side / 2, y - side / 2, side, side, 1.5 * scale)
    art.fill(corner, "white")
    for dx, dy in PIPS[value]:
        at = (x + dx * 1.95 * scale, y + dy * 1.95 * scale)
        art.pen.circle(at, 0.75 * scale, fill="#1d1f33")


def _draw_strip_lines(pen: Pen, x: float, width: float, height: float) -> None:
    """Draw the outline, the fold between dice and flaps, and the cuts between flaps."""
    bottom = _TOP + ROWS * height
    cuts = [((x + width, _TOP + row * height), (x + 2 * width, _TOP + row * height))
            for row in range(1, ROWS)]  # fmt: skip
    outline = line(((x, _TOP), (x + 2 * width, _TOP), (x + 2 * width, bottom), (x, bottom)),
                   closed=True)  # fmt: skip
    pen.path(" ".join([outline, *map(line, cuts)]), stroke=CUT, width=0.25)
    pen.path(
        line(((x + width, _TOP), (x + width, bottom))), stroke=FOLD, width=0.4, dash=(0.1, 1.2)
    )
