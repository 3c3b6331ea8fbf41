"""What hands do to a printed symbol, drawn in many ways, each with its label.

A mark is some strokes in mm around the symbol's middle, and the chances of the five
classes of ``scanner.marks.places``: most are one class alone, doubtful ones are shared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.marks.places import CIRCLED, CROSSED, FILLED, NONE, ODD
from training.shapes import Rng, own_digit

Points = NDArray[np.float64]
Chances = NDArray[np.float32]
WHOLE, BROKEN = 250, 200
"""A ring of so many degrees is a circle; with fewer than the second it is odd."""


@dataclass(frozen=True)
class Mark:
    """Strokes around the symbol's middle, in mm, and what they mean."""

    strokes: list[Points]
    chances: Chances


def sure(label: int) -> Chances:
    """Give all chances to one class."""
    return np.eye(5, dtype=np.float32)[label]


def shared(first: int, share: float, second: int) -> Chances:
    """Give one class a share and the other the rest."""
    return sure(first) * np.float32(share) + sure(second) * np.float32(1 - share)


def nothing() -> Mark:
    """Leave the symbol alone."""
    return Mark([], sure(NONE))


def shaky(points: Points, rng: Rng, size: float = 0.06) -> Points:
    """Let a line tremble, slowly and quickly."""
    steps = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    moved = points.copy()
    for waves in (0.7, 1.6, 3.5):
        phase = rng.uniform(0, 6.3, 2)
        moved += size * rng.normal(0, 0.6, 2) / waves * np.sin(steps[:, None] * waves + phase)
    return moved


def line(start: Points, end: Points, rng: Rng, bend: float = 0.04) -> Points:
    """Draw a line that is nearly straight."""
    along = end - start
    t = np.linspace(0, 1, max(int(np.hypot(*along) / 0.2), 5))[:, None]
    side = np.array([-along[1], along[0]]) * rng.normal(0, bend)
    return shaky(start + along * t + side * np.sin(np.pi * t), rng)


def ring(half: Points, turns: float, rng: Rng, loose: float) -> Points:
    """Draw once around, or less, or more: egg-shaped, squarish, tight, wide, off-centre."""
    start, way = rng.uniform(0, 2 * np.pi), rng.choice([-1, 1])
    angle = start + way * np.linspace(0, 2 * np.pi * turns, int(30 + 50 * turns))
    roundness = rng.choice([2.0, rng.uniform(2, 4.5), rng.uniform(1.4, 2)], p=[0.6, 0.3, 0.1])
    cos, sin = np.cos(angle), np.sin(angle)
    norm = (np.abs(cos) ** roundness + np.abs(sin) ** roundness) ** (-1 / roundness)
    gap = rng.uniform(-0.15, 0.6) if rng.random() < 0.7 else rng.uniform(0.4, 1.5)
    off = rng.normal(0, 0.15 + 0.45 * loose, 2)
    far = np.hypot(*off)
    off *= min(1.0, 1.5 / max(far, 1e-9))
    reach = (half + gap) * np.exp(rng.normal(0, 0.03 + 0.1 * loose, 2))
    reach += rng.uniform(0.2, 0.9) * np.abs(off)
    egg = 1 + rng.normal(0, 0.02 + 0.06 * loose) * np.cos(2 * angle + rng.uniform(0, 6))
    egg += rng.normal(0, 0.02 + 0.04 * loose) * np.cos(3 * angle + rng.uniform(0, 6))
    spiral = 1 + np.linspace(0, rng.normal(0, 0.05 + 0.1 * loose), len(angle))
    shape = np.stack([cos, sin], 1) * (norm * egg * spiral)[:, None] * reach
    if rng.random() < 0.25:  # leaning
        shape[:, 0] += shape[:, 1] * rng.normal(0, 0.2)
    return shaky(shape + off, rng, 0.05 + 0.08 * loose)


def degrees_around(strokes: list[Points]) -> float:
    """Say how much of the way around the middle the strokes go."""
    points = np.concatenate([between(stroke) for stroke in strokes])
    bins = np.floor(np.degrees(np.arctan2(points[:, 1], points[:, 0])) % 360 / 5).astype(int)
    return 5.0 * len(np.unique(bins))


