"""Writes with one pen: numbers, names, and marks around or over what is printed."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from benchmarks.stranger.hands import Hand
from benchmarks.stranger.pen import Paper, Pen, Point, cross, line, ring, tick
from benchmarks.stranger.prints import PX_PER_MM

Style = dict[str, float]
STYLE: Style = {
    "size": 0.68,  # of digits, to the place for them
    "jit": 0.6,  # how far beside it they are, in mm
    "shaky": 0.04,
    "ringk": 1.3,  # the size of rings, to what they are around
    "ringjit": 0.35,
    "tickp": 0,  # how often a row's symbol is ticked instead
    "strikep": 0,  # how often something is corrected
    "tickobj": 0,  # how often a finished object is ticked as well
    "out": 0,  # how far digits leave their place
    "open": 0.12,  # how often a ring does not close
    "flat": 0,
}


def digits(
    paper: Paper,
    pen: Pen,
    hand: Hand,
    v: int,
    at: Point,
    size: Point,
    style: Style,
    rng: np.random.RandomState,
) -> None:
    """Write a number."""
    s = str(v)
    h = (
        min(size[1] * style["size"] * 1.05, size[0] * 1.1 * style["size"])
        if len(s) == 1
        else size[1] * style["size"] * 0.95
    )
    h *= rng.uniform(0.88, 1.12) * PX_PER_MM
    masks = []
    for ch in s:
        if ch == "-":
            m = np.zeros((int(h), int(h * 0.5)), np.uint8)
            cv2.line(
                m,
                (4, int(h / 2)),
                (int(h * 0.5) - 4, int(h / 2 + rng.randint(-3, 4))),
                255,
                max(1, int(pen.w)),
                cv2.LINE_AA,
            )
        else:
            m = hand.digit(int(ch), h, pen.w)
        masks.append(m)
    gap = h * 0.12
    W = sum(m.shape[1] for m in masks) + gap * (len(masks) - 1)
    x = (
        at[0] * PX_PER_MM
        - W / 2
        + rng.normal(0, style["jit"] * PX_PER_MM * 0.7)
        + style["out"] * rng.normal(0, 1) * PX_PER_MM
    )
    y = at[1] + rng.normal(0, style["jit"]) * 0.8 + style["out"] * rng.normal(0, 0.8)
    for m in masks:
        paper.stamp(pen, m, ((x + m.shape[1] / 2) / PX_PER_MM, y + rng.normal(0, 0.25)))
        x += m.shape[1] + gap


def mark(
    paper: Paper,
    pen: Pen,
    c: Point,
    R: float,
    style: Style,
    rng: np.random.RandomState,
    habit: str | None = None,
    kx: float = 1.0,
) -> None:
    """Mark what is chosen: with a ring, or with a tick or an underline by habit."""
    h = habit or "ring"
    c = np.array(c) + rng.normal(0, style["ringjit"], 2)
    if h == "tick":
        paper.stroke(pen, tick(c, R * 1.1, rng))
    elif h == "under":
        y = c[1] + R * rng.uniform(0.85, 1.2)
        paper.stroke(pen, line([c[0] - R * 1.2, y], [c[0] + R * 1.2, y], rng, 0.3))
        if rng.rand() < 0.25:
            paper.stroke(pen, line([c[0] - R, y + 0.7], [c[0] + R, y + 0.7], rng, 0.3))
    else:
        k = style["ringk"] * rng.uniform(0.88, 1.18)
        fl = 1 - style["flat"] * rng.uniform(0.2, 0.45)
        paper.stroke(
            pen,
            ring(
                c,
                R * k * kx * rng.uniform(0.9, 1.12),
                R * k * fl * rng.uniform(0.9, 1.1),
                rng,
                shaky=style["shaky"],
                open_=bool(rng.rand() < style["open"]),
            ),
        )


def cross_out(
    paper: Paper, pen: Pen, c: Point, R: float, style: Style, rng: np.random.RandomState
) -> None:
    """Cross a symbol out, with two lines or one."""
    if rng.rand() < 0.75:
        for q in cross(c, R, rng, style["shaky"]):
            paper.stroke(pen, q)
    else:
        paper.stroke(pen, line([c[0] - R, c[1] + R * 0.9], [c[0] + R, c[1] - R * 0.9], rng, 0.4))


FONTS = [cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX]


def name(paper: Paper, pen: Pen, text: str, f: dict[str, Any], rng: np.random.RandomState) -> None:
    """Write the player's name."""
    if not text:
        return
    m = np.zeros((int(12 * PX_PER_MM), int(45 * PX_PER_MM)), np.uint8)
    cv2.putText(
        m,
        text,
        (20, int(8 * PX_PER_MM)),
        FONTS[rng.randint(2)],
        rng.uniform(2, 2.8),
        255,
        max(2, int(pen.w)),
        cv2.LINE_AA,
    )
    paper.stamp(
        pen, m, (f["center"][0] - f["size"][0] / 2 + 23, f["center"][1] + rng.normal(0, 0.5))
    )
