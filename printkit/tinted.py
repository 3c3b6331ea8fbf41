"""Pictures in tint: the same drawing, lighter than any pen, for paper that is read back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Unpack

from printkit.pen import Align, Look, Pen, Point


def lightness(colour: str) -> float:
    """Say how light a colour looks in grey, 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def lightened(colour: str, least: float) -> str:
    """Mix a colour with white until it is light enough."""
    dark = lightness(colour)
    if dark >= least:
        return colour
    white = (least - dark) / (1 - dark)
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(p + (255 - p) * white) + 1):02x}" for p in parts)


@dataclass(frozen=True, slots=True)
class TintedPen:
    """A pen whose colours are all at least this light."""

    pen: Pen
    least: float = 0.72

    def page(self, width: float, height: float, bookmark: str | None = None) -> None:
        """Begin a new page."""
        self.pen.page(width, height, bookmark)

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
        """Draw one shape in tint."""
        self.pen.path(d, fill=self._tint(fill), stroke=self._tint(stroke), width=width, dash=dash,
                      even_odd=even_odd)  # fmt: skip

    def circle(self, centre: Point, radius: float, **look: Unpack[Look]) -> None:
        """Draw a circle in tint."""
        if "fill" in look:
            look["fill"] = self._tint(look["fill"])
        if "stroke" in look:
            look["stroke"] = self._tint(look["stroke"])
        self.pen.circle(centre, radius, **look)

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
        """Write one line in tint."""
        self.pen.words(text, at, size=size, face=face, align=align,
                       colour=lightened(colour, self.least))  # fmt: skip

    def width_of(self, text: str, size: float, face: str = "text") -> float:
        """Say how wide a line would be."""
        return self.pen.width_of(text, size, face)

    def picture(self, jpeg: bytes, at: Point, width: float, height: float) -> None:
        """Show a photo as it is."""
        self.pen.picture(jpeg, at, width, height)

    @contextmanager
    def placed(self, at: Point, *, scale: float = 1.0, turn: float = 0.0) -> Iterator[None]:
        """Draw what follows with this origin."""
        with self.pen.placed(at, scale=scale, turn=turn):
            yield

    @contextmanager
    def clipped(self, d: str) -> Iterator[None]:
        """Draw what follows only inside a shape."""
        with self.pen.clipped(d):
            yield

    @contextmanager
    def stamp(self, name: str) -> Iterator[bool]:
        """Keep what follows under a name."""
        with self.pen.stamp(name) as new:
            yield new

    def _tint(self, colour: str | None) -> str | None:
        return lightened(colour, self.least) if colour else colour
