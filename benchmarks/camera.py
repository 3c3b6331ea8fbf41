"""The benchmark's camera: sheets of paper in space, seen through a lens, developed to a file.

Written without knowledge of the scanner, and built differently from the camera in
practice, which the scanner may have been tuned with.

flatbed     a scan of 200 to 300 dots per inch, up to 1.5 degrees askew
good        a careful photo: up to 20 degrees of tilt, a slight shadow, any light
hard        a careless one: up to 38 degrees, strong shadow, bow up to 1 %, blur, dim light
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks import surroundings
from benchmarks.flatbed import scanned
from benchmarks.photo import Photo, Picture, Printed
from benchmarks.scene import Lens, Sheet, View, bent_by, corners_of, framed, rotation_of
from benchmarks.sensor import Exposure, Field, developed, light_of, saved

Level = Literal["flatbed", "good", "hard"]
LEVELS: tuple[Level, ...] = ("flatbed", "good", "hard")
TWELVE_MEGAPIXELS = (4032, 3024)
COARSE = 16
SKIN = ((140, 170, 220), (110, 140, 195), (75, 100, 150), (50, 70, 110))
THINGS = ((60, 60, 60), (225, 225, 225), (150, 90, 50), (50, 60, 150))


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a special condition fixes; None leaves it to the level."""

    turn: float | None = None
    """Degrees: how the picture is turned."""
    bow: float | None = None
    """How far the paper looks from flat, as a share of its height."""
    covered: tuple[int, float] | None = None
    """A corner, 0 to 3 from the top left clockwise, and how many mm around it are hidden."""


def photograph(
    page: Printed,
    seed: int | str,
    level: Level,
    wishes: Wishes | None = None,
    size: tuple[int, int] = TWELVE_MEGAPIXELS,
) -> Photo:
    """Take one photo of one sheet; the same arguments give the same photo."""
    rng = np.random.default_rng(list(f"{level} {seed}".encode()))
    wishes = wishes or Wishes()
    if level == "flatbed" and wishes == Wishes():
        return scanned(page, rng)
    # Most people hold the phone as the paper lies.
    level_photo = (page.size[0] > page.size[1]) != (rng.random() < 0.15)
    photo = size if level_photo else (size[1], size[0])
    lens, sheet = _pose(page, photo, level, wishes, rng)
    return _taken([(page, sheet)], lens, level, wishes, rng)


def photograph_table(
    pages: Sequence[Printed],
    seed: int | str,
    level: Level = "good",
    size: tuple[int, int] = TWELVE_MEGAPIXELS,
) -> Photo:
    """Take one photo of up to four sheets that lie on the table side by side."""
    rng = np.random.default_rng(list(f"table {level} {seed}".encode()))
    wide = max(max(page.size) for page in pages)
    placed = []
    for place, page in enumerate(pages):
        row, column = divmod(place, 2)
        upright = page.size[0] < page.size[1]
        turn = np.radians(rng.normal(0, 3) + (90 if upright else 0) + 180 * rng.integers(2))
        at = ((column - 0.5) * (wide + 22), (row - 0.5) * (0.72 * wide + 22))
        middle = (at[0] + rng.uniform(-4, 4), at[1] + rng.uniform(-4, 4))
        placed.append((page, Sheet(page.size, middle, float(turn))))
    tilt = np.radians(rng.uniform(0, 14 if level == "good" else 25))
    rotation = rotation_of(tilt, rng.uniform(0, 2 * np.pi), np.radians(rng.normal(0, 3)))
    lens = Lens(size, 0.74 * size[0], rotation, 1000.0, bulge=(rng.normal(0, 0.02), 0.0))
    outline = np.concatenate([sheet.in_space(corners_of(sheet.size)) for _, sheet in placed])
    lens = framed(lens, outline, 0.95, rng)
    bent = [
        (page, bent_by(_carried(sheet, rng), lens, rng.uniform(0, 0.003))) for page, sheet in placed
    ]
    return _taken(bent, lens, level, Wishes(), rng)


def _pose(
    page: Printed, photo: tuple[int, int], level: Level, wishes: Wishes, rng: np.random.Generator
) -> tuple[Lens, Sheet]:
    """Hold the camera and bend the paper."""
    hard = level == "hard"
    tilt = rng.uniform(12, 38) if hard else rng.uniform(0, 20)
    if wishes.bow:
        # Straight from above a bow is hardly seen.
        tilt = rng.uniform(16, 30)
    along = (page.size[0] > page.size[1]) == (photo[0] > photo[1])
    turn = float(rng.choice([0, 180] if along else [90, 270])) + rng.normal(0, 12 if hard else 5)
    turn = turn if wishes.turn is None else wishes.turn
    rotation = rotation_of(np.radians(tilt), rng.uniform(0, 2 * np.pi), np.radians(turn))
    bulge = (rng.normal(0, 0.025), rng.normal(0, 0.01))
    lens = Lens(photo, rng.uniform(0.7, 0.85) * max(photo), rotation, 500.0, bulge=bulge)
    sheet = _carried(Sheet(page.size), rng)
    lens = framed(lens, sheet.in_space(corners_of(page.size)), rng.uniform(0.82, 0.95), rng)
    most = 0.01 if hard else 0.003
    bow = rng.uniform(0.15, 1) * most if wishes.bow is None else wishes.bow
    return lens, bent_by(sheet, lens, bow)


