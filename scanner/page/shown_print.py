"""How the print of a blank shows in a photo: as blurred, and in the tones, of that camera."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.page.blank import PX_PER_MM, blank_page
from scanner.pictures import Floats, Grey
from scanner.unseen import Hidden
from templates.geometry import Box
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
_MOST_KEPT = 2
_LEAST_CONTRAST = 12
"""Print that is fainter than this beside its paper says nothing about what can be seen."""
_SHOWN = 0.4
"""The share of its contrast from which print is seen."""
_TINTS, _BLACK = (176, 246), (0, 48)
"""The tones that tints have, and those of black print."""
_TONE = np.arange(256)
_WANTED = np.where(_TONE < _LEAST_CONTRAST, 0, np.round(_SHOWN * _TONE)).astype(np.uint8)
_ABOVE = cv2.THRESH_BINARY
_MOST_LOST = 0.07
"""The share of a place's print that may be missing."""
_COVERED = 40
"""How much darker than its paper a thing is that lies on it, at least."""
_EDGE_SOLID, _EDGE_LOST, _BEYOND_EDGE = 0.08, 0.1, 4.0
"""The shares of a place that is a thing's dark edge, and of the print lost around, mm more."""
_ALL_DARK = 0.85
"""If this share of a place and of all around it is dark, something black lies there."""
_PEN = 100
"""How much darker than its paper ink is that nothing else is that lies on a sheet."""
_HALF = PX_PER_MM / 2
"""Pixels to the mm where what can be seen is judged."""
_THING, _DARKEST_THING, _MOST_COVERED = 15.0, 130, 0.04
"""What is wider than strokes, longer than this, mm, and paler than felt pens, nobody drew."""
_TINT_BLUR, _TINTED, _BLACKENED, _MOST_BLACK = 1.3, (110, 225), 70, 0.3
"""What is printed in tints, and how much of it may be black in a picture that has greys."""
_JUDGED = 16
"""Pixels of print, at half the size, from which a place can be judged."""
_FAINTEST = 0.3
"""How dark draft print is at least, as a share of what it should be."""

Band = tuple[slice, slice]
"""A part of a page, in pixels."""


