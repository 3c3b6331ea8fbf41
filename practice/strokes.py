"""A hand: writes digits and draws circles, crosses, lines and scribbles, never twice alike.

Strokes are arrays (n, 3) of x and y in mm on the page and the pen's pressure, 0.0 to 1.0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from practice.shapes import Run, shapes_of

Stroke = NDArray[np.float64]
Place = Sequence[float] | NDArray[np.float64]
"""x and y in mm."""

STEP = 0.15
"""From one point of a stroke to the next, in mm."""


class Writer(Protocol):
    """Whatever can fill in a sheet."""

    rng: np.random.Generator

    def digit(self, value: int, center: Place, size: Place) -> list[Stroke]:
        """Write a digit inside a box."""

    def minus(self, center: Place, size: Place) -> list[Stroke]:
        """Write a minus sign inside a box."""

    def circle(self, center: Place, size: Place) -> list[Stroke]:
        """Draw around something of this size."""

    def cross(self, center: Place, radius: float) -> list[Stroke]:
        """Cross something out."""

    def path(self, points: Sequence[Place], *, lift: bool) -> list[Stroke]:
        """Draw lines from point to point, with or without lifting the pen."""

    def scribble(self, center: Place, size: Place) -> list[Stroke]:
        """Fill an oval."""

    def tick(self, center: Place, size: Place) -> list[Stroke]:
        """Mark a box."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What makes one hand different from another."""

    slant: float
    """How far the top leans to the right, as a share of the height."""
    height: float
    """Of a digit where there is room for it, in mm."""
    width: float
    """Of a digit, compared with the shape as drawn."""
    wobble: float
    """How far a line strays, in mm."""
    care: float
    """From 0.0, sloppy, to 1.0, neat."""
    shapes: tuple[int, ...]
    """The shape that the hand mostly uses for each digit."""


def habits_of(rng: np.random.Generator) -> Habits:
    """Invent a hand's habits."""
    care = float(rng.beta(2.5, 1.8))
    shapes = []
    for digit in range(10):
        often = np.array([shape.often for shape in shapes_of(digit)])
        shapes.append(int(rng.choice(len(often), p=often / often.sum())))
    return Habits(
        slant=float(rng.normal(0.08, 0.12)),
        height=float(np.clip(rng.normal(6.8, 1.2), 4.6, 9.5)),
        width=float(rng.uniform(0.85, 1.25)),
        wobble=float(rng.uniform(0.03, 0.09) * (1.5 - care)),
        care=care,
        shapes=tuple(shapes),
    )


