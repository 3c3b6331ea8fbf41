"""What makes a sheet readable for the scanner: tags, QR codes and printed code."""

from __future__ import annotations

from printkit.outline import outline, outline_of_rows
from printkit.pen import Pen
from printkit.qr import SIZE, qr_rows
from templates.page import CODE_LINE, CODE_SIZE, QR, QR_MODULE, TAG, Page, tag_id
from templates.sheet_code import SheetCode
from templates.tags import CELLS, black_cells

BLACK = "#000000"


def draw_furniture(pen: Pen, page: Page, code: SheetCode) -> None:
    """Draw the eight tags, both QR codes and the same as a printed code."""
    with pen.stamp(f"tags {code.turn} {page.width:g}x{page.height:g}") as new:
        if new:
            _draw_tags(pen, page, code.turn)
    for x, y in page.qr_centers:
        pen.path(qr_path(code, x - QR / 2, y - QR / 2), fill=BLACK, even_odd=True)
    x, y = page.code_at
    for up, line in enumerate(reversed(code.printed_lines)):
        pen.words(line, (x, y - up * CODE_LINE), size=CODE_SIZE, face="code")


def _draw_tags(pen: Pen, page: Page, turn: int) -> None:
    for tag in page.tags:
        x, y = tag.center
        path = outline(
            black_cells(tag_id(turn, tag.place)), (x - TAG / 2, y - TAG / 2), TAG / CELLS
        )
        pen.path(path, fill=BLACK, even_odd=True)


def qr_path(code: SheetCode, x: float, y: float) -> str:
    """Give the QR code's black modules as one path, its top left corner at x, y."""
    return outline_of_rows(qr_rows(code.qr_text), SIZE, (x, y), QR_MODULE)
