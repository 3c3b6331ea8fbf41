"""Paper as a strip that turns: straight creases side by side, waves, curls, a bow.

All bends run in one direction across the sheet, so the sheet is a cylinder over a curve. The
curve is given by how far it has turned at each millimetre and is added up from there: lengths
along the paper are kept exactly, whatever the bends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchmarks.paper import Points, Size

STEP = 0.2
BEYOND = 30.0
"""The curve goes on beyond the paper's edge, in mm, so that an edge can be drawn cleanly."""


@dataclass(frozen=True)
class Crease:
    """A straight fold."""

    at: float
    """In mm from the sheet's middle, along the direction across the folds."""
    angle: float
    """In radians: positive is a valley, negative a mountain."""
    soft: float
    """Over how many mm the paper turns: 0.5 is a sharp fold, 12 one that was never pressed."""


@dataclass(frozen=True)
class Wave:
    """A ripple, as damp paper has."""

    steep: float
    """The steepest slope, in radians."""
    length: float
    """In mm."""
    phase: float = 0.0


@dataclass(frozen=True)
class Curl:
    """One side that rolls up, or down."""

    side: int
    """-1 or 1: towards the start or the end of the direction across."""
    reach: float
    """How many mm of the sheet roll."""
    angle: float
    """How far its edge has turned, in radians."""


@dataclass(frozen=True)
class Rolled:
    """A sheet whose bends all run in one direction."""

    size: Size
    across: float = 0.0
    """The direction across the bends, in radians from the sheet's x."""
    creases: tuple[Crease, ...] = ()
    waves: tuple[Wave, ...] = ()
    curls: tuple[Curl, ...] = ()
    arch: float = 0.0
    """How far the sheet turns evenly from one end to the other, in radians."""

    def in_space(self, places: Points) -> Points:
        """Bring places on the sheet to where they are in space."""
        flat = places - np.array(self.size) / 2
        way = np.array([np.cos(self.across), np.sin(self.across)])
        aside = np.array([-way[1], way[0]])
        s, t = flat @ way, flat @ aside
        at, x, z = self._curve
        level = np.interp(s, at, x)[..., None] * way + t[..., None] * aside
        return np.concatenate([level, np.interp(s, at, z)[..., None]], -1)

    @property
    def reach(self) -> float:
        """How far the sheet goes from its middle, along the direction across."""
        width, height = self.size
        way = abs(np.cos(self.across)), abs(np.sin(self.across))
        return float(way[0] * width + way[1] * height) / 2

    def turned(self, s: Points) -> Points:
        """Say how far the curve has turned at places along the direction across."""
        angle = self.arch * s / (2 * self.reach)
        for crease in self.creases:
            ramp = np.clip((s - crease.at) / crease.soft + 0.5, 0, 1)
            angle = angle + crease.angle * (ramp * ramp * (3 - 2 * ramp) - 0.5)
        for wave in self.waves:
            angle = angle + wave.steep * np.sin(2 * np.pi * s / wave.length + wave.phase)
        for curl in self.curls:
            past = np.clip(s * curl.side - (self.reach - curl.reach), 0, curl.reach) / curl.reach
            angle = angle + curl.side * curl.angle * past**1.5
        return np.asarray(angle, np.float64)

    @cached_property
    def _curve(self) -> tuple[Points, Points, Points]:
        """The curve: places along the paper, how far it has come, and how high."""
        half = int((self.reach + BEYOND) / STEP)
        at = np.arange(-half, half + 1) * STEP
        angle = self.turned(at[:-1] + STEP / 2)
        x = np.concatenate([[0], np.cumsum(np.cos(angle))]) * STEP
        z = np.concatenate([[0], np.cumsum(np.sin(angle))]) * STEP
        return at, x - x[half], z - z[half]
