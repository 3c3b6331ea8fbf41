"""Rings with tails: a line that closes around a symbol circles it, wherever its ends lie.

Some people end a ring inside of it, as they end a nought. Such a ring looks like one that is struck
out; but what strikes out a ring cuts what it encloses in two.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.marks.places import CIRCLED, CROSSED, NONE, ODD
from scanner.pictures import PX_PER_MM, Floats, Grey, cut
from templates.geometry import Box

_AROUND = 3.0
"""How far around a symbol a ring may go, mm."""
_LEAST_ODD = 0.02
_WHOLE = 0.85
"""The share of all that is enclosed that one piece has, if nothing is struck out."""
_LEAST = 0.35
"""The share of a symbol, and of its box, that a ring encloses at least."""
_MEANT = 0.97
"""How likely such a ring is meant as one."""


def with_loops(chances: Floats, ink: Grey, places: Sequence[Box], pen: float) -> Floats:
    """Take odd marks and crosses that close around their symbol for circles, (n, 5)."""
    odd = chances[:, ODD] + chances[:, CROSSED]
    found = chances.copy()
    for n in np.flatnonzero((odd > _LEAST_ODD) & (chances[:, NONE] < 0.5)).tolist():
        if is_enclosed(ink, places[n], pen):
            moved = _MEANT * odd[n]
            found[n, [ODD, CROSSED]] *= 1 - _MEANT
            found[n, CIRCLED] += moved
    return found


def is_enclosed(ink: Grey, place: Box, pen: float) -> bool:
    """Whether one unbroken line goes around much of a symbol, and none across it."""
    crop = cut(ink, place, _AROUND)
    dark = (crop > 0.25 * pen).astype(np.uint8)
    dark = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    # Most odd marks enclose nothing, which is told sooner than what does.
    tree = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)[1]
    if tree is None or tree[0, :, 3].max() < 0:
        return False
    _, labels, stats, _ = cv2.connectedComponentsWithStats(1 - dark, connectivity=4)
    inner = _inner(stats, dark.shape)
    if not inner:
        return False
    largest = max(inner, key=lambda label: int(stats[label, cv2.CC_STAT_AREA]))
    all_ = sum(int(stats[label, cv2.CC_STAT_AREA]) for label in inner)
    if stats[largest, cv2.CC_STAT_AREA] < _WHOLE * all_:
        return False
    edge = round(_AROUND * PX_PER_MM)
    own = labels[edge:-edge, edge:-edge] == largest
    return bool(own.size) and float(own.mean()) > _LEAST


def _inner(stats: NDArray[np.int32], shape: tuple[int, ...]) -> list[int]:
    """Give the pieces of paper that do not reach the edge."""
    height, width = shape
    left, top, wide, high = (stats[:, n] for n in range(4))
    inside = (left > 0) & (top > 0) & (left + wide < width) & (top + high < height)
    return [int(label) for label in np.flatnonzero(inside) if label]
