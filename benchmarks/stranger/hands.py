"""Writers: a hand is one person, and writes digits as masks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.stranger.labels import plain_digits


class Digits:
    """The collections of handwritten digits."""

    def __init__(self, handwriting: Path, kept: Path) -> None:
        self._folder = handwriting
        self._plain = plain_digits(handwriting, kept)
        self._loaded: dict[str, dict[str, Any]] = {}

    def source(self, name: str) -> dict[str, Any]:
        """Give a collection's arrays; "ok" says which digits are what their label says."""
        if name not in self._loaded:
            with np.load(self._folder / f"{name}.npz") as data:
                self._loaded[name] = {key: data[key] for key in data}
            self._loaded[name]["ok"] = self._plain[name]
        return self._loaded[name]


def thin(m: np.ndarray) -> np.ndarray:
    """Thin a mask to its skeleton, after Zhang and Suen."""
    s = np.pad(m.astype(np.uint8), 1)
    while True:
        ch = 0
        for st in (0, 1):
            p = [
                s[:-2, 1:-1],
                s[:-2, 2:],
                s[1:-1, 2:],
                s[2:, 2:],
                s[2:, 1:-1],
                s[2:, :-2],
                s[1:-1, :-2],
                s[:-2, :-2],
            ]
            b = sum(x.astype(np.int8) for x in p)
            a = sum(((p[i] == 0) & (p[(i + 1) % 8] == 1)).astype(np.int8) for i in range(8))
            if st == 0:
                c = (p[0] * p[2] * p[4] == 0) & (p[2] * p[4] * p[6] == 0)
            else:
                c = (p[0] * p[2] * p[6] == 0) & (p[0] * p[4] * p[6] == 0)
            k = (s[1:-1, 1:-1] == 1) & (b >= 2) & (b <= 6) & (a == 1) & c
            ch += int(k.sum())
            s[1:-1, 1:-1][k] = 0
        if not ch:
            return s[1:-1, 1:-1].astype(bool)