def _carried(sheet: Sheet, rng: np.random.Generator) -> Sheet:
    """Say how the paper bends once it does."""
    roll = float(rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)]))
    curl = float(rng.choice([0.0, 0.0, 0.6]))
    skew = float(rng.uniform(-0.25, 0.25))
    return replace(sheet, roll=roll, skew=skew, curl=curl, corner=int(rng.integers(4)))


def _taken(
    placed: Sequence[tuple[Printed, Sheet]],
    lens: Lens,
    level: Level,
    wishes: Wishes,
    rng: np.random.Generator,
) -> Photo:
    """Draw the scene and develop it."""
    picture = surroundings.table_top(lens.photo, rng)
    views = [View.of(sheet, lens) for _, sheet in placed]
    sun = np.array([*rng.normal(0, 0.5, 2), 1.0])
    for (page, _), view in zip(placed, views, strict=True):
        image = _folded(page.image, rng) if level == "hard" and rng.random() < 0.4 else page.image
        _lay(picture, replace(page, image=image), view, sun / np.linalg.norm(sun))
    if wishes.covered:
        picture = _cover(picture, views[0], *wishes.covered, rng)
    if level == "hard" and len(views) == 1 and rng.random() < 0.3:
        picture = _hold(picture, views[0], rng)
    light, exposure = _conditions(lens.photo, level, rng)
    picture = developed(picture, light, exposure, int(rng.integers(1 << 30)))
    return Photo(
        saved(picture, exposure.qualities),
        tuple(view.homography for view in views),
        tuple(view.bow() for view in views),
    )


def _conditions(
    photo: tuple[int, int], level: Level, rng: np.random.Generator
) -> tuple[Field, Exposure]:
    """Choose light and exposure."""
    scale = max(photo) / max(TWELVE_MEGAPIXELS)
    if level == "hard":
        light = light_of(photo, rng.uniform(0.3, 0.62), 0.8, rng.uniform(0.2, 0.9), rng)
        qualities = [int(q) for q in rng.integers(62, 88, int(rng.integers(1, 4)))]
        exposure = Exposure(
            electrons=float(rng.uniform(500, 3000)),
            colour_noise=float(rng.uniform(1.5, 4)),
            defocus=float(rng.uniform(0.5, 2.0)) * scale,
            shake=float(rng.choice([0, 0, rng.uniform(1, 4)])) * scale,
            sharpen=float(rng.uniform(0, 0.8)),
            contrast=float(rng.uniform(-0.2, 0.6)),
            qualities=tuple(qualities),
        )
        return np.asarray(light * rng.uniform(0.5, 0.95), np.float32), exposure
    light = light_of(photo, rng.uniform(0.05, 0.3), 0.35, rng.uniform(0, 0.5), rng)
    exposure = Exposure(
        electrons=float(rng.uniform(5000, 30000)),
        colour_noise=float(rng.uniform(0, 1.5)),
        defocus=float(rng.uniform(0.3, 1.0)) * scale,
        shake=float(rng.choice([0, 0, rng.uniform(0.7, 1.2)])) * scale,
        sharpen=float(rng.uniform(0.2, 0.9)),
        contrast=float(rng.uniform(0, 0.6)),
        qualities=tuple(int(q) for q in rng.integers(82, 95, int(rng.integers(1, 3)))),
    )
    return np.asarray(light * rng.uniform(0.8, 1.05), np.float32), exposure