class Hand:
    """An invented hand. The same seed writes the same."""

    def __init__(self, seed: int | str) -> None:
        self.rng = np.random.default_rng(list(str(seed).encode()))
        self.habits = habits_of(self.rng)

    def digit(self, value: int, center: Place, size: Place) -> list[Stroke]:
        """Write a digit inside a box, mostly in the hand's usual shape."""
        rng, habits = self.rng, self.habits
        shapes = shapes_of(value)
        as_always = rng.random() < 0.9
        shape = shapes[habits.shapes[value] if as_always else rng.integers(len(shapes))]
        strokes = [self._unit_stroke(runs) for runs in shape.strokes]
        lean = habits.slant + rng.normal(0, 0.04)
        for stroke in strokes:
            stroke[:, 0] = stroke[:, 0] * habits.width + (0.5 - stroke[:, 1]) * lean
        usual = habits.height * rng.normal(1, 0.07)
        height = float(np.clip(usual, 0.45 * size[1], rng.uniform(0.74, 0.9) * size[1]))
        return [self._alive(stroke) for stroke in _placed(strokes, height, center, size, rng)]

    def minus(self, center: Place, size: Place) -> list[Stroke]:
        """Write a minus sign inside a box."""
        half = 0.3 * min(size[0], 0.6 * size[1])
        tilt = self.rng.normal(0, 0.06) * half
        (x, y) = center[0], center[1]
        return [self._line((x - half, y + tilt), (x + half, y - tilt))]

    def circle(self, center: Place, size: Place) -> list[Stroke]:
        """Draw around something: open, closed or overlapping, now and then twice."""
        rng, loose = self.rng, 1 - self.habits.care
        turns = 1 + rng.normal(0.0, 0.03 + 0.07 * loose)
        if rng.random() < 0.06 + 0.1 * loose:
            turns += rng.uniform(0.7, 1.1)
        half = np.array([size[0], size[1]]) / 2
        gap = rng.uniform(0.15, 0.5) + 0.6 * loose * rng.random()
        # What is drawn off-centre is drawn larger, or it would cut the thing itself.
        off = rng.normal(0, 0.1 + 0.22 * loose, 2)
        radii = (half + gap) * rng.normal(1, 0.05, 2) + 0.6 * np.abs(off)
        start, way = rng.uniform(-2.6, -0.6), 1 if rng.random() < 0.25 else -1
        angle = start + way * np.linspace(0, 2 * np.pi * turns, 64 + int(40 * turns))
        drift = np.linspace(0, 1, len(angle))[:, None] * rng.normal(0, 0.12 + 0.28 * loose, 2)
        egg = 1 + rng.normal(0, 0.03 + 0.04 * loose) * np.cos(2 * angle + rng.uniform(0, 6))
        ring = np.stack([np.cos(angle), np.sin(angle)], 1) * egg[:, None] * radii
        return [self._alive(_with_pressure(np.array(center[:2]) + off + drift + ring))]

    def cross(self, center: Place, radius: float) -> list[Stroke]:
        """Cross something out with two strokes, or with one that is drawn back and forth."""
        rng = self.rng
        reach = radius * rng.uniform(0.95, 1.3)
        middle = np.array(center[:2]) + rng.normal(0, 0.1, 2) * radius
        strokes = []
        for lean in (np.pi / 4, 3 * np.pi / 4):
            angle = lean + rng.normal(0, 0.15)
            along = np.array([np.cos(angle), np.sin(angle)])
            ends = [middle - along * reach, middle + along * reach * rng.normal(1, 0.08)]
            strokes.append(self._line(ends[0], ends[1]))
        return strokes

    def path(self, points: Sequence[Place], *, lift: bool) -> list[Stroke]:
        """Draw lines from point to point, a little past the points or short of them."""
        lines = [self._line(a, b, stray=0.25) for a, b in pairwise(points)]
        if lift or len(lines) < 2:
            return lines
        return [self._alive(_with_pressure(np.concatenate([line[:, :2] for line in lines])))]

    def scribble(self, center: Place, size: Place) -> list[Stroke]:
        """Fill an oval with a zigzag."""
        rng = self.rng
        half = np.array([size[0], size[1]]) / 2
        across = int(np.clip(2 * half[0] / rng.uniform(0.32, 0.5), 5, 40))
        at = np.linspace(-0.92, 0.92, across)
        high = np.sqrt(1 - at**2) * rng.normal(0.92, 0.05, across)
        zigzag = np.stack([at, high * np.where(np.arange(across) % 2, 1, -1)], 1)
        turn = rng.uniform(-0.5, 0.5)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        filled = [zigzag @ spin.T * half + center[:2]]
        edge = np.linspace(0, 2 * np.pi, 40) + rng.uniform(0, 6)
        filled.append(np.stack([np.cos(edge), np.sin(edge)], 1) * half * 0.86 + center[:2])
        return [self._alive(_with_pressure(_even(part))) for part in filled]

    def tick(self, center: Place, size: Place) -> list[Stroke]:
        """Mark a box with a tick or a small cross."""
        rng = self.rng
        if rng.random() < 0.4:
            return self.cross(center, 0.5 * min(size[0], size[1]))
        hook = np.array([[-0.38, 0.02], [-0.1, 0.38], [0.5, -0.55]])
        hook = hook * np.array(size[:2]) * rng.normal(1, 0.08, (3, 2)) + center[:2]
        return [self._alive(_with_pressure(_even(hook)))]

    def _unit_stroke(self, runs: Sequence[Run]) -> Stroke:
        """Draw one stroke of a shape, its points a little off where they are taught to be."""
        stray = self.rng.normal(0, 0.012 + 0.02 * (1 - self.habits.care), 2)
        curves = []
        for run in runs:
            points = np.array(run) + stray * np.linspace(-1, 1, len(run))[:, None]
            curves.append(smooth(points))
        return _with_pressure(np.concatenate(curves))

    def _line(self, start: Place, end: Place, stray: float = 0.12) -> Stroke:
        rng, loose = self.rng, 1.3 - self.habits.care
        a, b = (np.array(end_[:2]) + rng.normal(0, stray * loose, 2) for end_ in (start, end))
        along = b - a
        a, b = a - along * rng.normal(0.01, 0.015), b + along * rng.normal(0.015, 0.02)
        t = np.linspace(0, 1, max(int(np.hypot(*along) / STEP), 4))[:, None]
        bend = np.array([-along[1], along[0]]) * rng.normal(0, 0.012)
        return self._alive(_with_pressure(a + (b - a) * t + bend * np.sin(np.pi * t)))

    def _alive(self, stroke: Stroke) -> Stroke:
        """Let a stroke tremble, and press the pen more in some places than in others."""
        rng = self.rng
        length = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(stroke[:, :2], axis=0).T))])
        moved = stroke.copy()
        for waves in (0.6, 1.7):
            phase = rng.uniform(0, 6.3, 2)
            size = self.habits.wobble * rng.normal(0, 0.7, 2) / (1 + waves / 2)
            moved[:, :2] += size * np.sin(length[:, None] * waves + phase)
        swell = 0.1 * np.sin(length * rng.uniform(0.3, 1.2) + rng.uniform(0, 6))
        ends = np.minimum(length, length[-1] - length) / 0.5
        moved[:, 2] *= np.clip(0.86 + swell, 0, 1) * np.clip(0.7 + 0.3 * ends, 0, 1)
        return moved


