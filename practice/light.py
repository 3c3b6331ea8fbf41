"""Light on a table: uneven, warm or cool, with shadows."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from practice.ink import Picture
from practice.paper import SHADING_STEP
from practice.pose import Size

Field = NDArray[np.float32]
"""Light for each place, blue, green and red; 1.0 leaves a picture as it is."""


def field_of(
    size: Size, shade: float, hard_shadow: float, tint: float, rng: np.random.Generator
) -> Field:
    """Light a picture, coarsely.

    Args:
        size: The picture's size.
        shade: How dark the dark side and the shadows are, 0.0 to 1.0.
        hard_shadow: How often a shadow has an edge.
        tint: How far the light may be from white.
        rng: Decides.
    """
    columns, rows = size[0] // SHADING_STEP + 1, size[1] // SHADING_STEP + 1
    x, y = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    angle = rng.uniform(0, 2 * np.pi)
    ramp = (np.cos(angle) * x + np.sin(angle) * y) / 2 + 0.5
    bright = 1 - shade * rng.uniform(0.3, 0.8) * np.clip(ramp, 0, 1)
    bright *= 1 - 0.5 * shade * rng.random() * (x**2 + y**2) / 2
    if rng.random() < hard_shadow:
        bright *= _shadow(x, y, shade * rng.uniform(0.5, 1.0), rng)
    warm = rng.normal(0.3 * tint, 0.5 * tint)
    colour = np.array([1 - warm, 1 - 0.25 * abs(warm), 1 + 0.3 * warm])
    level = rng.uniform(0.92, 1.02) - 0.25 * shade * rng.random()
    return np.asarray(bright[:, :, None] * np.clip(colour, 0.4, 1.15) * level, np.float32)


def lit(picture: Picture, field: Field) -> Picture:
    """Put light on a picture."""
    height, width = picture.shape[:2]
    smooth = cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(picture, smooth, dtype=cv2.CV_8U), np.uint8)


def _shadow(
    x: NDArray[np.float64], y: NDArray[np.float64], depth: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Let a head, a hand or a phone stand between lamp and table."""
    angle, softness = rng.uniform(0, 2 * np.pi), rng.uniform(0.02, 0.12)
    along = np.cos(angle) * x + np.sin(angle) * y
    if rng.random() < 0.5:
        edge = along - rng.uniform(-0.5, 0.5)
    else:
        middle = rng.uniform(-0.8, 0.8, 2)
        edge = rng.uniform(0.4, 0.8) - np.hypot(x - middle[0], (y - middle[1]) * 0.8)
    dark: NDArray[np.float64] = 1 - depth / (1 + np.exp(-edge / softness))
    return dark
