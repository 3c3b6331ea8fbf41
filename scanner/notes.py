"""Coloured notes on a flattened page: rings, crosses, frames and words, all places in mm."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scanner.pictures import PX_PER_MM, Grey
from templates.geometry import Point

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
GREEN: Colour = (30, 150, 70)
RED: Colour = (205, 45, 45)
ORANGE: Colour = (230, 125, 0)
_INK: Colour = (35, 40, 60)
TEXT = 3.4
_LISTED = 3.6
_LINE_HEIGHT = 5.4
_COLUMN = 130.0
"""From this width on a column of sentences is pleasant to read, mm."""
_BADGE = 2.7
_SEEN_THROUGH = 85
_LINE = 1.2


class Notes:
    """Draws over a page."""

    def __init__(self, page: Grey) -> None:
        from PIL import Image, ImageDraw

        self._picture = Image.fromarray(page).convert("RGB")
        self._draw = ImageDraw.Draw(self._picture, "RGBA")
        self._badges: list[tuple[Point, int]] = []
        """Places of numbers, which lie above everything else."""
        self._sentences: list[tuple[str, Colour]] = []

    @property
    def picture(self) -> NDArray[np.uint8]:
        """The page with its notes, and below it what they say: red, green, blue."""
        from PIL import Image

        page = self._picture
        for at, number in self._badges:
            self._number(self._draw, at, number, self._sentences[number - 1][1])
        below = self._listed()
        whole = Image.new("RGB", (page.width, page.height + below.height), "white")
        whole.paste(page, (0, 0))
        whole.paste(below, (0, page.height))
        return np.asarray(whole)

    @property
    def width(self) -> float:
        """The page's width."""
        return self._picture.width / PX_PER_MM

    def note(self, text: str, colour: Colour, at: Point | None, beside: float = 0.0) -> None:
        """List a sentence below the page, and show its number beside a place, if it has one."""
        self._sentences.append((text, colour))
        if at is None:
            return
        x, y = at[0] + 0.75 * beside, at[1] - 0.75 * beside
        x, y = max(x, _BADGE), max(y, _BADGE)
        while any(
            abs(x - u) < 2 * _BADGE and abs(y - v) < 2 * _BADGE for (u, v), _ in self._badges
        ):
            x += 2 * _BADGE + 0.3
        self._badges.append(((x, y), len(self._sentences)))

    def _number(self, draw: ImageDraw.ImageDraw, at: Point, number: int, colour: Colour) -> None:
        (x, y), r = _px(at), _BADGE * PX_PER_MM
        draw.ellipse((x - r, y - r, x + r, y + r), fill=colour, outline="white", width=2)
        draw.text((x, y), str(number), fill="white", font=_font(3.2), anchor="mm")

    def _listed(self) -> Image.Image:
        """Write the sentences in columns on white paper of the page's width."""
        from PIL import Image, ImageDraw

        columns = max(1, int(self.width / _COLUMN))
        width = self.width / columns
        entries = [self._wrapped(text, width - 4 * _BADGE - 8) for text, _ in self._sentences]
        most = -(-sum(map(len, entries)) // columns)
        placed: list[tuple[int, int]] = []  # column and line of each sentence
        column = line = deepest = 0
        for lines in entries:
            if line >= most and column + 1 < columns:
                column, line = column + 1, 0
            placed.append((column, line))
            line += len(lines)
            deepest = max(deepest, line)
        height = round((deepest * _LINE_HEIGHT + 6) * PX_PER_MM) if entries else 0
        paper = Image.new("RGB", (self._picture.width, height), "white")
        draw = ImageDraw.Draw(paper)
        for number, ((column, line), lines) in enumerate(zip(placed, entries, strict=True), 1):
            colour = self._sentences[number - 1][1]
            left, top = 4 + column * width, 3 + (line + 0.5) * _LINE_HEIGHT
            self._number(draw, (left + _BADGE, top), number, colour)
            for step, words in enumerate(lines):
                at = _px((left + 3 * _BADGE, top + step * _LINE_HEIGHT))
                draw.text(at, words, fill=_INK, font=_font(_LISTED), anchor="lm")
        return paper

    def _wrapped(self, text: str, width: float) -> list[str]:
        lines = [""]
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}".lstrip()
            if lines[-1] and self.length(longer, _LISTED) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

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
    from PIL import ImageFont

    name = files("printkit").joinpath("fonts", "AtkinsonHyperlegibleNext-Bold.ttf")
    with as_file(name) as path:
        return ImageFont.truetype(str(path), round(size * PX_PER_MM))
