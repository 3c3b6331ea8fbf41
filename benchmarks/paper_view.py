"""Bent paper through a lens: which place of the sheet each pixel shows, and how bright it is.

The sheet is cut into small triangles; each is drawn where the lens sees it, the farthest first,
on a raster coarser than the photo. Between the raster's points everything is even enough.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.paper import Paper, Points, grid_of
from benchmarks.scene import Lens, corners_of

MESH = 3.5
SKIRT = 7.0
"""How far the paper is carried on beyond its edge, in mm, so that the edge is cut cleanly."""
Field = NDArray[np.float32]


@dataclass(frozen=True)
class Seen:
    """A part of a photo in which a sheet is."""

    left: int
    top: int
    x: Field
    """For each pixel the place on the sheet, in mm."""
    y: Field
    shade: Field
    """How bright the paper is compared with paper that lies flat, before the tone curve."""
    inside: NDArray[np.uint8]
    """255 where the sheet is, 0 where it is not."""


def scale_of(paper: Paper, lens: Lens) -> float:
    """Say how many pixels a millimetre of the sheet has, on average."""
    seen = lens.seen(paper.in_space(corners_of(paper.size)))
    x, y = seen[:, 0], seen[:, 1]
    area = 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))
    return float(np.sqrt(area / (paper.size[0] * paper.size[1])))


def hides_itself(paper: Paper, lens: Lens) -> bool:
    """Say whether some part of the sheet is seen from behind or nearly edge-on."""
    places = grid_of(paper.size, 50, 36)
    seen = lens.seen(paper.in_space(places))
    across, down = seen[:-1, 1:] - seen[:-1, :-1], seen[1:, :-1] - seen[:-1, :-1]
    area = across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]
    return bool(area.min() < 0.25 * np.median(area))


def bow_of(paper: Paper, lens: Lens) -> float:
    """Say how far print lies from where the four corners alone put it, over the height."""
    corners = corners_of(paper.size)
    seen = lens.seen(paper.in_space(corners)).astype(np.float32)
    back = cv2.getPerspectiveTransform(seen, corners.astype(np.float32))
    places = grid_of(paper.size, 24, 17)
    pixels = lens.seen(paper.in_space(places)).reshape(1, -1, 2)
    moved = cv2.perspectiveTransform(pixels, back)[0] - places.reshape(-1, 2)
    return float(np.linalg.norm(moved, axis=1).max() / paper.size[1])


def look(paper: Paper, lens: Lens, sun: Points, ambient: float) -> Seen:
    """Look at a sheet."""
    width, height = paper.size
    columns, rows = (round((side + 2 * SKIRT) / MESH) + 1 for side in paper.size)
    places = grid_of((width + 2 * SKIRT, height + 2 * SKIRT), columns, rows) - SKIRT
    space = paper.in_space(places)
    pixels = lens.seen(space)
    scale = scale_of(paper, lens)
    # Half a millimetre to a millimetre and a half: less than the softest crease.
    coarse_by = 8 if scale > 6 else 4
    low = np.floor(np.clip(pixels.min((0, 1)), 0, lens.photo) / coarse_by).astype(int)
    high = np.ceil(np.clip(pixels.max((0, 1)), 0, lens.photo) / coarse_by).astype(int)
    high = np.maximum(high, low + 2)
    bright = _lambert(paper, places, sun, ambient)
    values = np.concatenate([places, bright[..., None]], -1)
    raster = (pixels + 0.5) / coarse_by - 0.5 - low
    coarse, covered = _drawn(raster, lens.depth(space), values, tuple((high - low).tolist()))
    size = tuple(((high - low) * coarse_by).tolist())
    right, bottom = (np.minimum(high * coarse_by, lens.photo) - low * coarse_by).tolist()
    x, y, shade = (
        cv2.resize(np.ascontiguousarray(coarse[..., n]), size)[:bottom, :right] for n in range(3)
    )
    whole = cv2.resize(covered.astype(np.float32), size)[:bottom, :right] > 0.999
    edge = np.minimum(np.minimum(x, width - x), np.minimum(y, height - y)) * np.float32(scale)
    inside = np.clip(edge + 0.5, 0, 1) * 255 * whole
    left, top = (low * coarse_by).tolist()
    return Seen(left, top, x, y, shade, inside.astype(np.uint8))


def _lambert(paper: Paper, places: Points, sun: Points, ambient: float) -> Points:
    """Light paper by a lamp and by the room."""
    one = paper.in_space(places + [1.0, 0.0]) - paper.in_space(places - [1.0, 0.0])
    two = paper.in_space(places + [0.0, 1.0]) - paper.in_space(places - [0.0, 1.0])
    normal = np.cross(one, two)
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-9)
    direct = np.maximum(normal @ sun, 0) / sun[2]
    # What turns from the lamp still gets light from the room, the less the steeper it is.
    room = 0.5 + 0.5 * normal[..., 2]
    return np.asarray(np.clip(ambient * room + (1 - ambient) * direct, 0.12, 1.35), np.float64)


def _drawn(
    at: Points, depth: Points, values: Points, size: tuple[int, int]
) -> tuple[Field, NDArray[np.bool_]]:
    """Draw a mesh's triangles onto a raster, with their values even in between."""
    columns, rows = size
    corners, far, inner = _triangles(at), _triangles(depth[..., None]), _triangles(values)
    order = np.argsort(-far.mean((1, 2)), kind="stable")
    corners, inner = corners[order], inner[order]
    low = np.ceil(corners.min(1)).astype(int)
    reach = int(np.ceil((corners.max(1) - corners.min(1)).max())) + 1
    dy, dx = (grid.ravel() for grid in np.mgrid[0:reach, 0:reach])
    x, y = low[:, :1] + dx, low[:, 1:] + dy
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)[:, None]
    px, py = x - a[:, :1], y - a[:, 1:]
    v = (px * (c - a)[:, 1:] - py * (c - a)[:, :1]) / area
    w = (py * (b - a)[:, :1] - px * (b - a)[:, 1:]) / area
    hit = (v >= -1e-6) & (w >= -1e-6) & (v + w <= 1 + 1e-6)
    hit &= (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
    which, _ = np.nonzero(hit)
    v, w = v[hit][:, None], w[hit][:, None]
    field = np.full((rows, columns, values.shape[-1]), -1e4, np.float32)
    covered = np.zeros((rows, columns), bool)
    mixed = inner[which, 0] * (1 - v - w) + inner[which, 1] * v + inner[which, 2] * w
    field[y[hit], x[hit]] = mixed
    covered[y[hit], x[hit]] = True
    return field, covered


def _triangles(grid: Points) -> Points:
    """Cut a grid's cells in two each, (triangles, 3, values)."""
    a, b, c, d = grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]
    both = [np.stack([a, b, c], 2), np.stack([a, c, d], 2)]
    return np.concatenate([each.reshape(-1, 3, grid.shape[-1]) for each in both])
