"""Paper folded in four: all rulings run through the point in which the two folds cross.

Such a sheet is a cone over a closed curve on the unit ball. Paper does not stretch, so the curve
is as long as a full circle, 2 pi, and a place of the sheet keeps its distance from the crossing.
The four creases are the curve's corners; between them the sheet bends only as far as it must.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchmarks.paper import Points, Size

STEPS = 2880
SPREAD = np.pi / 2
"""How far from a crease the paper beside it still bends, in radians around the crossing."""


@dataclass(frozen=True)
class Ray:
    """One arm of the crossing."""

    towards: float
    """In radians from the sheet's x."""
    angle: float
    """Of the fold, in radians: positive is a valley, negative a mountain."""


@dataclass(frozen=True)
class Cone:
    """A sheet with creases that all start in one point."""

    size: Size
    crossing: tuple[float, float]
    """From the sheet's upper left corner."""
    rays: tuple[Ray, ...]
    soft: float = 0.02
    """How round the creases are, in radians around the crossing."""

    def in_space(self, places: Points) -> Points:
        """Bring places on the sheet to where they are in space."""
        flat = places - np.array(self.crossing)
        away = np.linalg.norm(flat, axis=-1)
        towards = np.mod(np.arctan2(flat[..., 1], flat[..., 0]), 2 * np.pi)
        at, around, height = self._curve
        longitude = np.interp(towards, at, around)
        latitude = np.interp(towards, at, height)
        level = np.cos(latitude)
        way = [level * np.cos(longitude), level * np.sin(longitude), np.sin(latitude)]
        space = np.stack(way, -1) * away[..., None]
        middle = np.array(self.crossing) - np.array(self.size) / 2
        space[..., :2] += middle
        return np.asarray(space, np.float64)

    def _creased(self, at: Points) -> Points:
        """The curve's height, but for a constant: a corner at every ray."""
        height = np.zeros_like(at)
        for ray in self.rays:
            gap = np.abs(np.mod(at - ray.towards + np.pi, 2 * np.pi) - np.pi)
            gap = np.sqrt(gap**2 + self.soft**2)
            # The slope jumps by the fold's angle and is gone at the end of the spread.
            height -= ray.angle / 2 * SPREAD / 2 * np.clip(1 - gap / SPREAD, 0, 1) ** 2
        return height

    @cached_property
    def _curve(self) -> tuple[Points, Points, Points]:
        """Directions on the flat sheet, and the longitude and latitude that they come to."""
        at = np.linspace(0, 2 * np.pi, STEPS + 1)
        height = self._creased(at)
        height -= height.mean()
        slope = np.diff(height) / np.diff(at)
        low, high = 0.0, 1.2
        for _ in range(40):
            # The steeper the cone, the longer its way round: lift it until the curve closes.
            lifted = (low + high) / 2
            around = _longitudes(height + lifted, slope)
            low, high = (lifted, high) if around[-1] < 2 * np.pi else (low, lifted)
        around = _longitudes(height + low, slope)
        return at, around * 2 * np.pi / around[-1], height + low


def _longitudes(height: Points, slope: Points) -> Points:
    """Go along the curve with speed 1; what does not go up or down goes round."""
    level = np.cos((height[1:] + height[:-1]) / 2)
    speed = np.sqrt(np.maximum(1 - slope**2, 0.05)) / np.maximum(level, 0.1)
    return np.concatenate([[0], np.cumsum(speed)]) * 2 * np.pi / len(slope)
