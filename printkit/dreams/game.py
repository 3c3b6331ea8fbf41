"""Everything of Dreams that is cut out."""

from __future__ import annotations

from functools import partial

from printkit.backs import secret_deck
from printkit.book import Book, Deck, PageDrawing, Side
from printkit.dream_cards import SIDE, draw_card
from printkit.dreams.markers import marker_deck
from printkit.dreams.mats import draw_firmament, draw_track
from printkit.dreams.pieces import draw_pieces
from printkit.order import Order
from printkit.pen import Pen
from printkit.shapes import box
from templates.cards import materials
from templates.wording import say

_FRAME = 2.5
"""White around a picture, so that it need not meet the cut."""


def add_game(book: Book, order: Order) -> None:
    """Add mats, markers, tokens and pictures, for as many as play."""
    lang, ink = order.lang, order.ink
    colours = colours_of(order.players)
    leaves: tuple[tuple[str, PageDrawing, bool], ...] = (
        ("firmament", partial(draw_firmament, lang=lang, ink=ink), False),
        ("track", partial(draw_track, lang=lang, ink=ink), True),
        ("pieces", partial(draw_pieces, colours=colours, lang=lang, ink=ink), False),
    )
    for part, draw, landscape in leaves:
        book.leaf(draw, landscape=landscape, bookmark=say(f"print.part.{part}", lang))
    book.deck(marker_deck(len(colours), lang, ink))
    book.deck(picture_deck(lang, ink))


def colours_of(players: int | None) -> tuple[str, ...]:
    """Give the colours of those who play; all of them if nobody says how many."""
    return materials().dreams.colours[:players]


def picture_deck(lang: str, ink: str) -> Deck:
    """Give the dream cards, all with one back."""
    game = materials().dreams
    size = materials().size(game.picture_card)
    fronts = [_picture_side(number, size, ink) for number in range(1, game.pictures + 1)]
    return secret_deck("pictures", size, fronts, lang, ink)


def _picture_side(number: int, size: tuple[float, float], ink: str) -> Side:
    inner = size[0] - 2 * _FRAME

    def draw(pen: Pen) -> None:
        with pen.placed((_FRAME, _FRAME), scale=inner / SIDE):
            draw_card(pen, number, ink)  # type: ignore[arg-type]  # the order's ink is checked
        pen.path(box(_FRAME, _FRAME, inner, inner), stroke="#8a8a8a", width=0.15)

    return draw
