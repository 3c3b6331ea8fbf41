"""Light that falls unevenly, and shadows in it."""

from __future__ import annotations

import cv2
import numpy as np


def lighting(W: int, H: int, rng: np.random.RandomState, hard: float) -> np.ndarray:
    """Make a field of light, about 1."""
    h, w = 150, 200
    yy, xx = np.mgrid[:h, :w]
    yy = yy / h - 0.5
    xx = xx / w - 0.5
    a = rng.uniform(0, 6.3)
    g = 1 + (np.cos(a) * xx + np.sin(a) * yy) * hard * rng.uniform(0.2, 0.9)
    if hard > 0.4 and rng.rand() < 0.5:
        cx, cy = rng.uniform(-0.5, 0.5, 2)
        g = g * (0.55 + 0.6 * np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / rng.uniform(0.15, 0.5)))
    g *= 1 - (xx**2 + yy**2) * rng.uniform(0.1, 0.35 + 0.7 * hard)
    return cv2.resize(g.astype(np.float32), (W, H))


def shadow(
    W: int, H: int, rng: np.random.RandomState, soft: float | None = None, dark: float | None = None
) -> np.ndarray:
    """Make the shadow of a hand, a head or the phone, from an edge."""
    h, w = 300, 400
    m = np.zeros((h, w), np.uint8)
    k = rng.randint(3)
    if k == 0:
        c = (rng.randint(w), h + 20)
        cv2.ellipse(
            m,
            c,
            (rng.randint(60, 140), rng.randint(120, 260)),
            rng.randint(-30, 30),
            0,
            360,
            255,
            -1,
        )
    elif k == 1:
        p = np.array([[rng.randint(w), rng.randint(h)]])
        q = cv2.boxPoints(
            (
                (float(p[0][0]), float(h * rng.rand())),
                (rng.randint(90, 150), rng.randint(180, 300)),
                float(rng.randint(0, 180)),
            )
        )
        cv2.fillPoly(m, [q.astype(int)], 255)
    else:
        e = rng.uniform(0, w)
        cv2.fillPoly(
            m, [np.array([[e, 0], [w, 0], [w, h], [e + rng.uniform(-150, 150), h]], int)], 255
        )
    if rng.rand() < 0.5:
        m = m[:, ::-1].copy()
    if rng.rand() < 0.5:
        m = m[::-1].copy()
    m = cv2.GaussianBlur(m, (0, 0), soft or rng.uniform(2, 14)).astype(np.float32) / 255
    return cv2.resize(1 - m * (dark or rng.uniform(0.25, 0.5)), (W, H))
