"""Ways of marking that training never sees: kept for calibration and for the check."""

from __future__ import annotations

import numpy as np

from scanner.marks.places import CROSSED, FILLED
from training import places_marks as marks
from training.places_marks import Draw, Mark, Points, sure
from training.shapes import Rng


def circle(half: Points, rng: Rng, loose: float) -> Mark:
    """Circle with corners, or with a loop that swings out before it closes."""
    if rng.random() < 0.3:
        return marks.circle(half, rng, loose)
    off = rng.normal(0, 0.15 + 0.25 * loose, 2)
    reach = half + rng.uniform(0.1, 0.9) + 0.5 * np.abs(off)
    if rng.random() < 0.5:
        count = int(rng.integers(5, 9))
        angle = np.linspace(0, 2 * np.pi, count, endpoint=False) + rng.normal(0, 0.15, count)
        corners = np.stack([np.cos(angle), np.sin(angle)], 1) * reach * rng.uniform(1.02, 1.2)
        corners = np.concatenate([corners, corners[:1] + rng.normal(0, 0.4, 2)])
        return marks.judged_ring([marks.shaky(marks.between(corners) + off, rng)], half)
    t = np.linspace(0, 1, 90)
    angle = rng.uniform(0, 6) + t * 2 * np.pi * rng.uniform(0.93, 1.2)
    swing = 1 + rng.uniform(0, 0.35) * t**3
    loop = np.stack([np.cos(angle), np.sin(angle)], 1) * reach * swing[:, None]
    return marks.judged_ring([marks.shaky(loop + off, rng, 0.1)], half)


def cross(half: Points, rng: Rng, loose: float) -> Mark:
    """Cross out with bowed strokes, or with two close lines each way."""
    strokes = marks.cross(half, rng, loose).strokes
    if rng.random() < 0.5:
        strokes = [
            stroke + np.sin(np.linspace(0, np.pi, len(stroke)))[:, None] * rng.normal(0, 0.3, 2)
            for stroke in strokes
        ]
    elif rng.random() < 0.4:
        strokes += [stroke + rng.normal(0, 0.25, 2) for stroke in strokes]
    return Mark(strokes, sure(CROSSED))


def fill(half: Points, rng: Rng, loose: float) -> Mark:
    """Fill with curls or by hatching both ways."""
    size = half * rng.uniform(0.65, 1.05)
    if rng.random() < 0.5:
        t = np.linspace(0, 1, 160)
        angle = t * 2 * np.pi * rng.uniform(5, 9)
        way = np.stack([np.linspace(-0.6, 0.6, 160), rng.normal(0, 0.05, 160)], 1)
        curl = way + np.stack([0.4 * np.cos(angle), 0.85 * np.sin(angle)], 1)
        return Mark([marks.shaky(curl * size, rng)], sure(FILLED))
    strokes = []
    for lean in (0.7, 2.3):
        for at in np.arange(-0.8, 0.81, rng.uniform(0.25, 0.4)):
            along = np.array([np.cos(lean), np.sin(lean)])
            aside = np.array([-along[1], along[0]]) * at
            reach = np.sqrt(1 - at**2) * rng.uniform(0.85, 1.1)
            ends = (aside - along * reach) * size, (aside + along * reach) * size
            strokes.append(marks.line(*ends, rng))
    return Mark(strokes, sure(FILLED))


INSTEAD: dict[Draw, Draw] = {marks.circle: circle, marks.cross: cross, marks.fill: fill}
