"""What the player added: the page with even light, less everything that was printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from scanner.blank import PX_PER_MM
from scanner.pictures import Grey

_LIGHT_PX_PER_MM = 1
BLURS = (0.5, 0.9, 1.3, 1.8, 2.4, 3.2, 4.5, 6.5)
"""How blurred print may look, as standard deviations in px of a flattened page."""
_SPARSE = 5
"""Tones are compared on one pixel in so many each way."""
_CREASE = 45.0
"""No line on a sheet is as long as this, mm."""
_CREASE_PX_PER_MM = 1.5
_FAINTEST_CREASE = 12
_TONES = 16
"""Into how many steps the tones of print are divided."""


@dataclass(frozen=True)
class InkPage:
    """A flattened page."""

    grey: Grey
    """Paper at 255 whatever the light was, PX_PER_MM pixels to the mm."""
    ink: Grey
    """How much darker than the print the page is: 0 is untouched."""
    blur: float = 0.0
    """How blurred the print looks: a standard deviation in px."""

    @cached_property
    def clean(self) -> Grey:
        """The player's ink alone on white paper."""
        return 255 - self.ink


def find_ink(flat: Grey, blank: Grey, misfit: float) -> InkPage:
    """Even out the light of a flattened page and take its print away.

    Args:
        flat: The page as photographed, seen from straight above.
        blank: The same page before anyone wrote on it, same size.
        misfit: How far print may lie from where the blank has it, mm.
    """
    even = even_light(flat, blank)
    blur = blur_of(even, blank)
    expected = expected_print(even, blank, blur)
    reach = 1 if misfit < 0.08 else 2 if misfit < 0.2 else 3
    darkest = cv2.erode(expected, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    ink = cv2.subtract(darkest, even)
    return InkPage(even, cv2.subtract(ink, creases(ink)).astype(np.uint8, copy=False), blur)


def creases(ink: Grey) -> Grey:
    """The shadows of folds: dark bands far longer than any line that a player draws."""
    height, width = ink.shape
    scale = _CREASE_PX_PER_MM / PX_PER_MM
    small = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if int(small.max()) < _FAINTEST_CREASE:
        return np.zeros_like(ink)
    longest = round(_CREASE * _CREASE_PX_PER_MM)
    band = np.zeros_like(small)
    for across in (True, False):
        # A fold is not quite straight: let it wander a little to the side.
        side = np.ones((5, 1) if across else (1, 5), np.uint8)
        line = np.ones((1, longest) if across else (longest, 1), np.uint8)
        band = cv2.max(band, cv2.morphologyEx(cv2.dilate(small, side), cv2.MORPH_OPEN, line))
    if int(band.max()) < _FAINTEST_CREASE:
        return np.zeros_like(ink)
    wide = cv2.dilate(band, np.ones((3, 3), np.uint8)).astype(np.float32) * 1.25
    return cv2.resize(wide, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.uint8)


def even_light(flat: Grey, blank: Grey) -> Grey:
    """Divide by the light: how much brighter or darker paper is than it should be."""
    height, width = flat.shape
    small = (width * _LIGHT_PX_PER_MM // PX_PER_MM, height * _LIGHT_PX_PER_MM // PX_PER_MM)
    seen = cv2.resize(flat, small, interpolation=cv2.INTER_AREA).astype(np.float32)
    printed = cv2.resize(blank, small, interpolation=cv2.INTER_AREA).astype(np.float32)
    light = seen / np.maximum(printed, 60.0)
    # Ink only ever darkens: the lightest of the surroundings is the light.
    light = cv2.dilate(light, np.ones((5, 5), np.uint8))
    light = cv2.erode(light, np.ones((5, 5), np.uint8))
    light = cv2.GaussianBlur(cv2.medianBlur(light, 5), (0, 0), 2.5)
    gain = 1.0 / np.clip(light, 0.05, 4.0)
    wide = cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR)
    return cv2.multiply(flat, wide, dtype=cv2.CV_8U).astype(np.uint8, copy=False)


def expected_print(even: Grey, blank: Grey, blur: float) -> Grey:
    """The blank as this printer and this camera show it: as blurred, and in their tones."""
    blurred = cv2.GaussianBlur(blank, (0, 0), blur).astype(np.uint8, copy=False)
    return np.asarray(cv2.LUT(blurred, _tones(even, blurred)), np.uint8)


def blur_of(even: Grey, blank: Grey) -> float:
    """Say how much the blank has to be blurred to look like the photo, where print is black."""
    # The title and the tags at the top have enough of it.
    band = slice(7 * PX_PER_MM, 21 * PX_PER_MM), slice(0, blank.shape[1] // 3)
    seen, sharp = even[band], blank[band]
    edges = cv2.dilate(cv2.morphologyEx(sharp, cv2.MORPH_GRADIENT, np.ones((3, 3))), None)
    judged = (edges > 60).astype(np.uint8)
    misses = []
    for blur in BLURS:
        soft = cv2.GaussianBlur(sharp, (0, 0), blur)
        misses.append(float(cv2.mean(cv2.min(cv2.absdiff(soft, seen), 90), judged)[0]))
    return BLURS[int(np.argmin(misses))]


def _tones(even: Grey, blurred: Grey) -> Grey:
    """For each tone of the blank the tone that it usually has in the photo."""
    tones = blurred[::_SPARSE, ::_SPARSE].ravel()
    seen = even[::_SPARSE, ::_SPARSE].ravel()
    step = 256 // _TONES
    known_x, known_y = [], []
    for low in range(0, 256, step):
        here = (tones >= low) & (tones < low + step)
        if np.count_nonzero(here) >= 60:
            known_x.append(float(np.median(tones[here])))
            known_y.append(float(np.median(seen[here])))
    if not known_x:
        return np.arange(256, dtype=np.uint8)
    # Darker print cannot look lighter: keep the curve rising.
    rising = np.maximum.accumulate(np.array(known_y))
    curve = np.interp(np.arange(256), known_x, rising)
    return np.clip(np.round(curve), 0, 255).astype(np.uint8)
