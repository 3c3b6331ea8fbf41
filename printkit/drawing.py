"""A game's part in printing: its sheets, its parts to cut out, its rules page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol

from printkit.art import Art
from printkit.book import Book
from printkit.order import Order
from printkit.pen import Pen
from templates.games import game_of
from templates.page import Page
from templates.sheet_code import SheetCode

Picture = Callable[[Art], None]
"""Draws a picture of 22 by 22 mm around the origin."""


class Drawing(Protocol):
    """What a game's ``DRAWING`` can do; `Plain` has what most games do alike."""

    foot: float
    """Height kept at the foot of the rules page for an example or a table, mm."""
    pictures: Sequence[Picture]
    """One for each paragraph of the rules page, in its order."""

    def title_of(self, sheet: str, lang: str) -> str:
        """Name a single sheet, for the title of its PDF."""

    def draw_sheet(self, pen: Pen, code: SheetCode, name: str = "") -> None:
        """Draw one copy of a sheet on the page that has been begun."""

    def add(self, book: Book, order: Order) -> None:
        """Add the pages of an order, the rules and the dice apart."""

    def draw_foot(self, art: Art, page: Page, top: float, lang: str) -> None:
        """Draw the example or table at the foot of the rules page."""

    def hints(self, order: Order) -> list[str]:
        """Say how the parts are printed and put together."""


class Plain:
    """A game without parts to cut out."""

    foot = 0.0
    pictures: Sequence[Picture] = ()

    def draw_foot(self, art: Art, page: Page, top: float, lang: str) -> None:
        """Leave the foot of the rules page free."""

    def hints(self, order: Order) -> list[str]:
        """Give no hints."""
        return []


def drawing_of(what: str) -> Drawing:
    """Give the drawing of a game, or of the game that a sheet belongs to."""
    drawing: Drawing = import_module(game_of(what).drawing_in).DRAWING
    return drawing
