"""When I Dream's part in printing."""

from __future__ import annotations

from functools import partial
from typing import cast

from printkit.art import Art
from printkit.book import Book
from printkit.order import Order
from printkit.pen import Pen
from printkit.score_sheets import CardGame
from printkit.shapes import rounded
from printkit.textbox import TextRoom, write
from printkit.tinted import TintedPen
from printkit.when_i_dream.game import add_game
from printkit.when_i_dream.points_page import draw_points_page
from printkit.when_i_dream.rule_pictures import PICTURES, draw_example, draw_sleeper
from printkit.when_i_dream.spirits import SPIRITS
from rules.when_i_dream import MIX
from templates.games import game_of
from templates.geometry import Box
from templates.page import Page
from templates.score_sheet import ScoreSheetLayout
from templates.sheet_code import SheetCode
from templates.wording import say

_MARGIN, _LABEL = 16.0, 46.0
_BEFORE_NAME = 16.0
"""Of a role: its picture and its letter."""


class WhenIDreamDrawing(CardGame):
    """Cards, board, bed, mask, markers and a score sheet."""

    foot = 61.0
    pictures = PICTURES

    def add_parts(self, book: Book, order: Order) -> None:
        """Add everything that is cut out."""
        add_game(book, order)

    def add_beside(self, book: Book, code: SheetCode) -> None:
        """Add a page for the points of each round, where the score sheet has no room for them."""
        layout = cast(ScoreSheetLayout, game_of(code.sheet).judge.layout_of(code))
        if layout.points:
            return
        draw = partial(draw_points_page, page=layout.page, players=code.players, lang=code.lang,
                       ink=code.ink)  # fmt: skip
        book.sheet(layout.page, draw, bookmark=say("when_i_dream.points-title", code.lang))

    def assembly(self, order: Order) -> str:
        """Say what is needed besides paper."""
        return say("print.hint.when-i-dream", order.lang)

    def draw_reminder(self, pen: Pen, area: Box, lang: str, ink: str) -> None:
        """Show the four roles with their letters, as the spirit cards show them."""
        art, y = Art(TintedPen(pen), ink), area.center[1]
        # A name of two words stands in two lines; what is left parts the roles from each other.
        words = {
            role: say(f"score_sheets.marks.{role}.name", lang).replace(" ", "\n", 1)
            for role in ("dreamer", *SPIRITS)
        }
        widths = {
            role: _BEFORE_NAME + max(pen.width_of(line, 3.2) for line in text.split("\n"))
            for role, text in words.items()
        }
        gap = (area.size[0] - sum(widths.values())) / len(widths)
        x = area.left
        for role, text in words.items():
            scale = area.size[1] / (48 if role in SPIRITS else 24)
            with art.pen.placed((x + 6, y + (0.5 if role in SPIRITS else 0)), scale=scale):
                SPIRITS.get(role, draw_sleeper)(art)
            letter = say(f"score_sheets.marks.{role}.letter", lang)
            pen.words(letter, (x + 13.4, y + 1.5), size=4.2, face="bold", align="centre")
            room = TextRoom(x + _BEFORE_NAME, y - 4.5, area.size[0], 9)
            write(pen, text, room, size=3.2, least=2.83, middle=True)
            x += widths[role] + min(gap, 9.0)

    def draw_foot(self, art: Art, page: Page, top: float, lang: str) -> None:
        """Show how many spirit cards of each kind go with how many players, and an example."""
        draw_example(art, _MARGIN, page.width - 2 * _MARGIN, top, lang)
        top += 30
        step = (page.width - 2 * _MARGIN - _LABEL) / len(MIX)
        columns = {
            players: _MARGIN + _LABEL + (place + 0.5) * step for place, players in enumerate(MIX)
        }
        head = TextRoom(_MARGIN, top, _LABEL, 6)
        write(art.pen, say("rules.label.players", lang), head, size=4, middle=True)
        for players, x in columns.items():
            art.pen.words(str(players), (x, top + 4.4), size=4.4, face="bold", align="centre")
        for k, role in enumerate(("fairy", "nightmare", "sandman")):
            y = top + 7.5 + k * 7.5
            if k % 2 == 0:
                wide = page.width - 2 * _MARGIN + 4
                art.ground(rounded(_MARGIN - 2, y - 0.6, wide, 7, 1.5), "moon")
            name = say(f"rules.when-i-dream.roles.{role}", lang)
            write(art.pen, name, TextRoom(_MARGIN, y, _LABEL, 6), size=4, least=3, middle=True)
            for players, x in columns.items():
                count = {str(kind): number for kind, number in MIX[players].items()}[role]
                art.pen.words(str(count), (x, y + 4.3), size=4, align="centre")


DRAWING = WhenIDreamDrawing()
