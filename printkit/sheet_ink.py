"""The three inks of a sheet. Whatever a pen may cross is lighter than any pen.

``colour`` has soft fills with a deeper outline, ``light`` only the outlines, thin, and
``black`` thin grey or dotted lines for a printer that has nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printkit.pen import Pen, Point

GREY = "#b2b2b2"
"""The one tint of the black ink."""
WHITE = "#ffffff"
LETTER = "#6a7080"
"""Of letters and numbers inside the signs of score sheets."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A soft colour and the deeper one of its outline."""

    fill: str
    line: str


TINTS: Mapping[str, Tint] = {
    "lemon": Tint("#fcf1c0", "#dcc77c"),
    "lilac": Tint("#e4dcf2", "#bcaedb"),
    "mint": Tint("#d3eee0", "#9dcdb4"),
    "mist": Tint("#e8ebf1", "#b6bfce"),
    "peach": Tint("#fce2cd", "#e5b591"),
    "rose": Tint("#f8d6dc", "#e0a8b4"),
    "sage": Tint("#cfe3cb", "#9fc099"),
    "sand": Tint("#f0e3cb", "#cfb78f"),
    "sky": Tint("#d8e9f6", "#a1c2dc"),
    "tab": Tint("#c6dff1", "#8db6d6"),
    "white": Tint("#ffffff", "#c6ccd8"),
    "sun": Tint("#fbe3a0", "#e0b95c"),
    "wall": Tint("#fdf8ee", "#ecdfc6"),
    "air": Tint("#ecf5fc", "#c9dff0"),
    "wood": Tint("#ecd8b4", "#cdae7c"),
    "dusk": Tint("#f1ecf9", "#c3b6df"),
    "gold": Tint("#fdeebb", "#e3c878"),
}


@dataclass(frozen=True, slots=True)
class SheetInk:
    """Draws the parts of a sheet in one ink."""

    pen: Pen
    ink: str
    accent: str = "#4a5878"
    """The one dark colour of the sheet, for titles and edges where no pen goes."""

    @property
    def deep(self) -> str:
        """The accent of words, as this ink has it."""
        return "#000000" if self.ink == "black" else self.accent

    @property
    def edge(self) -> str:
        """The accent of lines: nothing is black but words, tags and codes."""
        return "#7d7d7d" if self.ink == "black" else self.accent

    def shape(self, d: str, tint: str, *, width: float = 0.2, dash: Sequence[float] = ()) -> None:
        """Draw a closed shape that hides what lies behind it."""
        fill = TINTS[tint].fill if self.ink == "colour" else WHITE
        self.pen.path(d, fill=fill, stroke=self.line_of(tint), width=self._thin(width), dash=dash)

    def line(self, d: str, tint: str, *, width: float = 0.25, dash: Sequence[float] = ()) -> None:
        """Draw a line."""
        self.pen.path(d, stroke=self.line_of(tint), width=self._thin(width), dash=dash)

    def disc(self, at: Point, radius: float, tint: str, *, width: float = 0.2) -> None:
        """Draw a round shape that hides what lies behind it."""
        fill = TINTS[tint].fill if self.ink == "colour" else WHITE
        self.pen.circle(at, radius, fill=fill, stroke=self.line_of(tint), width=self._thin(width))

    def spot(self, at: Point, radius: float, tint: str) -> None:
        """Draw a round spot that is full in every ink."""
        self.pen.circle(at, radius, fill=self.line_of(tint))

    def ground(self, d: str, tint: str) -> None:
        """Tint a large area; the saving inks leave it white."""
        if self.ink == "colour":
            self.pen.path(d, fill=TINTS[tint].fill)

    def faint(self, d: str, tint: str) -> None:
        """Draw a small sign inside a digit's field: hardly there."""
        if self.ink == "colour":
            self.pen.path(d, fill=TINTS[tint].fill, stroke=TINTS[tint].line, width=0.12)
        else:
            colour = TINTS[tint].line if self.ink == "light" else "#c4c4c4"
            self.pen.path(d, stroke=colour, width=0.15)

    def number(self, text: str, at: Point, size: float) -> None:
        """Write a number that a pen will circle: in a tint."""
        colour = "#ababab" if self.ink == "black" else "#a9adb8"
        self.pen.words(
            text,
            (at[0], at[1] + size * 0.36),
            size=size,
            face="bold",
            align="centre",
            colour=colour,
        )

    def letter(self, text: str, at: Point, size: float) -> None:
        """Write what stands in the middle of a sign, where a pen that circles it does not go."""
        self.pen.words(text, (at[0], at[1] + size * 0.36), size=size, face="bold", align="centre",
                       colour=LETTER)  # fmt: skip

    def line_of(self, tint: str) -> str:
        """Give the colour of a tint's lines."""
        return GREY if self.ink == "black" else TINTS[tint].line

    def _thin(self, width: float) -> float:
        return {"colour": width, "light": width * 0.8, "black": width * 0.7}[self.ink]
