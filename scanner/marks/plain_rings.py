"""Rings that the reader of marks takes for odd: flat ones, open ones, and those far aside.

Whoever looks from a symbol's middle sees a ring once in every direction. A tick or a line is not
all around, a cross goes through the middle, and a ring that is struck out is seen twice.
"""

from __future__ import annotations

import cv2
import numpy as np

from scanner.marks.places import CIRCLED, ODD
from scanner.pictures import PX_PER_MM, Floats, Grey

_ANGLES, _STEPS = 60, 34
_NEAR, _FAR = 0.3, 2.6
"""From so much of the radius on ink may be a ring, up to so many mm beyond it."""
_ALL_AROUND, _TWICE, _MIDDLE = 0.9, 0.15, 0.1
"""A ring is seen in so many directions at least; twice, or in the middle, in so few of them."""
_PERHAPS = 0.3
"""From this chance on an odd mark is looked at."""
_SURE = 0.99
_AROUND = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
_DIRECTIONS = np.stack([np.cos(_AROUND), np.sin(_AROUND)])[:, :, None]


def with_plain_rings(
    chances: Floats, ink: Grey, centers: Floats, radii: Floats, pen: float
) -> Floats:
    """Believe in rings where the reader of marks, (n, kinds), sees something odd.

    Args:
        chances: Of every kind of mark.
        ink: The player's ink, 0 is untouched.
        centers: Middles of the symbols, (n, 2) mm.
        radii: Half their width and height, (n, 2) mm.
        pen: How dark the page's pen is.
    """
    found = chances.copy()
    for n in np.flatnonzero(chances[:, ODD] > _PERHAPS):
        if is_plain_ring(ink, centers[n], float(radii[n].mean()), pen):
            found[n, CIRCLED] += _SURE * chances[n, ODD]
            found[n, ODD] *= 1 - _SURE
    return found


def is_plain_ring(ink: Grey, center: Floats, radius: float, pen: float) -> bool:
    """Whether one ring goes around a point, wherever it runs."""
    reach = np.linspace(_NEAR * radius, radius + _FAR, _STEPS)
    at = (np.asarray(center)[:, None, None] + _DIRECTIONS * reach) * PX_PER_MM - 0.5
    x, y = at.astype(np.float32)
    dark = np.asarray(cv2.remap(ink, x, y, cv2.INTER_LINEAR)) > 0.3 * pen
    begins = dark[:, 0].astype(int) + (dark[:, 1:] & ~dark[:, :-1]).sum(axis=1)
    around, twice, middle = (begins > 0).mean(), (begins > 1).mean(), dark[:, 0].mean()
    return bool(around >= _ALL_AROUND and twice <= _TWICE and middle <= _MIDDLE)
