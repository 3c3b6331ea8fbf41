"""Hands of real people: their digits, stroke by stroke, and circles made of their noughts.

Only writers whom the digit reader has not been trained on. The collection is not part of the
repository: its folder is given as an argument or in PAPERPLAY_HANDWRITING.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from practice.strokes import Place, Stroke
from training.data import TEST, data_folder, load_sources

Points = NDArray[np.float64]

STEP = 0.12
"""Between points of a stroke, in mm."""
LEFT_OUT = frozenset({147})
"""A tablet that recorded its writer twice as wide as written."""
FEWEST = 4
"""A hand needs this many different digits of its own; the others are borrowed."""


@dataclass(frozen=True, slots=True)
class Samples:
    """What one writer wrote."""

    writer: int
    digits: tuple[tuple[tuple[Points, ...], ...], ...]
    """For each of 0 to 9 the ways in which it was written, each a few strokes."""


def incomplete() -> frozenset[int]:
    """Read which items of the collection are not the digit that they should be."""
    text = Path(__file__).with_name("incomplete.txt").read_text(encoding="utf-8")
    lines = [line.partition(":")[2] for line in text.splitlines() if not line.startswith("#")]
    return frozenset(int(word) for line in lines for word in line.split())


@cache
def held_out(folder: str | None = None) -> tuple[Samples, ...]:
    """Load the writers that were kept apart from the training.

    Args:
        folder: Where unipen_strokes.npz is; by default PAPERPLAY_HANDWRITING says it.

    Raises:
        SystemExit: The collection is not there; the message says what to do.
    """
    (unipen,) = (one for one in load_sources(data_folder(folder)) if one.name == "unipen")
    dropped = incomplete()
    found: dict[int, dict[int, list[tuple[Points, ...]]]] = {}
    for item in unipen.where(TEST):
        writer = int(unipen.writers[item])
        if int(item) in dropped or writer in LEFT_OUT:
            continue
        strokes = tuple(np.asarray(stroke, np.float64) for stroke in unipen.items[item])
        own = found.setdefault(writer, {})
        own.setdefault(int(unipen.labels[item]), []).append(strokes)
    return tuple(_completed(found))


def _completed(found: dict[int, dict[int, list[tuple[Points, ...]]]]) -> list[Samples]:
    """Lend each writer the digits that he or she did not write, from the next who did."""
    writers = sorted(found)
    hands = []
    for place, writer in enumerate(writers):
        if len(found[writer]) < FEWEST:
            continue
        others = writers[place:] + writers[:place]
        digits = [
            next(tuple(found[one][digit]) for one in others if digit in found[one])
            for digit in range(10)
        ]
        hands.append(Samples(writer, tuple(digits)))
    return hands


class RealHand:
    """Fills in sheets with a real person's strokes. The same seed writes the same."""

    def __init__(self, samples: Samples, seed: int | str) -> None:
        self.samples = samples
        self.rng = np.random.default_rng(list(f"{samples.writer} {seed}".encode()))
        self.height = float(np.clip(self.rng.normal(6.5, 1.1), 4.5, 9.0))
        self.steady = float(self.rng.uniform(0.2, 1.0))
        self.upright = float(self.rng.normal(0, 0.03))
        """How far digits lean more than the writer's own, in radians."""

    def digit(self, value: int, center: Place, size: Place) -> list[Stroke]:
        """Write one of the writer's own digits inside a box."""
        ways = self.samples.digits[value]
        strokes = _turned(ways[self.rng.integers(len(ways))], self.upright + self._small(0.02))
        low, high = _box(strokes)
        height = min(self.height * (1 + self._small(0.07)), 0.86 * size[1])
        scale = min(
            height / max(high[1] - low[1], 1e-6), 0.88 * size[0] / max(high[0] - low[0], 1e-6)
        )
        room = np.maximum(np.array(size[:2]) - (high - low) * scale, 0) / 2
        at = np.array(center[:2]) + room * np.clip(self.rng.normal(0, 0.33, 2), -0.85, 0.85)
        return [self._inked((stroke - (low + high) / 2) * scale + at) for stroke in strokes]

    def minus(self, center: Place, size: Place) -> list[Stroke]:
        """Write a minus sign inside a box."""
        half = np.array([0.28 * min(size[0], 0.6 * size[1]), 0])
        return self.path([np.array(center[:2]) - half, np.array(center[:2]) + half], lift=True)

    def circle(self, center: Place, size: Place) -> list[Stroke]:
        """Draw one of the writer's noughts around something, as large as that needs."""
        rounds = [way[0] for way in self.samples.digits[0] if len(way) == 1 and _is_round(way[0])]
        ring = rounds[self.rng.integers(len(rounds))] if rounds else _plain_ring(self.rng)
        gap = self.rng.uniform(0.2, 0.8) + 0.5 * (1 - self.steady) * self.rng.random()
        half = (np.array(size[:2]) / 2 + gap) * self.rng.normal(1, 0.05, 2)
        off = np.clip(self.rng.normal(0, 0.22, 2), -gap, gap)
        return [self._inked(_rounded(ring) * half + off + center[:2])]

    def cross(self, center: Place, radius: float) -> list[Stroke]:
        """Cross something out."""
        strokes = []
        for slope in (-1, 1):
            angle = slope * np.pi / 4 + self._small(0.18)
            half = np.array([np.cos(angle), np.sin(angle)]) * radius * self.rng.uniform(0.9, 1.35)
            middle = np.array(center[:2]) + self.rng.normal(0, 0.2, 2)
            strokes += self.path([middle - half, middle + half], lift=True)
        return strokes

    def path(self, points: Sequence[Place], *, lift: bool) -> list[Stroke]:
        """Draw lines from point to point, hitting the points more or less."""
        ends = [np.array(point[:2]) + self.rng.normal(0, 0.24, 2) for point in points]
        if not lift:
            return [self._inked(np.array(ends))]
        return [
            self._inked(np.array([a + self.rng.normal(0, 0.12, 2), b])) for a, b in pairwise(ends)
        ]

    def scribble(self, center: Place, size: Place) -> list[Stroke]:
        """Fill an oval with a spiral or by going back and forth."""
        half = np.array(size[:2]) / 2
        if self.rng.random() < 0.5:
            turns = max(half.min() / 0.32, 2.5)
            t = np.linspace(0, 1, int(40 * turns))
            angle = 2 * np.pi * turns * t
            spiral = np.stack([np.cos(angle), np.sin(angle)], 1) * t[:, None] * 0.95 * half
            return [self._inked(spiral + center[:2])]
        lines = max(int(2 * half[1] / self.rng.uniform(0.3, 0.45)), 4)
        y = np.linspace(-0.9, 0.9, lines)
        x = np.sqrt(1 - y**2) * np.where(np.arange(lines) % 2, 0.95, -0.95)
        return [self._inked(np.stack([x, y], 1) * half + center[:2])]

    def tick(self, center: Place, size: Place) -> list[Stroke]:
        """Mark a box: a cross, or the hook of a tick."""
        if self.rng.random() < 0.55:
            return self.cross(center, 0.48 * min(size[:2]))
        hook = np.array([[-0.35, 0.05], [-0.08, 0.36], [0.42, -0.42]]) * np.array(size[:2])
        return [self._inked(hook * self.rng.normal(1, 0.1, (3, 2)) + center[:2])]

    def _small(self, size: float) -> float:
        return float(self.rng.normal(0, size))

    def _inked(self, points: Points) -> Stroke:
        """Go along the points in even steps, with a slight tremor and varying pressure."""
        points = points if len(points) > 1 else points + [[0.0, 0.0], [0.12, 0.05]]
        length = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
        count = max(int(length[-1] / STEP), 3)
        at = np.linspace(0, length[-1], count)
        xy = np.stack([np.interp(at, length, points[:, axis]) for axis in (0, 1)], 1)
        xy += _drift(count, 2, self.rng) * 0.05 * (1.4 - self.steady)
        press = np.clip(0.85 + 0.12 * _drift(count, 1, self.rng)[:, 0], 0.4, 1.0)
        return np.column_stack([xy, press])


