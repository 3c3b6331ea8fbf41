"""Paper as a net of threads: pushed into a shape, then every thread finds back to its length.

Made without the formulas of the rolled sheet and the cone: folds in any directions, waves that
cross and a corner that stands up may be mixed. Lengths are kept to within 1 %, but for the
place where two folds cross.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchmarks.paper import Points, Size

MESH = 5.0
"""Between threads, in mm."""
ROUNDS = 400
Height = Callable[[Points], Points]
"""How high places (..., 2), from the sheet's middle, are pushed."""


def fold(through: tuple[float, float], towards: float, angle: float, soft: float) -> Height:
    """Push paper up on both sides of a line, or down where the angle is negative."""
    aside = np.array([-np.sin(towards), np.cos(towards)])

    def height(places: Points) -> Points:
        away = (places - np.array(through)) @ aside
        return np.asarray(np.tan(angle / 2) * (np.sqrt(away**2 + soft**2) - soft), np.float64)

    return height


def half_fold(through: tuple[float, float], towards: float, angle: float, soft: float) -> Height:
    """A fold that is a valley on one side of a point and a mountain on the other."""
    whole, along = fold(through, towards, angle, soft), np.array([np.cos(towards), np.sin(towards)])

    def height(places: Points) -> Points:
        return np.asarray(whole(places) * np.tanh((places - np.array(through)) @ along / 45))

    return height


def ripple(towards: float, length: float, high: float, phase: float) -> Height:
    """A wave that dies out towards one side."""
    way = np.array([np.cos(towards), np.sin(towards)])
    aside = np.array([-way[1], way[0]])

    def height(places: Points) -> Points:
        fades = 1 / (1 + np.exp(-(places @ aside) / 60))
        return np.asarray(high * fades * np.sin(2 * np.pi * (places @ way) / length + phase))

    return height


def dog_ear(corner: tuple[float, float], reach: float, high: float) -> Height:
    """A corner that stands up, or hangs down."""

    def height(places: Points) -> Points:
        towards = np.array(corner) / np.linalg.norm(corner)
        past = np.clip((places - np.array(corner)) @ towards / reach + 1, 0, None)
        return np.asarray(high * past**2, np.float64)

    return height


@dataclass(frozen=True)
class Net:
    """A sheet of threads."""

    size: Size
    pushes: tuple[Height, ...]

    def in_space(self, places: Points) -> Points:
        """Bring places on the sheet to where they are in space, smoothly between threads."""
        knots = self._knots
        rows, columns = knots.shape[:2]
        shape = np.array([columns - 3, rows - 3])
        at = places / np.array(self.size) * shape + 1
        whole = np.clip(np.floor(at).astype(int), 1, [columns - 3, rows - 3])
        part = at - whole
        wx, wy = _weights(part[..., 0]), _weights(part[..., 1])
        space = np.zeros((*places.shape[:-1], 3))
        for dy in range(4):
            for dx in range(4):
                knot = knots[whole[..., 1] + dy - 1, whole[..., 0] + dx - 1]
                space += (wx[dx] * wy[dy])[..., None] * knot
        return space

    @cached_property
    def _knots(self) -> Points:
        """Where the threads cross, in space; one more on every side, straight on."""
        width, height = self.size
        columns, rows = round(width / MESH) + 1, round(height / MESH) + 1
        x, y = np.meshgrid(np.linspace(0, width, columns), np.linspace(0, height, rows))
        flat = np.stack([x - width / 2, y - height / 2], -1)
        z = np.sum([push(flat) for push in self.pushes], axis=0)
        step = np.array([width / (columns - 1), height / (rows - 1)])
        knots = np.stack([*_drawn_in(z, step), z], -1)
        _relax(knots, step)
        for axis in (0, 1):
            first, last = (np.take(knots, [n], axis) for n in (0, -1))
            second, before = (np.take(knots, [n], axis) for n in (1, -2))
            knots = np.concatenate([2 * first - second, knots, 2 * last - before], axis)
        return knots


def _drawn_in(z: Points, step: Points) -> tuple[Points, Points]:
    """Where paper slopes it covers less of the table: draw the threads in, row by row."""
    level = []
    for axis, length in ((1, step[0]), (0, step[1])):
        rise = np.diff(z, axis=axis)
        run = np.sqrt(np.maximum(length**2 - rise**2, (0.2 * length) ** 2))
        start = np.zeros_like(np.take(z, [0], axis))
        way = np.concatenate([start, np.cumsum(run, axis)], axis)
        level.append(way - way.mean(axis, keepdims=True))
    return level[0], level[1]


def _relax(knots: Points, step: Points) -> None:
    """Bring every thread back to its length, along rows, columns and both diagonals."""
    pairs = []
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = float(np.hypot(dx * step[0], dy * step[1]))
        for odd in (0, 1):
            pairs.append((dy, dx, odd, length))
    for _ in range(ROUNDS):
        for dy, dx, odd, length in pairs:
            rows, columns = knots.shape[:2]
            r = slice(odd, rows - 1, 2) if dy else slice(0, rows)
            far_r = slice(odd + 1, rows, 2) if dy else slice(0, rows)
            if dy and dx:
                one = slice(0, columns - 1) if dx > 0 else slice(1, columns)
                two = slice(1, columns) if dx > 0 else slice(0, columns - 1)
            elif dx:
                one, two = slice(odd, columns - 1, 2), slice(odd + 1, columns, 2)
            else:
                one = two = slice(0, columns)
            a, b = knots[r, one], knots[far_r, two]
            gap = b - a
            away = np.linalg.norm(gap, axis=-1, keepdims=True)
            pull = gap * (0.5 * (1 - length / np.maximum(away, 1e-9)))
            knots[r, one] = a + pull
            knots[far_r, two] = b - pull


def _weights(t: Points) -> tuple[Points, Points, Points, Points]:
    """Catmull and Rom's weights of four neighbouring knots."""
    t2, t3 = t * t, t * t * t
    return (
        (-t3 + 2 * t2 - t) / 2,
        (3 * t3 - 5 * t2 + 2) / 2,
        (-3 * t3 + 4 * t2 + t) / 2,
        (t3 - t2) / 2,
    )
