"""A ruler of 100 mm in the margin: shows at a glance whether the printer scaled the page."""

from __future__ import annotations

from printkit.pen import Pen
from printkit.shapes import line
from templates.page import TAG, TAG_FROM_EDGE, TAG_QUIET, Page

LENGTH = 100
_EDGE = 6.7
"""From the paper's edge: outside what is read, inside what printers reach."""
_GREY = "#8c8c8c"


def draw_ruler(pen: Pen, page: Page) -> None:
    """Draw the ruler along a long side, from a tag on."""
    clear = TAG_FROM_EDGE + TAG / 2 + TAG_QUIET + 1.5
    if page.width > page.height:
        begin, turn = (clear, _EDGE), 0.0
    else:
        begin, turn = (page.width - _EDGE, clear), 90.0
    with pen.placed(begin, turn=turn):
        ticks = [((at, 0), (at, 1.2 if at % 50 == 0 else 0.7)) for at in range(0, LENGTH + 1, 10)]
        d = " ".join(line(ends) for ends in [((0, 0), (LENGTH, 0)), *ticks])
        pen.path(d, stroke=_GREY, width=0.2)
        pen.words(f"{LENGTH} mm", (LENGTH + 1.0, 1.45), size=2.83, colour=_GREY)
