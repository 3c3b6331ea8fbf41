"""Photos of bent paper: any model of paper, any way to take a photo and to pass it on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from benchmarks import surroundings
from benchmarks.paper import Paper, Points, Resting, grid_of
from benchmarks.paper_shapes import KINDS, Bent
from benchmarks.paper_view import Seen, bow_of, hides_itself, look, scale_of
from benchmarks.paper_wear import worn
from benchmarks.photo import Picture, Printed
from benchmarks.scene import Lens, corners_of, framed, rotation_of
from benchmarks.sensor import Exposure, developed, light_of

SIZES = ((4032, 3024), (3264, 2448), (2592, 1944), (2048, 1536))
Rng = np.random.Generator


@dataclass(frozen=True)
class Way:
    """How a photo is taken."""

    paper: str = "flat"
    """One of KINDS of paper_shapes."""
    most: float = 0.7
    """The largest fold, in radians."""
    hard: bool = False
    """Careless: more tilt, dim light, shadow, shake, noise."""
    wide: bool = False
    """With an ultra-wide lens."""
    bow: float | None = None
    """What print is moved by the bend, as a share of the sheet's height."""
    per_mm: tuple[float, float] | None = None
    """How many pixels a millimetre of the sheet has; otherwise as the camera gives."""
    share: tuple[float, float] = (0.82, 0.95)
    """How much of the picture the sheet fills."""
    size: tuple[int, int] | None = None
    """The photo's; otherwise that of some phone, 3 to 12 megapixels."""
    light: float = 1.0
    """Above 1 the picture is overexposed, below it is dark."""
    shadow: float | None = None
    """How deep the shadows are, 0 to 1."""
    blur: float = 0.0
    """As a share of the picture's width."""


@dataclass(frozen=True)
class Scene:
    """Sheets on a table and the camera above them, before the picture is taken."""

    lens: Lens
    sheets: tuple[Resting, ...]

    def pixels_of(self, places: Points, sheet: int = 0) -> Points:
        """Say where in the picture places on a sheet are seen."""
        return self.lens.seen(self.sheets[sheet].in_space(places))


def set_up(size: tuple[float, float], way: Way, rng: Rng) -> tuple[Scene, Bent]:
    """Bend a sheet, put it on the table and hold the camera; nothing of it hides behind itself."""
    photo = way.size or SIZES[int(rng.choice(4, p=[0.35, 0.3, 0.2, 0.15]))]
    upright = (size[0] < size[1]) != (rng.random() < 0.15)
    photo = (min(photo), max(photo)) if upright else (max(photo), min(photo))
    most = way.most
    model = int(rng.integers(2))
    while True:
        bent = KINDS[way.paper](size, rng, most, model)
        sheet = Resting(bent.paper, settled=float(rng.choice([1, 1, rng.uniform(0.3, 1)])))
        lens = _held(sheet, photo, way, rng)
        if way.bow is not None:
            sheet, lens = _bowed_by(size, way, model, lens, rng)
        if not hides_itself(sheet, lens):
            break
        most *= 0.85
    if way.per_mm:
        lens = _resized(lens, rng.uniform(*way.per_mm) / scale_of(sheet, lens))
    return Scene(lens, (sheet,)), bent


def _bowed_by(size, way: Way, model: int, lens: Lens, rng: Rng) -> tuple[Resting, Lens]:
    """Bend the sheet more and more until print has moved as far as wished."""
    low, high = 0.0, 1.6
    seed = int(rng.integers(1 << 30))
    for _ in range(9):
        most = (low + high) / 2
        bent = KINDS[way.paper](size, np.random.default_rng(seed), most, model)
        sheet = Resting(bent.paper)
        low, high = (most, high) if bow_of(sheet, lens) < (way.bow or 0) else (low, most)
    outline = sheet.in_space(grid_of(size, 12, 9)).reshape(-1, 3)
    return sheet, framed(lens, outline, 0.92, rng)


def _held(sheet: Paper, photo: tuple[int, int], way: Way, rng: Rng) -> Lens:
    """Hold the camera as people do: rather along the sheet than across it."""
    tilt = rng.uniform(8, 35) if way.hard else rng.uniform(0, 18)
    if way.bow is not None:
        tilt = rng.uniform(14, 28)
    along = (sheet.size[0] > sheet.size[1]) == (photo[0] > photo[1])
    turn = float(rng.choice([0, 180] if along else [90, 270])) + rng.normal(0, 9 if way.hard else 4)
    rotation = rotation_of(np.radians(tilt), rng.uniform(0, 2 * np.pi), np.radians(turn))
    focal, bulge = rng.uniform(0.7, 0.85), (rng.normal(0, 0.02), rng.normal(0, 0.008))
    if way.wide:
        focal, bulge = rng.uniform(0.42, 0.52), (rng.uniform(-0.15, -0.06), rng.uniform(0, 0.012))
    lens = Lens(photo, focal * max(photo), rotation, 500.0, bulge=bulge)
    outline = sheet.in_space(grid_of(sheet.size, 12, 9)).reshape(-1, 3)
    return framed(lens, outline, float(rng.uniform(*way.share)), rng)


