"""Rings around points that lines run through: the directions of the lines do not count."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scanner.lines import pen_darkness
from scanner.pictures import Floats, Grey
from templates.geometry import Point

_ANGLES = 60
_RADII = 9
_INSIDE, _OUTSIDE = 0.1, 2.1
"""Where a ring may run: so far beyond the symbol's radius, mm."""
_BESIDE_LINE = np.deg2rad(24)
_STEEPNESS, _MIDDLE = 14.0, 0.56
"""How the covered share of a ring becomes a chance."""


def ring_chances(
    ink: Grey,
    centers: Sequence[Point],
    radius: float,
    ways: Sequence[Sequence[Point]],
    px_per_mm: float,
) -> Floats:
    """Say how likely each point was circled.

    Args:
        ink: The player's ink, 0 is untouched.
        centers: The points, mm.
        radius: Of the printed symbols, mm.
        ways: For each point the points that lines lead to.
        px_per_mm: The page's scale.
    """
    if not centers:
        return np.zeros(0)
    angles = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
    around = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    radii = np.linspace(radius + _INSIDE, radius + _OUTSIDE, _RADII)
    spots = np.asarray(centers)[:, None, None, :] + around[None, :, None, :] * radii[:, None]
    places = (spots * px_per_mm - 0.5).reshape(len(centers), -1, 2).astype(np.float32)
    seen = cv2.remap(ink, places, None, cv2.INTER_LINEAR).reshape(-1, _ANGLES, _RADII)
    pen = pen_darkness(ink)
    inked = np.clip((seen.max(axis=2).astype(np.float64) - 0.18 * pen) / (0.3 * pen), 0, 1)
    counts = np.stack([_free(center, to, angles) for center, to in zip(centers, ways, strict=True)])
    covered = (inked * counts).sum(axis=1) / counts.sum(axis=1)
    return np.asarray(1 / (1 + np.exp(-_STEEPNESS * (covered - _MIDDLE))))


def _free(center: Point, to: Sequence[Point], angles: Floats) -> Floats:
    """The directions in which no line leaves a point: 1, else 0."""
    free = np.ones(len(angles))
    for x, y in to:
        way = np.arctan2(y - center[1], x - center[0])
        apart = np.abs(np.angle(np.exp(1j * (angles - way))))
        free[apart < _BESIDE_LINE] = 0
    return free
