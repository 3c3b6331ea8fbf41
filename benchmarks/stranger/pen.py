"""Pens, the shapes that they draw, and the paper that they draw on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from benchmarks.stranger.prints import PX_PER_MM

Point = Sequence[float]
Points = Sequence[Point]

PENS = {  # width mm (lo, hi), BGR colours, strength, grain
    "ballpoint": (
        (0.32, 0.5),
        [(120, 30, 20), (30, 25, 25), (150, 50, 30), (60, 40, 40)],
        (0.78, 0.95),
        0.25,
    ),
    "gel": ((0.45, 0.65), [(110, 20, 10), (20, 18, 18), (40, 25, 150)], (0.95, 1), 0.05),
    "fineliner": (
        (0.35, 0.5),
        [(25, 22, 22), (140, 40, 20), (40, 30, 170), (60, 110, 20)],
        (0.9, 1),
        0.05,
    ),
    "fountain": ((0.45, 0.8), [(150, 60, 25), (95, 25, 15), (35, 25, 25)], (0.55, 0.95), 0.3),
    "felt": (
        (0.8, 1.3),
        [(30, 25, 25), (160, 50, 20), (50, 40, 190), (70, 130, 30)],
        (0.85, 1),
        0.08,
    ),
    "pencil2b": ((0.45, 0.75), [(60, 58, 58)], (0.55, 0.8), 0.65),
    "pencilh": ((0.3, 0.45), [(95, 92, 92)], (0.5, 0.7), 0.6),
    "orange": ((0.8, 1.4), [(30, 130, 250), (20, 110, 240)], (0.8, 1), 0.1),
    "green": ((0.6, 1.3), [(80, 170, 60), (60, 150, 30)], (0.8, 1), 0.1),
    "pink": ((0.6, 1.3), [(170, 80, 235), (140, 60, 225)], (0.8, 1), 0.1),
    "lightblue": ((0.6, 1.3), [(235, 175, 70), (225, 160, 90)], (0.8, 1), 0.1),
    "red": ((0.35, 0.6), [(45, 35, 200)], (0.85, 1), 0.2),
    "glitter": ((0.5, 0.8), [(170, 70, 150), (150, 110, 40), (110, 60, 190)], (0.75, 0.95), 0.5),
}
_noise = {}


def grain() -> np.ndarray:
    """Give the grain of paper, which the pen skips in places."""
    if "g" not in _noise:
        rng = np.random.RandomState(5)
        a = rng.rand(1024, 1024).astype(np.float32)
        b = cv2.GaussianBlur(rng.rand(1024, 1024).astype(np.float32), (0, 0), 1.5)
        a = (a - 0.5) * 0.5 + (b - 0.5) * 5
        _noise["g"] = np.clip(a * 0.5 + 0.5, 0, 1)
    return _noise["g"]


class Pen:
    """One pen: width, colour, strength, grain."""

    def __init__(self, name: str, rng: np.random.RandomState) -> None:
        W, C, A, g = PENS[name]
        self.name = name
        self.w = rng.uniform(*W) * PX_PER_MM
        self.c = C[rng.randint(len(C))]
        self.a = rng.uniform(*A)
        self.g = g * rng.uniform(0.6, 1.3)
        self.vary = {"fountain": 0.3, "ballpoint": 0.12, "pencil2b": 0.2, "pencilh": 0.15}.get(
            name, 0.06
        )


class Paper:
    """One sheet: its print at 300 dpi, and a layer of ink for each pen."""

    def __init__(self, img: np.ndarray, layout: dict[str, Any], rng: np.random.RandomState) -> None:
        self.img, self.layout, self.rng, self.layers, self.shape = (
            img,
            layout,
            rng,
            {},
            img.shape[:2],
        )

    def layer(self, pen: Pen) -> np.ndarray:
        """Give a pen's layer."""
        if id(pen) not in self.layers:
            self.layers[id(pen)] = (pen, np.zeros(self.shape, np.uint8))
        return self.layers[id(pen)][1]

    def stroke(self, pen: Pen, pts: Points, w: float | None = None) -> None:
        """Draw a line without lifting the pen; its pressure changes slowly."""
        m = self.layer(pen)
        q = np.asarray(pts, float) * PX_PER_MM
        rng = self.rng
        lo = np.floor(q.min(0) - 25).astype(int)
        hi = np.ceil(q.max(0) + 25).astype(int)
        lo = np.maximum(lo, 0)
        hi = np.minimum(hi, [self.shape[1], self.shape[0]])
        if (hi <= lo).any():
            return
        t = np.zeros((hi[1] - lo[1], hi[0] - lo[0]), np.uint8)
        q = q - lo
        n = len(q)
        step = 3 if n > 6 else 1
        w = w or pen.w
        ph = rng.rand(2) * 6
        f = rng.uniform(0.15, 0.4)
        for i in range(0, n - 1, step):
            u = 1 + pen.vary * (np.sin(i * f + ph[0]) + 0.5 * np.sin(i * f * 2.3 + ph[1]))
            v = int(
                np.clip(255 * (1 - pen.vary * 0.5 * (1 + np.sin(i * f * 0.8 + ph[1]))), 90, 255)
            )
            cv2.polylines(
                t,
                [np.round(q[i : i + step + 1] * 16).astype(np.int32)],
                False,
                v,
                max(1, int(w * u + rng.rand())),
                cv2.LINE_AA,
                4,
            )
        a = m[lo[1] : hi[1], lo[0] : hi[0]]
        np.maximum(a, t, out=a)

    def stamp(self, pen: Pen, mask: np.ndarray, at: Point) -> None:
        """Put a written digit down."""
        m = self.layer(pen)
        h, w = mask.shape
        x, y = int(at[0] * PX_PER_MM - w / 2), int(at[1] * PX_PER_MM - h / 2)
        x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, self.shape[1]), min(y + h, self.shape[0])
        if x1 <= x0 or y1 <= y0:
            return
        a = m[y0:y1, x0:x1]
        np.maximum(a, mask[y0 - y : y1 - y, x0 - x : x1 - x], out=a)

    def fade(self, at: Point, rad: float, k: float) -> None:
        """Rub out what is drawn so far: it is left at k of its strength."""
        x, y, R = int(at[0] * PX_PER_MM), int(at[1] * PX_PER_MM), int(rad * PX_PER_MM)
        for _, m in self.layers.values():
            a = m[max(0, y - R) : y + R, max(0, x - R) : x + R]
            if a.size:
                a[:] = np.maximum(
                    (a * k).astype(np.uint8),
                    (cv2.GaussianBlur(a, (0, 0), 7) * 0.12).astype(np.uint8),
                )

    def done(self) -> np.ndarray:
        """Put the ink on the print."""
        out = self.img
        h, w = self.shape
        g = grain()
        for pen, m in self.layers.values():
            ys = np.flatnonzero(m.any(1))
            xs = np.flatnonzero(m.any(0))
            if not len(ys):
                continue
            sl = np.s_[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
            a = m[sl].astype(np.float32) / 255 * pen.a
            if pen.g > 0.02:
                T = np.tile(g, (a.shape[0] // 1024 + 1, a.shape[1] // 1024 + 1))[
                    : a.shape[0], : a.shape[1]
                ]
                a *= 1 - pen.g * (1 - np.clip(T * 1.3, 0, 1))
            p = out[sl]
            for c in range(3):
                f = 1 - a * (1 - pen.c[c] / 255.0)
                p[:, :, c] = np.clip(p[:, :, c] * f, 0, 255)
            if pen.name == "glitter":
                T = np.tile(g, (a.shape[0] // 1024 + 1, a.shape[1] // 1024 + 1))[
                    : a.shape[0], : a.shape[1]
                ]
                k = (T > 0.8) & (a > 0.3)
                p[k] = np.clip(p[k].astype(int) + 90, 0, 255)
        return out


def ring(
    c: Point,
    rx: float,
    ry: float,
    rng: np.random.RandomState,
    turns: float | None = None,
    shaky: float = 0.04,
    open_: bool | None = None,
) -> np.ndarray:
    """Draw around a point, more or less closed."""
    a0 = rng.uniform(0, 6.3)
    turns = turns or rng.choice([1.0, 1.08, 1.15, 1.3, 2.05], p=[0.25, 0.3, 0.25, 0.12, 0.08])
    if open_ is None:
        open_ = rng.rand() < 0.12
    if open_:
        turns = rng.uniform(0.82, 0.95)
    n = int(40 * turns) + 4
    t = np.linspace(0, turns * 2 * np.pi, n) * rng.choice([1, -1]) + a0
    dr = np.cumsum(rng.randn(n)) * shaky * 0.35 + np.linspace(0, rng.normal(0, 0.09), n) * turns
    dr = dr - dr.mean()
    k = 1 + np.clip(dr, -0.22, 0.22)
    ph = rng.uniform(0, 3.2)
    el = 1 + 0.08 * np.cos(2 * t + ph)
    return np.stack([c[0] + rx * k * el * np.cos(t), c[1] + ry * k * el * np.sin(t)], 1)


def line(
    a: Point,
    b: Point,
    rng: np.random.RandomState,
    over: float = 0.35,
    shaky: float = 0.08,
    bend: float = 0.02,
) -> np.ndarray:
    """Draw from a to b, not quite straight."""
    a, b = np.array(a, float), np.array(b, float)
    d = b - a
    n = np.hypot(*d) + 1e-6
    u = d / n
    v = np.array([-u[1], u[0]])
    a = a + u * rng.normal(0, over) + v * rng.normal(0, over * 0.6)
    b = b + u * rng.normal(over * 0.3, over) + v * rng.normal(0, over * 0.6)
    m = max(6, int(n / 0.6))
    t = np.linspace(0, 1, m)
    w = (
        np.convolve(rng.randn(m + 4), np.ones(5) / 5, "valid") * shaky
        + np.sin(np.pi * t) * rng.normal(0, bend) * n
    )
    return a + np.outer(t, b - a) + np.outer(w, v)


def cross(c: Point, R: float, rng: np.random.RandomState, shaky: float = 0.05) -> list[np.ndarray]:
    """Draw a cross."""
    e = rng.uniform(0.85, 1.3) * R
    f = rng.uniform(0.8, 1.2) * R
    c = np.array(c)
    return [
        line(c + [-e, -f], c + [e, f], rng, 0.3, shaky),
        line(c + [e, -f], c + [-e, f], rng, 0.3, shaky),
    ]


def tick(c: Point, R: float, rng: np.random.RandomState) -> np.ndarray:
    """Draw a tick."""
    c = np.array(c) + rng.normal(0, 0.3, 2)
    p = np.array([c + [-R, 0], c + [-0.25 * R, 0.9 * R], c + [1.35 * R, -1.3 * R]])

    return np.vstack([line(p[0], p[1], rng, 0.1), line(p[1], p[2], rng, 0.1)])


def scribble(c: Point, w: float, h: float, rng: np.random.RandomState, n: int = 7) -> np.ndarray:
    """Draw to and fro."""
    x = np.linspace(-w / 2, w / 2, n * 2)
    y = np.where(np.arange(n * 2) % 2, h / 2, -h / 2) * rng.uniform(0.75, 1.1, n * 2)
    q = np.stack([c[0] + x + rng.normal(0, w / n / 4, n * 2), c[1] + y], 1)
    t = np.linspace(0, n * 2 - 1, n * 14)
    return np.stack(
        [np.interp(t, np.arange(n * 2), q[:, 0]), np.interp(t, np.arange(n * 2), q[:, 1])], 1
    )
