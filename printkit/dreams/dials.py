"""Vote dials: a disc with all answers, and a star that turns on a pin and points at one."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.art import Art
from printkit.dreams.players import draw_symbol
from printkit.pen import Pen
from printkit.shapes import around, crescent, line, rounded, star
from printkit.textbox import TextRoom, write
from printkit.when_i_dream.crafts import CUT, draw_legend
from templates.cards import materials
from templates.page import Page
from templates.wording import say


def draw_dials(pen: Pen, page: Page, colours: Sequence[str], lang: str, ink: str) -> None:
    """Draw a disc for each player in two columns, and the pointers beside them."""
    game = materials().dreams
    radius = game.dial / 2
    title = TextRoom(16, 12, page.width - 32, 10)
    write(pen, say("print.part.votes", lang), title, size=9, face="hand", align="centre")
    hint = TextRoom(18, 23.5, page.width - 36, 14)
    write(pen, say("print.votes.hint", lang), hint, size=3.4, least=2.9, align="centre")
    for k, player in enumerate(colours):
        row, column = divmod(k, 2)
        y = 40 + radius + row * (game.dial + 5)
        with pen.placed((12 + radius + column * (game.dial + 4), y)):
            _draw_disc(pen, radius, player, colours, ink)
        with pen.placed((page.width - 32, y - radius / 2 - 1.5 + column * (radius + 1.5))):
            _draw_pointer(pen, player, ink)
    draw_legend(pen, 16, page.height - 14, lang, fold=False)


def _draw_disc(pen: Pen, radius: float, owner: str, colours: Sequence[str], ink: str) -> None:
    game = materials().dreams
    art = Art(pen, ink)
    answers = len(colours) + game.images
    art.disc((0, 0), radius - 1.5, "cloud", edge=0.2)
    for k in range(answers):
        art.line(line(((0, 0), around(0, 0, radius - 1.5, (k + 0.5) / answers))), "sky", width=0.3)
        at = around(0, 0, radius - 7.5, k / answers)
        if k < len(colours):
            draw_symbol(pen, colours[k], at, 4, ink)
            continue
        pen.path(rounded(at[0] - 4, at[1] - 4.4, 8, 8.8, 1.4), fill="#ffffff", stroke="#555555")
        number = str(k - len(colours) + 1)
        pen.words(number, (at[0], at[1] + 2.6), size=7.5, face="hand", align="centre")
    art.disc((0, 0), 7, "moon", edge=0.2)
    pen.path("M -1.5 0 L 1.5 0 M 0 -1.5 L 0 1.5", stroke=CUT, width=0.25)
    draw_symbol(pen, owner, (0, 11.4), 2.6, ink)
    pen.circle((0, 0), radius, stroke=CUT, width=0.35)


def _draw_pointer(pen: Pen, player: str, ink: str) -> None:
    art = Art(pen, ink)
    shape = star(0, 0, 15, 5, 0.5)
    art.fill(shape, "gold", edge=0)
    art.fill(crescent(0.6, -8.2, 2.6), "night", edge=0.2)
    draw_symbol(pen, player, (0, 5.2), 2.2, ink)
    pen.path("M -1.5 0 L 1.5 0 M 0 -1.5 L 0 1.5", stroke=CUT, width=0.25)
    pen.path(shape, stroke=CUT, width=0.35)
