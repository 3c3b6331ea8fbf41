"""Marks as people make them who did not read the rules: ticks, underlines, strikes, big rings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.hands import RealHand
from practice.strokes import Stroke

Points = NDArray[np.float64]


def tick_beside(
    center: Sequence[float],
    radius: float,
    hand: RealHand,
    asides: Sequence[float] = (-0.2, 0.6, 1.3),
) -> list[Stroke]:
    """A tick through something or right beside it, by so many times its radius."""
    high = max(radius * hand.rng.uniform(1.4, 2.4), 2.2)
    aside = radius * hand.rng.choice(asides)
    hook = np.array([[-0.45, 0.0], [-0.12, 0.4], [0.6, -0.65]]) * high
    hook *= hand.rng.normal(1, 0.1, (3, 2))
    return hand.path(hook + np.array(center[:2]) + [aside, -0.1 * radius], lift=False)


def underline(center: Sequence[float], radius: float, hand: RealHand) -> list[Stroke]:
    """One line under something, or two."""
    strokes: list[Stroke] = []
    for line in range(1 if hand.rng.random() < 0.7 else 2):
        y = center[1] + radius * 1.15 + 0.9 * line
        half = radius * hand.rng.uniform(0.9, 1.4)
        strokes += hand.path([(center[0] - half, y), (center[0] + half, y)], lift=True)
    return strokes


def filled_in(center: Sequence[float], radius: float, hand: RealHand) -> list[Stroke]:
    """Something coloured in."""
    size = 2 * radius * hand.rng.uniform(0.85, 1.1)
    return hand.scribble(center, (size, size))


def large_ring(center: Sequence[float], size: Sequence[float], hand: RealHand) -> list[Stroke]:
    """A ring with far more room than is needed, and not quite around the middle."""
    more = hand.rng.uniform(1.5, 2.3)
    off = hand.rng.normal(0, 0.12, 2) * np.array(size[:2])
    return hand.circle(np.array(center[:2]) + off, np.array(size[:2]) * more)


def ring_around(one: Sequence[float], other: Sequence[float], hand: RealHand) -> list[Stroke]:
    """One long ring around two symbols."""
    a, b = np.array(one[:2], float), np.array(other[:2], float)
    room = 5.2 + hand.rng.uniform(0, 1.2)
    return hand.circle((a + b) / 2, np.abs(b - a) + room)


def struck(strokes: Sequence[Stroke], hand: RealHand) -> list[Stroke]:
    """Strike something out: short strokes across a line, or a zigzag over the whole."""
    points = np.concatenate([stroke[:, :2] for stroke in strokes])
    low, high = points.min(0), points.max(0)
    if hand.rng.random() < 0.5 or (high - low).min() < 2:
        drawn: list[Stroke] = []
        for stroke in strokes:
            drawn += _across(stroke[:, :2], hand)
        return drawn
    turns = int(hand.rng.integers(5, 9))
    t = np.linspace(-0.05, 1.05, turns)
    side = np.where(np.arange(turns) % 2, 1.05, -0.05)
    zigzag = low + np.stack([t, side], 1) * (high - low)
    return hand.path(zigzag, lift=False)


def _across(line: Points, hand: RealHand) -> list[Stroke]:
    """Two to four short strokes across a line."""
    length = float(np.hypot(*np.diff(line, axis=0).T).sum())
    strokes: list[Stroke] = []
    for share in np.linspace(0.2, 0.8, int(np.clip(length / 2.5, 2, 5))):
        at = int(share * (len(line) - 1))
        ahead = line[min(at + 3, len(line) - 1)] - line[max(at - 3, 0)]
        aside = np.array([-ahead[1], ahead[0]]) / max(float(np.hypot(*ahead)), 1e-6)
        lean = aside * 1.5 + ahead / max(float(np.hypot(*ahead)), 1e-6) * 0.8
        strokes += hand.path([line[at] - lean, line[at] + lean], lift=True)
    return strokes


def cancelled(center: Sequence[float], size: Sequence[float], hand: RealHand) -> list[Stroke]:
    """A ring, and two or three strokes through it: it does not count."""
    strokes = hand.circle(center, size)
    reach = np.array(size[:2]) / 2 + 0.9
    for place in np.linspace(-0.4, 0.4, int(hand.rng.integers(2, 4))):
        start = np.array(center[:2]) + [-reach[0], reach[1] * (place + 0.35)]
        end = np.array(center[:2]) + [reach[0], reach[1] * (place - 0.35)]
        strokes += hand.path([start, end], lift=True)
    return strokes
