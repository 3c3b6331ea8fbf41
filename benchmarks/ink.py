"""Ink by the way light goes through it: each layer lets a share of each colour pass.

Built differently from the ink of practice on purpose: a scanner that was tuned
with the one is measured with the other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
FINER = 2


@dataclass(frozen=True, slots=True)
class Nib:
    """A writing tool."""

    density: tuple[float, float, float]
    """How strongly one layer absorbs blue, green and red light (decadic)."""
    width: float
    """In mm."""
    soft: float
    """How far the line's edge fades, in mm."""
    skip: float = 0.0
    """How much of the ink fails to come, changing slowly along the line."""
    tooth: float = 0.0
    """How much the paper's roughness shows."""


NIBS: dict[str, Nib] = {
    "blue": Nib((0.16, 0.62, 0.85), 0.38, 0.05, skip=0.25),
    "black": Nib((0.85, 0.88, 0.86), 0.36, 0.05, skip=0.15),
    "green": Nib((0.62, 0.26, 0.80), 0.40, 0.05, skip=0.2),
    "red": Nib((0.72, 0.80, 0.10), 0.40, 0.05, skip=0.2),
    "pencil": Nib((0.40, 0.41, 0.42), 0.45, 0.12, skip=0.1, tooth=0.75),
    "felt": Nib((0.75, 0.70, 0.66), 0.82, 0.08),
}


class Layer:
    """All ink on one page, as optical density."""

    def __init__(
        self, shape: tuple[int, int], nib: Nib, px_per_mm: float, rng: np.random.Generator
    ) -> None:
        self.nib, self.px_per_mm = nib, px_per_mm
        self.amount = np.zeros(shape, np.float32)
        self.rng = rng

    def draw(self, strokes: Sequence[NDArray[np.float64]]) -> None:
        """Add strokes of x, y in mm and pressure."""
        for stroke in strokes:
            self._draw_one(stroke)

    def write(self, text: str, center: Sequence[float], size: Sequence[float]) -> None:
        """Write a name in a flowing hand, without its accents."""
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
        font, high = cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, size[1] * self.px_per_mm
        (width, tall), _ = cv2.getTextSize(plain, font, 1.0, 1)
        scale = min(0.6 * high / tall, 0.9 * size[0] * self.px_per_mm / max(width, 1))
        mask = np.zeros(self.amount.shape, np.uint8)
        left = int((center[0] - size[0] / 2 + 1) * self.px_per_mm)
        base = int(center[1] * self.px_per_mm + 0.22 * high)
        thick = max(round(self.nib.width * self.px_per_mm), 1)
        cv2.putText(mask, plain, (left, base), font, scale, 255, thick, cv2.LINE_AA)
        self.amount = np.maximum(self.amount, mask.astype(np.float32) / 255)

    def over(self, page: Picture) -> Picture:
        """Give the page as seen through the ink."""
        inked = page.copy()
        x, y, width, height = cv2.boundingRect((self.amount > 0.01).astype(np.uint8))
        if not width:
            return inked
        amount = self.amount[y : y + height, x : x + width]
        if self.nib.tooth:
            amount = amount * self._tooth(amount.shape)
        part = inked[y : y + height, x : x + width]
        for channel, density in enumerate(self.nib.density):
            through = np.exp(-np.log(10) * density * amount)
            part[:, :, channel] = np.clip(part[:, :, channel] * through, 0, 255)
        return inked

    def _draw_one(self, stroke: NDArray[np.float64]) -> None:
        """Find how far each pixel is from the line, and let the ink fade with it."""
        scale = self.px_per_mm
        reach = (self.nib.width + 2 * self.nib.soft) * scale + 2
        low = np.maximum(np.floor(stroke[:, :2].min(0) * scale - reach), 0).astype(int)
        high = np.ceil(stroke[:, :2].max(0) * scale + reach).astype(int)
        height, width = self.amount.shape
        high = np.minimum(high, [width, height])
        columns, rows = (high - low).tolist()
        if columns <= 0 or rows <= 0:
            return
        away = np.full((rows * FINER, columns * FINER), 255, np.uint8)
        points = np.round(((stroke[:, :2] * scale - low) * FINER - 0.5) * 16).astype(np.int32)
        cv2.polylines(away, [points], False, 0, 1, cv2.LINE_8, 4)
        distance = cv2.distanceTransform(away, cv2.DIST_L2, 5) / (FINER * scale)
        press = float(stroke[:, 2].mean())
        half = self.nib.width / 2 * (0.8 + 0.25 * press) * self._flow(distance.shape, 0.12)
        cover = np.clip((half - distance) / (2 * self.nib.soft) + 0.5, 0, 1)
        cover = cv2.resize(cover, (columns, rows), interpolation=cv2.INTER_AREA)
        strength = (0.55 + 0.5 * press) * self._flow(cover.shape, self.nib.skip)
        here = self.amount[low[1] : high[1], low[0] : high[0]]
        # Ink over ink is darker than either, but the paper takes only so much.
        here[:] = np.minimum(here + cover * strength, np.maximum(here, 1.25))

    def _flow(self, shape: tuple[int, ...], size: float) -> NDArray[np.float32]:
        """Let the ink come more or less readily, changing over a few millimetres."""
        coarse = self.rng.normal(1, size, (4, 4)).astype(np.float32)
        even = cv2.resize(coarse, shape[1::-1], interpolation=cv2.INTER_CUBIC)
        return np.asarray(np.clip(even, 0.35, 1.3), np.float32)

    def _tooth(self, shape: tuple[int, ...]) -> NDArray[np.float32]:
        """Make the hills of the paper, which take graphite, and its valleys, which do not."""
        small = [max(int(length / (0.1 * self.px_per_mm)), 1) for length in shape]
        hills = self.rng.normal(0.62, 0.35, small).astype(np.float32)
        hills = np.asarray(cv2.resize(hills, shape[1::-1], interpolation=cv2.INTER_LINEAR))
        return np.asarray(1 - self.nib.tooth * (1 - np.clip(hills, 0, 1)), np.float32)
