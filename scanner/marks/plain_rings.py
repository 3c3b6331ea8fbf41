"""Rings that the reader of marks takes for odd: flat, open, or small ones, and those far aside.

Whoever looks from a symbol's middle sees a ring once in every direction. A tick or a line is not
all around, a cross goes through the middle, and a ring that is struck out is seen twice.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.marks.places import CIRCLED, FILLED, NONE, ODD
from scanner.pictures import PX_PER_MM, Floats, Grey

_ANGLES, _STEPS = 60, 34
_NEAR, _FAR = 0.3, 2.6
"""From so much of the radius on ink may be a ring, up to so many mm beyond it."""
_ALL_AROUND, _TWICE, _MIDDLE = 0.9, 0.15, 0.1
"""A ring is seen in so many directions at least; twice, or in the middle, in so few of them."""
_PERHAPS = 0.3
"""From this chance on an odd mark is looked at."""
_LARGE = 0.2
"""From this chance on of being one, what seems to be nothing may be a large ring."""
_THICKEST = 1.3
"""A small ring's line is no wider, mm: a filling that leaves the middle free is."""
_SURE, _UNLIKELY = 0.99, 0.02
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
    for n in np.flatnonzero(chances[:, [ODD, FILLED, NONE]].sum(axis=1) > _PERHAPS):
        kinds = [ODD] if chances[n, ODD] > 0 else []
        if chances[n, CIRCLED] >= _LARGE:
            kinds.append(NONE)
        center, radius = centers[n], float(radii[n].mean())
        if chances[n, FILLED] > _UNLIKELY and _width(ink, center, radius, pen) <= _THICKEST:
            kinds.append(FILLED)
        seems = float(chances[n, kinds].sum())
        if seems > _PERHAPS and is_plain_ring(ink, center, radius, pen):
            found[n, CIRCLED] += _SURE * seems
            found[n, kinds] *= 1 - _SURE
    return found


def is_plain_ring(ink: Grey, center: Floats, radius: float, pen: float) -> bool:
    """Whether one ring goes around a point, wherever it runs."""
    dark = _dark(ink, center, radius, pen)
    begins = dark[:, 0].astype(int) + (dark[:, 1:] & ~dark[:, :-1]).sum(axis=1)
    around, twice, middle = (begins > 0).mean(), (begins > 1).mean(), dark[:, 0].mean()
    return bool(around >= _ALL_AROUND and twice <= _TWICE and middle <= _MIDDLE)


def _width(ink: Grey, center: Floats, radius: float, pen: float) -> float:
    """How wide what goes around a point is on the whole, mm."""
    step = (radius + _FAR - _NEAR * radius) / (_STEPS - 1)
    return float(_dark(ink, center, radius, pen).sum(axis=1).mean()) * step


def _dark(ink: Grey, center: Floats, radius: float, pen: float) -> NDArray[np.bool_]:
    """Where there is ink around a point, for each direction from near to far."""
    reach = np.linspace(_NEAR * radius, radius + _FAR, _STEPS)
    at = (np.asarray(center)[:, None, None] + _DIRECTIONS * reach) * PX_PER_MM - 0.5
    x, y = at.astype(np.float32)
    return np.asarray(cv2.remap(ink, x, y, cv2.INTER_LINEAR)) > 0.3 * pen
