"""What stands in a cloud and is no answer: a dash that says "nothing", small notes in a corner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from scanner.middle import quantile
from scanner.pictures import PX_PER_MM, Grey
from scanner.reading import Reading
from templates.game import Value

_LYING, _LONG, _FLAT = 2.2, 1.8, 1.6
"""A dash is so many times as wide as high, so long at least and so high at most, mm."""
_DARK = 0.3
"""From this share of the pen's darkness on something is a stroke."""
_TALL, _SMALL, _MOST = 0.75, 0.6, 3.2
"""Notes are smaller than this share of the tall digits, and than so many mm."""
_ASIDE = 0.15
"""So far from a cloud's middle they stand, as a share of its width or height."""
_FEWEST, _CLEAR = 6, 0.9
"""So many clear digits tell how tall this hand writes."""
_DASH, _NOTE, _HABIT = 0.97, 0.7, 4
"""How likely such a thing is no digit, and how many make a habit."""
_DASHES, _NOTES = 0.9985, 0.98
"""The same where somebody has the habit."""


def without_jottings(
    readings: Mapping[int, Reading], crops: Mapping[int, Grey], pen: float
) -> dict[int, Reading]:
    """Take for empty what is no answer, by its shape, or its size beside all other digits.

    Args:
        readings: Of the clouds with ink, by number.
        crops: Each cloud's ink on white paper.
        pen: How dark the page's pen is.

    Returns:
        The readings that change.
    """
    boxes = {n: _box(crop, pen) for n, crop in crops.items()}
    dashes = [n for n, box in boxes.items() if _is_dash(box, readings[n])]
    clear = [n for n, r in readings.items() if r.guess is not None and r.confidence >= _CLEAR]
    notes: list[int] = []
    if len(clear) >= _FEWEST:
        tall = quantile(np.array([boxes[n][3] for n in clear], np.float64), _TALL)
        small = min(_SMALL * tall, _MOST * PX_PER_MM)
        notes = [
            n for n in readings
            if n not in dashes and 0 < boxes[n][3] < small and _is_aside(boxes[n], crops[n])
        ]  # fmt: skip
    dash, note = (
        (many if len(some) >= _HABIT else few)
        for some, few, many in ((dashes, _DASH, _DASHES), (notes, _NOTE, _NOTES))
    )
    return {n: _nothing(readings[n], dash if n in dashes else note) for n in (*dashes, *notes)}


def _nothing(reading: Reading, likely: float) -> Reading:
    digits = {v: each for v, each in reading.chances.items() if v is not None}
    left = (1 - likely) / max(sum(digits.values()), 1e-9)
    chances: dict[Value, float] = {v: left * each for v, each in digits.items()}
    return replace(reading, chances={**chances, None: likely}, why="", doubt="digit-doubtful")


def _box(crop: Grey, pen: float) -> tuple[int, int, int, int]:
    """Where ink is: left, top, width and height, px."""
    left, top, width, height = cv2.boundingRect((255 - crop > _DARK * pen).astype(np.uint8))
    return left, top, width, height


def _is_dash(box: tuple[int, int, int, int], reading: Reading) -> bool:
    if reading.guess is not None and reading.confidence >= _CLEAR:
        return False
    wide, high = (side / PX_PER_MM for side in box[2:])
    return wide >= _LONG and high <= _FLAT and wide >= _LYING * high


def _is_aside(box: tuple[int, int, int, int], crop: Grey) -> bool:
    left, top, width, height = box
    high, wide = crop.shape
    across, down = (left + width / 2) / wide - 0.5, (top + height / 2) / high - 0.5
    return max(abs(across), abs(down)) > _ASIDE
