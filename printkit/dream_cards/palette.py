"""The colours of the dream cards, and what becomes of them in each ink.

A picture names colours by role ("sea", "wood"). In ``colour`` they are drawn full, in
``light`` as pale tints, and in ``black`` as white paper with hatching where they are dark.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Ink = Literal["colour", "light", "black"]

COLOURS = {
    "ink": "#2b2740",
    "white": "#fffdf7",
    "cream": "#f8ebcf",
    "sand": "#ecd09a",
    "yellow": "#f9d151",
    "gold": "#e3a52c",
    "orange": "#ee8b3f",
    "red": "#d94f47",
    "wine": "#92324c",
    "pink": "#f4b0b4",
    "rose": "#e07f93",
    "purple": "#7d5ca8",
    "lilac": "#c1acdd",
    "blue": "#3f72b8",
    "sky": "#9bcdec",
    "ice": "#d9eff7",
    "teal": "#2f9a94",
    "mint": "#a9dcc6",
    "green": "#62a653",
    "leaf": "#3f7f48",
    "lime": "#b3c95c",
    "brown": "#87573a",
    "wood": "#b98250",
    "tan": "#deb583",
    "grey": "#9ba2ab",
    "silver": "#d3d8dc",
    "slate": "#5f6a7e",
    "night": "#303a6c",
    "dusk": "#6a5a94",
    "deep": "#23607f",
    "sea": "#4d9cc0",
    "rust": "#b4552f",
}
"""What each role looks like when ink does not matter."""

_PAPER = "#ffffff"
_LIGHT_TINT = 0.3
_LIGHT_WASH = 0.13
_SHADE = 0.2


def mix(first: str, second: str, share: float) -> str:
    """Mix two ``#rrggbb`` colours; ``share`` is how much of the second, 0 to 1."""
    a, b = (tuple(int(c[i : i + 2], 16) for i in (1, 3, 5)) for c in (first, second))
    return "#" + "".join(f"{round(p + (q - p) * share):02x}" for p, q in zip(a, b, strict=True))


def luminance_of(colour: str) -> float:
    """Say how bright a ``#rrggbb`` colour is to the eye, 0 (black) to 1 (white)."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


@dataclass(frozen=True, slots=True)
class Hatch:
    """Parallel lines that stand for a dark colour where only black ink is used."""

    gap: float
    """From one line to the next, in mm."""
    turn: float
    """Direction in degrees."""


@dataclass(frozen=True, slots=True)
class Palette:
    """One way of inking the pictures."""

    ink: Ink
    outline: str
    line: float
    """Width of an ordinary outline in mm."""

    @property
    def hatches(self) -> bool:
        """Whether dark colours are shown by lines instead of tints."""
        return self.ink == "black"

    def fill_of(self, role: str) -> str:
        """Give the colour in which an area of this role is filled."""
        if self.ink == "black":
            return self.outline if role == "ink" else _PAPER
        if self.ink == "light":
            return self.outline if role == "ink" else mix(_PAPER, COLOURS[role], _LIGHT_TINT)
        return COLOURS[role]

    def wash_of(self, role: str) -> str:
        """Give the colour of a large area behind the things; it takes the least ink."""
        if self.ink == "light":
            return mix(_PAPER, COLOURS[role], _LIGHT_WASH)
        return self.fill_of(role)

    def shade_of(self, role: str) -> str:
        """Give the colour of the side that the light does not reach."""
        if self.ink == "black":
            return _PAPER
        return mix(self.fill_of(role), COLOURS["ink"], _SHADE if self.ink == "colour" else 0.09)

    def stroke_of(self, role: str) -> str:
        """Give the colour of a line, dark enough to be seen on paper where little else is."""
        if self.ink == "colour":
            return COLOURS[role]
        if self.ink == "black" or role == "ink":
            return self.outline
        return self.faint if luminance_of(COLOURS[role]) > 0.75 else mix(_PAPER, COLOURS[role], 0.6)

    @property
    def faint(self) -> str:
        """The colour of the edges behind the things."""
        return mix(_PAPER, self.outline, 1.0 if self.ink == "black" else 0.5)

    def hatch_of(self, role: str) -> Hatch | None:
        """Say how a dark role is hatched; None for pale roles, and where tints are used."""
        bright = luminance_of(COLOURS[role])
        if not self.hatches or role == "ink" or bright > 0.6:
            return None
        turn = (45.0, -45.0, 20.0, -70.0)[list(COLOURS).index(role) % 4]
        return Hatch(1.3 if bright > 0.42 else 0.9, turn)


PALETTES: dict[Ink, Palette] = {
    "colour": Palette("colour", COLOURS["ink"], 0.3),
    "light": Palette("light", "#77738c", 0.25),
    "black": Palette("black", "#000000", 0.25),
}
