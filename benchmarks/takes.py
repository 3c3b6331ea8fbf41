"""From a case to a photo: bent, covered, cut, lit, sent on; and what of it cannot be seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from benchmarks.cases import Case
from benchmarks.coverings import Covering, covered_in, glare, sheen
from benchmarks.habit_cases import HabitCase
from benchmarks.paper import Points, Resting, grid_of
from benchmarks.paper_camera import SIZES, Scene, Way, exposed, painted, set_up
from benchmarks.paper_shapes import KINDS
from benchmarks.photo import Picture
from benchmarks.places import hidden_by, middle_of, parts_of
from benchmarks.scene import Lens, corners_of, framed, rotation_of
from benchmarks.sending import saved_once

Rng = np.random.Generator
AnyCase = Case | HabitCase
SHINING = (glare, sheen)


@dataclass(frozen=True)
class Taken:
    """A file, and for each sheet in it the elements that it does not show."""

    jpeg: bytes
    hidden: tuple[tuple[str, ...], ...]


def take(
    case: AnyCase,
    way: Way,
    rng: Rng,
    *,
    cover: Covering | None = None,
    cut: Callable[[Scene, Rng], Scene] | None = None,
    sent: Callable[[Picture, Rng], bytes] = saved_once,
) -> Taken:
    """Take a photo of one sheet."""
    scene, bent = set_up(case.printed.size, way, rng)
    scene = cut(scene, rng) if cut else scene
    picture = painted([case.printed], scene, [bent.creases], way, rng)
    at, mask = _near_ink(case, rng), None
    if cover and cover not in SHINING:
        mask = cover(picture, scene, at, rng)
    picture = exposed(picture, way, rng)
    if cover in SHINING:
        mask = cover(picture, scene, at, rng)
    hidden = hidden_by(case.layout, covered_in(scene, mask)) if cover or cut else ()
    return Taken(sent(picture, rng), (hidden,))


def _near_ink(case: AnyCase, rng: Rng) -> Points:
    """Choose a place where something is written, or just beside it."""
    parts = parts_of(case.layout)
    marked = [id_ for id_ in getattr(case, "marked", ()) if id_ in parts] or list(parts)
    chosen = marked[int(rng.integers(len(marked)))]
    return middle_of(parts[chosen]) + rng.normal(0, 3, 2)


def edge_out(scene: Scene, rng: Rng) -> Scene:
    """Cut one edge of the sheet off, sometimes two."""
    lens, (sheet,) = scene.lens, scene.sheets
    seen = lens.seen(sheet.in_space(corners_of(sheet.size)))
    low, high, photo = seen.min(0), seen.max(0), np.array(lens.photo, float)
    shift = np.array(lens.shift)
    axes = [int(rng.integers(2))] if rng.random() < 0.8 else [0, 1]
    for axis in axes:
        out = rng.uniform(0.05, 0.2) * (high - low)[axis]
        start = rng.random() < 0.5
        shift[axis] += -low[axis] - out if start else photo[axis] - high[axis] + out
    return replace(scene, lens=replace(lens, shift=(float(shift[0]), float(shift[1]))))


def half_of(part: int) -> Callable[[Scene, Rng], Scene]:
    """Go near: only the first or the second half of the sheet fits, and a little more."""

    def nearer(scene: Scene, rng: Rng) -> Scene:
        sheet = scene.sheets[0]
        width, height = sheet.size
        places = grid_of(sheet.size, 14, 10)
        share = rng.uniform(0.54, 0.66)
        side = places[..., 0] / width if width > height else places[..., 1] / height
        kept = places[(side <= share) if part == 0 else (side >= 1 - share)]
        lens = framed(scene.lens, sheet.in_space(kept), float(rng.uniform(0.93, 0.99)), rng)
        return replace(scene, lens=lens)

    return nearer


def take_table(cases: Sequence[AnyCase], way: Way, rng: Rng) -> Taken:
    """Take one photo of several sheets that lie side by side, each bent in its own way."""
    wide = max(max(case.printed.size) for case in cases)
    sheets, creases = [], []
    for place, case in enumerate(cases):
        row, column = divmod(place, 2)
        upright = case.printed.size[0] < case.printed.size[1]
        turn = np.radians(rng.normal(0, 5) + (90 if upright else 0) + 180 * rng.integers(2))
        at = ((column - 0.5) * (wide + 20), (row - 0.5) * (0.72 * wide + 24))
        bent = KINDS[way.paper](case.printed.size, rng, way.most, int(rng.integers(2)))
        at = (at[0] + float(rng.uniform(-4, 4)), at[1] + float(rng.uniform(-4, 4)))
        sheets.append(Resting(bent.paper, at, float(turn)))
        creases.append(bent.creases)
    scene = Scene(_above(sheets, way, rng), tuple(sheets))
    picture = painted([case.printed for case in cases], scene, creases, way, rng)
    return Taken(saved_once(exposed(picture, way, rng), rng), tuple(() for _ in cases))


def take_overlapping(lower: AnyCase, upper: AnyCase, way: Way, rng: Rng) -> Taken:
    """Take one photo of two sheets of which one lies partly on the other."""
    width, height = lower.printed.size
    off = rng.uniform(0.3, 0.75, 2) * [width, height] * rng.choice([-1, 1], 2)
    turned = width > height and upper.printed.size[0] < upper.printed.size[1]
    turn = float(np.radians(rng.normal(0, 8)) + (np.pi / 2 if turned else 0))
    sheets = []
    for case, at, angle, lift in (
        (lower, (0.0, 0.0), 0.0, 0.0),
        (upper, (float(off[0]), float(off[1])), turn, 1.0),
    ):
        bent = KINDS["flat"](case.printed.size, rng, way.most, 0)
        sheets.append(Resting(bent.paper, at, angle, lift=lift))
    scene = Scene(_above(sheets, way, rng), tuple(sheets))
    picture = painted([lower.printed, upper.printed], scene, [(), ()], way, rng)
    over = scene.pixels_of(corners_of(upper.printed.size), 1)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(over).astype(np.int32)], 255)
    hidden = hidden_by(lower.layout, covered_in(scene, mask, 0))
    return Taken(saved_once(exposed(picture, way, rng), rng), (hidden, ()))


def _above(sheets: Sequence[Resting], way: Way, rng: Rng) -> Lens:
    """Hold the camera over all sheets."""
    size = way.size or SIZES[0]
    tilt = np.radians(rng.uniform(5, 25) if way.hard else rng.uniform(0, 14))
    rotation = rotation_of(tilt, rng.uniform(0, 2 * np.pi), np.radians(rng.normal(0, 3)))
    outline = np.concatenate([sheet.in_space(corners_of(sheet.size)) for sheet in sheets])
    photo = size if np.ptp(outline[:, 0]) > np.ptp(outline[:, 1]) else size[::-1]
    lens = Lens(photo, 0.74 * max(size), rotation, 1000.0, bulge=(float(rng.normal(0, 0.02)), 0.0))
    return framed(lens, outline, 0.95, rng)


def take_with_app(case: AnyCase, rng: Rng, sent: Callable[[Picture, Rng], bytes]) -> Taken:
    """Photograph a sheet with a scanner app, which cuts it out and straightens it."""
    page = case.printed
    scale = rng.uniform(5.5, 8.5) / page.px_per_mm
    small = cv2.resize(page.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    corners = corners_of((width, height))
    # The app finds the corners to within a few millimetres.
    found = corners + rng.normal(0, 0.004, (4, 2)) * max(width, height)
    bent = cv2.getPerspectiveTransform(corners.astype(np.float32), found.astype(np.float32))
    table = tuple(float(v) for v in rng.uniform(60, 190, 3))
    flat = cv2.warpPerspective(small, bent, (width, height), borderValue=table)
    return Taken(sent(exposed(np.asarray(flat, np.uint8), Way(), rng), rng), ((),))
