"""A camera of our own: a page becomes a photograph of it on somebody's table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from practice import light, table
from practice.ink import Picture
from practice.paper import Bend, bend_of, creased
from practice.pose import pose_of

Level = Literal["flatbed", "good", "hard"]
FULL_SIZE = (4032, 3024)
"""What a phone of 12 megapixels takes."""
COARSE = 16
"""Bends and light change slowly: they are worked out for one pixel in this many each way."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How far things go at one level."""

    tilt: float
    """Degrees away from straight above."""
    turn: float
    """Degrees away from a right angle, as a standard deviation."""
    bow: float
    """The most that the paper bends, as a share of its height."""
    crease: float
    """How often there is one."""
    shade: float
    """How dark the darker side and the shadows are, 0.0 to 1.0."""
    hard_shadow: float
    """How often a shadow has an edge."""
    tint: float
    """How warm or cool the light may be."""
    blur: float
    """Standard deviation in pixels of a full-size photo."""
    noise: float
    """Standard deviation in grey levels."""
    quality: tuple[int, int]
    thumb: float
    """How often a thumb holds the paper."""


SETTINGS: dict[Level, Setting] = {
    "flatbed": Setting(0, 0.8, 0, 0.1, 0.02, 0, 0.02, 0.6, 1.5, (82, 95), 0),
    "good": Setting(25, 5, 0.003, 0.2, 0.25, 0.3, 0.14, 1.0, 4, (80, 94), 0.15),
    "hard": Setting(40, 14, 0.01, 0.5, 0.5, 0.7, 0.3, 1.9, 9, (55, 85), 0.35),
}


@dataclass(frozen=True, slots=True)
class TakenPhoto:
    """What the camera gives, and what only its inventor knows."""

    jpeg: bytes
    homography: NDArray[np.float64]
    """From pixels of the page to pixels of the photo, for paper that lies flat (3, 3)."""
    bow: float
    """How far the paper bends from flat, as a share of its height."""


def photograph(
    page: Picture, seed: int | str, level: Level = "good", size: tuple[int, int] = FULL_SIZE
) -> TakenPhoto:
    """Photograph a page; the same arguments give the same photo.

    Args:
        page: The page as seen from straight above, blue, green, red.
        seed: Decides everything that is left to chance.
        level: How well the photo is taken.
        size: Width and height of the photo, in pixels; half of the photos are upright.
    """
    rng = np.random.default_rng(list(f"{level} {seed}".encode()))
    setting = SETTINGS[level]
    if level == "flatbed":
        size = _sheet_glass(page, size)
    elif rng.random() < 0.5:
        size = (size[1], size[0])
    homography = pose_of(page.shape[1::-1], size, setting.tilt, setting.turn, rng)
    bend = bend_of(setting.bow, rng)
    if rng.random() < setting.crease:
        page = creased(page, rng)
    taken, covered = _seen(page, homography, bend, size)
    ground = table.flatbed_lid(size, rng) if level == "flatbed" else table.ground(size, rng)
    picture = _composed(taken, covered, ground)
    if rng.random() < setting.thumb:
        picture = table.with_thumb(picture, homography, page.shape[1::-1], rng)
    field = light.field_of(size, setting.shade, setting.hard_shadow, setting.tint, rng)
    picture = light.lit(picture, field * bend.shading(size, homography, page.shape[1::-1]))
    picture = _sensed(picture, setting, size, rng)
    quality = int(rng.integers(setting.quality[0], setting.quality[1] + 1))
    return TakenPhoto(encoded(picture, quality), homography, bend.size)


