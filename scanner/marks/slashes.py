"""A single straight stroke through a symbol, from one side to the other: it is crossed out.

A tick has a corner, a line under a symbol passes it by, and a curve is not straight.
"""

from __future__ import annotations

import cv2
import numpy as np

from scanner.pictures import PX_PER_MM, Grey, cut
from templates.geometry import Box, Disc

_AROUND = 1.5
"""How far around a symbol the stroke is looked at, mm."""
_STRAIGHT = 0.42
"""How far its ink may lie from its middle line, mm: a standard deviation."""
_THROUGH, _BEYOND = 0.45, 0.6
"""How near it passes to the middle, and how far it goes to either side, as shares of the radius."""
_ALL = 0.9
"""The share of the ink that is one stroke's."""


def is_slash(ink: Grey, symbol: Disc, pen: float) -> bool:
    """Whether all ink at a symbol is one straight stroke through its middle."""
    around = symbol.radius + _AROUND
    crop = cut(ink, Box(symbol.center, (2 * around, 2 * around)))
    dark = (crop > 0.3 * pen).astype(np.uint8)
    dark = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    if count < 2:
        return False
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[largest, cv2.CC_STAT_AREA] < _ALL * stats[1:, cv2.CC_STAT_AREA].sum():
        return False
    y, x = np.nonzero(labels == largest)
    points = (np.stack([x, y], 1) + 0.5) / PX_PER_MM - around
    middle = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - middle, full_matrices=False)
    along, across = (points @ axis for axis in axes)
    reach = _BEYOND * symbol.radius
    return bool(
        across.std() < _STRAIGHT
        and abs(across.mean()) < _THROUGH * symbol.radius
        and along.min() < -reach
        and along.max() > reach
    )