def _drift(count: int, columns: int, rng: np.random.Generator) -> Points:
    """Make noise that changes over about a millimetre, with a standard deviation of about 1."""
    knots = max(int(count * STEP / 1.2) + 3, 4)
    coarse = rng.normal(0, 1, (knots, columns))
    at = np.linspace(0, knots - 1, count)
    return np.stack([np.interp(at, np.arange(knots), coarse[:, c]) for c in range(columns)], 1)


def _turned(strokes: Sequence[Points], angle: float) -> list[Points]:
    c, s = np.cos(angle), np.sin(angle)
    return [stroke @ np.array([[c, s], [-s, c]]) for stroke in strokes]


def _box(strokes: Sequence[Points]) -> tuple[Points, Points]:
    points = np.concatenate(list(strokes))
    return points.min(0), points.max(0)


def _is_round(stroke: Points) -> bool:
    """Say whether a nought goes round once and nearly closes."""
    size = np.ptp(stroke, axis=0)
    if len(stroke) < 8 or size.min() < 0.35 * size.max():
        return False
    around = stroke - (stroke.min(0) + stroke.max(0)) / 2
    angle = np.unwrap(np.arctan2(around[:, 1], around[:, 0]))
    return bool(5.6 < abs(angle[-1] - angle[0]) < 8.5)


def _rounded(ring: Points) -> Points:
    """Take the slant and the narrowness out of a nought, and leave what else is in it."""
    length = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(ring, axis=0).T))])
    at = np.linspace(0, length[-1], 80)
    even = np.stack([np.interp(at, length, ring[:, axis]) for axis in (0, 1)], 1)
    around = even - (even.min(0) + even.max(0)) / 2
    spread, axes = np.linalg.eigh(around.T @ around / len(around))
    round_again = axes @ np.diag(1 / np.sqrt(2 * np.maximum(spread, 1e-9))) @ axes.T
    return np.asarray(around @ round_again, np.float64)


def _plain_ring(rng: np.random.Generator) -> Points:
    angle = np.linspace(0, 2 * np.pi * rng.uniform(0.93, 1.1), 60) - rng.uniform(0.8, 2.2)
    return np.stack([np.cos(angle), np.sin(angle)], 1) * (1 + 0.06 * np.sin(2 * angle))[:, None]
