"""What can be drawn: a small pen. `PdfPen` writes PDF; tests have one that only takes notes.

All lengths are millimetres from the top left, x to the right, y down.
Colours are ``"#rrggbb"``. Shapes are SVG path texts (absolute M L C Z only, a letter
for every step), so that the same text can be drawn, noted and tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, Protocol, TypedDict, Unpack

Align = Literal["left", "centre", "right"]
Point = tuple[float, float]


class Look(TypedDict, total=False):
    """What a shape looks like; as in ``Pen.path``, which has the defaults."""

    fill: str | None
    stroke: str | None
    width: float
    dash: Sequence[float]


class Pen(Protocol):
    """Draws on one page after the other."""

    def page(self, width: float, height: float, bookmark: str | None = None) -> None:
        """Begin a new page of this size."""

    def path(
        self,
        d: str,
        *,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.2,
        dash: Sequence[float] = (),
        even_odd: bool = False,
    ) -> None:
        """Draw one shape; without ``fill`` and ``stroke`` nothing is seen."""

    def circle(self, centre: Point, radius: float, **look: Unpack[Look]) -> None:
        """Draw a circle."""

    def words(
        self,
        text: str,
        at: Point,
        *,
        size: float,
        face: str = "text",
        align: Align = "left",
        colour: str = "#000000",
    ) -> None:
        """Write one line; ``at`` is on the base line, ``size`` is the type size in mm.

        Faces: ``text``, ``bold``, ``hand`` (headings), ``code``.
        """

    def width_of(self, text: str, size: float, face: str = "text") -> float:
        """Say how wide a line would be, in mm."""

    def picture(self, jpeg: bytes, at: Point, width: float, height: float) -> None:
        """Show a photo; ``at`` is its top left corner."""

    @contextmanager
    def placed(self, at: Point, *, scale: float = 1.0, turn: float = 0.0) -> Iterator[None]:
        """Draw what follows with this origin, scaled, turned clockwise by degrees."""

    @contextmanager
    def clipped(self, d: str) -> Iterator[None]:
        """Draw what follows only inside a shape."""

    @contextmanager
    def stamp(self, name: str) -> Iterator[bool]:
        """Keep what follows under a name and show it; False where it is already kept and shown."""
