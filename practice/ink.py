"""Pens: how strokes look on paper. Ink darkens what is printed, it does not cover it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from practice.strokes import Stroke

Picture = NDArray[np.uint8]

FINER = 4
"""Strokes are drawn this many times finer than the page and then averaged."""


@dataclass(frozen=True, slots=True)
class InkPen:
    """What a pen leaves on paper."""

    colour: tuple[int, int, int]
    """Blue, green and red of the full ink."""
    width: float
    """Of a line, in mm."""
    cover: float
    """How much of the paper's light the ink takes away, 0.0 to 1.0."""
    grain: float = 0.0
    """How much of it is lost to the paper's roughness."""


PENS: dict[str, InkPen] = {
    "blue": InkPen((140, 52, 28), 0.42, 0.93, 0.10),
    "black": InkPen((34, 30, 30), 0.40, 0.95, 0.08),
    "green": InkPen((62, 110, 22), 0.44, 0.92, 0.10),
    "red": InkPen((44, 34, 190), 0.42, 0.93, 0.10),
    "pencil": InkPen((88, 84, 82), 0.48, 0.72, 0.42),
    "felt": InkPen((70, 34, 30), 0.85, 0.96, 0.02),
}


class Ink:
    """The ink on one page, gathered stroke by stroke and laid over the print at the end."""

    def __init__(
        self, shape: tuple[int, int], pen: InkPen, px_per_mm: float, rng: np.random.Generator
    ) -> None:
        self.pen = pen
        self.px_per_mm = px_per_mm
        self.cover = np.zeros(shape, np.uint8)
        self._rng = rng

    def draw(self, strokes: Sequence[Stroke]) -> None:
        """Add strokes; ``x`` and ``y`` in mm, then the pressure."""
        for stroke in strokes:
            self._draw_one(stroke)

    def write(self, text: str, center: Sequence[float], size: Sequence[float]) -> None:
        """Write a word inside a box, in the handwriting that comes with our fonts."""
        box = (int(size[0] * self.px_per_mm), int(size[1] * self.px_per_mm))
        mask = Image.new("L", box)
        font = _handwriting(int(box[1] * 0.82))
        width = font.getlength(text)
        font = _handwriting(int(box[1] * 0.82 * min(1.0, 0.94 * box[0] / max(width, 1))))
        ImageDraw.Draw(mask).text((box[1] * 0.12, box[1] * 0.5), text, 220, font, anchor="lm")
        left = int((center[0] - size[0] / 2) * self.px_per_mm)
        top = int((center[1] - size[1] / 2) * self.px_per_mm)
        self._add(np.asarray(mask), left, top)

    def over(self, page: Picture) -> Picture:
        """Give the page with the ink on it; ``page`` is blue, green, red, as OpenCV has it."""
        used = cv2.boundingRect(self.cover)
        x, y, width, height = used
        inked = page.copy()
        if not width:
            return inked
        part = self.cover[y : y + height, x : x + width].astype(np.float32) / 255
        part *= self.pen.cover * self._grain((height, width))
        light = np.array(self.pen.colour, np.float32) / 255
        kept = 1 - part[:, :, None] * (1 - light)
        under = inked[y : y + height, x : x + width]
        inked[y : y + height, x : x + width] = np.clip(under * kept, 0, 255).astype(np.uint8)
        return inked

    def _draw_one(self, stroke: Stroke) -> None:
        scale = self.px_per_mm
        margin = self.pen.width * scale + 2
        low = np.floor(stroke[:, :2].min(0) * scale - margin).astype(int)
        high = np.ceil(stroke[:, :2].max(0) * scale + margin).astype(int)
        width, height = high - low
        fine = np.zeros((height * FINER, width * FINER), np.uint8)
        points = (stroke[:, :2] * scale - low) * FINER
        fixed = np.round(points * 16).astype(np.int32)
        # A line's width and darkness change slowly: a few points at a time are one piece.
        for first in range(0, len(points) - 1, 4):
            piece = fixed[first : first + 5]
            press = float(stroke[first : first + 5, 2].mean())
            thick = max(round(self.pen.width * scale * FINER * (0.75 + 0.25 * press)), 1)
            shade = int(255 * (0.45 + 0.55 * press))
            cv2.polylines(fine, [piece], False, shade, thick, cv2.LINE_AA, 4)
        even = cv2.resize(fine, (int(width), int(height)), interpolation=cv2.INTER_AREA)
        self._add(np.asarray(even, np.uint8), *low)

    def _add(self, mask: NDArray[np.uint8], left: int, top: int) -> None:
        """Lay ink over ink: the darker of the two, and a little of the other."""
        height, width = self.cover.shape
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + mask.shape[1], width), min(top + mask.shape[0], height)
        if x0 >= x1 or y0 >= y1:
            return
        new = mask[y0 - top : y1 - top, x0 - left : x1 - left]
        old = self.cover[y0:y1, x0:x1]
        both = cv2.add(cv2.max(old, new), cv2.min(old, new) // 6)
        self.cover[y0:y1, x0:x1] = both

    def _grain(self, shape: tuple[int, int]) -> NDArray[np.float32]:
        """Make the paper's roughness, which breaks up light ink."""
        if not self.pen.grain:
            return np.ones(shape, np.float32)
        # About 0.15 mm across, whatever the resolution.
        coarse = max(0.12 * self.px_per_mm, 1.0)
        small = (max(int(shape[1] / coarse), 1), max(int(shape[0] / coarse), 1))
        fibres = self._rng.random(small[::-1], dtype=np.float32)
        rough = cv2.resize(fibres, shape[::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(1 - self.pen.grain * np.clip(rough * 1.6 - 0.4, 0, 1), np.float32)


@cache
def _handwriting(size: int) -> ImageFont.FreeTypeFont:
    data = files("printkit").joinpath("fonts/PatrickHand-Regular.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(data), max(size, 4))
