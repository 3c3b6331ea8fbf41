"""Noughts with a bar through them, as some hands write them to tell them from letters.

The digit reader has hardly seen any and takes them for scribbles. Their shape is like no digit's:
two holes above each other, and between them a bar that sticks out on both sides.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pictures import PX_PER_MM, Grey

_DARK = 0.4
"""From this share of a sign's darkest ink on something is a stroke."""
_LEAST_HOLE = 0.08
"""Smaller holes, mm², are gaps between strokes."""
_OVER = 0.1
"""How far the bar sticks out on either side, by the width of the ring."""
_FILLED = (0.25, 0.75)
"""Where the ring is looked at, by the height of a sign whose holes a broad pen has filled."""
_ASIDE = 0.35
"""How far the holes may lie aside from one another, by the width of the ring."""


def is_barred(sign: Grey) -> bool:
    """Whether a sign, dark on white paper, is a ring with a bar through it that sticks out."""
    dark = 255.0 - sign
    ink = np.pad(dark > _DARK * dark.max(), 1)
    (x, upper), (across, lower) = _halves(ink)
    above, below = _reach(ink, upper, upper + 1), _reach(ink, lower, lower + 1)
    left, right = min(above[0], below[0]), max(above[1], below[1])
    start, end = _reach(ink, upper + 1, lower)
    over = _OVER * (right - left)
    if not over or abs(across - x) > _ASIDE * (right - left):
        return False
    return left - start >= over and end - right >= over


def _halves(ink: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Say where the holes above and below the bar are, or would be if no pen had filled them."""
    count, _, stats, middles = cv2.connectedComponentsWithStats(
        (~ink).astype(np.uint8), connectivity=4
    )
    large = stats[:, 4] >= _LEAST_HOLE * PX_PER_MM**2
    holes = [n for n in range(1, count) if stats[n, 0] > 0 and large[n]]
    if len(holes) == 2:
        places = [(round(x), round(y)) for x, y in middles[holes].tolist()]
        return sorted(places, key=lambda place: place[1])
    height, width = ink.shape
    return [(width // 2, round(share * height)) for share in _FILLED]


def _reach(ink: NDArray[np.bool_], top: int, bottom: int) -> tuple[int, int]:
    """Say from where to where some rows have ink."""
    inked = np.flatnonzero(ink[top:bottom].any(axis=0))
    return (int(inked[0]), int(inked[-1])) if len(inked) else (0, 0)
