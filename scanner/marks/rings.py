"""Rings around points that lines run through: the directions of the lines do not count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.marks.lines import pen_darkness
from scanner.marks.places import CIRCLED
from scanner.pictures import PX_PER_MM, Floats, Grey
from templates.geometry import Point

_ANGLES = 60
_DIRECTIONS = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
_RADII = 9
_INSIDE, _OUTSIDE = 0.1, 2.1
"""Where a ring may run: so far beyond the symbol's radius, mm."""
_BESIDE_LINE = np.deg2rad(24)
LIGHTEST_PEN = 36.0
"""How dark the lightest pen is whose rings are looked for."""
_STEEPNESS, _MIDDLE = 14.0, 0.56
"""How the covered share of a ring becomes a chance."""
_BARE = 0.15
"""Where less than this share of a ring's way is inked, there is no ring of any pen."""
_NEAR_MIDDLE, _FAR, _STEPS = 0.45, 2.4, 22
"""Where an odd ring runs: from so much of the radius to so many mm beyond it; samples between."""
_CORRIDOR, _BEHIND = 0.55, 1.0
"""How far beside its way a line's ink may lie, and how far beyond its end, mm."""
_ODD_STEEPNESS, _ODD_MIDDLE, _LITTLE = 40.0, 0.7, 0.3
"""The same for ink anywhere around a point: rings have more than 0.77, ticks less than 0.67, and
stars that were left alone less than 0.25."""
_RING_STEEPNESS, _LEAST_SAY = 16.0, 0.015
"""The same beside another reader, and how sure it may at most be."""


def ring_chances(
    ink: Grey,
    centers: Sequence[Point],
    radius: float,
    ways: Sequence[Sequence[Point]],
    faint: Grey | None = None,
    pen: float | None = None,
) -> Floats:
    """Say how likely each point was circled: 0 where there is no trace of a ring.

    Args:
        ink: The player's ink, 0 is untouched.
        faint: Strokes of any pen, for a second look.
        centers: The points, mm.
        radius: Of the printed symbols, mm.
        ways: For each point the points that lines lead to.
        pen: How dark the page's pen is, if that is known.
    """
    if not centers:
        return np.zeros(0)
    radii = np.full((len(centers), 2), radius)
    inked = _around(ink, np.asarray(centers), radii, pen or pen_darkness(ink))
    if faint is not None:
        inked = np.maximum(inked, _around(faint, np.asarray(centers), radii, LIGHTEST_PEN))
    counts = np.stack([_free(center, tuple(to)) for center, to in zip(centers, ways, strict=True)])
    covered = (inked * counts).sum(axis=1) / counts.sum(axis=1)
    chances = 1 / (1 + np.exp(-_STEEPNESS * (covered - _MIDDLE)))
    return np.asarray(np.where(covered < _BARE, 0.0, chances))


def odd_ring_chances(shares: Floats) -> Floats:
    """Say how likely a point has a ring that is flat, open or aside: 0 where little ink is."""
    chances = 1 / (1 + np.exp(-_ODD_STEEPNESS * (shares - _ODD_MIDDLE)))
    return np.asarray(np.where(shares < _LITTLE, 0.0, chances))


def shares_around(
    ink: Grey,
    centers: Sequence[Point],
    radius: float,
    lines: Sequence[Sequence[Point]],
    pen: float,
) -> Floats:
    """Say in which share of the directions around each point there is ink, the lines' own aside.

    ``lines`` are for each point where the lines lead that were drawn from it.
    """
    if not centers:
        return np.zeros(0)
    reach = np.linspace(_NEAR_MIDDLE * radius, radius + _FAR, _STEPS)
    aside = np.stack([np.cos(_DIRECTIONS), np.sin(_DIRECTIONS)])[:, :, None] * reach
    at = (np.asarray(centers)[:, :, None, None] + aside) * PX_PER_MM - 0.5
    x, y = (at[:, k].reshape(len(centers), -1).astype(np.float32) for k in (0, 1))
    seen = cv2.remap(ink, x, y, cv2.INTER_LINEAR).reshape(len(centers), _ANGLES, _STEPS)
    shares = [
        _share_around(np.asarray(ink > 0.3 * pen), center, to, aside)
        for ink, center, to in zip(seen, centers, lines, strict=True)
    ]
    return np.array(shares)


def _share_around(
    dark: NDArray[np.bool_], center: Point, to: Sequence[Point], aside: Floats
) -> float:
    if not dark.any():
        return 0.0
    free = np.ones(_ANGLES, bool)
    for point in to:
        way = np.subtract(point, center) / max(float(np.hypot(*np.subtract(point, center))), 1e-6)
        along = aside[0] * way[0] + aside[1] * way[1]
        across = np.abs(aside[1] * way[0] - aside[0] * way[1])
        own = (across < _CORRIDOR) & (along > -_BEHIND)
        dark = dark & ~own
        free &= own.mean(axis=1) <= 0.5
    around = np.asarray(dark.any(axis=1))[free]
    return float(around.mean()) if around.size else 0.0


def ring_shares(ink: Grey, centers: Floats, radii: Floats, pen: float | None = None) -> Floats:
    """Say how much of the way around each place, (n, 2) mm, is inked, 0 to 1.

    ``pen`` says how dark the pen is, if not as the page's own.
    """
    return np.asarray(_around(ink, centers, radii, pen or pen_darkness(ink)).mean(axis=1))


def with_ring(chances: Floats, shares: Floats) -> Floats:
    """Let the way around a place, (n,), have its say beside the reader of marks, (n, kinds)."""
    ring = 1 / (1 + np.exp(-_RING_STEEPNESS * (shares - _MIDDLE)))
    ring = np.clip(ring, _LEAST_SAY, 1 - _LEAST_SAY)[:, None]
    circled = np.arange(chances.shape[1]) == CIRCLED
    weights = chances * np.where(circled, ring, 1 - ring)
    return np.asarray(weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-9))


def _around(ink: Grey, centers: Floats, radii: Floats, pen: float) -> Floats:
    """For each place and direction, how surely there is ink where a ring would run."""
    around = np.stack([np.cos(_DIRECTIONS), np.sin(_DIRECTIONS)]).astype(np.float32)
    beyond = np.linspace(_INSIDE, _OUTSIDE, _RADII)
    reach = ((radii[:, :, None] + beyond) * PX_PER_MM).astype(np.float32)
    middle = (centers * PX_PER_MM - 0.5).astype(np.float32)
    x, y = (
        (middle[:, k, None, None] + around[k] * reach[:, k, :, None]).reshape(len(centers), -1)
        for k in (0, 1)
    )
    seen = cv2.remap(ink, x, y, cv2.INTER_LINEAR)
    darkest = seen.reshape(-1, _RADII, _ANGLES).max(axis=1).astype(np.float64)
    return np.clip((darkest - 0.18 * pen) / (0.3 * pen), 0, 1)


@lru_cache(maxsize=256)  # a line leads where it leads on every photo of a sheet
def _free(center: Point, to: tuple[Point, ...]) -> Floats:
    """The directions in which no line leaves a point: 1, else 0."""
    free = np.ones(_ANGLES)
    for x, y in to:
        way = np.arctan2(y - center[1], x - center[0])
        apart = np.abs(np.angle(np.exp(1j * (_DIRECTIONS - way))))
        free[apart < _BESIDE_LINE] = 0
    return free
