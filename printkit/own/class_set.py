"""A sheet that somebody made for each pupil of a class, with other numbers where they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from printkit.book import Book
from printkit.classroom.class_set import printed_name
from printkit.order import Order
from printkit.own.drawing import DRAWING, code_of, refuse_cut_words
from printkit.own.key import Solved, draw_key
from printkit.pdf import PdfPen
from templates.own.judge import known
from templates.own.layout import pages_of
from templates.sheet_code import SheetCode
from templates.wording import say


def pupils_codes(
    order: Order, mark: int, pupils: Sequence[tuple[int, str]]
) -> list[tuple[SheetCode, str]]:
    """Give each pupil's first page and what the pupil is called on it.

    Args:
        order: What is printed, and how.
        mark: Of the class, in every code.
        pupils: Numbers and names; the number stands where there is no name, or our fonts lack
            some of its letters.
    """
    sheet = known(order.what)
    found = []
    for number, name in pupils:
        shown = printed_name(name) or say("classroom.number", order.lang, number=number)
        variant = order.variant + number if sheet.has_variants else 0
        code = replace(code_of(sheet, order, number), class_mark=mark, variant=variant)
        found.append((code, shown))
    return found


def printed_pupils(
    order: Order, codes: Sequence[tuple[SheetCode, str]], *, key: bool = False
) -> bytes:
    """Print a sheet for each pupil, and with a key everybody's answers after them."""
    sheet = known(order.what)
    pen = PdfPen(DRAWING.title_of(order.what, order.lang), lang=order.lang, duplex="Simplex")
    book = Book(pen, order.paper)
    for first, shown in codes:
        pages = pages_of(sheet.fingerprint, first.paper, first.players, first.lang, first.variant)
        refuse_cut_words(sheet, pages)
        for page, layout in enumerate(pages, 1):
            draw = partial(DRAWING.draw_sheet, code=replace(first, page=page), name=shown)
            book.sheet(layout.page, draw, bookmark=shown if page == 1 else "")
    if key:
        draw_key(pen, sheet, [Solved(*each) for each in codes])
    return pen.data()
