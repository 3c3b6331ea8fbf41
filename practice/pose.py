"""Where the camera is held: how a flat page on the table comes to lie in the picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Size = tuple[int, int]
"""Width and height in pixels."""


def pose_of(
    page: Size, photo: Size, tilt: float, turn: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Choose a pose in which the whole page is in the picture.

    Args:
        page: The page's size.
        photo: The photo's size.
        tilt: The most that the camera looks from the side, in degrees; 0 is a flatbed.
        turn: By how much the page misses a right angle, in degrees (standard deviation).
        rng: Decides.

    Returns:
        The homography from pixels of the page to pixels of the photo, (3, 3).
    """
    lean = np.radians(tilt * rng.uniform(0.1, 1.0))
    towards = rng.uniform(0, 2 * np.pi)
    spin = np.radians((_right_angle(page, photo, rng) if tilt else 0) + rng.normal(0, turn))
    width, height = page
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    flat = (corners - [width / 2, height / 2]) / max(page)
    turned = _rotation_z(towards) @ _rotation_x(lean) @ _rotation_z(spin - towards)
    seen = flat @ turned[:, :2].T
    # Phones look about 65 degrees wide: the page is about as far away as it is long.
    far = rng.uniform(1.3, 1.9) if tilt else 50.0
    projected = seen[:, :2] / (1 + seen[:, 2:] / far)
    placed = _fitted(projected, photo, rng.uniform(0.8, 0.96) if tilt else 0.985, rng)
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), placed.astype(np.float32))
    return np.asarray(homography, np.float64)


def _right_angle(page: Size, photo: Size, rng: np.random.Generator) -> int:
    """Turn the page so that it fits the photo, as most people would; in degrees."""
    fits = (page[0] > page[1]) == (photo[0] > photo[1])
    along = fits == (rng.random() < 0.85)
    return int(rng.choice([0, 180] if along else [90, 270]))


def _fitted(
    corners: NDArray[np.float64], photo: Size, share: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Scale corners to a share of the photo and put them somewhere in it."""
    low, high = corners.min(0), corners.max(0)
    room = np.array(photo, float)
    scale = share * float((room / (high - low)).min())
    slack = room - (high - low) * scale
    at = slack * np.clip(rng.normal(0.5, 0.2, 2), 0.08, 0.92)
    return np.asarray((corners - low) * scale + at, np.float64)


def _rotation_x(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def _rotation_z(angle: float) -> NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