def judged_ring(strokes: list[Points], half: Points) -> Mark:
    """Label a ring by how far around it goes and how near to the middle it comes."""
    around = degrees_around(strokes)
    points = np.concatenate([between(stroke) for stroke in strokes])
    nearest = float(np.min(np.hypot(*(points / half).T)))
    whole = np.clip((around - BROKEN) / (WHOLE - BROKEN), 0, 1)
    whole *= np.clip((nearest - 0.3) / 0.25, 0, 1)
    return Mark(strokes, shared(CIRCLED, float(whole), ODD))


def circle(half: Points, rng: Rng, loose: float) -> Mark:
    """Circle the symbol: mostly closed, at times open, overlapping, twice, with a tail."""
    kind = rng.random()
    turns = rng.uniform(0.96, 1.15)
    if kind < 0.12:
        turns = rng.uniform(1.5, 2.3)
    elif kind < 0.4:
        turns = rng.uniform(0.76, 0.97)
    strokes = [ring(half, turns, rng, loose)]
    if kind > 0.93:
        strokes.append(ring(half, rng.uniform(0.7, 1.1), rng, loose))
    if 0.85 < kind < 0.93:  # two halves
        whole = ring(half, rng.uniform(1.0, 1.1), rng, loose)
        cut = int(len(whole) * rng.uniform(0.35, 0.65))
        strokes = [whole[:cut] + rng.normal(0, 0.12, 2), whole[cut:] + rng.normal(0, 0.12, 2)]
    if rng.random() < 0.15:
        end = strokes[-1][-1]
        away = end / max(np.hypot(*end), 0.1) + rng.normal(0, 0.8, 2)
        strokes.append(line(end, end + away * rng.uniform(0.5, 2.2), rng, 0.15))
    return judged_ring(strokes, half)


def arc(half: Points, rng: Rng, loose: float) -> Mark:
    """Begin a circle and leave it open."""
    return judged_ring([ring(half, rng.uniform(0.3, 0.68), rng, 0.6 * loose)], half)


def _through(half: Points, angle: float, rng: Rng, off: float, reach: float) -> Points:
    along = np.array([np.cos(angle), np.sin(angle)])
    aside = np.array([-along[1], along[0]]) * rng.normal(0, off) * half.mean()
    far = np.sqrt(1 / np.sum((along / half) ** 2)) * reach
    first, second = np.exp(rng.normal(0, 0.12, 2))
    return line(aside - along * far * first, aside + along * far * second, rng, 0.05)


def cross(half: Points, rng: Rng, loose: float) -> Mark:
    """Cross the symbol out: x, +, several strokes, or one stroke that comes back."""
    reach = rng.uniform(0.75, 1.7)
    lean = np.pi / 4 if rng.random() < 0.85 else 0.0
    lean += rng.normal(0, 0.08 + 0.12 * loose)
    open_ = np.pi / 2 + np.clip(rng.normal(0, 0.15 + 0.2 * loose), -0.8, 0.8)
    off = 0.05 + 0.16 * loose
    strokes = [_through(half, lean + k * open_, rng, off, reach) for k in (0, 1)]
    kind = rng.random()
    if kind < 0.12:
        strokes.append(_through(half, lean + rng.uniform(0, 3), rng, off, reach))
    elif kind < 0.2:
        strokes += [_through(half, lean + rng.normal(0, 0.2), rng, 0.3, reach) for _ in range(2)]
    elif kind < 0.4:  # without lifting the pen
        first, second = strokes
        if np.hypot(*(first[-1] - second[0])) > np.hypot(*(first[-1] - second[-1])):
            second = second[::-1]
        belly = (first[-1] + second[0]) / 2 * rng.uniform(1.0, 1.4)
        t = np.linspace(0, 1, 12)[:, None]
        turn = (1 - t) ** 2 * first[-1] + 2 * t * (1 - t) * belly + t**2 * second[0]
        strokes = [np.concatenate([first, turn, second])]
    return Mark(strokes, sure(CROSSED))


def slash(half: Points, rng: Rng, loose: float) -> Mark:
    """Strike the symbol through once."""
    strokes = [_through(half, rng.uniform(0, np.pi), rng, 0.12, rng.uniform(0.8, 1.8))]
    if rng.random() < 0.2:
        strokes.append(strokes[0] + rng.normal(0, 0.35, 2))
    return Mark(strokes, shared(ODD, 0.75, CROSSED))


