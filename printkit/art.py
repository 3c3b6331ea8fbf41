"""Three inks, three drawings: full colour, thin tinted lines, black lines with hatching.

Pictures on cards and boards name a tone; what it becomes depends on the ink.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from printkit.pen import Pen, Point
from printkit.shapes import ellipse, line, parallels

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Tone:
    """One colour of the pictures, in each ink."""

    full: str
    edge: str
    """Its outline in colour, and its line in light."""
    pale: str
    """Its fill in light: hardly there."""
    hatch: tuple[float, float] | None = None
    """Gap in mm and turn in degrees of the hatching in black; None leaves white paper."""


TONES: Mapping[str, Tone] = {
    "night": Tone("#33427a", "#27335f", "#eef0f8", (0.75, 45)),
    "dusk": Tone("#7080be", "#4f5f9e", "#f1f3fb", (1.2, 45)),
    "sky": Tone("#cfe4f3", "#7fa6c4", "#f5fafd"),
    "cloud": Tone("#f4f6fb", "#93a1c4", "#ffffff"),
    "moon": Tone("#fdeeb8", "#c9a23f", "#fffcf0"),
    "gold": Tone("#f4c453", "#b98a1f", "#fff6df"),
    "sun": Tone("#f9dc7a", "#c89a2e", "#fffaea", None),
    "rose": Tone("#eaa0b4", "#b9607b", "#fdf2f5"),
    "coral": Tone("#e4796b", "#a94a3e", "#fcefed", (1.4, -45)),
    "leaf": Tone("#8cc196", "#4f8a5b", "#f0f8f2", (1.6, 0)),
    "plum": Tone("#7a5a9c", "#533a70", "#f4f0f8", (0.9, -45)),
    "wood": Tone("#c99b6b", "#8a6238", "#fbf5ee", (1.5, 90)),
    "sand": Tone("#efd9ab", "#b59555", "#fdf9f0"),
    "skin": Tone("#f8dfc8", "#b08a6a", "#fffaf5"),
    "mint": Tone("#bfe3d6", "#5f9c88", "#f3fbf8"),
    "ink": Tone("#2a2c40", "#2a2c40", "#77798f"),
    "white": Tone("#ffffff", "#8a90a8", "#ffffff"),
}


@dataclass(frozen=True, slots=True)
class Art:
    """Draws shapes by tone in one ink."""

    pen: Pen
    ink: str

    def fill(self, d: str, tone: str, *, edge: float = 0.3) -> None:
        """Draw a closed shape; ``edge`` 0 leaves out its outline."""
        look = TONES[tone]
        if self.ink == "colour":
            self.pen.path(d, fill=look.full, stroke=look.edge if edge else None, width=edge)
        elif self.ink == "light":
            self.pen.path(d, fill=look.pale, stroke=look.edge, width=0.2)
        else:
            self.pen.path(d, fill="#000000" if tone == "ink" else "#ffffff")
            if look.hatch:
                with self.pen.clipped(d):
                    self.pen.path(hatching(d, *look.hatch), stroke="#000000", width=0.12)
            self.pen.path(d, stroke="#000000", width=max(0.25, edge * 0.8))

    def disc(self, centre: Point, radius: float, tone: str, *, edge: float = 0.3) -> None:
        """Draw a round shape."""
        self.fill(ellipse(*centre, radius, radius), tone, edge=edge)

    def line(
        self, d: str, tone: str = "ink", *, width: float = 0.4, dash: tuple[float, ...] = ()
    ) -> None:
        """Draw a line."""
        colour = "#000000" if self.ink == "black" else TONES[tone].edge
        thick = width if self.ink == "colour" else width * 0.7
        self.pen.path(d, stroke=colour, width=thick, dash=dash)

    def limb(self, d: str, tone: str, width: float) -> None:
        """Draw a thick line with an outline, as an arm or a pole."""
        look = TONES[tone]
        inner = {"colour": look.full, "light": look.pale, "black": "#ffffff"}[self.ink]
        outer = "#000000" if self.ink == "black" else look.edge
        self.pen.path(d, stroke=outer, width=width + 0.5)
        self.pen.path(d, stroke=inner, width=width)

    def ground(self, d: str, tone: str) -> None:
        """Fill a large background: a tint in colour, next to nothing in the saving inks."""
        if self.ink == "colour":
            self.pen.path(d, fill=TONES[tone].full)
        elif self.ink == "light":
            self.pen.path(d, fill=TONES[tone].pale)


def hatching(d: str, gap: float, turn: float) -> str:
    """Give parallel lines that cover a shape's bounds, as one path."""
    numbers = [float(found) for found in _NUMBER.findall(d)]
    xs, ys = numbers[::2], numbers[1::2]
    corners = [(x, y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))]
    return " ".join(line(ends) for ends in parallels(corners, gap, turn))
