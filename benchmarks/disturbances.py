"""Seventeen ways to disturb a good photo, the same that OMRChecker was measured with.

Each changes the picture alone. Two hide part of the sheet; where a place of the sheet has come
to is followed, so that it is known which elements.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.photo import Picture

Points = NDArray[np.float64]
Rng = np.random.Generator
THUMB = (105, 140, 200)
BEHIND = (96.0, 104.0, 110.0)
"""What is seen where a changed picture has nothing to show."""


@dataclass(frozen=True)
class View:
    """A picture of a sheet."""

    picture: Picture
    seen: Callable[[Points], Points]
    """Where in the picture places on the sheet, (n, 2), are."""
    size: tuple[float, float]
    """The sheet's, in mm."""
    hidden: NDArray[np.uint8] | None = None
    """255 where something lies on the sheet."""


Disturb = Callable[[View, Rng], View]


def _warped(view: View, matrix: Points, size: tuple[int, int]) -> View:
    picture = cv2.warpPerspective(
        view.picture, matrix, size, flags=cv2.INTER_AREA, borderValue=BEHIND
    )

    def seen(places: Points) -> Points:
        return np.asarray(cv2.perspectiveTransform(view.seen(places)[None], matrix)[0])

    return replace(view, picture=np.asarray(picture, np.uint8), seen=seen)


def unchanged(view: View, rng: Rng) -> View:
    """Save the picture again, no more."""
    return view


def turned(view: View, rng: Rng, *, degrees: float) -> View:
    """Turn the picture; it grows so that nothing is cut off."""
    height, width = view.picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    c, s = abs(turn[0, 0]), abs(turn[0, 1])
    size = round(width * c + height * s), round(width * s + height * c)
    turn[:, 2] += np.array(size) / 2 - [width / 2, height / 2]
    return _warped(view, np.vstack([turn, [0, 0, 1]]), size)


def leaning(view: View, rng: Rng, *, by: float) -> View:
    """Look at the picture from the side."""
    height, width = view.picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inwards = np.array([[by, by * 0.6], [0, 0], [-by * 0.3, 0], [by * 0.4, -by]], np.float32)
    moved = corners + inwards * [width, height]
    matrix = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    return _warped(view, np.asarray(matrix, np.float64), (width, height))


def _lit(view: View, light: NDArray[np.floating]) -> View:
    height, width = view.picture.shape[:2]
    full = cv2.resize(light.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    dark = cv2.multiply(view.picture, cv2.merge([full] * 3), dtype=cv2.CV_8U)
    return replace(view, picture=np.asarray(dark, np.uint8))


def falling_light(view: View, rng: Rng) -> View:
    """Let the light fall to 45 % across the page."""
    return _lit(view, np.linspace(1, 0.45, 200)[None] * np.ones((2, 1)))


def shadow_edge(view: View, rng: Rng) -> View:
    """Throw a hard shadow of 55 % over half of the page, slantwise."""
    height, width = view.picture.shape[:2]
    x, y = np.meshgrid(np.linspace(0, 1, width // 2), np.linspace(0, 1, height // 2))
    return _lit(view, np.where(x + 0.3 * y > 0.62, 0.45, 1.0))


def blurred(view: View, rng: Rng) -> View:
    """Blur by 1/600 of the width."""
    soft = cv2.GaussianBlur(view.picture, (0, 0), view.picture.shape[1] / 600)
    return replace(view, picture=np.asarray(soft, np.uint8))


def noisy(view: View, rng: Rng) -> View:
    """Add noise with a standard deviation of 15."""
    noise = np.empty(view.picture.shape, np.int16)
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    cv2.randn(noise, np.zeros(3), np.full(3, 15.0))
    grainy = cv2.add(view.picture, noise, dtype=cv2.CV_8U)
    return replace(view, picture=np.asarray(grainy, np.uint8))


def bowed(view: View, rng: Rng, *, by: float) -> View:
    """Bow the whole picture by a share of its height."""
    height, width = view.picture.shape[:2]
    x = np.arange(width, dtype=np.float32)
    lift = np.float32(by * height) * np.sin(np.pi * x / width)
    rows = np.arange(height, dtype=np.float32)[:, None] + lift
    columns = np.broadcast_to(x, rows.shape).copy()
    picture = cv2.remap(view.picture, columns, rows, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)

    def seen(places: Points) -> Points:
        at = view.seen(places)
        up = by * height * np.sin(np.pi * at[:, 0] / width)
        return np.stack([at[:, 0], at[:, 1] - up], 1)

    return replace(view, picture=np.asarray(picture, np.uint8), seen=seen)


def corner_out(view: View, rng: Rng) -> View:
    """Cut 12 % off two sides that meet in a corner."""
    height, width = view.picture.shape[:2]
    across, down = round(0.12 * width), round(0.12 * height)
    left, top = (across if rng.random() < 0.5 else 0), (down if rng.random() < 0.5 else 0)
    part = view.picture[top : top + height - down, left : left + width - across]
    return replace(
        view,
        picture=np.ascontiguousarray(part),
        seen=lambda places: view.seen(places) - [left, top],
    )


def thumb(view: View, rng: Rng) -> View:
    """Hold the sheet with a thumb over one corner."""
    far = view.seen(np.array([[0.0, 0.0], [100.0, 0.0]]))
    scale = float(np.hypot(*(far[1] - far[0]))) / 100
    corners = np.array([[0.07, 0.07], [0.93, 0.07], [0.93, 0.93], [0.07, 0.93]])
    tip = corners[int(rng.integers(4))]
    middle, tip_at = (view.seen(np.array([place]) * view.size)[0] for place in ([0.5, 0.5], tip))
    way = (tip_at - middle) / np.hypot(*(tip_at - middle))
    mask = np.zeros(view.picture.shape[:2], np.uint8)
    ends = [np.round(tip_at + way * scale * far).astype(int) for far in (0, 70)]
    cv2.line(mask, tuple(ends[0].tolist()), tuple(ends[1].tolist()), 255, round(24 * scale))
    soft = cv2.GaussianBlur(mask, (0, 0), 2)[..., None].astype(np.float32) / 255
    mixed = view.picture * (1 - soft) + np.array(THUMB, np.float32) * soft
    return replace(view, picture=np.clip(mixed, 0, 255).astype(np.uint8), hidden=mask)


def small(view: View, rng: Rng) -> View:
    """Make the picture 640 px wide."""
    scale = 640 / view.picture.shape[1]
    picture = cv2.resize(view.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return replace(
        view, picture=np.asarray(picture, np.uint8), seen=lambda places: view.seen(places) * scale
    )


def pale(view: View, rng: Rng) -> View:
    """Cut the contrast to 40 %."""
    mean = float(view.picture.mean())
    flat = cv2.convertScaleAbs(view.picture, alpha=0.4, beta=0.6 * mean)
    return replace(view, picture=np.asarray(flat, np.uint8))


DISTURBANCES: dict[str, Disturb] = {
    "saved-again": unchanged,
    "turned-5": partial(turned, degrees=5),
    "turned-15": partial(turned, degrees=15),
    "turned-90": partial(turned, degrees=90),
    "turned-180": partial(turned, degrees=180),
    "perspective-mild": partial(leaning, by=0.06),
    "perspective-strong": partial(leaning, by=0.16),
    "light-falls": falling_light,
    "hard-shadow": shadow_edge,
    "blur": blurred,
    "noise": noisy,
    "bow-1.5": partial(bowed, by=0.015),
    "bow-4": partial(bowed, by=0.04),
    "corner-out": corner_out,
    "thumb": thumb,
    "640-px": small,
    "contrast-40": pale,
}
