"""All small things of Dreams on one page: selection tokens, stars, crescents, image numbers."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.dreams.dials import POINTER, draw_disc, draw_pointer
from printkit.dreams.tokens import cut_out, draw_crescent, draw_number, draw_star
from printkit.pen import Pen
from printkit.textbox import TextRoom, write
from printkit.when_i_dream.crafts import draw_legend
from templates.cards import materials
from templates.page import Page
from templates.wording import say

_COLUMNS = 3
_LEFT = 12.0
_TOP = 34.0
_GAP = 2.5


def draw_pieces(pen: Pen, page: Page, colours: Sequence[str], lang: str, ink: str) -> None:
    """Draw a disc and its star for each player, then stars, crescents and image numbers."""
    title = TextRoom(16, 10, page.width - 32, 10)
    write(pen, say("print.part.pieces", lang), title, size=9, least=6, face="hand", align="centre")
    hint = TextRoom(18, 20.5, page.width - 36, 13)
    write(pen, say("print.votes.hint", lang), hint, size=3.2, least=2.83, align="centre")
    y = _draw_dials(pen, page, colours, ink)
    _draw_tokens(pen, page, colours, y, ink)
    draw_legend(pen, 16, page.height - 11, lang, fold=False)


def _draw_dials(pen: Pen, page: Page, colours: Sequence[str], ink: str) -> float:
    """Draw discs in rows of three, the stars in a row below, and give the y below them."""
    dial = materials().dreams.dial
    step = (page.width - 2 * _LEFT) / _COLUMNS
    for k, player in enumerate(colours):
        row, column = divmod(k, _COLUMNS)
        at = (_LEFT + (column + 0.5) * step, _TOP + dial / 2 + row * (dial + _GAP))
        with pen.placed(at):
            draw_disc(pen, dial / 2, player, colours, ink)
    y = _TOP + -(-len(colours) // _COLUMNS) * (dial + _GAP)
    step = (page.width - 2 * _LEFT) / len(colours)
    for k, player in enumerate(colours):
        with pen.placed((_LEFT + (k + 0.5) * step, y + POINTER)):
            draw_pointer(pen, player, ink)
    return y + 1.9 * POINTER + _GAP


def _draw_tokens(pen: Pen, page: Page, colours: Sequence[str], y: float, ink: str) -> None:
    """Draw the stars, a column for each player, and crescents and image numbers beside them."""
    game = materials().dreams
    side, small = materials().size(game.sky_token)[0], materials().size(game.track_token)[0]
    width = len(colours) * side + _GAP * 2 + 2 * side
    left = (page.width - width) / 2
    for k, player in enumerate(colours):
        for row, kind in enumerate(game.star_kinds):
            with cut_out(pen, left + k * side, y + row * side, side):
                draw_star(pen, player, kind, side, ink)
    right = left + len(colours) * side + 2 * _GAP
    for image in range(1, game.images + 1):
        row, column = divmod(image - 1, 2)
        with cut_out(pen, right + column * side, y + row * side, side):
            draw_number(pen, image, side, ink)
    for k, player in enumerate(colours):
        row, column = divmod(k, _COLUMNS)
        with cut_out(pen, right + column * small, y + 2 * side + _GAP + row * small, small):
            draw_crescent(pen, player, small, ink)
