"""Vote dials: a disc with all answers, and a star that turns on a pin and points at one."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.art import Art
from printkit.dreams.players import draw_symbol
from printkit.pen import Pen
from printkit.shapes import around, crescent, line, rounded, star
from printkit.when_i_dream.crafts import CUT
from templates.cards import materials

POINTER = 13.5
"""Radius of the star."""


def draw_disc(pen: Pen, radius: float, owner: str, colours: Sequence[str], ink: str) -> None:
    """Draw the disc with all answers around the origin."""
    game = materials().dreams
    art = Art(pen, ink)
    answers = len(colours) + game.images
    art.disc((0, 0), radius - 1.5, "cloud", edge=0.2)
    for k in range(answers):
        art.line(line(((0, 0), around(0, 0, radius - 1.5, (k + 0.5) / answers))), "sky", width=0.3)
        at = around(0, 0, radius - 7, k / answers)
        if k < len(colours):
            draw_symbol(pen, colours[k], at, 3.7, ink)
            continue
        pen.path(rounded(at[0] - 4, at[1] - 4.4, 8, 8.8, 1.4), fill="#ffffff", stroke="#555555")
        number = str(k - len(colours) + 1)
        pen.words(number, (at[0], at[1] + 2.6), size=7.5, face="hand", align="centre")
    art.disc((0, 0), 7, "moon", edge=0.2)
    pen.path("M -1.5 0 L 1.5 0 M 0 -1.5 L 0 1.5", stroke=CUT, width=0.25)
    draw_symbol(pen, owner, (0, 11.4), 2.6, ink)
    pen.circle((0, 0), radius, stroke=CUT, width=0.35)


def draw_pointer(pen: Pen, player: str, ink: str) -> None:
    """Draw the star that turns on the disc, around the origin."""
    art = Art(pen, ink)
    shape = star(0, 0, POINTER, 5, 0.5)
    art.fill(shape, "gold", edge=0)
    art.fill(crescent(0.5, -7.4, 2.4), "night", edge=0.2)
    draw_symbol(pen, player, (0, 4.7), 2, ink)
    pen.path("M -1.5 0 L 1.5 0 M 0 -1.5 L 0 1.5", stroke=CUT, width=0.25)
    pen.path(shape, stroke=CUT, width=0.35)
