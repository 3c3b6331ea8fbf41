"""How a board is seen: panels that meet at their folds, through a lens that bends lines a little.

Few numbers say all of it, so that they hold where nothing is printed, too: out to the corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.page.lens import View
from scanner.pictures import Floats

_ROUNDS = 12
_SMALL = 1e-6
_STRONGEST = 0.3
"""No lens bends more."""
_USUAL = 0.05
"""Most bend less than this."""
_LEAST_OFF = 0.0002
"""Nothing is seen more exactly than this, in half diagonals of the picture."""
Plane = NDArray[np.float64]


@dataclass(frozen=True)
class PanelView(View):
    """From mm on a board to pixels: each panel is a plane of its own."""

    folds: tuple[float, ...] = ()
    planes: tuple[Plane, ...] = ()

    def seen(self, places: Floats) -> NDArray[np.float64]:
        """Where places of the board, mm, (n, 2), are in the picture."""
        points = np.asarray(places, np.float64).reshape(-1, 2)
        panel = np.searchsorted(self.folds, points[:, 0])
        found = np.empty((len(points), 2))
        for number, plane in enumerate(self.planes):
            own = panel == number
            if own.any():
                found[own] = through(plane, points[own])
        return self.bent(found)


def through(plane: Plane, places: Floats) -> NDArray[np.float64]:
    """Where a plane has places, (n, 2)."""
    points = np.asarray(places, np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(points, plane).reshape(-1, 2))


def hinged(
    folds: Sequence[float], flat: Floats, at: Floats, size: tuple[int, ...]
) -> PanelView | None:
    """Find the view with the least squares; what contradicts most of the others has no say.

    Args:
        folds: Where the board is folded, mm from the left.
        flat: Places of the board, mm, (n, 2).
        at: Where they are in the picture, px, (n, 2).
        size: Of the picture: width and height, px.
    """
    middle, reach = np.array(size, float) / 2, float(np.linalg.norm(size) / 2)
    center, half = flat.mean(axis=0), float(np.ptp(flat, axis=0).max() / 2) or 1.0
    places, wanted = (flat - center) / half, (at - middle) / reach
    bends = [(fold - center[0]) / half for fold in folds]
    start, _ = cv2.findHomography(places, wanted, 0)
    if start is None:
        return None
    known = np.zeros(9 + 3 * len(bends))
    known[:8] = (start / start[2, 2]).ravel()[:8]
    for _ in range(_ROUNDS):
        now = _modelled(known, bends, places)
        off = np.linalg.norm(wanted - now, axis=1)
        usual = max(2.0 * float(np.median(off)), _LEAST_OFF)
        say = 1 / (1 + (off / usual) ** 2)
        known = known + _step(known, bends, places, wanted - now, say, usual)
    if not (np.isfinite(known).all() and abs(known[8]) < _STRONGEST):
        return None
    out = np.array([[reach, 0.0, middle[0]], [0.0, reach, middle[1]], [0.0, 0.0, 1.0]])
    into = np.array([[1 / half, 0, -center[0] / half], [0, 1 / half, -center[1] / half], [0, 0, 1]])
    planes = tuple(out @ plane @ into for plane in _planes(known, bends))
    return PanelView(planes[0], float(known[8]), middle, reach, tuple(folds), planes)


def _step(
    known: Floats, bends: Sequence[float], places: Floats, off: Floats, say: Floats, usual: float
) -> NDArray[np.float64]:
    """Say by how much to change what is known."""
    now = _modelled(known, bends, places)
    slopes = np.empty((off.size, len(known)))
    for n, value in enumerate(known):
        step = _SMALL * max(1.0, abs(value))
        moved = _modelled(known + step * (np.arange(len(known)) == n), bends, places)
        slopes[:, n] = ((moved - now) / step * say[:, None]).ravel()
    # Where nothing else tells, a lens does not bend, and a board lies flat.
    calm = np.zeros(len(known))
    calm[8] = usual / _USUAL
    calm[9:] = usual
    slopes = np.concatenate([slopes, np.diag(calm)[8:]])
    wanted = np.concatenate([(off * say[:, None]).ravel(), -(calm * known)[8:]])
    return np.asarray(np.linalg.lstsq(slopes, wanted, rcond=None)[0])


def _planes(known: Floats, bends: Sequence[float]) -> list[Plane]:
    """Give every panel's plane: beside a fold it differs by what is nothing at the fold."""
    planes = [np.append(known[:8], 1.0).reshape(3, 3)]
    for n, bend in enumerate(bends):
        turn = known[9 + 3 * n : 12 + 3 * n]
        planes.append(planes[-1] + np.outer(turn, [1.0, 0.0, -bend]))
    return planes


def _modelled(known: Floats, bends: Sequence[float], places: Floats) -> NDArray[np.float64]:
    """Where places are, in half diagonals of the picture."""
    found = np.zeros_like(places)
    panel = np.searchsorted(bends, places[:, 0])
    for number, plane in enumerate(_planes(known, bends)):
        own = panel == number
        ahead = places[own] @ plane[:, :2].T + plane[:, 2]
        found[own] = ahead[:, :2] / ahead[:, 2:]
    far = (found**2).sum(axis=1, keepdims=True)
    return found * (1 + float(known[8]) * far)
