"""A ruler of 100 mm in the margin: shows at a glance whether the printer scaled the page."""

from __future__ import annotations

from printkit.pen import Pen, Point
from printkit.shapes import line
from templates.page import TAG, TAG_FROM_EDGE, TAG_QUIET, Page

LENGTH = 100
_EDGE = 7.0
"""From the paper's edge: outside what is read, inside what printers reach."""
_GREY = "#8c8c8c"


def draw_ruler(pen: Pen, page: Page) -> None:
    """Draw the ruler along the long side, towards the bottom right corner."""
    clear = TAG_FROM_EDGE + TAG / 2 + TAG_QUIET
    if page.width > page.height:
        begin: Point = (page.width - clear - LENGTH, page.height - _EDGE)
        turn = 0.0
    else:
        begin, turn = (page.width - _EDGE, page.height - clear), -90.0
    with pen.placed(begin, turn=turn):
        ticks = [((at, 0), (at, -1.6 if at % 50 == 0 else -0.9)) for at in range(0, LENGTH + 1, 10)]
        d = " ".join(line(ends) for ends in [((0, 0), (LENGTH, 0)), *ticks])
        pen.path(d, stroke=_GREY, width=0.2)
        pen.words("0", (0.5, -0.5), size=1.9, colour=_GREY)
        pen.words(f"{LENGTH} mm", (LENGTH - 0.5, -0.5), size=1.9, align="right", colour=_GREY)
