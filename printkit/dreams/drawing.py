"""Dreams' part in printing."""

from __future__ import annotations

from printkit.art import Art
from printkit.book import Book
from printkit.dreams.game import add_game, colours_of
from printkit.dreams.rule_pictures import PICTURES, draw_example
from printkit.order import Order
from printkit.score_sheets import CardGame
from templates.page import Page
from templates.wording import say

_MARGIN = 16.0


class DreamsDrawing(CardGame):
    """Mats, markers, tokens, pictures and a score sheet."""

    foot = 32.0
    pictures = PICTURES

    def add_parts(self, book: Book, order: Order) -> None:
        """Add everything that is cut out."""
        add_game(book, order)

    def draw_foot(self, art: Art, page: Page, top: float, lang: str) -> None:
        """Show four votes and what each of them earns."""
        draw_example(art, _MARGIN, page.width - 2 * _MARGIN, top, lang)

    def assembly(self, order: Order) -> str:
        """Say what is needed besides paper."""
        return say("print.hint.dreams", order.lang, pins=len(colours_of(order.players)))


DRAWING = DreamsDrawing()
