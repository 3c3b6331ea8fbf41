"""How the print of a blank shows in a photo: as blurred, and in the tones, of that camera."""

from __future__ import annotations

from functools import cached_property, lru_cache

import cv2
import numpy as np

from scanner.page.blank import PX_PER_MM, blank_page
from scanner.pictures import Floats, Grey
from templates.sheet_code import SheetCode

BLURS = (0.5, 0.9, 1.3, 1.8, 2.4, 3.2, 4.5, 6.5)
"""How blurred print may look, as standard deviations in px of a flattened page."""
_LIGHT_PX_PER_MM = 1
_SPARSE = 5
"""Tones are compared on one pixel in this many each way."""
_TONES = 16
"""Into how many steps the tones of print are divided."""
_ENOUGH = 60
"""From this many pixels on, the tone of a step is known."""
_MOST_KEPT = 4
_FAINTEST = 0.3
"""How dark draft print is at least, as a share of what it should be."""


class Print:
    """The print of one sheet; what does not depend on the photo is worked out once and kept."""

    def __init__(self, blank: Grey) -> None:
        self.blank = blank
        self._softened: dict[float, Grey] = {}
        self._darkest: dict[tuple[float, int], Grey] = {}

    @cached_property
    def small(self) -> Floats:
        """The blank at a scale at which light is judged."""
        height, width = self.blank.shape
        size = (width * _LIGHT_PX_PER_MM // PX_PER_MM, height * _LIGHT_PX_PER_MM // PX_PER_MM)
        return cv2.resize(self.blank, size, interpolation=cv2.INTER_AREA).astype(np.float32)

    def blur_in(self, even: Grey) -> float:
        """Say how much the blank has to be blurred to look like the photo."""
        band, judged, blurred = self._title
        seen = 255 - even[band]
        misses = [
            float(cv2.mean(cv2.min(cv2.absdiff(_as_dark(dark, seen, judged), seen), 90), judged)[0])
            for dark in blurred
        ]
        return BLURS[int(np.argmin(misses))]

    def expected(self, even: Grey, blur: float, reach: int) -> Grey:
        """The darkest tone that print has within a number of pixels, in the photo's own tones."""
        tones = _tones(even, self._soft(blur))
        # A rising curve of tones leaves the darkest where it is.
        return np.asarray(cv2.LUT(self._dark(blur, reach), tones), np.uint8)

    @cached_property
    def _title(self) -> tuple[tuple[slice, slice], Grey, list[Grey]]:
        """A place with enough black print, where its edges are, and how dark all its blurs are."""
        band = slice(7 * PX_PER_MM, 21 * PX_PER_MM), slice(0, self.blank.shape[1] // 3)
        sharp = self.blank[band]
        edges = cv2.dilate(cv2.morphologyEx(sharp, cv2.MORPH_GRADIENT, np.ones((3, 3))), None)
        blurred = [255 - cv2.GaussianBlur(sharp, (0, 0), blur) for blur in BLURS]
        return band, (edges > 60).astype(np.uint8), blurred

    def _soft(self, blur: float) -> Grey:
        if blur not in self._softened:
            _make_room(self._softened)
            self._softened[blur] = cv2.GaussianBlur(self.blank, (0, 0), blur)
        return self._softened[blur]

    def _dark(self, blur: float, reach: int) -> Grey:
        if (blur, reach) not in self._darkest:
            _make_room(self._darkest)
            around = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
            self._darkest[blur, reach] = cv2.erode(self._soft(blur), around)
        return self._darkest[blur, reach]


@lru_cache(maxsize=12)
def print_of(code: SheetCode) -> Print:
    """The print of the sheet that a code, of copy 0, speaks of."""
    return Print(blank_page(code))


def _as_dark(dark: Grey, seen: Grey, judged: Grey) -> Grey:
    """Print that is lighter all over, as drafts are, looks no more blurred for that."""
    usual, here = cv2.mean(dark, judged)[0], cv2.mean(seen, judged)[0]
    share = float(np.clip(here / max(usual, 1.0), _FAINTEST, 1.0))
    return np.asarray(cv2.convertScaleAbs(dark, alpha=share), np.uint8)


def _make_room(kept: dict) -> None:
    if len(kept) >= _MOST_KEPT:
        del kept[next(iter(kept))]


def _tones(even: Grey, soft: Grey) -> Grey:
    """For each tone of the blank the tone that it usually has in the photo."""
    tones = soft[::_SPARSE, ::_SPARSE].ravel()
    seen = even[::_SPARSE, ::_SPARSE].ravel()
    step = 256 // _TONES
    known_x, known_y = [], []
    often = np.bincount(tones, minlength=256)
    together = np.bincount(tones.astype(np.intp) // step * 256 + seen, minlength=_TONES * 256)
    for number in range(_TONES):
        own = often[number * step : (number + 1) * step]
        if own.sum() >= _ENOUGH:
            known_x.append(number * step + _median(own))
            known_y.append(_median(together[number * 256 : (number + 1) * 256]))
    if not known_x:
        return np.arange(256, dtype=np.uint8)
    # Darker print cannot look lighter: keep the curve rising.
    rising = np.maximum.accumulate(np.array(known_y))
    curve = np.interp(np.arange(256), known_x, rising)
    return np.clip(np.round(curve), 0, 255).astype(np.uint8)


def _median(often: np.ndarray) -> int:
    """The middle value, told by how often each value occurs."""
    return int(np.searchsorted(often.cumsum(), often.sum() / 2))
