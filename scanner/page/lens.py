"""A flat page through a lens: what an ultra-wide lens does to it is no bend of the paper.

One number says how the lens squeezes what is far from its middle; the middle is that of the
picture, or lies aside where the picture was cut. Both are found together with the plane from the
tags, and are believed only if the tags then lie where they should, which no fold looks like.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.page.page_guess import Homography
from scanner.page.tags import SeenSheet, page_corners
from scanner.pictures import Floats, Grey
from templates.page import Page

BENT_TAGS = 1.5
"""Tags that lie so far from their places, mm, show that the paper, or the picture, is bent."""
_LENS_TAGS = 0.5
"""How far tags are from their places at most, mm, once the lens is known."""
_EXPLAINED = 0.25
"""The share of what is left without a lens that may be left with it."""
_LEAST_TAGS = 6
_STRONGEST, _FARTHEST = 0.5, 0.35
"""No lens squeezes more, and none has its middle further aside; both in half diagonals."""
_ROUNDS = 6
_SMALL = 1e-6


@dataclass(frozen=True)
class View:
    """From mm on a flat page to pixels."""

    plane: Homography
    """To pixels, as a lens without fault would show them."""
    bulge: float = 0.0
    """How the lens stretches what is far from its middle; ultra-wide ones squeeze it: below 0."""
    middle: Floats = field(default_factory=lambda: np.zeros(2))
    """Of the lens, px."""
    reach: float = 1.0
    """Half the picture's diagonal, px."""

    def seen(self, places: Floats) -> NDArray[np.float64]:
        """Where places of the page, mm, (n, 2), are in the picture."""
        return self.bent(cv2.perspectiveTransform(_points(places), self.plane).reshape(-1, 2))

    def bent(self, ideal: Floats) -> NDArray[np.float64]:
        """Where the lens shows what one without fault would show at these pixels."""
        if not self.bulge:
            return np.asarray(ideal, np.float64)
        out = ideal - self.middle
        far = (out**2).sum(axis=1, keepdims=True) / self.reach**2
        return np.asarray(self.middle + out * (1 + self.bulge * far), np.float64)

    def back(self, pixels: Floats) -> NDArray[np.float64]:
        """Which places of the page, mm, (n, 2), pixels show."""
        ideal = np.asarray(pixels, np.float64)
        if self.bulge:
            out = (ideal - self.middle) / self.reach
            wanted = np.linalg.norm(out, axis=1, keepdims=True)
            far = wanted
            for _ in range(_ROUNDS):
                slope = np.maximum(1 + 3 * self.bulge * far**2, 0.1)
                far = far - (far * (1 + self.bulge * far**2) - wanted) / slope
            ideal = self.middle + self.reach * out * far / np.maximum(wanted, _SMALL)
        back = cv2.perspectiveTransform(_points(ideal), np.linalg.inv(self.plane))
        return np.asarray(back.reshape(-1, 2), np.float64)

    def misfit(self, seen: SeenSheet, page: Page) -> float:
        """How far tags are from their places, mm."""
        off = self.back(_corners(seen)) - _places(seen, page)
        return float(np.sqrt((off**2).sum(axis=1).mean()))


def view_of(seen: SeenSheet, page: Page, start: Homography, grey: Grey) -> View:
    """Say how a page is seen: plainly, or through a lens that shows where its tags are better."""
    plain = View(start)
    if len(seen.tags) < _LEAST_TAGS:
        return plain
    misfit = plain.misfit(seen, page)
    if misfit < BENT_TAGS:
        return plain
    lens = _fitted(_places(seen, page), _corners(seen), grey.shape[::-1])
    if lens is None:
        return plain
    left = lens.misfit(seen, page)
    return lens if left < min(_LENS_TAGS, _EXPLAINED * misfit) else plain


def _fitted(flat: Floats, seen: Floats, size: tuple[int, ...]) -> View | None:
    """Find plane and lens together, with the least squares in the picture."""
    middle, reach = np.array(size) / 2, float(np.linalg.norm(size) / 2)
    wanted = (seen - middle) / reach
    plane, _ = cv2.findHomography(flat, wanted, 0)
    if plane is None:
        return None
    known = np.array([*(plane / plane[2, 2]).ravel()[:8], 0.0, 0.0, 0.0])
    for _ in range(_ROUNDS):
        now = _modelled(known, flat)
        slopes = np.empty((wanted.size, len(known)))
        for n, value in enumerate(known):
            step = _SMALL * max(1.0, abs(value))
            slopes[:, n] = (_modelled(known + step * (np.arange(11) == n), flat) - now) / step
        known = known + np.linalg.lstsq(slopes, wanted.ravel() - now, rcond=None)[0]
    bulge, aside = float(known[8]), known[9:]
    if not (abs(bulge) < _STRONGEST and np.abs(aside).max() < _FARTHEST):
        return None
    scale = np.array([[reach, 0.0, middle[0]], [0.0, reach, middle[1]], [0.0, 0.0, 1.0]])
    plane = scale @ np.append(known[:8], 1.0).reshape(3, 3)
    return View(plane, bulge, middle + reach * aside, reach)


def _modelled(known: Floats, flat: Floats) -> NDArray[np.float64]:
    """Where a plane and a lens put places; in half diagonals, x and y in turn."""
    plane = np.append(known[:8], 1.0).reshape(3, 3)
    return View(plane, float(known[8]), known[9:], 1.0).seen(flat).ravel()


def _places(seen: SeenSheet, page: Page) -> NDArray[np.float64]:
    return np.concatenate([page_corners(page, tag.place) for tag in seen.tags]).astype(np.float64)


def _corners(seen: SeenSheet) -> NDArray[np.float64]:
    return np.concatenate([tag.corners for tag in seen.tags]).astype(np.float64)


def _points(places: Floats) -> NDArray[np.float64]:
    return np.asarray(places, np.float64).reshape(-1, 1, 2)
