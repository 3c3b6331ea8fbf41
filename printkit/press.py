"""From an order to a PDF: whole games, single sheets, many copies.

What only some orders need is imported by them, so that a single sheet is there at once.
"""

from __future__ import annotations

from printkit.book import Book
from printkit.drawing import Drawing, drawing_of
from printkit.order import Order
from printkit.pdf import PdfPen
from printkit.pen import Pen
from templates.games import game_of
from templates.page import Page
from templates.wording import say

_EDGE = {"duplex-long": "DuplexFlipLongEdge", "duplex-short": "DuplexFlipShortEdge"}


def printed(order: Order) -> bytes:
    """Draw an order and give its PDF."""
    game, drawing = game_of(order.what), drawing_of(order.what)
    whole = order.what == game.name
    two_sided = whole and game.has_parts and order.backs != "fold"
    pen = PdfPen(
        game.title if whole else drawing.title_of(order.what, order.lang),
        lang=order.lang,
        subject=game.title,
        duplex=_EDGE[order.backs] if two_sided else "Simplex",
    )
    draw_order(pen, order)
    return pen.data()


def draw_order(pen: Pen, order: Order) -> None:
    """Draw all pages of an order."""
    game, drawing = game_of(order.what), drawing_of(order.what)
    whole = order.what == game.name
    two_sided = whole and game.has_parts
    book = Book(pen, order.paper, order.backs, order.bleed, order.back_shift, two_sided)
    if whole:
        _add_rules(book, order, drawing)
    drawing.add(book, order)
    if order.dice is not None or (whole and game.has_seeds):
        _add_dice(book, order)


def _add_rules(book: Book, order: Order, drawing: Drawing) -> None:
    from printkit.rules_page import draw_rules

    hints = [say("rules.label.print-full-size", order.lang) + ".", *drawing.hints(order)]

    def draw(pen: Pen, page: Page) -> None:
        draw_rules(pen, page, order.what, order.lang, order.ink, hints)

    book.leaf(draw, bookmark=say("print.part.rules", order.lang))


def _add_dice(book: Book, order: Order) -> None:
    from printkit.dice_page import draw_dice_page

    seed = order.dice if order.dice is not None else str(order.seed)

    def draw(pen: Pen, page: Page) -> None:
        draw_dice_page(pen, page, seed, order.lang, order.ink)

    book.leaf(draw, bookmark=say("print.part.dice", order.lang))
