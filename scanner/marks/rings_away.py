"""Takes pens' rings around symbols away, so that the digits they touch are read without them.

From its middle a ring is the first ink in every direction. What lies beyond it, such as the digit
of the cloud beside, stays.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scanner.middle import median, medians
from scanner.pictures import PX_PER_MM, Floats, Grey
from templates.geometry import Disc

_ANGLES = 48
_FROM, _REACH = 0.6, 3.2
"""A ring begins so far from its symbol's middle, by the radius, and so far beyond its edge, mm."""
_DARK = 0.25
"""From this share of the pen's darkness on something is ink."""
_SEEN = 0.9
"""The share of all directions in which a ring is seen, at least."""
_UNEVEN = 0.3
"""How far its line may lie beside what is around it, mm, in the middle of all directions."""
_ASIDE = 0.7
"""Ink farther beside it, mm, is none of the ring's."""
_WIDEST, _SOFT = 2.0, 0.3
"""Of a ring's line, mm, and how far its soft edges reach."""
_SIDE = 3
"""So many directions on either side say where a ring runs."""
_FINE = 3
_WAYS = np.arange(_ANGLES)
_UNIT = np.stack([turn(_WAYS * (2 * np.pi / _ANGLES)) for turn in (np.cos, np.sin)], axis=1)
_AROUND = (_WAYS[:, None] + np.arange(-_SIDE, _SIDE + 1)) % _ANGLES
"""For each direction those that say where a ring runs."""


def without_rings(clean: Grey, symbols: Sequence[Disc], pen: float) -> Grey:
    """Give a page, ink on white paper, without the rings around some symbols."""
    if not symbols:
        return clean
    centers = np.array([symbol.center for symbol in symbols]) * PX_PER_MM - 0.5
    radii = np.array([symbol.radius for symbol in symbols]) * PX_PER_MM
    first, wide = _first_ink(clean, centers, radii, pen)
    found = None
    for center, start, width in zip(centers, first, wide, strict=True):
        line = _line(start, width)
        if line is None:
            continue
        middle, across = line
        points = center + middle[:, None] * _UNIT
        fixed = np.rint(points * 2**_FINE).astype(np.int32)
        found = clean.copy() if found is None else found
        cv2.polylines(found, [fixed], True, 255, across, shift=_FINE)
    return clean if found is None else found


def _first_ink(clean: Grey, centers: Floats, radii: Floats, pen: float) -> tuple[Floats, Floats]:
    """Say where ink begins in each direction from each center, px, and how wide it is; else nan."""
    steps = int(radii.max() * (1 - _FROM) + _REACH * PX_PER_MM)
    away = radii[:, None] * _FROM + np.arange(steps)
    x, y = (
        (centers[:, k, None, None] + away[:, None] * way[:, None]).astype(np.float32)
        for k, way in enumerate(_UNIT.T)
    )
    seen = cv2.remap(
        clean, x.reshape(-1, steps), y.reshape(-1, steps), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT, borderValue=255,
    )  # fmt: skip
    dark = (seen < 255 - _DARK * pen).reshape(len(centers), _ANGLES, steps)
    start = dark.argmax(axis=2)
    after = np.arange(steps) > start[:, :, None]
    ends = (~dark & after).argmax(axis=2)
    wide = np.where(ends > start, ends - start, steps)
    begins = np.take_along_axis(away, start.reshape(len(centers), -1), axis=1)
    none = ~dark.any(axis=2)
    return np.where(none, np.nan, begins), np.where(none, np.nan, wide)


def _line(start: Floats, width: Floats) -> tuple[Floats, int] | None:
    """Say where a ring runs in each direction, px from its middle, and how wide its line is."""
    known = ~np.isnan(start)
    if known.mean() < _SEEN:
        return None
    line = median(width[known])
    if line > _WIDEST * PX_PER_MM:
        return None
    filled = start
    if not known.all():
        filled = np.interp(_WAYS, np.flatnonzero(known), start[known], period=_ANGLES)
    even = medians(filled[_AROUND])
    aside = np.abs(filled - even)
    if median(aside) > _UNEVEN * PX_PER_MM:
        return None
    return np.where(aside > _ASIDE * PX_PER_MM, even, filled) + line / 2, max(
        round(line + _SOFT * PX_PER_MM), 1
    )
