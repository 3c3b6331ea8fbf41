"""Sheets that people make, drawn with the pieces of all score sheets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

from printkit.book import Book
from printkit.furniture import draw_furniture
from printkit.order import Order
from printkit.own.cut_words import cut_words
from printkit.pen import Pen
from printkit.score_sheets import ScoreSheets, draw_blank
from printkit.shapes import line, rounded
from printkit.sheet_ink import SheetInk
from printkit.textbox import TextRoom, write
from rules.own.sheet import OwnSheet
from templates.games import game_of
from templates.geometry import Box
from templates.own.faults import SheetFaults
from templates.own.judge import known
from templates.own.layout import OwnLayout, pages_of
from templates.own.shelf import source_of
from templates.sheet_code import SheetCode
from templates.wording import say


class OwnSheets(ScoreSheets):
    """The printing of sheets that people make."""

    def title_of(self, sheet: str, lang: str) -> str:
        """Name a sheet by its own title."""
        return game_of(sheet).judge.title_of(sheet, lang)

    def draw_sheet(self, pen: Pen, code: SheetCode, name: str = "") -> None:
        """Draw one copy of a page, with a name on it where it is somebody's."""
        layout = cast(OwnLayout, game_of(code.sheet).judge.layout_of(code))
        self.draw_page(pen, code, layout)
        write_name(pen, layout.person, name)
        draw_furniture(pen, layout.page, code)

    def draw_page(self, pen: Pen, code: SheetCode, layout: OwnLayout) -> None:
        """Draw what all copies of a page share, without tags and codes."""
        with pen.stamp(repr(code.blank)) as new:
            if new:
                ink = SheetInk(pen, code.ink)
                _draw_given(ink, layout)
                _draw_pictures(pen, layout)
                if layout.person:
                    draw_name_line(ink, layout.person, code.lang)
                draw_blank(pen, layout, code.lang, code.ink)

    def add(self, book: Book, order: Order) -> None:
        """Add the pages of every copy; with ``each`` every copy is another variant."""
        sheet = known(order.what)
        for copy in range(order.copies):
            first = code_of(sheet, order, copy)
            pages = pages_of(sheet.fingerprint, first.paper, first.players, first.lang,
                             first.variant)  # fmt: skip
            if not copy or order.each:
                refuse_cut_words(sheet, pages)
            name = order.names[copy] if copy < len(order.names) else ""
            for number, layout in enumerate(pages, 1):
                code = code_of(sheet, order, copy, number)
                bookmark = name or (self.title_of(order.what, order.lang) if not copy else "")
                book.sheet(layout.page, partial(self.draw_sheet, code=code, name=name),
                           bookmark="" if number > 1 else bookmark)  # fmt: skip


def refuse_cut_words(sheet: OwnSheet, pages: Sequence[OwnLayout]) -> None:
    """Print nothing of which a part would be missing."""
    if cut := cut_words(sheet, pages, source_of(sheet.fingerprint)):
        raise SheetFaults(cut)


def code_of(sheet: OwnSheet, order: Order, copy: int = 0, page: int = 1) -> SheetCode:
    """Give the code of one page of one copy."""
    players = (order.players or sheet.players[2]) if sheet.players else 0
    return SheetCode(
        sheet.sheet,
        order.paper,
        order.lang,
        order.ink,
        players=players,
        copy=copy,
        page=page,
        variant=order.variant + copy * order.each if sheet.has_variants else 0,
        fingerprint=sheet.fingerprint,
    )


def _draw_given(ink: SheetInk, layout: OwnLayout) -> None:
    for cell in layout.given:
        ink.shape(rounded(cell.left, cell.top, *cell.size, 0.6), "mist", width=0.25)


def write_name(pen: Pen, area: Box | None, name: str) -> None:
    """Write whose sheet it is on the line for it."""
    if name and area:
        room = TextRoom(area.left + 1.0, area.top, area.size[0] - 2.0, area.size[1] - 1.0)
        write(pen, name, room, size=5.0, least=1.5, face="hand", middle=True, cut=True)


def draw_name_line(ink: SheetInk, area: Box, lang: str) -> None:
    """Draw the line for a person's name."""
    ink.line(line(((area.left, area.bottom), (area.right, area.bottom))), "mist", width=0.35)
    at = (area.left - 1.2, area.bottom - 1.2)
    ink.pen.words(say("rules.label.name", lang), at, size=3, align="right")


def _draw_pictures(pen: Pen, layout: OwnLayout) -> None:
    for name, area in layout.pictures:
        pen.picture(layout.own.pictures[name], (area.left, area.top), *area.size)


DRAWING = OwnSheets()
