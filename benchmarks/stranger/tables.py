"""Table tops of many kinds."""

from __future__ import annotations

import cv2
import numpy as np


def table(w: int, h: int, rng: np.random.RandomState, kind: str | None = None) -> np.ndarray:
    """Make a table top of a kind."""
    kind = kind or rng.choice(
        ["wood", "wood", "plank", "cloth", "check", "stone", "felt", "white", "black"]
    )
    W, H = 800, 600

    def n(sx: float, sy: float) -> np.ndarray:
        return cv2.GaussianBlur(rng.rand(H, W).astype(np.float32), (0, 0), sigmaX=sx, sigmaY=sy)

    def z(a: np.ndarray) -> np.ndarray:
        return (a - a.mean()) / (a.std() + 1e-6)

    if kind in ("wood", "plank"):
        base = np.array(
            [[60, 95, 140], [40, 65, 100], [120, 165, 200], [35, 45, 65], [95, 130, 160]][
                rng.randint(5)
            ],
            float,
        )
        a = z(n(40, 0.8)) * 0.08 + z(n(90, 3)) * 0.08 + z(n(2, 0.6)) * 0.025
        x = np.arange(H)[:, None] / H
        a = a + 0.05 * np.sin(40 * x + z(n(80, 30)) * 2.5)
        if kind == "plank":
            for y in range(0, H, rng.randint(90, 160)):
                a[y : y + 2] -= 0.5
                a[y : y + 150] += rng.normal(0, 0.07)
        t = base * (1 + a[:, :, None])
    elif kind == "check":
        s = rng.randint(22, 60)
        yy, xx = np.mgrid[:H, :W]
        a = ((yy // s) % 2).astype(float) + ((xx // s) % 2)
        c = rng.randint(40, 200, 3)
        t = 235 - (235 - c) * a[:, :, None] / 2 + z(n(0.7, 0.7))[:, :, None] * 5
    elif kind == "stone":
        t = (
            rng.randint(60, 190)
            + np.dstack([z(n(1, 1)) * 12 + z(n(6, 6)) * 8] * 3)
            + np.array([2, 0, -2])
        )
    else:
        c = {
            "cloth": rng.randint(60, 200, 3),
            "felt": np.array([50, 90, 40]),
            "white": np.array([222, 226, 228]),
            "black": np.array([38, 36, 36]),
        }[kind]
        yy, xx = np.mgrid[:H, :W]
        wv = np.sin(yy * 2.1) * np.sin(xx * 2.1) * (6 if kind in ("cloth", "felt") else 1)
        t = c + (wv + z(n(1, 1)) * 3 + z(n(60, 60)) * 4)[:, :, None]
    t = np.clip(t, 0, 255).astype(np.uint8)
    k = rng.uniform(0.6, 1)
    y, x = rng.randint(0, int(H * (1 - k)) + 1), rng.randint(0, int(W * (1 - k)) + 1)
    t = t[y : y + int(H * k), x : x + int(W * k)]
    if rng.rand() < 0.5:
        t = np.ascontiguousarray(t.transpose(1, 0, 2))
    return cv2.GaussianBlur(cv2.resize(t, (w, h), interpolation=cv2.INTER_CUBIC), (0, 0), 1.2)
