"""What tells the check page from a sheet to play on, where a name would stand."""

from __future__ import annotations

from printkit.daydream.accents import accent_of
from printkit.pen import Pen
from printkit.shapes import rounded
from printkit.sheet_ink import SheetInk
from printkit.textbox import TextRoom, write
from templates.daydream.layout import Layout
from templates.sheet_code import SheetCode
from templates.wording import say

_RIM = 1.2


def draw_notice(pen: Pen, layout: Layout, code: SheetCode) -> None:
    """Say that nobody plays on this page; nothing is read there."""
    field, ink = layout.name, SheetInk(pen, code.ink, accent_of(layout.sheet.id))
    left, top, (width, height) = field.left - _RIM, field.top - _RIM, field.size
    width, height = width + _RIM, height + 2 * _RIM  # on the right stands the date
    frame = rounded(left, top, width, height, 1.5)
    pen.path(frame, fill="#ffffff", stroke=ink.edge, width=0.4)
    room = TextRoom(left + _RIM, top + 0.6, width - 2 * _RIM, height - 1.2)
    write(
        pen,
        say("sheets.check-notice", code.lang),
        room,
        size=3.8,
        least=2.83,
        face="bold",
        align="centre",
        middle=True,
        colour=ink.deep,
    )
