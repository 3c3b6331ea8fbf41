"""The corners of a board that lies flat on a plain table, where the owner does not tap them."""

from __future__ import annotations

import cv2
import numpy as np

from rules.errors import HostError
from scanner.page.outline import find_quads
from scanner.pictures import Grey

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
    if not 1 / _SLANT < (top + bottom) / (left + right) * size[1] / size[0] < _SLANT:
        raise HostError("board-sides", width=round(size[0]), height=round(size[1]))
    return [(float(x), float(y)) for x, y in corners]