def _lay(picture: Picture, page: Printed, view: View, sun: NDArray[np.float64]) -> None:
    """Draw a sheet into the picture, with its own shadow and shading."""
    left, top, right, bottom = _bounds(view)
    width, height = right - left, bottom - top
    columns, rows = width // COARSE + 2, height // COARSE + 2
    x = (np.arange(columns) + 0.5) * width / columns - 0.5 + left
    y = (np.arange(rows) + 0.5) * height / rows - 0.5 + top
    places = view.places(np.stack(np.meshgrid(x, y), -1))
    scale = np.sqrt(abs(np.linalg.det(view.homography[:2, :2]))) / page.px_per_mm
    image, ratio = page.image, page.px_per_mm
    if scale < 0.8:
        image = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        )
        ratio = page.px_per_mm * scale
    u, v = (
        cv2.resize(np.asarray(places[..., axis] * ratio - 0.5, np.float32), (width, height))
        for axis in (0, 1)
    )
    seen = cv2.remap(image, u, v, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    white = np.full(image.shape[:2], 255, np.uint8)
    mask = cv2.remap(white, u, v, cv2.INTER_LINEAR, borderValue=0)
    shade = cv2.resize(_lambert(view.sheet, places, sun), (width, height))
    seen = cv2.multiply(seen, cv2.merge([shade] * 3), dtype=cv2.CV_8U)
    here = picture[top:bottom, left:right]
    reach = 6 + int(view.sheet.rise)
    fallen = cv2.GaussianBlur(np.roll(mask, (reach, reach), (0, 1)), (0, 0), reach)
    under = cv2.multiply(here, cv2.merge([255 - fallen // 2] * 3), scale=1 / 255)
    alpha = cv2.merge([mask] * 3)
    here[:] = cv2.add(
        cv2.multiply(seen, alpha, scale=1 / 255), cv2.multiply(under, 255 - alpha, scale=1 / 255)
    )


def _bounds(view: View) -> tuple[int, int, int, int]:
    """Give the part of the picture in which the sheet and its shadow are."""
    t = np.linspace(0, 1, 25)[:, None]
    corners = corners_of(view.sheet.size)
    edges = [a * (1 - t) + b * t for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    seen = view.lens.seen(view.sheet.in_space(np.concatenate(edges)))
    width, height = view.lens.photo
    low = np.clip(np.floor(seen.min(0)) - 60, 0, [width - 2, height - 2]).astype(int)
    high = np.clip(np.ceil(seen.max(0)) + 60, low + 2, [width, height]).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _lambert(
    sheet: Sheet, places: NDArray[np.float64], sun: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Say how bright the bent paper is compared with flat paper."""
    here = sheet.in_space(places)
    one, two = (sheet.in_space(places + step) - here for step in ([1.0, 0.0], [0.0, 1.0]))
    normal = np.cross(one, two)
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-9)
    lit = np.clip(np.abs(normal @ sun) / abs(sun[2]), 0.5, 1.2)
    return np.asarray(lit ** (1 / 2.2), np.float32)


def _folded(image: Picture, rng: np.random.Generator) -> Picture:
    """Fold the sheet into a pocket and open it again: a cross of soft ridges."""
    height, width = image.shape[:2]
    tone = np.ones((height, width), np.float32)
    for axis, length in ((1, width), (0, height)):
        at = rng.uniform(0.4, 0.6) * length
        away = (np.arange(length, dtype=np.float32) - at) / (0.004 * length)
        ridge = 1 - 0.16 * np.exp(-(away**2)) + 0.05 * np.tanh(away / 8) * rng.choice([-1, 1])
        tone *= ridge[None, :] if axis else ridge[:, None]
    return np.asarray(cv2.multiply(image, cv2.merge([tone] * 3), dtype=cv2.CV_8U), np.uint8)


def _cover(
    picture: Picture, view: View, corner: int, reach: float, rng: np.random.Generator
) -> Picture:
    """Put something round over one corner."""
    angle = np.linspace(0, 2 * np.pi, 60)
    around = np.stack([np.cos(angle), np.sin(angle)], 1) * reach
    places = corners_of(view.sheet.size)[corner] + around
    outline = view.lens.seen(view.sheet.in_space(places))
    return surroundings.put_over(picture, outline, THINGS[int(rng.integers(4))], rng)


def _hold(picture: Picture, view: View, rng: np.random.Generator) -> Picture:
    """Hold the paper with a finger, on its empty edge."""
    width, height = view.sheet.size
    start, end = rng.uniform(0.2, 0.8), float(rng.uniform(3, 6))
    side = int(rng.integers(4))
    tip = {0: (start * width, end), 1: (width - end, start * height)}
    tip |= {2: (start * width, height - end), 3: (end, start * height)}
    outwards = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)][side], float)
    aside = np.array([-outwards[1], outwards[0]])
    t = np.linspace(0, np.pi, 30)[:, None]
    # The finger's end is round; the finger itself goes on out of the picture.
    round_end = (
        np.array(tip[side]) + outwards * 8 - outwards * 8 * np.sin(t) + aside * 8 * np.cos(t)
    )
    far = [round_end[-1] + outwards * 250 - aside, round_end[0] + outwards * 250 + aside]
    outline = view.lens.seen(view.sheet.in_space(np.concatenate([round_end, far])))
    return surroundings.put_over(picture, outline, SKIN[int(rng.integers(4))], rng)
