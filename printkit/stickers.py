"""Stickers for boards whose print repeats itself: tags that no sheet carries, to be cut out."""

from __future__ import annotations

from printkit.furniture import BLACK
from printkit.outline import outline
from printkit.pdf import PdfPen
from printkit.pen import Pen
from printkit.shapes import box
from printkit.textbox import TextRoom, write
from templates.page import STICKERS, Page, page_of
from templates.tags import CELLS, black_cells
from templates.wording import say

SIDE, QUIET = 12.0, 3.0
"""Of a sticker's tag, and the white around it, mm."""
SETS = 9
"""Boards for which a page is enough."""
_LEFT, _TOP, _STEP = 24.0, 42.0, 25.0
_CUT = "#b0b0b0"


def sticker_sheet(paper: str, lang: str) -> bytes:
    """Draw the page as a PDF."""
    pen = PdfPen(say("boards.stickers.title", lang), lang=lang, duplex="Simplex")
    draw_stickers(pen, page_of(paper), lang)
    return pen.data()


def draw_stickers(pen: Pen, page: Page, lang: str) -> None:
    """Draw a set of stickers a line."""
    pen.page(page.width, page.height)
    wide = page.width - 2 * _LEFT
    title = say("boards.stickers.title", lang)
    write(pen, title, TextRoom(_LEFT, 14, wide, 9), size=7, least=5, face="hand", middle=True)
    how = say("boards.stickers.how", lang)
    write(pen, how, TextRoom(_LEFT, 24, wide, 14), size=3.3, least=2.8)
    for line in range(SETS):
        for place, number in enumerate(STICKERS):
            _draw_sticker(pen, number, _LEFT + place * _STEP, _TOP + line * _STEP)


def _draw_sticker(pen: Pen, number: int, x: float, y: float) -> None:
    whole = SIDE + 2 * QUIET
    pen.path(box(x, y, whole, whole), stroke=_CUT, width=0.15, dash=(1, 1))
    cells = black_cells(number)
    pen.path(outline(cells, (x + QUIET, y + QUIET), SIDE / CELLS), fill=BLACK, even_odd=True)