def _resized(lens: Lens, factor: float) -> Lens:
    """Take the same picture with fewer pixels."""
    photo = round(lens.photo[0] * factor), round(lens.photo[1] * factor)
    real = photo[0] / lens.photo[0]
    return replace(
        lens,
        photo=photo,
        focal=lens.focal * real,
        shift=(lens.shift[0] * real, lens.shift[1] * real),
    )


def painted(
    pages: Sequence[Printed], scene: Scene, creases: Sequence[Sequence[Points]], way: Way, rng: Rng
) -> Picture:
    """Draw the table and the sheets on it, as they are: the camera comes later."""
    picture = surroundings.table_top(scene.lens.photo, rng, cluttered=way.hard)
    low = rng.uniform(0.5, 1.3) if way.hard else rng.uniform(0.2, 0.8)
    towards = rng.uniform(0, 2 * np.pi)
    sun = np.array([low * np.cos(towards), low * np.sin(towards), 1.0])
    sun /= np.linalg.norm(sun)
    ambient = float(rng.uniform(0.35, 0.7))
    for page, sheet, folds in zip(pages, scene.sheets, creases, strict=True):
        image = worn(page, folds, rng) if folds else page.image
        _cast(picture, sheet, scene.lens, sun)
        _lay(picture, replace(page, image=image), look(sheet, scene.lens, sun, ambient),
             scale_of(sheet, scene.lens))  # fmt: skip
    return picture


def _lay(picture: Picture, page: Printed, seen: Seen, scale: float) -> None:
    """Draw one sheet into the picture."""
    image, ratio = page.image, page.px_per_mm
    smaller = 1.15 * scale / ratio
    if smaller < 0.8:
        # Never finer than what the lens can tell apart: otherwise thin print flickers.
        image = np.asarray(
            cv2.resize(image, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA)
        )
        ratio *= smaller
    x, y = (np.asarray(side * np.float32(ratio) - 0.5, np.float32) for side in (seen.x, seen.y))
    drawn = cv2.remap(image, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    tone = np.power(np.maximum(seen.shade, 0.05), 1 / 2.2)
    drawn = cv2.multiply(drawn, cv2.merge([tone] * 3), dtype=cv2.CV_8U)
    height, width = seen.x.shape
    here = picture[seen.top : seen.top + height, seen.left : seen.left + width]
    alpha = cv2.merge([seen.inside] * 3)
    here[:] = cv2.add(
        cv2.multiply(drawn, alpha, scale=1 / 255), cv2.multiply(here, 255 - alpha, scale=1 / 255)
    )


def _cast(picture: Picture, sheet: Paper, lens: Lens, sun: Points) -> None:
    """Let the sheet throw its shadow on the table."""
    height, width = picture.shape[:2]
    corners = corners_of(sheet.size)
    t = np.linspace(0, 1, 30)[:, None]
    edges = [a * (1 - t) + b * t for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    outline = sheet.in_space(np.concatenate(edges))
    for strength, thrown in ((0.42, 1.0), (0.3, 0.25)):
        away = outline[:, 2:] * thrown + 1.0
        ground = outline[:, :2] - away * sun[:2] / sun[2]
        fallen = lens.seen(np.concatenate([ground, np.zeros((len(ground), 1))], 1)) / 8
        mask = np.zeros((height // 8 + 1, width // 8 + 1), np.uint8)
        cv2.fillPoly(mask, [np.round(fallen * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
        soft = max((0.5 + 0.12 * float(outline[:, 2].max())) * scale_of(sheet, lens) / 8, 0.6)
        mask = cv2.GaussianBlur(mask, (0, 0), soft)
        dark = cv2.resize(255 - mask * np.float32(strength), (width, height))
        cv2.multiply(picture, cv2.merge([dark] * 3), picture, 1 / 255, cv2.CV_8U)


def exposed(picture: Picture, way: Way, rng: Rng) -> Picture:
    """Take the picture: light, lens blur, noise and the phone's tone curve."""
    height, width = picture.shape[:2]
    scale = max(width, height) / 4032
    deep = rng.uniform(0.3, 0.65) if way.hard else rng.uniform(0.05, 0.3)
    deep = deep if way.shadow is None else way.shadow
    light = light_of((width, height), deep, 0.7 if way.hard else 0.3, rng.uniform(0, 0.7), rng)
    light = light * np.float32(
        way.light * (rng.uniform(0.5, 0.95) if way.hard else rng.uniform(0.8, 1.03))
    )
    exposure = Exposure(
        electrons=float(rng.uniform(600, 3000) if way.hard else rng.uniform(4000, 25000)),
        colour_noise=float(rng.uniform(1, 3.5) if way.hard else rng.uniform(0, 1.5)),
        defocus=float(rng.uniform(0.5, 1.8) if way.hard else rng.uniform(0.3, 1.0))
        * max(scale, 0.4),
        shake=float(rng.choice([0, 0, rng.uniform(1, 3.5)]) if way.hard else 0) * scale,
        sharpen=float(rng.uniform(0, 0.9)),
        contrast=float(rng.uniform(-0.1, 0.6)),
        qualities=(),
    )
    if way.blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), way.blur * width), np.uint8)
    return developed(picture, light, exposure, int(rng.integers(1 << 30)))
