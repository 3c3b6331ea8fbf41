"""Coloured notes on a flattened page: rings, crosses, frames and words, all places in mm."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scanner.pictures import PX_PER_MM, Grey
from templates.geometry import Point

Colour = tuple[int, int, int]
GREEN: Colour = (30, 150, 70)
RED: Colour = (205, 45, 45)
ORANGE: Colour = (230, 125, 0)
TEXT = 3.4
_SEEN_THROUGH = 85
_LINE = 1.2


class Notes:
    """Draws over a page."""

    def __init__(self, page: Grey) -> None:
        self._picture = Image.fromarray(page).convert("RGB")
        self._draw = ImageDraw.Draw(self._picture, "RGBA")

    @property
    def picture(self) -> NDArray[np.uint8]:
        """The page with its notes: red, green, blue."""
        return np.asarray(self._picture)

    @property
    def width(self) -> float:
        """The page's width."""
        return self._picture.width / PX_PER_MM

    def through(self, first: Point, last: Point, colour: Colour) -> None:
        """Draw a broad line that can be seen through."""
        width = round(_LINE * PX_PER_MM)
        self._draw.line([_px(first), _px(last)], fill=(*colour, _SEEN_THROUGH), width=width)

    def ring(self, at: Point, radius: float, colour: Colour, *, dashed: bool = False) -> None:
        """Draw a ring."""
        (x, y), r = _px(at), radius * PX_PER_MM
        box = (x - r, y - r, x + r, y + r)
        arcs = [(a, a + 25) for a in range(0, 360, 45)] if dashed else [(0, 360)]
        for start, end in arcs:
            self._draw.arc(box, start, end, fill=(*colour, 225), width=5)

    def frame(self, at: Point, size: Point, rim: float, colour: Colour) -> None:
        """Draw around places that stand in a row."""
        (x, y), (w, h) = _px(at), _px(size)
        box = (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        outline = (*colour, 225)
        self._draw.rounded_rectangle(box, radius=rim * PX_PER_MM, outline=outline, width=5)

    def cross(self, at: Point, radius: float = 2.6) -> None:
        """Draw a red cross."""
        (x, y), r = _px(at), radius * PX_PER_MM
        for way in (-1, 1):
            ends = [(x - r, y - way * r), (x + r, y + way * r)]
            self._draw.line(ends, fill=(*RED, 225), width=5)

    def words(self, at: Point, text: str, colour: Colour, size: float = TEXT) -> None:
        """Write with a white rim, from a point half-way up the line."""
        self._draw.text(_px(at), text, fill=colour, font=_font(size), anchor="lm", stroke_width=3,
                        stroke_fill=(255, 255, 255))  # fmt: skip

    def length(self, text: str, size: float = TEXT) -> float:
        """Say how long words are."""
        return self._draw.textlength(text, font=_font(size)) / PX_PER_MM


def _px(at: Point) -> tuple[float, float]:
    return at[0] * PX_PER_MM, at[1] * PX_PER_MM


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    name = files("printkit").joinpath("fonts", "AtkinsonHyperlegibleNext-Bold.ttf")
    with as_file(name) as path:
        return ImageFont.truetype(str(path), round(size * PX_PER_MM))
