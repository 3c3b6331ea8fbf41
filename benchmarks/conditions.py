"""Special conditions: what happens to a sheet before, or to a file after, it is photographed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.camera import TWELVE_MEGAPIXELS, Level, Photo, Printed, Wishes, photograph
from benchmarks.scene import corners_of

Picture = NDArray[np.uint8]
CONDITIONS = ("corner", "rotation", "printed-94", "photocopy", "bow-1.5", "bow-4")
"""Besides these: four sheets in one photo, see ``photograph_table``."""
MOST_COVERED = 34.0
"""Nobody puts a larger thing on a corner, in mm."""


def photograph_under(
    condition: str,
    page: Printed,
    layout: Mapping[str, Any],
    seed: int | str,
    size: tuple[int, int] = TWELVE_MEGAPIXELS,
) -> Photo:
    """Take a good photo under one of CONDITIONS."""
    rng = np.random.default_rng(list(f"{condition} {seed}".encode()))
    level: Level = "good"
    wishes = Wishes()
    if condition == "corner":
        corner = int(rng.integers(4))
        wishes = Wishes(covered=(corner, reach_of(layout)[corner]))
    elif condition == "rotation":
        wishes = Wishes(turn=float(rng.uniform(0, 360)))
    elif condition == "printed-94":
        page = printed_at(page, 0.94, rng)
    elif condition == "photocopy":
        page = photocopied(page, rng)
    elif condition in ("bow-1.5", "bow-4"):
        wishes = Wishes(bow=float(condition.removeprefix("bow-")) / 100)
    else:
        raise ValueError(f"{condition} is none of {', '.join(CONDITIONS)}.")
    return photograph(page, f"{condition} {seed}", level, wishes, size)


def printed_at(page: Printed, scale: float, rng: np.random.Generator) -> Printed:
    """Print a page smaller than meant, in the middle of the paper or in its corner."""
    height, width = page.image.shape[:2]
    small = cv2.resize(page.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    paper = np.full_like(page.image, 255)
    share = 0.5 if rng.random() < 0.7 else 0.02
    top, left = int((height - small.shape[0]) * share), int((width - small.shape[1]) * share)
    paper[top : top + small.shape[0], left : left + small.shape[1]] = small
    return replace(page, image=paper)


def photocopied(page: Printed, rng: np.random.Generator) -> Printed:
    """Copy a filled-in page: grey, more contrast, slightly askew and too large, specks."""
    height, width = page.image.shape[:2]
    grey = cv2.cvtColor(page.image, cv2.COLOR_BGR2GRAY)
    grey = cv2.GaussianBlur(grey, (0, 0), 0.08 * page.px_per_mm)
    turn = cv2.getRotationMatrix2D(
        (width / 2, height / 2), float(rng.uniform(-1.2, 1.2)), float(rng.uniform(0.985, 1.01))
    )
    grey = cv2.warpAffine(grey, turn, (width, height), borderValue=(255,))
    x = np.arange(256) / 255
    steep, middle = rng.uniform(5, 9), rng.uniform(0.5, 0.62)
    curve = 1 / (1 + np.exp(-steep * (x - middle)))
    curve = (curve - curve[0]) / (curve[-1] - curve[0])
    copy = np.asarray(cv2.LUT(grey, (20 + curve * 232).astype(np.uint8)), np.uint8)
    for _ in range(int(rng.integers(40, 160))):
        spot = int(rng.integers(width)), int(rng.integers(height))
        radius = max(round(float(rng.exponential(0.08)) * page.px_per_mm), 1)
        cv2.circle(copy, spot, radius, int(rng.integers(40, 160)), -1, cv2.LINE_AA)
    return replace(page, image=np.asarray(cv2.cvtColor(copy, cv2.COLOR_GRAY2BGR), np.uint8))


def reach_of(layout: Mapping[str, Any]) -> tuple[float, ...]:
    """Say how far around each corner nothing is written, in mm; corners from the top left."""
    width, height = layout["page"]
    reaches = []
    for corner in corners_of((width, height)):
        nearest = min(_distance(corner, *area) for area in written_areas(layout))
        reaches.append(min(nearest - 2.0, MOST_COVERED))
    return tuple(reaches)


def written_areas(layout: Mapping[str, Any]) -> Iterator[tuple[tuple[float, float], float, float]]:
    """Yield every place of a layout that a pen may mark: its middle, width and height."""

    def walk(value: Any, key: str = "") -> Iterator[tuple[tuple[float, float], float, float]]:
        if isinstance(value, Mapping):
            if "center" in value:
                wide, high = value.get("size") or [2.6 * value["radius"]] * 2
                yield tuple(value["center"]), wide, high
            for name in ("at", "from", "to"):
                if name in value:
                    reach = 2.6 * (value.get("star") or {}).get("radius", 0.5)
                    yield tuple(value[name]), reach, reach
            for name, inner in value.items():
                yield from walk(inner, name)
        elif isinstance(value, list):
            for inner in value:
                yield from walk(inner, key)

    yield from walk({k: v for k, v in layout.items() if k not in ("strip", "page")})


def _distance(
    corner: NDArray[np.float64], middle: tuple[float, float], wide: float, high: float
) -> float:
    gap = np.maximum(np.abs(corner - np.array(middle)) - [wide / 2, high / 2], 0)
    return float(np.hypot(*gap))


def resaved(jpeg: bytes, quality: int = 75) -> bytes:
    """Open a file and save it again."""
    return _encoded(_decoded(jpeg), quality)


def shrunk(jpeg: bytes, scale: float = 0.7) -> bytes:
    """Make a photo smaller, as a messenger does."""
    small = cv2.resize(_decoded(jpeg), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return _encoded(np.asarray(small, np.uint8), 90)


def turned(jpeg: bytes, quarters: int) -> bytes:
    """Turn a photo by right angles, anticlockwise."""
    return _encoded(np.ascontiguousarray(np.rot90(_decoded(jpeg), quarters)), 95)


def _decoded(jpeg: bytes) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _encoded(picture: Picture, quality: int) -> bytes:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done, "OpenCV writes every picture of 8 bits as JPEG."
    return bytes(data)
