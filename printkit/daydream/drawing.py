"""Daydream's part in printing."""

from __future__ import annotations

from functools import partial

from printkit.art import Art
from printkit.book import Book
from printkit.daydream import draw_sheet
from printkit.daydream.dice_nets import draw_dice_nets
from printkit.daydream.rule_pictures import PICTURES, draw_examples
from printkit.drawing import Plain
from printkit.order import Order
from printkit.pen import Pen
from templates.daydream.game import GAME
from templates.daydream.load import load_daydream
from templates.daydream.names import sheet_title
from templates.page import Page
from templates.sheet_code import SheetCode
from templates.wording import say

_MARGIN = 16.0


class DaydreamDrawing(Plain):
    """What ``printkit.drawing.Drawing`` asks for."""

    foot = 40.0
    pictures = PICTURES

    def title_of(self, sheet: str, lang: str) -> str:
        """Name a single sheet."""
        return f"{GAME.title} {sheet.rpartition('/')[2]} · {sheet_title(sheet, lang)}"

    def draw_sheet(self, pen: Pen, code: SheetCode, name: str = "") -> None:
        """Draw one copy of a sheet."""
        layout = load_daydream(code.sheet, paper=code.paper, seed=code.seed)
        draw_sheet(pen, layout, code, name)

    def add(self, book: Book, order: Order) -> None:
        """Add all sheets, or copies of one; a task comes with its key."""
        for sheet in GAME.sheets:
            if order.what in (sheet, GAME.name) and (order.exercise is None or order.key != "only"):
                self._add_copies(book, order, sheet)
        if order.what == GAME.name:
            draw = partial(draw_dice_nets, lang=order.lang, ink=order.ink)
            book.leaf(draw, bookmark=say("print.nets.title", order.lang))
        if order.exercise is not None and order.key != "none":
            _add_key(book, order, *order.exercise)

    def _add_copies(self, book: Book, order: Order, sheet: str) -> None:
        layout = load_daydream(sheet, paper=order.paper, seed=order.seed)
        title = f"{sheet.rpartition('/')[2]} · {sheet_title(sheet, order.lang)}"
        for copy in range(order.copies):
            code = SheetCode(sheet, order.paper, order.lang, order.ink, order.seed, copy=copy)
            if order.exercise is not None:
                code = code.with_exercise(*order.exercise)
            whose = order.names[copy] if copy < len(order.names) else ""
            draw = partial(draw_sheet, layout=layout, code=code, name=whose)
            book.sheet(layout.page, draw, bookmark=whose or ("" if copy else title))

    def draw_foot(self, art: Art, page: Page, top: float, lang: str) -> None:
        """Show a run, different numbers, and a pair, with what each row earns."""
        draw_examples(art, _MARGIN, page.width - 2 * _MARGIN, top, lang)


DRAWING = DaydreamDrawing()


def _add_key(book: Book, order: Order, form: int, task: int) -> None:
    from printkit.daydream.exercise_key import draw_key

    layout = load_daydream(order.what, paper=order.paper, seed=order.seed)
    draw = partial(draw_key, layout=layout, form=form, task=task, lang=order.lang, ink=order.ink)
    book.sheet(layout.page, draw, bookmark=say("exercise.key", order.lang, task=task))