class Print:
    """The print of one sheet; what does not depend on the photo is worked out once and kept."""

    def __init__(self, blank: Grey) -> None:
        self.blank = blank
        self._softened: dict[float, Grey] = {}
        self._darkest: dict[tuple[float, int], Grey] = {}
        self._halved: dict[float, tuple[Grey, Grey]] = {}

    @cached_property
    def small(self) -> Floats:
        """The blank at a scale at which light is judged."""
        height, width = self.blank.shape
        size = (width * _LIGHT_PX_PER_MM // PX_PER_MM, height * _LIGHT_PX_PER_MM // PX_PER_MM)
        return cv2.resize(self.blank, size, interpolation=cv2.INTER_AREA).astype(np.float32)

    def blur_in(self, even: Grey) -> float:
        """Say how much the blank has to be blurred to look like the photo.

        At the top and at the bottom: a place that is covered, or aside, looks blurred as well.
        """
        return min(self._blur_at(even, *edge) for edge in self._edges)

    @staticmethod
    def _blur_at(even: Grey, band: Band, judged: Grey, blurred: list[Grey]) -> float:
        seen = 255 - even[band]
        misses = [
            float(cv2.mean(cv2.min(cv2.absdiff(_as_dark(dark, seen, judged), seen), 90), judged)[0])
            for dark in blurred
        ]
        return BLURS[int(np.argmin(misses))]

    def tones_in(self, even: Grey, blur: float) -> Grey:
        """For each tone of the blank the tone that it has in the photo, (256,)."""
        return _tones(even, self._soft(blur))

    def expected(self, tones: Grey, blur: float, reach: int) -> Grey:
        """The darkest tone that print has within a number of pixels, in the photo's own tones."""
        # A rising curve of tones leaves the darkest where it is.
        return np.asarray(cv2.LUT(self._dark(blur, reach), tones), np.uint8)

    def shown(self, tones: Grey, blur: float) -> Grey:
        """The print as it should look in the photo."""
        return np.asarray(cv2.LUT(self._soft(blur), tones), np.uint8)

    def darkness_in(self, even: Grey, blur: float) -> tuple[float, float]:
        """Say how dark tints and black print are, each compared with what they should be."""
        tones = self.tones_in(even, blur).astype(np.float64)
        often = np.bincount(self._soft(blur)[::_SPARSE, ::_SPARSE].ravel(), minlength=256)
        wanted, seen = often * (255.0 - _TONE), often * np.maximum(tones[255] - tones, 0.0)
        tints, black = (slice(*each) for each in (_TINTS, _BLACK))
        return (
            float(seen[tints].sum() / max(wanted[tints].sum(), 1.0)),
            float(seen[black].sum() / max(wanted[black].sum(), 1.0)),
        )

    def hidden_in(self, even: Grey, tones: Grey, blur: float) -> Hidden:
        """Say where print that should be there cannot be seen: covered, burnt out, in the dark."""
        height, width = even.shape
        half = cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        printed, paper = (cv2.LUT(tone, tones) for tone in self._halves(blur))
        contrast = cv2.subtract(paper, printed)
        # Print may lie a little beside its place; ink on it is as good as print.
        darkest = cv2.erode(half, np.ones((5, 5), np.uint8))
        wanted = cv2.LUT(contrast, _WANTED)
        # Something grey is as dark as print, but shows none: less than half of that around it.
        bare = cv2.subtract(_light_around(half, paper), darkest)
        shown = cv2.min(cv2.subtract(paper, darkest), cv2.add(bare, bare))
        lost = cv2.threshold(cv2.subtract(wanted, shown), 0, 1, _ABOVE)[1]
        judged = cv2.threshold(contrast, _LEAST_CONTRAST - 1, 1, _ABOVE)[1]
        dark = cv2.threshold(cv2.subtract(paper, half), _COVERED, 1, _ABOVE)[1]
        solid = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
        things = _things(cv2.subtract(printed, half))
        return Sights(*(cv2.integral(mask) for mask in (judged, lost, solid, things))).hides

    def is_bare_in(self, even: Grey) -> bool:
        """Whether a picture has no greys left: what is printed in tints is black or white."""
        tints = self._soft(_TINT_BLUR)[::_SPARSE, ::_SPARSE]
        seen = even[::_SPARSE, ::_SPARSE][(tints > _TINTED[0]) & (tints < _TINTED[1])]
        return bool(seen.size) and float((seen < _BLACKENED).mean()) > _MOST_BLACK

    def _halves(self, blur: float) -> tuple[Grey, Grey]:
        """The print at half the size, and the lightest tone around each spot."""
        if blur not in self._halved:
            _make_room(self._halved)
            height, width = self.blank.shape
            size = (width // 2, height // 2)
            soft = cv2.resize(self._soft(blur), size, interpolation=cv2.INTER_AREA)
            self._halved[blur] = soft, cv2.dilate(soft, np.ones((11, 11), np.uint8))
        return self._halved[blur]

    @cached_property
    def _edges(self) -> list[tuple[Band, Grey, list[Grey]]]:
        """Places with enough black print, where its edges are, and how dark all its blurs are."""
        height, width = self.blank.shape
        near, far, wide = 7 * PX_PER_MM, 21 * PX_PER_MM, slice(0, width // 3)
        bands = (slice(near, far), wide), (slice(height - far, height - near), wide)
        return [(band, *_blurs(self.blank[band])) for band in bands]

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


def _blurs(sharp: Grey) -> tuple[Grey, list[Grey]]:
    edges = cv2.dilate(cv2.morphologyEx(sharp, cv2.MORPH_GRADIENT, np.ones((3, 3))), None)
    blurred = [255 - cv2.GaussianBlur(sharp, (0, 0), blur) for blur in BLURS]
    return (edges > 60).astype(np.uint8), blurred


@lru_cache(maxsize=2)  # some ten MB each, and a worker has 150
def print_of(code: SheetCode) -> Print:
    """The print of the sheet that a code, of copy 0, speaks of."""
    return Print(blank_page(code))


@dataclass(frozen=True)
class Sights:
    """Sums over the page, at half its size, of what tells whether a part of it can be seen."""

    judged: NDArray[np.int32]
    """Print that should be seen."""
    lost: NDArray[np.int32]
    """Print that is not seen."""
    solid: NDArray[np.int32]
    """Dark that is wider than strokes."""
    things: NDArray[np.int32]
    """What lies on the sheet for certain."""

    def hides(self, box: Box) -> bool:
        """Whether more than a little of the print in a box is lost, or something lies over it."""
        place = self._edges(box, 0.0)
        left, top, right, bottom = place
        area = (bottom - top) * (right - left)
        if _sum(self.things, *place) > _MOST_COVERED * area:
            return True
        judged = _sum(self.judged, *place)
        if judged >= _JUDGED and _sum(self.lost, *place) > _MOST_LOST * judged:
            return True
        solid = _sum(self.solid, *place)
        if solid < _EDGE_SOLID * area:
            return False
        place = self._edges(box, _BEYOND_EDGE)
        left, top, right, bottom = place
        around = (bottom - top) * (right - left)
        if solid > _ALL_DARK * area and _sum(self.solid, *place) > _ALL_DARK * around:
            return True  # nobody fills in as much as this
        # The dark edge of a thing looks like ink; behind the edge its print is gone.
        judged = _sum(self.judged, *place)
        return judged >= _JUDGED and _sum(self.lost, *place) > _EDGE_LOST * judged

    def _edges(self, box: Box, more: float) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of a box and some mm more, in pixels on the page."""
        (x, y), (width, height) = box.center, box.size
        across, down = width / 2 + more, height / 2 + more
        left, top = max(round((x - across) * _HALF), 0), max(round((y - down) * _HALF), 0)
        right, bottom = max(round((x + across) * _HALF), 0), max(round((y + down) * _HALF), 0)
        last_row, last_column = self.judged.shape[0] - 1, self.judged.shape[1] - 1
        return left, top, min(right, last_column), min(bottom, last_row)


def _sum(sums: NDArray[np.int32], left: int, top: int, right: int, bottom: int) -> int:
    """What there is between some edges."""
    at = sums.item
    return int(at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left))


def _light_around(half: Grey, paper: Grey) -> Grey:
    """Say how light paper is around each spot: a grey card shows no print, however dark it is.

    Where a pen is, the paper around it need not show.
    """
    pen = cv2.threshold(cv2.subtract(paper, half), _PEN, 255, _ABOVE)[1]
    pen = cv2.dilate(pen, np.ones((7, 7), np.uint8))
    lightest = cv2.dilate(half, np.ones((15, 15), np.uint8))  # beyond a line along the print
    return np.asarray(cv2.min(paper, cv2.max(lightest, pen)), np.uint8)


def _things(darker: Grey) -> Grey:
    """Find pencils, fingers and cards: wider than any stroke, longer than what is coloured in."""
    dark = cv2.threshold(darker, _COVERED, 1, _ABOVE)[1]
    solid = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
    longest = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    things = np.zeros(count, np.uint8)
    for one in np.flatnonzero(longest[1:] >= _THING * PX_PER_MM / 2) + 1:
        things[one] = float(darker[labels == one].mean()) < _DARKEST_THING
    return np.asarray(things[labels], np.uint8)


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
