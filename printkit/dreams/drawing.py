"""Dreams' part in printing."""

from __future__ import annotations

from printkit.book import Book
from printkit.dreams.game import add_game, colours_of
from printkit.order import Order
from printkit.score_sheets import CardGame
from templates.wording import say


class DreamsDrawing(CardGame):
    """Mats, markers, tokens, pictures and a score sheet."""

    foot = 36.0

    def add_parts(self, book: Book, order: Order) -> None:
        """Add everything that is cut out."""
        add_game(book, order)

    def assembly(self, order: Order) -> str:
        """Say what is needed besides paper."""
        return say("print.hint.dreams", order.lang, pins=len(colours_of(order.players)))


DRAWING = DreamsDrawing()
