"""Paper with a true surface: bent along straight lines, and worn along its folds."""

from __future__ import annotations

import numpy as np


class Surface:
    """A sheet that is bent along straight lines, one bend after another."""

    def __init__(self, w: float, h: float, kind: str, rng: np.random.RandomState) -> None:
        self.w, self.h = w, h
        self.f = []
        long_ = w > h
        if kind == "curl":
            a = rng.uniform(0, np.pi) if rng.rand() < 0.3 else rng.choice([0, np.pi / 2])
            self.f.append(("arc", a, rng.uniform(0.25, 0.75) * rng.choice([1, 1, -1])))
        if kind == "wave":
            self.f.append(
                (
                    "sin",
                    rng.choice([0, np.pi / 2, rng.uniform(0, 3)]),
                    rng.uniform(2.5, 6),
                    rng.uniform(0.8, 2.2),
                    rng.uniform(0, 6.3),
                )
            )
        if kind == "corner":
            self.f.append(
                ("lift", rng.uniform(0, 6.3), rng.uniform(25, 60), rng.uniform(0.006, 0.02))
            )
        if kind in ("fold", "fold4", "fold3"):
            A = [0 if long_ else np.pi / 2]
            if kind == "fold4":
                A = [0, np.pi / 2]
            for a in A:
                for q in [1 / 3, 2 / 3] if kind == "fold3" else [0.5]:
                    self.f.append(
                        (
                            "fold",
                            a,
                            q + rng.normal(0, 0.008),
                            rng.uniform(0.08, 0.34)
                            * rng.choice([1, -1])
                            * (0.7 if len(A) > 1 else 1),
                        )
                    )
            if rng.rand() < 0.5:
                self.f.append(("arc", A[0] + np.pi / 2, rng.uniform(-0.2, 0.2)))
        if kind == "slight":
            self.f.append(("arc", rng.choice([0, np.pi / 2]), rng.uniform(-0.1, 0.1)))

    def at(self, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Say where points of the sheet are in space, in mm."""
        x, y, z = u - self.w / 2, v - self.h / 2, np.zeros_like(u)
        for f in self.f:
            c, sn = np.cos(f[1]), np.sin(f[1])
            p = x * c + y * sn
            q = -x * sn + y * c
            L = abs(self.w * c) + abs(self.h * sn)
            if f[0] == "arc":
                R = L / f[2]
                t = p / R
                p2 = (R * np.sin(t)) * np.cos(0) - z * np.sin(t)
                z = R * (1 - np.cos(t)) + z * np.cos(t)
            elif f[0] == "sin":
                t = p / L * 2 * np.pi * f[3] + f[4]
                z = z + f[2] * np.sin(t)
                p2 = p * (1 - 0.5 * (f[2] * np.pi * 2 * f[3] / L) ** 2 * 0.5)
            elif f[0] == "lift":
                e = np.maximum(0, p - (L / 2 - f[2] - 30))
                z = z + f[3] * e**2 * 0.5
                p2 = p - (f[3] ** 2) * e**3 / 6
            else:
                p0 = (f[2] - 0.5) * L
                e = p - p0
                a = f[3]
                m = e > 0
                p2 = np.where(m, p0 + e * np.cos(a) - z * np.sin(a), p)
                z = np.where(m, e * np.sin(a) + z * np.cos(a), z)
            x, y = p2 * c - q * sn, p2 * sn + q * c
        return x, y, z - z.min()


def crease(img: np.ndarray, S: Surface, rng: np.random.RandomState) -> None:
    """Wear the print along the folds."""
    h, w = img.shape[:2]
    for f in S.f:
        if f[0] != "fold":
            continue
        vert = abs(np.cos(f[1])) > 0.5
        p = int((f[2]) * (w if vert else h))
        n = h if vert else w
        for k in range(0, n, 40):
            o = p + rng.randint(-2, 3)
            a, b = ((o, k), (o, k + 40)) if vert else ((k, o), (k + 40, o))
            s = img[
                max(0, min(a[1], b[1]) - 3) : max(a[1], b[1]) + 3,
                max(0, min(a[0], b[0]) - 3) : max(a[0], b[0]) + 3,
            ]
            if s.size:
                s[:] = np.clip(
                    s.astype(int) * (1 - 0.3 * rng.rand()) + 240 * 0.3 * rng.rand(), 0, 250
                )
