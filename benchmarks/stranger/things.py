"""Things on the table and on the sheet: each returns a mask of what it hides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from benchmarks.stranger.visible import ToPhoto

Point = Sequence[float]
Colour = Sequence[float]


def _shadowed(im: np.ndarray, m: np.ndarray, rng: np.random.RandomState, s: int) -> None:
    k = max(1, s // 60)
    b = cv2.GaussianBlur(cv2.resize(m, None, fx=0.25, fy=0.25), (0, 0), k / 2 + 1)
    b = np.roll(b, (int(k * rng.uniform(0.3, 1)), int(k * rng.uniform(-1, 1))), (0, 1))
    b = 1 - cv2.resize(b, im.shape[1::-1]).astype(np.float32) / 255 * 0.45
    cv2.multiply(im, cv2.merge([b] * 3), im, dtype=cv2.CV_8U)


def _paint(
    im: np.ndarray, m: np.ndarray, col: Colour, rng: np.random.RandomState, tex: float = 4
) -> None:
    x, y, w, h = cv2.boundingRect(m)
    if not w:
        return
    p = im[y : y + h, x : x + w]
    a = cv2.merge([m[y : y + h, x : x + w]] * 3).astype(np.float32) / 255
    yy, xx = np.mgrid[:h, :w]
    g = 1 + 0.12 * (xx / max(w, 1) - 0.5) + 0.1 * (yy / max(h, 1) - 0.5)
    n = cv2.resize(rng.randn(h // 6 + 2, w // 6 + 2).astype(np.float32), (w, h)) * tex
    p[:] = np.clip(p * (1 - a) + a * (np.array(col) * g[..., None] + n[..., None]), 0, 255)


def finger(
    im: np.ndarray, tip: Point, ang: float, s: float, rng: np.random.RandomState, reach: float = 0
) -> np.ndarray:
    """Lay a finger of a width there, with the back of the hand if it reaches so far."""
    m = np.zeros(im.shape[:2], np.uint8)
    u = np.array([np.cos(ang), np.sin(ang)])
    q = np.array(tip, float)
    L = max(s * 4.2, reach / 1.15)
    pts = [
        (q + u * t * L, s / 2 * (0.82 + 0.12 * np.sin(t * 7) + 0.22 * t))
        for t in np.linspace(0, 1.2, 40)
    ]
    for c, R in pts:
        cv2.circle(m, (int(c[0]), int(c[1])), int(R), 255, -1, cv2.LINE_AA)
    if reach:  # the back of the hand, beyond the sheet's edge
        b = q + u * (L * 1.15 + s * 1.6)
        cv2.ellipse(
            m,
            (int(b[0]), int(b[1])),
            (int(s * 2.6), int(s * 2.0)),
            np.rad2deg(ang),
            0,
            360,
            255,
            -1,
            cv2.LINE_AA,
        )
    m = cv2.GaussianBlur(m, (0, 0), 2)
    _shadowed(im, m, rng, int(s * 3))
    col = np.array(
        [[150, 175, 225], [110, 140, 195], [60, 85, 130], [130, 160, 215]][rng.randint(4)], float
    )
    _paint(im, m, col * rng.uniform(0.75, 1), rng, 2)
    d = cv2.distanceTransform((m > 128).astype(np.uint8), cv2.DIST_L2, 3)
    x, y, w, h = cv2.boundingRect(m)
    e = np.clip(d[y : y + h, x : x + w] / (s * 0.5), 0, 1)[..., None]
    p = im[y : y + h, x : x + w]
    k = (m[y : y + h, x : x + w] > 60)[..., None]
    p[:] = np.where(k, np.clip(p * (0.68 + 0.38 * e**0.6), 0, 255), p)
    n = q + u * s * 0.12
    nm = np.zeros_like(m)
    cv2.ellipse(
        nm,
        (int(n[0]), int(n[1])),
        (int(s * 0.34), int(s * 0.28)),
        np.rad2deg(ang),
        0,
        360,
        255,
        -1,
        cv2.LINE_AA,
    )
    _paint(im, cv2.min(nm, m), np.minimum(col * 1.12 + 12, 240), rng, 1)
    return m


def box(
    im: np.ndarray,
    c: Point,
    w: float,
    h: float,
    ang: float,
    col: Colour,
    rng: np.random.RandomState,
    edge: Colour | None = None,
    sh: bool = True,
) -> np.ndarray:
    """Lay a card, a slip or another rectangle there."""
    m = np.zeros(im.shape[:2], np.uint8)
    p = cv2.boxPoints(((float(c[0]), float(c[1])), (float(w), float(h)), float(ang)))
    cv2.fillPoly(m, [p.astype(np.int32)], 255, cv2.LINE_AA)
    if sh:
        _shadowed(im, m, rng, int(min(w, h)) + 20)
    _paint(im, m, col, rng)
    if edge is not None:
        cv2.polylines(
            im, [p.astype(np.int32)], True, edge, max(2, int(min(w, h) * 0.02)), cv2.LINE_AA
        )
    return m


def die(im: np.ndarray, c: Point, s: float, rng: np.random.RandomState) -> np.ndarray:
    """Lay a die there."""
    a = rng.uniform(0, 90)
    m = box(im, c, s, s, a, (238, 240, 240), rng)
    u = np.array([np.cos(np.deg2rad(a)), np.sin(np.deg2rad(a))])
    v = np.array([-u[1], u[0]])
    k = rng.randint(1, 7)
    pips = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
        5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
        6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
    }[k]
    for x, y in pips:
        q = np.array(c) + (u * x + v * y) * s * 0.27
        cv2.circle(im, (int(q[0]), int(q[1])), int(s * 0.09), (30, 30, 30), -1, cv2.LINE_AA)
    return m


def stick(
    im: np.ndarray, c: Point, ang: float, L: float, w: float, rng: np.random.RandomState
) -> np.ndarray:
    """Lay a pen or pencil there."""
    col = [(40, 120, 240), (50, 50, 50), (160, 60, 30), (60, 170, 230), (50, 160, 60)][
        rng.randint(5)
    ]
    m = box(im, c, L, w, ang, col, rng)
    u = np.array([np.cos(np.deg2rad(ang)), np.sin(np.deg2rad(ang))])
    v = np.array([-u[1], u[0]])
    e = np.array(c) + u * L / 2
    t = np.array([e + v * w / 2, e - v * w / 2, e + u * w * 1.8]).astype(np.int32)
    cv2.fillPoly(im, [t], (120, 170, 210), cv2.LINE_AA)
    cv2.fillPoly(m, [t], 255)
    cv2.circle(
        im, tuple((e + u * w * 1.6).astype(int).tolist()), max(2, int(w * 0.14)), (30, 30, 30), -1
    )
    l0, l1 = np.array(c) - u * L / 2 + v * w * 0.2, np.array(c) + u * L / 2 + v * w * 0.2
    cv2.line(
        im,
        tuple(l0.astype(int).tolist()),
        tuple(l1.astype(int).tolist()),
        tuple(int(min(255, x * 1.3 + 20)) for x in col),
        max(1, int(w * 0.15)),
        cv2.LINE_AA,
    )
    return m


def coin(im: np.ndarray, c: Point, R: float, rng: np.random.RandomState) -> np.ndarray:
    """Lay a coin there."""
    m = np.zeros(im.shape[:2], np.uint8)
    cv2.circle(m, (int(c[0]), int(c[1])), int(R), 255, -1, cv2.LINE_AA)
    _shadowed(im, m, rng, int(R))
    _paint(im, m, [(90, 160, 190), (150, 155, 160), (60, 100, 160)][rng.randint(3)], rng)
    cv2.circle(
        im,
        (int(c[0]), int(c[1])),
        int(R * 0.85),
        (100, 130, 150),
        max(1, int(R * 0.05)),
        cv2.LINE_AA,
    )
    return m


def scatter(im: np.ndarray, rng: np.random.RandomState, mm: float, n: int) -> None:
    """Lay things on the table, before the sheets; mm has so many pixels."""
    H, W = im.shape[:2]
    for _ in range(n):
        c = (
            rng.uniform(0, W),
            rng.choice([rng.uniform(0, H * 0.12), rng.uniform(H * 0.88, H), rng.uniform(0, H)]),
        )
        k = rng.randint(5)
        if k == 0:
            die(im, c, 16 * mm, rng)
        elif k == 1:
            stick(im, c, rng.uniform(0, 180), 150 * mm, 8 * mm, rng)
        elif k == 2:
            box(im, c, 90 * mm, 130 * mm, rng.uniform(0, 180), (235, 236, 238), rng)
        elif k == 3:
            coin(im, c, 11 * mm, rng)
        else:
            box(
                im,
                c,
                63 * mm,
                88 * mm,
                rng.uniform(0, 180),
                rng.randint(40, 200, 3),
                rng,
                (240, 240, 240),
            )


def cover_things(
    im: np.ndarray, to: ToPhoto, layout: dict[str, Any], rng: np.random.RandomState, mm: float
) -> tuple[str, np.ndarray]:
    """Lay fingers, dice, a pen, coins or a slip on the sheet; say which, and what they hide."""
    W, H = layout["page"]
    hidden = np.zeros(im.shape[:2], np.uint8)
    k = rng.choice(["fingers", "dice", "stick", "slip", "coins", "thumb"])

    def at(x: float, y: float) -> np.ndarray:
        return to(np.array([x]), np.array([y]))[0]

    if k == "fingers":
        e = at(
            *[
                (rng.uniform(30, W - 30), H + 5),
                (W + 5, rng.uniform(30, H - 30)),
                (-5, rng.uniform(30, H - 30)),
            ][rng.randint(3)]
        )
        c = at(W / 2 + rng.uniform(-0.25, 0.25) * W, H / 2)
        t = e + (c - e) / np.hypot(*(c - e)) * min(rng.uniform(40, 85) * mm, np.hypot(*(c - e)))
        d = e - t
        a = np.arctan2(d[1], d[0])
        n = rng.randint(1, 3)
        for i in range(n):
            hidden = np.maximum(
                hidden,
                finger(
                    im,
                    t + np.array([-np.sin(a), np.cos(a)]) * i * 19 * mm + rng.normal(0, 4, 2) * mm,
                    a + rng.normal(0, 0.06),
                    17 * mm,
                    rng,
                    np.hypot(*d) * rng.uniform(0.95, 1.1),
                ),
            )
    elif k == "thumb":
        s = rng.randint(3)
        p = [
            (rng.uniform(20, W - 20), H - rng.uniform(12, 30), W / 2, H + 60),
            (rng.uniform(12, 25), rng.uniform(30, H - 30), -60, H / 2),
            (W - rng.uniform(12, 30), rng.uniform(30, H - 30), W + 60, H / 2),
        ][s]
        t = at(p[0], p[1])
        e = at(p[2] * 0.3 + p[0] * 0.7 if s == 0 else p[2], p[3] if s == 0 else p[1])
        d = e - t
        hidden = finger(im, t, np.arctan2(d[1], d[0]), 22 * mm, rng)
    elif k == "dice":
        for _ in range(rng.randint(1, 4)):
            hidden = np.maximum(
                hidden, die(im, at(rng.uniform(30, W - 30), rng.uniform(20, H - 20)), 16 * mm, rng)
            )
    elif k == "coins":
        for _ in range(rng.randint(1, 4)):
            hidden = np.maximum(
                hidden,
                coin(im, at(rng.uniform(30, W - 30), rng.uniform(20, H - 20)), 11.5 * mm, rng),
            )
    elif k == "stick":
        hidden = stick(
            im,
            at(rng.uniform(60, W - 60), rng.uniform(40, H - 40)),
            rng.uniform(0, 180),
            140 * mm,
            8 * mm,
            rng,
        )
    else:
        hidden = box(
            im,
            at(rng.uniform(50, W - 50), rng.uniform(40, H - 40)),
            rng.uniform(25, 60) * mm,
            rng.uniform(25, 45) * mm,
            rng.uniform(0, 180),
            [(250, 250, 250), (120, 240, 250), (190, 210, 250)][rng.randint(3)],
            rng,
        )
    return k, hidden
