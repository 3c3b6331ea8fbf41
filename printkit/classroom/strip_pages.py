"""Pages of strips, to be cut out: each with a name in front, as many to a page as find room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printkit.pen import Pen
from printkit.shapes import box
from printkit.textbox import TextRoom, parted, write
from templates.geometry import Box
from templates.page import page_of

SMALL = 2.4
"""The smallest print on a strip."""
GREY = "#8a8f9c"
_SIDE, _TOP, _FOOT = 16.0, 28.0, 14.0
_WIDTH = 178.0
_NAME = 34.0
"""Width of the part in front."""


@dataclass(frozen=True, slots=True)
class StripPages:
    """What pages of strips have in common."""

    head: str
    told: str
    """What to do with a strip."""
    height: float
    """Of a strip."""
    paper: str = "a4"

    def draw(self, pen: Pen, whose: Sequence[str], fill: Callable[[Box, int], None]) -> None:
        """Draw strips: whose each is, and beside that what fills it."""
        page, y = page_of(self.paper), 1e9
        for n, name in enumerate(whose):
            if y + self.height > page.height - _FOOT:
                pen.page(page.width, page.height, self.head.partition(" · ")[0])
                wide = page.width - 2 * _SIDE
                room = TextRoom(_SIDE, 12.0, wide, 9.0)
                write(pen, self.head, room, size=7, least=4, face="hand", cut=True)
                room = TextRoom(_SIDE, _TOP - 6.0, wide, 8.0)
                write(pen, self.told, room, size=3.4, least=2.9)
                y = _TOP + 6.0
            self._write_name(pen, name, y)
            fill(Box.between(_SIDE + _NAME, y, _SIDE + _WIDTH, y + self.height), n)
            y += self.height

    def _write_name(self, pen: Pen, whose: str, y: float) -> None:
        pen.path(box(_SIDE, y, _WIDTH, self.height), stroke=GREY, width=0.2)
        room = TextRoom(_SIDE + 2.0, y + 3.0, _NAME - 4.0, self.height - 6.0)
        name = parted(pen, whose, room.width, SMALL, "bold")
        write(pen, name, room, size=4.0, least=SMALL, face="bold")
