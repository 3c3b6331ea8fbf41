"""Local features of a picture, and which of two pictures show the same thing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pictures import Floats, Grey

SIDE, CLOSER = 1600, 2200
"""The longer side of the copy in which features are looked for, and of the second try, px."""
_MOST = 4500
"""Features of a picture of SIDE: the strongest."""
_RATIO = 0.85
"""A match is at least this much nearer than the best one elsewhere."""
_ELSEWHERE = 2.0
"""How far away that has to be, as a share of the feature's own size: below it is the same place."""


@dataclass(frozen=True)
class Features:
    """What was found in a picture, the strongest first."""

    at: Floats
    """(n, 2) px of the whole picture."""
    looks: NDArray[np.float32]
    """(n, 128)."""
    pixel: float = 1.0
    """How large a pixel is in which they were found, in what their places are counted in."""

    def __len__(self) -> int:
        return len(self.at)

    def strongest(self, count: int) -> Features:
        """Leave all but the strongest out."""
        return Features(self.at[:count], self.looks[:count], self.pixel)

    def those(self, kept: NDArray[np.bool_]) -> Features:
        """Leave some of them out."""
        return Features(self.at[kept], self.looks[kept], self.pixel)


@cache
def _detector(side: int) -> cv2.SIFT:
    return cv2.SIFT_create(nfeatures=_MOST * side // SIDE, contrastThreshold=0.02)


def features_of(grey: Grey, side: int = SIDE) -> Features:
    """Find what can be found again in another picture."""
    scale = min(1.0, side / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    keys, looks = _detector(side).detectAndCompute(small, None)
    if looks is None or not keys:
        return Features(np.zeros((0, 2)), np.zeros((0, 128), np.float32))
    order = np.argsort([-key.response for key in keys], kind="stable")
    at = (np.array([keys[n].pt for n in order]) + 0.5) / scale - 0.5
    looks = looks[order]
    # Directions of edges, not their strength: glossy light is uneven.
    looks = np.sqrt(looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-6))
    return Features(at, looks.astype(np.float32), 1 / scale)


def matched(of: Features, among: Features) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Say which features of one picture are which of another: two arrays of numbers."""
    none = np.zeros(0, np.intp)
    if len(of) < 4 or len(among) < 4:
        return none, none
    likes = of.looks @ among.looks.T  # of unit length: the larger, the nearer
    two = np.argpartition(-likes, 1, axis=1)[:, :2]
    values = np.take_along_axis(likes, two, axis=1)
    swap = values[:, 0] < values[:, 1]
    two[swap], values[swap] = two[swap][:, ::-1], values[swap][:, ::-1]
    far = np.sqrt(np.maximum(2 - 2 * values, 0))
    # A feature with two directions is one place twice: that is no doubt.
    apart = np.linalg.norm(among.at[two[:, 0]] - among.at[two[:, 1]], axis=1)
    good = (far[:, 0] < _RATIO * far[:, 1]) | ((apart < _ELSEWHERE) & (far[:, 0] < 0.6))
    # And the other way round it is the nearest, too.
    back = likes.argmax(axis=0)
    good &= back[two[:, 0]] == np.arange(len(of))
    return np.flatnonzero(good), two[good, 0]