def encoded(picture: Picture, quality: int) -> bytes:
    """Give a picture as a JPEG file."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done, "OpenCV writes every picture of 8 bits as JPEG."
    return data.tobytes()


def _sheet_glass(page: Picture, size: tuple[int, int]) -> tuple[int, int]:
    """Give a flatbed's picture the page's own proportions, and a little of the glass."""
    height, width = page.shape[:2]
    scale = max(size) / max(height, width)
    return round(width * scale), round(height * scale)


def _seen(
    page: Picture, homography: NDArray[np.float64], bend: Bend, size: tuple[int, int]
) -> tuple[Picture, NDArray[np.uint8]]:
    """Look at the bent page through the lens; also say where the page is."""
    height, width = page.shape[:2]
    scale = np.sqrt(abs(np.linalg.det(homography[:2, :2])))
    page, shrunk = _shrunk(page, scale)
    at = bend.source(_page_places(size, homography), (width, height)) * np.float32(shrunk)
    x, y = (
        cv2.resize(np.ascontiguousarray(at[:, :, axis]), size, interpolation=cv2.INTER_LINEAR)
        for axis in (0, 1)
    )
    taken = cv2.remap(page, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = np.full(page.shape[:2], 255, np.uint8)
    covered = cv2.remap(inside, x, y, cv2.INTER_LINEAR, borderValue=0)
    return np.asarray(taken, np.uint8), np.asarray(covered, np.uint8)


def _shrunk(page: Picture, scale: float) -> tuple[Picture, float]:
    """Average the page down where the photo is coarser than the page, as a lens would."""
    if scale > 0.8:
        return page, 1.0
    smaller = cv2.resize(page, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8), scale


def _page_places(size: tuple[int, int], homography: NDArray[np.float64]) -> NDArray[np.float32]:
    """Say for a coarse grid of the photo which place of the flat page is seen there."""
    columns, rows = size[0] // COARSE + 1, size[1] // COARSE + 1
    # The grid's cells are stretched over the photo: their middles are what counts.
    x = (np.arange(columns) + 0.5) * size[0] / columns - 0.5
    y = (np.arange(rows) + 0.5) * size[1] / rows - 0.5
    grid = np.stack(np.meshgrid(x, y), 2).astype(np.float64)
    back = np.linalg.inv(homography)
    flat = cv2.perspectiveTransform(grid.reshape(1, -1, 2), back)
    return flat.reshape(rows, columns, 2).astype(np.float32)


def _composed(taken: Picture, covered: NDArray[np.uint8], ground: Picture) -> Picture:
    """Lay the sheet on the table; it throws a small shadow."""
    reach = max(covered.shape) // 160
    fallen = cv2.GaussianBlur(np.roll(covered, (reach // 2, reach // 3), (0, 1)), (0, 0), reach / 2)
    shaded = cv2.multiply(ground, cv2.merge([255 - fallen // 3] * 3), scale=1 / 255)
    alpha = cv2.merge([covered] * 3)
    over = cv2.multiply(taken, alpha, scale=1 / 255)
    under = cv2.multiply(shaded, 255 - alpha, scale=1 / 255)
    return np.asarray(cv2.add(over, under), np.uint8)


def _sensed(
    picture: Picture, setting: Setting, size: tuple[int, int], rng: np.random.Generator
) -> Picture:
    """Blur the picture by lens and hand, and add the sensor's noise."""
    scale = max(size) / max(FULL_SIZE)
    sigma = setting.blur * rng.uniform(0.4, 1.0) * scale
    if sigma > 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)
    if setting.tilt and rng.random() < 0.4:
        picture = _shaken(picture, setting.blur * rng.uniform(0.8, 2.2) * scale, rng)
    noise = setting.noise * rng.uniform(0.4, 1.0)
    grain = np.empty(picture.shape, np.int16)
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    cv2.randn(grain, np.zeros(3), np.array([noise, noise * 0.8, noise * 1.1]))
    return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)


def _shaken(picture: Picture, length: float, rng: np.random.Generator) -> Picture:
    """Move the camera a little while the shutter is open."""
    reach = max(int(np.ceil(length)), 1)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    way = np.array([np.cos(angle), np.sin(angle)]) * length / 2 * 16
    middle = np.array([reach, reach]) * 16
    ends = [tuple(int(v) for v in np.round(middle + sign * way)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)
