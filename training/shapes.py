"""Strokes of our own making: digit shapes that the collections lack, and what is no digit.

A shape is written as the points "x y" of each stroke, in percent of a square with y
down, strokes apart by a slash. A smooth curve goes through the points; a point given
twice is a corner.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Strokes = list[NDArray[np.float32]]
Rng = np.random.Generator
_Points = list[tuple[float, float]]

_SHAPES: dict[int, list[str]] = {
    0: [
        "55 0  20 12  5 50  20 90  50 100  80 88  93 50  82 12  52 1",
        "55 0  20 12  5 50  20 90  50 100  80 88  93 50  82 12  52 1 / 0 105  100 -5",
        "55 0  20 12  5 50  20 90  50 100  80 88  93 50  82 12  52 1 / 25 80  75 20",
        "70 10  30 2  8 50  40 98  85 60  62 5",
        "55 0  20 12  5 50  20 90  50 100  80 88  93 50  82 12  52 1 / -25 52  125 46",
    ],
    1: [
        "0 50  55 0  55 0  50 100",
        "0 75  60 0  60 0  50 100",
        "10 30  50 0  50 0  50 100 / 20 100  80 100",
        "50 0  48 100",
        "-10 95  55 0  55 0  42 100",
        "22 20  50 0  50 0  50 100",
        "30 28  52 0  52 0  44 100",
        "0 45  32 16  55 0  55 0  50 100",
        "12 30  44 2  54 8  52 100",
    ],
    2: [
        "5 22  45 0  85 25  50 65  0 100  0 100  95 100",
        "10 20  50 0  80 30  30 90  5 90  20 75  50 95  95 95",
        "0 5  70 5  75 30  0 100  0 100  90 98",
    ],
    3: [
        "10 10  50 0  80 22  35 46  85 72  50 100  5 90",
        "5 0  85 0  85 0  40 42  40 42  90 70  50 100  0 92",
        "10 10  70 10  40 45  30 50  45 48  80 75  10 95",
    ],
    4: [
        "35 0  5 60  5 60  95 60 / 70 30  65 100",
        "10 0  10 50  10 50  85 50 / 80 0  75 100",
        "70 100  70 0  70 0  0 65  0 65  100 65",
        "15 5  5 50  40 60  85 45 / 90 10  60 100",
    ],
    5: [
        "15 2  10 45  10 45  55 38  90 68  50 100  0 92 / 15 2  90 0",
        "85 0  20 2  20 2  12 42  12 42  60 40  80 75  5 98",
        "20 12  15 45  15 45  60 40  85 70  45 100  5 90 / 28 0  95 -5",
        "25 28  22 48  22 48  55 42  85 62  70 92  10 100 / 20 8  95 0",
        "15 30  15 50  60 44  88 68  55 98  5 96 / 0 10  85 0",
    ],
    6: [
        "75 0  20 40  10 80  50 100  85 75  50 50  15 75",
        "50 0  10 60  25 98  70 95  75 65  40 60  15 85",
    ],
    7: [
        "5 5  85 0  85 0  35 100",
        "5 5  85 0  85 0  35 100 / 20 55  85 48",
        "0 20  5 2  5 2  90 2  90 2  45 50  35 100",
        "5 10  40 2  85 5  50 50  35 100 / 15 50  75 50",
    ],
    8: [
        "80 12  40 0  15 22  50 48  88 75  50 100  10 78  50 48  82 25  60 2",
        "50 0  20 22  50 46  80 22  50 0 / 50 46  10 75  50 100  90 72  50 46",
        "78 18  45 0  18 20  50 48  85 76  48 100  14 76  50 48  95 5",
        "90 12  20 8  50 45  85 80  40 100  12 78  45 48  80 20",
    ],
    9: [
        "80 15  40 0  10 28  45 52  80 20  80 10  78 100",
        "80 15  40 0  10 25  45 50  80 20  80 60  60 98  10 92",
        "80 20  40 0  10 25  40 48  80 15  60 70  35 100",
        "75 10  35 0  12 25  40 42  75 25  78 15  85 55  60 95  15 100  0 85",
        "80 8  30 5  20 30  50 40  78 20  70 70  20 100",
    ],
}


def variants(digit: int) -> int:
    """Say in how many shapes a digit is drawn here."""
    return len(_SHAPES[digit])


def own_digit(digit: int, rng: Rng, variant: int | None = None, shake: float = 0.035) -> Strokes:
    """Draw a digit with a hand of our own; ``shake`` is the jitter of its points."""
    shapes = _SHAPES[digit]
    shape = shapes[int(rng.integers(len(shapes))) if variant is None else variant]
    aspect = rng.uniform(0.45, 0.85)
    strokes = []
    for text in shape.split("/"):
        points = np.array(text.split(), float).reshape(-1, 2) / 100
        strokes.append(smooth((points + rng.normal(0, shake, points.shape)) * (aspect, 1.0)))
    return strokes


def smooth(points: NDArray[np.float64], steps: int = 8) -> NDArray[np.float32]:
    """Lay a Catmull-Rom curve through points; a point given twice is a corner."""
    p = np.vstack([points[:1], points, points[-1:]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False):
        pieces.append(
            b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
        )
    return np.vstack([*pieces, points[-1:]]).astype(np.float32)


def struck_out(strokes: Strokes, label: int, rng: Rng) -> Strokes:
    """Strike a digit out; never so that it could pass for a slashed 0 or a crossed 7."""
    everything = np.vstack(strokes)
    low, high = everything.min(axis=0), everything.max(axis=0)
    size = max(float((high - low).max()), 1e-6)
    middle, half = (low + high) / 2, np.maximum((high - low) / 2, 0.25 * size) * 1.25
    kind = rng.integers(4)
    if kind == 0 and label not in (0, 1, 4, 7):
        angles = [rng.uniform(-0.9, 0.9)]
    elif kind <= 1:
        first = rng.uniform(-0.4, 0.4)
        angles = [first + rng.normal(0, 0.1) for _ in range(int(rng.integers(2, 5)))]
    elif kind == 2:
        angles = [rng.uniform(0.5, 1.0), -rng.uniform(0.5, 1.0)]
    else:
        return [*strokes, _zigzag(middle, half, rng)]
    lines = []
    for angle in angles:
        way = (
            np.array([np.cos(angle), np.sin(angle)]) * float(np.hypot(*half)) * rng.uniform(0.8, 1)
        )
        at = middle + rng.normal(0, 0.16, 2) * half
        lines.append(np.stack([at - way, at + way]).astype(np.float32))
    return [*strokes, *lines]


def _zigzag(
    middle: NDArray[np.float32], half: NDArray[np.float32], rng: Rng
) -> NDArray[np.float32]:
    turns = int(rng.integers(4, 10))
    along = np.linspace(-1, 1, turns)
    across = np.where(np.arange(turns) % 2, 1.0, -1.0) * rng.uniform(0.5, 1.0, turns)
    points = (
        np.stack([along, across], axis=1) if rng.random() < 0.5 else np.stack([across, along], 1)
    )
    return smooth(middle + points * half, 5)


def scribble(rng: Rng) -> Strokes:
    """Draw something that is no digit at all."""
    kind = int(rng.integers(5))
    if kind == 0:
        return [_zigzag(np.zeros(2, np.float32), np.ones(2, np.float32), rng)]
    if kind == 1:
        return [smooth(rng.normal(0, 1, (int(rng.integers(9, 25)), 2)), 5)]
    if kind == 2:  # a ball of loops
        turn = np.linspace(0, rng.uniform(4, 9) * 2 * np.pi, 90)
        radius = 1 + 0.3 * np.sin(turn * rng.uniform(0.1, 0.6)) + rng.normal(0, 0.05, 90)
        drift = np.linspace(0, rng.uniform(0, 1.5), 90)
        return [
            np.stack([radius * np.cos(turn) + drift, radius * np.sin(turn)], 1).astype(np.float32)
        ]
    if kind == 3:
        return _small_sign(rng)
    return [rng.normal(0, 1, (2, 2)).astype(np.float32) for _ in range(int(rng.integers(4, 12)))]


def _small_sign(rng: Rng) -> Strokes:
    """Draw a cross, a tick, a dash, a question mark or an equals sign."""
    signs: list[list[_Points]] = [
        [[(0, 0), (1, 1)], [(0, 1), (1, 0)]],
        [[(0, 0.6), (0.3, 1.0), (0.3, 1.0), (1.1, 0)]],
        [[(0, 0.5), (1.2, 0.5)]],
        [[(0, 0.2), (0.4, 0), (0.7, 0.25), (0.35, 0.5), (0.35, 0.75)], [(0.35, 0.95), (0.36, 1.0)]],
        [[(0, 0.3), (1, 0.3)], [(0, 0.7), (1, 0.7)]],
        [[(0, 0), (1, 1)], [(0, 1), (1, 0)], [(0.5, 0), (0.5, 1)], [(0, 0.5), (1, 0.5)]],
    ]
    sign = signs[int(rng.integers(len(signs)))]
    return [smooth(np.array(s, float) + rng.normal(0, 0.05, (len(s), 2))) for s in sign]


def side_by_side(first: Strokes, second: Strokes, rng: Rng) -> Strokes:
    """Write two digits next to each other, as high as each other or nearly."""
    placed: Strokes = []
    right = 0.0
    for strokes in (first, second):
        everything = np.vstack(strokes)
        low = everything.min(axis=0)
        high = max(float((everything.max(axis=0) - low)[1]), 1e-6)
        scale = rng.uniform(0.8, 1.1) / high
        offset = np.array([right, rng.uniform(-0.15, 0.15)], np.float32)
        placed += [((s - low) * scale + offset).astype(np.float32) for s in strokes]
        right = float(max(s[:, 0].max() for s in placed)) + rng.uniform(-0.03, 0.45)
    return placed