def smooth(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Draw a smooth curve through points (Catmull-Rom)."""
    if len(points) < 3:
        t = np.linspace(0, 1, 12)[:, None]
        straight: NDArray[np.float64] = points[0] * (1 - t) + points[-1] * t
        return straight
    before, after = 2 * points[0] - points[1], 2 * points[-1] - points[-2]
    p = np.vstack([before, points, after])
    t = np.linspace(0, 1, 9)[None, :, None]
    p0, p1, p2, p3 = (p[i : len(p) - 3 + i, None, :] for i in range(4))
    curve = 0.5 * (
        2 * p1
        + (p2 - p0) * t
        + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2
        + (3 * p1 - p0 - 3 * p2 + p3) * t**3
    )
    flat: NDArray[np.float64] = curve.reshape(-1, 2)
    return flat


def _placed(
    strokes: Sequence[Stroke], height: float, center: Place, size: Place, rng: np.random.Generator
) -> list[Stroke]:
    """Scale strokes to a height and put them near the middle of a box, inside it."""
    points = np.concatenate([stroke[:, :2] for stroke in strokes])
    low, high = points.min(0), points.max(0)
    scale = min(height / (high[1] - low[1]), 0.92 * size[0] / max(high[0] - low[0], 0.05))
    half = (high - low) * scale / 2
    room = np.maximum(np.array(size[:2]) / 2 - half, 0)
    at = np.array(center[:2]) + np.clip(rng.normal(0, 0.35, 2), -0.9, 0.9) * room
    placed = []
    for stroke in strokes:
        xy = (stroke[:, :2] - (low + high) / 2) * scale + at
        placed.append(np.column_stack([xy, stroke[:, 2]]))
    return placed


def _even(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Put points at even steps along a chain of straight lines."""
    length = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    at = np.linspace(0, length[-1], max(int(length[-1] / STEP), 2))
    even: NDArray[np.float64] = np.empty((len(at), 2))
    for axis in (0, 1):
        even[:, axis] = np.interp(at, length, points[:, axis])
    return even


def _with_pressure(points: NDArray[np.float64]) -> Stroke:
    return np.column_stack([points, np.ones(len(points))])
