"""A brush for one thing on a dream card: outlines in, pen strokes in mm out.

A thing is drawn on a grid of 100 by 100 with its feet near 96; the brush knows where on the
card that grid lies, how large and how turned it is, and what each colour becomes in the ink.
Lines keep their width whatever the size, so that small things stay as clear as large ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

from printkit.dream_cards import outline as shapes
from printkit.dream_cards.outline import Outline, Point
from printkit.dream_cards.palette import Hatch, Palette, mix
from printkit.pen import Pen
from printkit.shapes import parallels

_HATCH_WIDTH = 0.12
_TINY = 3.0
"""Areas below this many square mm are too small for hatching."""


@dataclass(frozen=True, slots=True)
class PictureFrame:
    """Where a grid lies on the card: ``(x, y)`` goes to ``(a x + c y + e, b x + d y + f)``."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def place(self, point: Point) -> Point:
        """Say where a point of the grid lies on the card."""
        x, y = point
        return (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    @property
    def scale(self) -> float:
        """Length of a grid unit in mm."""
        return hypot(self.a, self.b)

    def holding(self, x: float, y: float, size: float, turn: float, mirror: bool) -> PictureFrame:
        """Lay a 100 by 100 grid into this one, by its centre, its side and its turn."""
        s = size / 100
        flip = -s if mirror else s
        c, n = cos(turn * pi / 180), sin(turn * pi / 180)
        a, b, cc, d = c * flip, n * flip, -n * s, c * s
        e, f = x - 50 * (a + cc), y - 50 * (b + d)
        return PictureFrame(
            self.a * a + self.c * b,
            self.b * a + self.d * b,
            self.a * cc + self.c * d,
            self.b * cc + self.d * d,
            *self.place((e, f)),
        )


@dataclass(frozen=True, slots=True)
class Brush:
    """Draws on one grid with one palette."""

    pen: Pen
    palette: Palette
    frame: PictureFrame = PictureFrame()

    def part(
        self, x: float, y: float, size: float, turn: float = 0.0, mirror: bool = False
    ) -> Brush:
        """Give a brush for a smaller grid of 100 by 100 around a point of this one."""
        return replace(self, frame=self.frame.holding(x, y, size, turn, mirror))

    def fill(
        self,
        what: str | Outline,
        colour: str,
        *,
        shade: float = 0.0,
        edge: float = 1.0,
        hatch: bool = True,
    ) -> None:
        """Fill an outline.

        Args:
            what: A path text or an outline on the grid.
            colour: A role of the palette.
            shade: How far the shadow reaches in from the lower right, in grid units.
            edge: Outline width, as a multiple of the palette's; 0 for none.
            hatch: Whether a dark colour may be hatched where only black ink is used.
        """
        steps = self._placed(what)
        d = shapes.written(steps)
        lines = self.palette.hatch_of(colour) if hatch else None
        large = shapes.bounds_of(steps).area > _TINY
        outline = self.palette.outline if edge else None
        width = self.palette.line * edge
        if not large or not (lines or shade):
            self.pen.path(d, fill=self.palette.fill_of(colour), stroke=outline, width=width)
            return
        self.pen.path(d, fill=self.palette.fill_of(colour))
        if lines:
            self._hatch(steps, d, lines)
        if shade:
            self._shade(steps, d, colour, shade)
        if edge:
            self.pen.path(d, stroke=outline, width=width)

    def wash(
        self,
        what: str | Outline,
        colour: str,
        *,
        towards: str | None = None,
        share: float = 0.0,
        edge: float = 0.0,
    ) -> None:
        """Fill an area behind the things: a tint, never hatched; pale inks show its edge, too.

        Args:
            what: A path text or an outline on the grid.
            colour: A role of the palette.
            towards: A second role that is mixed in.
            share: How much of the second role, 0 to 1.
            edge: Width of the edge in pale inks, as a multiple of the palette's; 0 for none.
        """
        fill = self.palette.wash_of(colour)
        if towards:
            fill = mix(fill, self.palette.wash_of(towards), share)
        shown = edge and self.palette.ink != "colour"
        self.pen.path(
            shapes.written(self._placed(what)),
            fill=fill,
            stroke=self.palette.faint if shown else None,
            width=self.palette.line * (edge or 1.0),
        )

    def line(
        self, what: str | Outline, *, width: float = 1.0, colour: str = "ink", cased: bool = False
    ) -> None:
        """Draw an open line; ``width`` is a multiple of the palette's.

        A cased line has a dark border, as a rope or a rod in the colour of its own.
        """
        d = shapes.written(self._placed(what))
        mm = self.palette.line * width
        if not cased:
            self.pen.path(d, stroke=self.palette.stroke_of(colour), width=mm)
            return
        self.pen.path(d, stroke=self.palette.outline, width=mm + 2 * self.palette.line)
        self.pen.path(d, stroke=self.palette.fill_of(colour), width=mm)

    def rod(self, what: str | Outline, thickness: float, colour: str) -> None:
        """Draw a line, its thickness in grid units, with a dark border."""
        self.line(
            what, width=thickness * self.frame.scale / self.palette.line, colour=colour, cased=True
        )

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        colour: str | None,
        *,
        shade: float = 0.0,
        edge: float = 1.0,
    ) -> None:
        """Draw a round spot; without a colour only its outline."""
        if colour and shade:
            self.fill(shapes.oval(x, y, radius, radius), colour, shade=shade, edge=edge)
            return
        self.pen.circle(
            self.frame.place((x, y)),
            round(radius * self.frame.scale, 3),
            fill=self.palette.fill_of(colour) if colour else None,
            stroke=self.palette.outline if edge else None,
            width=self.palette.line * edge,
        )

    def eye(self, x: float, y: float, radius: float = 2.2) -> None:
        """Draw a dark eye with a glint."""
        self.disc(x, y, radius, "ink", edge=0)
        self.disc(x - radius * 0.3, y - radius * 0.35, radius * 0.33, "white", edge=0)

    @contextmanager
    def inside(self, what: str | Outline) -> Iterator[None]:
        """Draw what follows only inside an outline."""
        with self.pen.clipped(shapes.written(self._placed(what))):
            yield

    @contextmanager
    def painted(self, what: str | Outline, colour: str, *, shade: float = 0.0) -> Iterator[None]:
        """Fill an outline, draw what follows only inside it, and its edge over that."""
        self.fill(what, colour, shade=shade)
        with self.inside(what):
            yield
        self.line(what)

    def _placed(self, what: str | Outline) -> Outline:
        steps = shapes.parsed(what) if isinstance(what, str) else what
        return shapes.moved(steps, self.frame.place)

    def _shade(self, steps: Outline, d: str, colour: str, reach: float) -> None:
        """Leave the light on a copy moved to the upper left; the rest lies in the shade."""
        shift = reach * self.frame.scale * 0.7
        lit = shapes.written(shapes.moved(steps, lambda p: (p[0] - shift, p[1] - shift)))
        hull = _grown(steps)
        with self.pen.clipped(d):
            ring = f"{hull} {lit}"
            if not self.palette.hatches:
                self.pen.path(ring, fill=self.palette.shade_of(colour), even_odd=True)
                return
            if self.palette.hatch_of(colour) is None:
                self.pen.path(
                    _hatching(steps, Hatch(0.8, -45.0)),
                    stroke=self.palette.outline,
                    width=_HATCH_WIDTH,
                )
                self.pen.path(lit, fill=self.palette.fill_of(colour))

    def _hatch(self, steps: Outline, d: str, lines: Hatch) -> None:
        with self.pen.clipped(d):
            self.pen.path(_hatching(steps, lines), stroke=self.palette.outline, width=_HATCH_WIDTH)


def _grown(steps: Outline) -> str:
    """A rectangle around an outline, with room to spare."""
    b = shapes.bounds_of(steps)
    return shapes.written(
        shapes.box(b.left - 1, b.top - 1, b.right - b.left + 2, b.bottom - b.top + 2)
    )


def _hatching(steps: Outline, lines: Hatch) -> str:
    """Parallel lines that cover an outline's bounds, as one path."""
    b = shapes.bounds_of(steps)
    corners = [(x, y) for x in (b.left, b.right) for y in (b.top, b.bottom)]
    covering = parallels(corners, lines.gap, lines.turn)
    return " ".join(shapes.written(shapes.polygon(ends, closed=False)) for ends in covering)