def fill(half: Points, rng: Rng, loose: float) -> Mark:
    """Fill the symbol: a zigzag, a spiral, hatching, perhaps with an edge."""
    size = half * rng.uniform(0.6, 1.1, 2)
    kind, strokes = rng.random(), list[Points]()
    step = rng.uniform(0.25, 0.7)
    if kind < 0.65:
        count = int(np.clip(2 * size[0] / step, 4, 60))
        at = np.linspace(-0.95, 0.95, count)
        high = np.sqrt(1 - at**2) * rng.normal(0.95, 0.12, count)
        up = np.where(np.arange(count) % 2, 1.0, -1.0)
        turn = rng.uniform(0, np.pi)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        zigzag = np.stack([at, up * high], 1) @ spin.T * size
        if kind < 0.5:
            strokes.append(shaky(between(zigzag), rng, 0.08))
        else:  # hatching: the pen is lifted
            pairs = zip(zigzag[::2], zigzag[1::2], strict=False)
            strokes += [line(a, b, rng) for a, b in pairs]
    else:
        turns = max(size.mean() / step, 2.0)
        t = np.linspace(0.03, 1, int(60 * turns))
        angle = t * turns * 2 * np.pi + rng.uniform(0, 6)
        spiral = np.stack([np.cos(angle), np.sin(angle)], 1) * t[:, None] * size
        strokes.append(shaky(spiral, rng, 0.1))
    off = rng.normal(0, 0.1 + 0.15 * loose, 2)
    strokes = [stroke + off for stroke in strokes]
    if rng.random() < 0.35:
        strokes.append(ring(size * 0.8, rng.uniform(0.9, 1.2), rng, 0.3 * loose))
    return Mark(strokes, sure(FILLED))


def between(corners: Points) -> Points:
    """Put points along a chain of straight lines."""
    t = np.linspace(0, 1, 8, endpoint=False)[None, :, None]
    pieces = corners[:-1, None] * (1 - t) + corners[1:, None] * t
    return np.concatenate([pieces.reshape(-1, 2), corners[-1:]])


def tick(half: Points, rng: Rng, loose: float) -> Mark:
    """Put a check mark on the symbol."""
    hook = np.array([[-0.7, -0.1], [-0.2, 0.7], [1.1, -1.1]]) * rng.normal(1, 0.18, (3, 2))
    hook = hook * half * rng.uniform(0.6, 1.3) + rng.normal(0, 0.3, 2)
    return Mark([shaky(between(hook), rng)], sure(ODD))


def blot(half: Points, rng: Rng, loose: float) -> Mark:
    """Leave a short dash, a digit, an underline or a wild squiggle."""
    kind = rng.random()
    if kind < 0.3:
        middle, angle = rng.normal(0, 0.35, 2) * half, rng.uniform(0, 6.3)
        along = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.5, 0.9) * half
        return Mark([line(middle - along, middle + along, rng, 0.1)], sure(ODD))
    if kind < 0.6:
        strokes = digit(int(rng.integers(10)), half * rng.uniform(0.8, 1.5), rng)
        return Mark(strokes, sure(ODD))
    wild = rng.normal(0, 0.7, (int(rng.integers(4, 7)), 2)) * half
    return Mark([shaky(between(wild), rng, 0.2)], sure(ODD))


def digit(value: int, half: Points, rng: Rng) -> list[Points]:
    """Write a digit so that it fills the height of a box."""
    strokes = [np.asarray(stroke, np.float64) for stroke in own_digit(value, rng)]
    points = np.concatenate(strokes)
    low, high = points.min(0), points.max(0)
    scale = min(2 * half[1] / (high[1] - low[1]), 2 * half[0] / max(high[0] - low[0], 1e-3))
    return [(stroke - (low + high) / 2) * scale for stroke in strokes]


def put_right(half: Points, rng: Rng, loose: float) -> Mark:
    """Circle the symbol and strike it out again."""
    struck = cross if rng.random() < 0.6 else slash
    strokes = circle(half, rng, loose).strokes + struck(half * 1.3, rng, loose).strokes
    return Mark(strokes, shared(ODD, 0.75, CROSSED))


def circled_and_filled(half: Points, rng: Rng, loose: float) -> Mark:
    """Circle a leaf and fill it later, as the rules want it."""
    inside = fill(half * rng.uniform(0.75, 1.0), rng, loose)
    return Mark(circle(half, rng, loose).strokes + inside.strokes, sure(FILLED))


Draw = Callable[[Points, Rng, float], Mark]
