"""Everything of When I Dream that is cut out."""

from __future__ import annotations

from functools import partial

from printkit.book import Book
from printkit.order import Order
from printkit.when_i_dream.board import draw_board
from printkit.when_i_dream.cards import joined, point_deck, shuffled, spirit_deck, term_deck
from printkit.when_i_dream.crafts import draw_bed, draw_mask
from rules.when_i_dream import MIX
from templates.cards import materials
from templates.files import read_text
from templates.wording import say


def add_game(book: Book, order: Order) -> None:
    """Add cards, board, bed, mask and markers, the most needed first."""
    lang, ink = order.lang, order.ink
    spirits = spirit_deck(spirit_counts(order.players), lang, ink)
    book.deck(joined(spirits, term_deck(terms_of(order), lang, ink), ink, book.places(spirits)))
    leaves = (("board", draw_board, True), ("bed", draw_bed, False), ("mask", draw_mask, True))
    for part, draw, landscape in leaves:
        book.leaf(
            partial(draw, lang=lang, ink=ink),
            landscape=landscape,
            bookmark=say(f"print.part.{part}", lang),
        )
    book.deck(point_deck(lang, ink))


def spirit_counts(players: int | None) -> dict[str, int]:
    """Say how many spirit cards of each kind are needed; all of them if nobody says who plays."""
    if players is None:
        return dict(materials().when_i_dream.spirits)
    return {str(role): count for role, count in MIX[players].items()}


def terms_of(order: Order) -> list[str]:
    """Give the terms for the deck: one's own, or ours, shuffled by the seed."""
    if order.terms is not None:
        return list(order.terms)
    game = materials().when_i_dream
    ours = read_text(f"when_i_dream/terms/{order.lang}.txt").split("\n")
    wanted = game.term_cards * 2 * game.terms_per_side
    return shuffled([term for term in ours if term], order.lang, order.seed)[:wanted]
