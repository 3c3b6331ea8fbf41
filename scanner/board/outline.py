"""The corners of a board that lies flat on a plain table, where the owner does not tap them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from rules.errors import HostError
from scanner.page.outline import find_quads
from scanner.pictures import Grey

_FOCAL = 0.78
"""How far phones' lenses see: their focal length, as a share of a photo's longer side."""
_SLANT = 1.35
"""So far a slanting look may change the proportions of a board."""


def corners_in(grey: Grey, size: tuple[float, float]) -> list[tuple[float, float]]:
    """Give the four corners of the largest thing with four, from the top left, clockwise.

    Raises:
        HostError: ``board-outline`` if nothing stands out from the table; ``board-sides`` if
            that has other proportions, such as a board that lies on its side.
    """
    quads = find_quads(grey)
    if not quads:
        raise HostError("board-outline")
    # The picture's own edge is no board.
    whole = float(grey.shape[0] * grey.shape[1])
    inner = [quad for quad in quads if cv2.contourArea(quad) < 0.97 * whole]
    if not inner:
        raise HostError("board-outline")
    quad = max(inner, key=cv2.contourArea).astype(np.float64)
    middle = quad.mean(axis=0)
    around = quad[np.argsort(np.arctan2(*(quad - middle).T[::-1]))]
    first = int(np.argmin(around.sum(axis=1)))
    corners = np.roll(around, -first, axis=0)
    top, right, bottom, left = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    if (
        0 not in size
        and not 1 / _SLANT < (top + bottom) / (left + right) * size[1] / size[0] < _SLANT
    ):
        raise HostError("board-sides", width=round(size[0]), height=round(size[1]))
    return [(float(x), float(y)) for x, y in corners]


def whole_size(
    size: tuple[float, float], corners: Sequence[tuple[float, float]], photo: tuple[int, ...]
) -> tuple[float, float]:
    """Give the side of a board, mm, that is 0, by the other one and how a photo shows both.

    Args:
        size: Width and height, one of them 0.
        corners: As they are taught, px: those at folds stand between the first and the last.
        photo: Width and height of the photo, px.
    """
    half = len(corners) // 2
    middle, reach = np.array(photo) / 2, _FOCAL * max(photo)
    rays = [((x - middle[0]) / reach, (y - middle[1]) / reach, 1.0)
            for x, y in (corners[0], corners[half - 1], corners[-1], corners[half])]  # fmt: skip
    first, across, down, other = (np.array(ray) for ray in rays)
    # The four lie in a plane, and the ways along opposite sides are the same.
    far_across = np.cross(first, other) @ down / (np.cross(across, other) @ down)
    far_down = np.cross(first, other) @ across / (np.cross(down, other) @ across)
    wide = np.linalg.norm(far_across * across - first)
    high = np.linalg.norm(far_down * down - first)
    if size[0]:
        return size[0], round(float(size[0] * high / wide), 1)
    return round(float(size[1] * wide / high), 1), size[1]