def without_ground(im: np.ndarray) -> np.ndarray:
    """Take a digit off its cheque."""
    a = cv2.GaussianBlur(255 - im, (0, 0), 1.0)
    t, _ = cv2.threshold(a, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return np.clip((a.astype(float) - t) * 3 + 110, 0, 255).astype(np.uint8)


def clean(im: np.ndarray) -> bool:
    """Whether a digit is free of the cheque's pattern: in one piece, with few loose ends."""
    a = cv2.GaussianBlur(255 - im, (0, 0), 1.0)
    t, m = cv2.threshold(a, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    a = a.astype(int)
    if (
        a[m > 0].mean() - a[m == 0].mean() < 60
        or m[:2].sum() + m[-2:].sum() + m[:, :2].sum() + m[:, -2:].sum() > 30
    ):
        return False
    n, lb, st, _ = cv2.connectedComponentsWithStats(m)
    if (
        (st[1:, 4] > 12).sum() > 1
        or m.mean() > 0.17
        or cv2.distanceTransform(m, cv2.DIST_L2, 3).max() > 4.6
    ):
        return False
    if cv2.connectedComponents(1 - cv2.copyMakeBorder(m, 1, 1, 1, 1, cv2.BORDER_CONSTANT))[0] > 4:
        return False  # more than two holes
    k = thin(m > 0).astype(np.uint8)
    e = cv2.filter2D(k, -1, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT)
    return int(((e == 2) & (k == 1)).sum()) <= 4


class Hand:
    """One person's digits, as pictures or as strokes."""

    def __init__(self, kind: str, half: int, digits: Digits, rng: np.random.RandomState) -> None:
        # Half 0 writes where the scanner is mended, half 1 what is reported.
        self.rng, self.kind = rng, kind
        if kind == "mnist":
            z = digits.source("mnist_train")
            w = np.unique(z["writers"])
            w = w[w % 2 == half]
            while True:
                self.writer = rng.choice(w)
                ok = (z["writers"] == self.writer) & z["ok"]
                self.ix = [np.flatnonzero(ok & (z["labels"] == d)) for d in range(10)]
                if min(map(len, self.ix)) >= 3:
                    break
            self.img = lambda i: z["images"][i]
        elif kind == "swiss":
            z = digits.source("swiss")
            o = z["order"]
            while True:
                b = rng.randint(0, 110)
                self.writer = int(b)
                if (b // 5) % 2 != half:
                    continue  # five blocks to a half: no writer on both sides but at seams
                self.ix = [
                    np.flatnonzero(
                        (z["labels"] == d) & (o >= b * 10 + 1) & (o < b * 10 + 9) & z["ok"]
                    )
                    for d in range(10)
                ]
                if min(map(len, self.ix)) >= 3:
                    break
            self.img = lambda i: 255 - z["images"][i]
        elif kind == "cheque":
            z = digits.source("cheques")
            w, n = np.unique(z["writers"], return_counts=True)
            w = w[(w % 2 == half) & (n >= 3)]
            # A cheque has few digits: several cheques make one hard hand.
            while True:
                self.ws = rng.choice(w, 14, replace=False)
                self.writer = [int(x) for x in self.ws[:3]]
                ok = np.isin(z["writers"], self.ws) & z["ok"]
                self.ix = [np.flatnonzero(ok & (z["labels"] == d)) for d in range(10)]
                if min(map(len, self.ix)) < 1:
                    continue
                self.ix = [np.array([i for i in x if clean(z["images"][i])], int) for x in self.ix]
                if min(map(len, self.ix)) >= 1:
                    break
            self.img = lambda i: without_ground(z["images"][i])
        else:
            z = digits.source("unipen_strokes")
            bad = np.isin(z["sources"], ["apa", "app", "ibm"])
            w, n = np.unique(z["writers"][~bad], return_counts=True)
            w = w[(w % 2 == half) & (n >= 28)]
            while True:
                self.writer = rng.choice(w)
                ok = (z["writers"] == self.writer) & z["ok"]
                self.ix = [np.flatnonzero(ok & (z["labels"] == d)) for d in range(10)]
                if min(map(len, self.ix)) >= 2:
                    break
            so, do = z["stroke_offsets"], z["digit_offsets"]
            self.st = lambda i: [
                z["points"][so[k] : so[k + 1]].astype(float) for k in range(do[i], do[i + 1])
            ]
        self.writer = self.writer if isinstance(self.writer, list) else int(self.writer)
        self.slant = rng.normal(0, 0.06)

    def digit(self, d: int, h: float, w: float) -> np.ndarray:
        """Write a digit about h pixels high with lines of w pixels: its mask."""
        rng = self.rng
        i = rng.choice(self.ix[d])
        if self.kind == "unipen":
            S = self.st(i)
            P = np.vstack(S)
            lo, hi = P.min(0), P.max(0)
            hh = max(hi[1] - lo[1], (hi[0] - lo[0]) * 0.7, 1)
            sc = h / hh
            pad = int(w * 1.5) + 4
            wd = int((hi[0] - lo[0]) * sc) + 2 * pad
            ht = int((hi[1] - lo[1]) * sc) + 2 * pad
            m = np.zeros((ht, wd), np.uint8)
            for q in S:
                q = (q - lo) * sc + pad
                q = smooth(q)
                cv2.polylines(
                    m,
                    [np.round(q * 16).astype(np.int32)],
                    False,
                    255,
                    max(1, int(w + rng.rand())),
                    cv2.LINE_AA,
                    4,
                )
            return m
        a = self.img(i)
        a = cv2.normalize(a, None, 0, 255, cv2.NORM_MINMAX)
        b = a > 70
        ys, xs = np.where(b.any(1))[0], np.where(b.any(0))[0]
        if len(ys) < 3:
            return self.digit(d, h, w)
        a = a[max(0, ys[0] - 2) : ys[-1] + 3, max(0, xs[0] - 2) : xs[-1] + 3]
        sc = h / max(ys[-1] - ys[0] + 1, (xs[-1] - xs[0]) * 0.7)
        # smooth contour at the wanted size
        a = cv2.copyMakeBorder(a, 3, 3, 3, 3, cv2.BORDER_CONSTANT)
        big = cv2.resize(a, None, fx=sc, fy=sc, interpolation=cv2.INTER_CUBIC)
        big = cv2.GaussianBlur(big, (0, 0), max(0.6, sc * (0.35 if self.kind != "cheque" else 0.9)))
        hi = np.percentile(big[big > 40], 80) if (big > 40).any() else 255
        m = big > hi * (0.36 if self.kind == "mnist" else 0.36 if self.kind == "swiss" else 0.5)
        if self.kind == "swiss":
            m = cv2.morphologyEx(m.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5))) > 0
        n, lb, stt, _ = cv2.connectedComponentsWithStats(m.astype(np.uint8))
        for k in range(1, n):  # specks and pieces of a neighbour on a cheque
            if stt[k, 4] < (0.12 if self.kind == "cheque" else 0.02) * m.sum():
                m[lb == k] = False
        dist = cv2.distanceTransform(m.astype(np.uint8), cv2.DIST_L2, 5)
        own = 2 * np.percentile(dist[m], 90) if m.any() else w
        if own > w * 1.4:
            # The sheet's pen is finer than the collection's: drawn again along the middle.
            sk = thin(m)
            sk |= dist > max(w * 0.62, own * 0.42)
            dd = cv2.distanceTransform((~sk).astype(np.uint8), cv2.DIST_L2, 5)
            dd = cv2.GaussianBlur(dd, (0, 0), 1.2)
            far = (
                cv2.distanceTransform((~sk).astype(np.uint8), cv2.DIST_L2, 5)
                if sk.any()
                else np.full(m.shape, 99.0)
            )
            if (far[m] > own * 1.1 + 2).mean() > 0.01:
                return (np.clip(dist * 0.7, 0, 1) * 255).astype(np.uint8)  # thinning lost a piece
            m2 = np.clip((w / 2 - dd + 0.9), 0, 1)
            m2[~cv2.dilate(m.astype(np.uint8), np.ones((3, 3))).astype(bool)] = 0
            out = (m2 * 255).astype(np.uint8)
        else:
            g = cv2.distanceTransform((~m).astype(np.uint8), cv2.DIST_L2, 5) - dist
            out = (np.clip((w - own) * 0.45 * (own < w) - g + 0.5, 0, 1) * 255).astype(np.uint8)
        return out


def smooth(q: np.ndarray) -> np.ndarray:
    """Resample and round a polyline."""
    if len(q) < 3:
        return q
    d = np.r_[0, np.cumsum(np.hypot(*np.diff(q, axis=0).T))]
    if d[-1] < 2:
        return q
    t = np.linspace(0, d[-1], max(4, int(d[-1] / 3)))
    x = np.interp(t, d, q[:, 0])
    y = np.interp(t, d, q[:, 1])
    k = np.array([1, 2, 3, 2, 1]) / 9
    X = np.convolve(np.pad(x, 2, "edge"), k, "valid")
    Y = np.convolve(np.pad(y, 2, "edge"), k, "valid")
    return np.stack([X, Y], 1)
