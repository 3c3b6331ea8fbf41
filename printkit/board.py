"""Boards that people own are photographed and never printed: their drawing is not ours."""

from __future__ import annotations

from printkit.book import Book
from printkit.drawing import Plain
from printkit.order import Order
from printkit.pen import Pen
from rules.errors import HostError
from templates.sheet_code import SheetCode


class Unprinted(Plain):
    """Says so, whatever is asked for."""

    def title_of(self, sheet: str, lang: str) -> str:
        """``board-not-printed``."""
        raise HostError("board-not-printed", name=sheet)

    def draw_sheet(self, pen: Pen, code: SheetCode, name: str = "") -> None:
        """``board-not-printed``."""
        raise HostError("board-not-printed", name=code.sheet)

    def add(self, book: Book, order: Order) -> None:
        """``board-not-printed``."""
        raise HostError("board-not-printed", name=order.what)


DRAWING = Unprinted()
