"""Lines that bow: a stroke leads from point to point, but not along the straight way."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scanner.marks.lines import Segment
from scanner.pictures import PX_PER_MM, Floats, Grey

_BOW, _WIDEST = 0.16, 2.8
"""How far from the straight way a line may bow: a share of its length, and mm at the most."""
_BESIDE = 1.0
"""How far beside a point a line may begin or end, mm."""
_END = 0.12
"""The share of its way at each end at which a line has begun, or ended."""
_DARK = 0.3
"""Ink is at least so dark, as a share of the pen's darkness."""
_SURELY = 0.9
"""How likely such a line was drawn."""
_DRAWN, _FEWEST = 0.9, 2
"""Of a thing with so many lines that are as sure, others may be bowed."""


def with_bowed(ink: Grey, way: Sequence[Segment], chances: Floats, pen: float) -> Floats:
    """Give the chances of a thing's lines, among them those that bow.

    Args:
        ink: The player's ink, 0 is untouched.
        way: The thing's lines, mm.
        chances: How likely each was drawn by what lies along its straight way.
        pen: How dark the page's pen is.
    """
    if np.count_nonzero(chances > _DRAWN) < _FEWEST or (chances > _DRAWN).all():
        return chances
    found = chances.copy()
    for n in np.flatnonzero(chances < _SURELY).tolist():
        if leads_over(ink, way[n], pen):
            found[n] = _SURELY
    return found


def leads_over(ink: Grey, line: Segment, pen: float) -> bool:
    """Whether one stroke leads from one end of a line to the other, however it bows."""
    start, way = np.array(line[0]), np.subtract(line[1], line[0])
    long = float(np.hypot(*way))
    bow = min(_BOW * long, _WIDEST)
    along = np.linspace(0, 1, max(round(long * PX_PER_MM), 2))
    aside = np.arange(-bow - _BESIDE, bow + _BESIDE, 1 / PX_PER_MM)
    normal = np.array([-way[1], way[0]]) / max(long, 1e-6)
    spots = start + along[None, :, None] * way + aside[:, None, None] * normal
    spots = (spots * PX_PER_MM - 0.5).astype(np.float32)
    seen = cv2.remap(ink, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR)
    lens = np.abs(aside)[:, None] <= _BESIDE + 4 * bow * along * (1 - along)
    _, labels = cv2.connectedComponents(((seen > _DARK * pen) & lens).astype(np.uint8))
    ends = (labels[:, along < _END], labels[:, along > 1 - _END])
    return bool(np.intersect1d(*ends).any())
