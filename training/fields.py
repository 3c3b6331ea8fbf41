"""What the scanner cuts out of a page for a digit: print subtracted, paper white, strokes thin.

A page's pen may be faint, a digit may lie on the crop's edge, and remains of print, a grid's line
or a neighbour's ring stand beside it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from training.paper import Grey, Ink
from training.shapes import Rng

_CUT = 0.1  # share of a digit's size that may lie beyond the crop's edge


def cut_out(ink: Ink | None, rng: Rng) -> Grey:
    """Show ink, or none, as a field's crop."""
    height = int(rng.integers(60, 130))
    width = int(height * rng.choice([0.95, 1.0, 1.2, 1.41, 1.5]))
    cover = np.zeros((height, width), np.uint8)
    pen = rng.uniform(0.45, 1.0) if rng.random() < 0.65 else rng.uniform(0.14, 0.45)
    at_edge = rng.random() < 0.15
    if ink is not None:
        _lay(cover, _sized(ink, (height, width), rng), at_edge, rng)
    dark = cover * np.float32(pen / 255)
    if rng.random() < 0.45:
        dark = np.maximum(dark, _beside((height, width), pen, rng))
    if rng.random() < 0.4:
        dark *= _subtracted((height, width), rng)
    return _as_read(dark, rng)


def _sized(ink: Ink, room: tuple[int, int], rng: Rng) -> Ink:
    """Bring ink to the size that digits have in their fields."""
    share = float(np.clip(rng.normal(0.5, 0.13), 0.28, 0.9))
    zoom = share * room[0] / max(ink.shape)
    size = (max(3, round(ink.shape[1] * zoom)), max(3, round(ink.shape[0] * zoom)))
    small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR)
    # A thin pen must not fade away because the picture became smaller.
    return np.asarray(cv2.convertScaleAbs(small, alpha=255 / max(float(small.max()), 1.0)))


def _lay(cover: Ink, ink: Ink, at_edge: bool, rng: Rng) -> None:
    """Put ink somewhere into the field; at its edge a little of it may be cut off."""
    room = np.array(cover.shape) - ink.shape
    at = np.rint(room * np.clip(rng.normal(0.5, 0.18, 2), 0.02, 0.98)).astype(int)
    if at_edge:
        side, far = int(rng.integers(2)), bool(rng.integers(2))
        beyond = int(rng.uniform(-0.02, _CUT) * ink.shape[side])
        at[side] = room[side] + beyond if far else -beyond
    low, high = np.maximum(at, 0), np.minimum(at + ink.shape, cover.shape)
    own = ink[low[0] - at[0] : high[0] - at[0], low[1] - at[1] : high[1] - at[1]]
    cover[low[0] : high[0], low[1] : high[1]] = own


def _beside(shape: tuple[int, int], pen: float, rng: Rng) -> NDArray[np.float32]:
    """Draw what is not the digit: a grid's lines, a neighbour's ring, remains of print."""
    height, width = shape
    layer = np.zeros(shape, np.float32)
    kind = rng.random()
    thick = int(rng.integers(1, 5))
    if kind < 0.4:
        for _ in range(int(rng.integers(1, 4))):
            at = int(rng.integers(0, max(2, height // 14)))
            lean = int(rng.integers(-2, 3))
            ends = [
                ((at, 0), (at + lean, height)),
                ((width - 1 - at, 0), (width - 1 - at, height)),
                ((0, at), (width, at + lean)),
                ((0, height - 1 - at), (width, height - 1 - at)),
            ]
            one, other = ends[int(rng.integers(4))]
            cv2.line(layer, one, other, float(rng.uniform(0.1, 0.95)), thick, cv2.LINE_AA)
    elif kind < 0.75:
        way = rng.uniform(0, 2 * np.pi)
        radius = rng.uniform(0.35, 0.9, 2) * height
        reach = np.array([width, height]) / 2 + radius * 0.97 - rng.uniform(0, 0.1) * height
        middle = np.array([width, height]) / 2 + reach * [np.cos(way), np.sin(way)]
        axes = (int(radius[0]), int(radius[1]))
        centre = (int(middle[0]), int(middle[1]))
        cv2.ellipse(layer, centre, axes, 0, 0, 360, pen * rng.uniform(0.5, 1), thick, cv2.LINE_AA)
    else:
        for _ in range(int(rng.integers(1, 5))):
            place = rng.uniform(0, 1, 2)
            place[int(rng.integers(2))] = rng.choice([rng.uniform(0, 0.1), rng.uniform(0.9, 1)])
            start = place * [width, height]
            end = start + rng.normal(0, 0.05 * height, 2)
            points = [(int(p[0]), int(p[1])) for p in (start, end)]
            cv2.line(layer, *points, float(rng.uniform(0.1, 0.8)), thick, cv2.LINE_AA)
    return layer


def _subtracted(shape: tuple[int, int], rng: Rng) -> NDArray[np.float32]:
    """Make ink fainter along a printed line that was taken away together with it."""
    height, width = shape
    left = np.ones(shape, np.float32)
    way = rng.uniform(0, np.pi)
    middle = np.array([width, height]) * rng.uniform(0.1, 0.9, 2)
    arm = np.array([np.cos(way), np.sin(way)]) * 2 * height
    ends = [(int(p[0]), int(p[1])) for p in (middle - arm, middle + arm)]
    cv2.line(left, *ends, float(rng.uniform(0.3, 0.8)), int(rng.integers(1, 4)), cv2.LINE_AA)
    return left


def _as_read(dark: NDArray[np.float32], rng: Rng) -> Grey:
    """Blur the picture and add the grain that is left of the paper."""
    if rng.random() < 0.8:
        dark = cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.4, 1.6))
    grey = 255 * (1 - dark)
    noise = np.empty(grey.shape, np.float32)
    cv2.randn(noise, 0.0, float(rng.uniform(0.3, 4)))
    if rng.random() < 0.5:
        noise = cv2.GaussianBlur(noise, (0, 0), 1.2) * 2
    return np.asarray(np.clip(grey + noise, 0, 255), np.uint8)
