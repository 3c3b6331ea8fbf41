"""Dreams' part in printing."""

from __future__ import annotations

from printkit.art import Art
from printkit.book import Book
from printkit.dreams.game import add_game, colours_of
from printkit.dreams.markers import draw_god_sign, draw_mortal_sign
from printkit.dreams.rule_pictures import PICTURES, draw_example
from printkit.order import Order
from printkit.pen import Pen
from printkit.score_sheets import CardGame
from printkit.textbox import TextRoom, write
from printkit.tinted import TintedPen
from templates.geometry import Box
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

    def draw_reminder(self, pen: Pen, area: Box, lang: str, ink: str) -> None:
        """Say what the mortal and the Gods earn, beside their signs."""
        art, (x, y) = Art(TintedPen(pen), ink), (area.left, area.center[1])
        with pen.placed((x + 6, y), scale=area.size[1] / 36):
            draw_mortal_sign(art, (0, 0))
        with pen.placed((x + 18, y), scale=area.size[1] / 36):
            draw_god_sign(art, (0, 0), "1")
        room = TextRoom(x + 26, area.top, area.size[0] - 27, area.size[1] + 1.2)
        text = say("rules.dreams.paragraph.7.text", lang)
        write(pen, text, room, size=3.2, least=2.83, middle=True)

    def draw_foot(self, art: Art, page: Page, top: float, lang: str) -> None:
        """Show four votes and what each of them earns."""
        draw_example(art, _MARGIN, page.width - 2 * _MARGIN, top, lang)

    def assembly(self, order: Order) -> str:
        """Say what is needed besides paper."""
        return say("print.hint.dreams", order.lang, pins=len(colours_of(order.players)))


DRAWING = DreamsDrawing()
