"""Local features of a picture, and which of two pictures show the same thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pictures import Floats, Grey

AT_A_GLANCE, SIDE, CLOSER = 800, 1600, 2200
"""The longer side of the copy in which features are looked for, px: for a quick look, as a rule,
and for what was not found in that.
"""
_MOST = 4500
"""Features of a picture of SIDE."""
_PARTS = 20
"""Into so many parts a picture's longer side is cut, to take features from everywhere."""
_WIDER = 2.5
"""How much wider the surroundings are by which a feature is found among all others."""
_RATIO = 0.85
"""A match is at least this much nearer than the best one elsewhere."""
_ELSEWHERE = 2.0
"""How far away that has to be, as a share of the feature's own size: below it is the same place."""


Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Features:
    """What was found in a picture, the strongest first."""

    at: Floats
    """(n, 2) px of the whole picture."""
    looks: NDArray[np.float32]
    """(n, 128)."""
    wide: NDArray[np.float32]
    """(n, 128), of more of the surroundings: equal symbols stand beside different things."""
    pixel: float = 1.0
    """How large a pixel is in which they were found, in what their places are counted in."""
    size: tuple[int, ...] = (1, 1)
    """Width and height of the whole picture, px."""
    stickers: Mapping[int, NDArray[np.float32]] = field(default_factory=dict)
    """The corners of each tag that was stuck on, by its number."""

    def __len__(self) -> int:
        return len(self.at)

    def strongest(self, count: int) -> Features:
        """Leave all but the strongest out."""
        return self.those(slice(count))

    def those(self, kept: NDArray[np.bool_] | slice) -> Features:
        """Leave some of them out."""
        return replace(self, at=self.at[kept], looks=self.looks[kept], wide=self.wide[kept])


@cache
def _detector() -> cv2.SIFT:
    return cv2.SIFT_create(contrastThreshold=0.02)


def features_of(grey: Grey, side: int = SIDE) -> Features:
    """Find what can be found again in another picture."""
    at, looks, wide, pixel = plain_features(grey, side)
    return Features(at, rooted(looks), rooted(wide), pixel, grey.shape[::-1])


def plain_features(grey: Grey, side: int) -> tuple[Floats, Bytes, Bytes, float]:
    """Give places, px, looks as bytes, those of more surroundings, and the size of a pixel."""
    scale = min(1.0, side / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    keys = _spread(_detector().detect(small), small.shape)[: _MOST * side // SIDE]
    if not keys:
        nothing = np.zeros((0, 128), np.uint8)
        return np.zeros((0, 2)), nothing, nothing, 1.0
    at = (np.array([key.pt for key in keys]) + 0.5) / scale - 0.5
    wider = [cv2.KeyPoint(*k.pt, _WIDER * k.size, k.angle, k.response, k.octave) for k in keys]
    _, seen = _detector().compute(small, [*keys, *wider])
    looks, wide = np.split(np.asarray(seen, np.uint8), 2)  # whole numbers, though told as floats
    return at, looks, wide, 1 / scale


def rooted(looks: Bytes) -> NDArray[np.float32]:
    """Tell directions of edges, not their strength: glossy light is uneven."""
    counted = np.asarray(looks, np.float32)
    shares = counted / np.maximum(counted.sum(axis=1, keepdims=True), 1e-6)
    return np.asarray(np.sqrt(shares), np.float32)


def _spread(keys: Sequence[cv2.KeyPoint], shape: tuple[int, ...]) -> list[cv2.KeyPoint]:
    """Sort keys: first the strongest of every part of a picture, then the second of every part.

    A newspaper beneath a board has stronger ones than the board, but not in all parts.
    """
    if not keys:
        return []
    strength = np.array([key.response for key in keys])
    column, row = np.array([key.pt for key in keys]).T * _PARTS / max(shape)
    part = row.astype(int) * _PARTS + column.astype(int)
    order = np.lexsort((-strength, part))
    starts = np.searchsorted(part[order], part[order])
    place = np.empty(len(keys), int)
    place[order] = np.arange(len(keys)) - starts
    return [keys[n] for n in np.lexsort((-strength, place))]


def matched(of: Features, among: Features) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Say which features of one picture are which of another: two arrays of numbers."""
    none = np.zeros(0, np.intp)
    if len(of) < 4 or len(among) < 4:
        return none, none
    likes = of.wide @ among.wide.T  # of unit length: the larger, the nearer
    back = likes.argmax(axis=0)
    each, first = np.arange(len(of)), likes.argmax(axis=1)
    nearest = likes[each, first]
    likes[each, first] = -1
    second = likes.argmax(axis=1)
    values = np.stack([nearest, likes[each, second]], axis=1)
    far = np.sqrt(np.maximum(2 - 2 * values, 0))
    # A feature with two directions is one place twice: that is no doubt.
    apart = np.linalg.norm(among.at[first] - among.at[second], axis=1)
    good = (far[:, 0] < _RATIO * far[:, 1]) | ((apart < _ELSEWHERE) & (far[:, 0] < 0.6))
    # And the other way round it is the nearest, too.
    good &= back[first] == each
    return np.flatnonzero(good), first[good]
