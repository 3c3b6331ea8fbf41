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
_ENOUGH_EDGES = 200
"""Pixels at edges of print from which it can be told how blurred it is."""
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
_BROAD, _COARSE = 10.3, 4
"""Nobody colours in so much, mm each way, however dark; looked for on one pixel in so many."""
_TINT_BLUR, _TINTED, _BLACKENED, _MOST_BLACK = 1.3, (110, 225), 70, 0.3
"""What is printed in tints, and how much of it may be black in a picture that has greys."""
_JUDGED = 16
"""Pixels of print, at half the size, from which a place can be judged."""
_FAINTEST = 0.3
"""How dark draft print is at least, as a share of what it should be."""

Band = tuple[slice, slice]
"""A part of a page, in pixels."""
Bools = NDArray[np.bool_]


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
    def _blur_at(even: Grey, band: Band, judged: Bools, blurred: list[tuple[Grey, float]]) -> float:
        seen = 255 - even[band][judged]
        here = float(cv2.mean(seen)[0])
        misses = [
            float(cv2.mean(cv2.min(cv2.absdiff(_as_dark(dark, usual, here), seen), 90))[0])
            for dark, usual in blurred
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

    def darkness_in(self, tones: Grey, blur: float) -> tuple[float, float]:
        """Say how dark tints and black print are in these tones, each compared with the blank."""
        often = np.bincount(self._soft(blur)[::_SPARSE, ::_SPARSE].ravel(), minlength=256)
        darker = np.maximum(float(tones[255]) - tones, 0.0)
        wanted, seen = often * (255.0 - _TONE), often * darker
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
        things = cv2.max(_things(cv2.subtract(printed, half)), _cards(solid))
        return Sights(*(np.asarray(mask, np.uint8) for mask in (judged, lost, solid, things))).hides

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
    def _edges(self) -> list[tuple[Band, Bools, list[tuple[Grey, float]]]]:
        """Places with enough black print, where its edges are, and how dark all its blurs are."""
        height, width = self.blank.shape
        near, far, wide = 7 * PX_PER_MM, 21 * PX_PER_MM, slice(0, width // 3)
        bands = (slice(near, far), wide), (slice(height - far, height - near), wide)
        found = [(band, *_blurs(self.blank[band])) for band in bands]
        known = [each for each in found if np.count_nonzero(each[1]) >= _ENOUGH_EDGES]
        # Somebody's board may have nothing there: then it is judged as a whole.
        whole: Band = slice(0, height), slice(0, width)
        return known or [(whole, *_blurs(self.blank[whole]))]

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


def _blurs(sharp: Grey) -> tuple[Bools, list[tuple[Grey, float]]]:
    """Say where print has edges, and for each blur how dark they look, each and on average."""
    edges = cv2.dilate(cv2.morphologyEx(sharp, cv2.MORPH_GRADIENT, np.ones((3, 3))), None)
    judged = np.asarray(edges) > 60
    blurred = [255 - cv2.GaussianBlur(sharp, (0, 0), blur)[judged] for blur in BLURS]
    return judged, [(dark, float(cv2.mean(dark)[0])) for dark in blurred]


@lru_cache(maxsize=2)  # some ten MB each, and a worker has 150
def print_of(code: SheetCode) -> Print:
    """The print of the sheet that a code, of copy 0, speaks of."""
    return Print(blank_page(code))


@dataclass(frozen=True)
class Sights:
    """Masks of the page, at half its size, that tell whether a part of it can be seen."""

    judged: Grey
    """Print that should be seen."""
    lost: Grey
    """Print that is not seen."""
    solid: Grey
    """Dark that is wider than strokes."""
    things: Grey
    """What lies on the sheet for certain."""

    def hides(self, box: Box) -> bool:
        """Whether more than a little of the print in a box is lost, or something lies over it."""
        place = _place(box, 0.0)
        area = self.judged[place].size
        if self._is_any_thing and _count(self.things[place]) > _MOST_COVERED * area:
            return True
        if self._loses(_MOST_LOST, place):
            return True
        solid = _count(self.solid[place])
        if solid < _EDGE_SOLID * area:
            return False
        around = _place(box, _BEYOND_EDGE)
        dark = self.solid[around]
        if solid > _ALL_DARK * area and _count(dark) > _ALL_DARK * dark.size:
            return True  # nobody fills in as much as this
        # The dark edge of a thing looks like ink; behind the edge its print is gone.
        return self._loses(_EDGE_LOST, around)

    def _loses(self, most: float, place: Band) -> bool:
        """Whether more than a share of the print at a place is lost; mostly nothing is."""
        lost = _count(self.lost[place])
        judged = _count(self.judged[place]) if lost else 0
        return judged >= _JUDGED and lost > most * judged

    @cached_property
    def _is_any_thing(self) -> bool:
        return bool(self.things.any())


@lru_cache(maxsize=4096)  # a box is where it is on every photo of a sheet
def _place(box: Box, more: float) -> Band:
    """Where a box and some mm more is on the page, in pixels."""
    (x, y), (across, down) = box.center, (side / 2 + more for side in box.size)
    edges = (x - across, y - down, x + across, y + down)
    left, top, right, bottom = (max(round(edge * _HALF), 0) for edge in edges)
    return slice(top, bottom), slice(left, right)


def _count(mask: Grey) -> int:
    """How many pixels of a mask are set."""
    return cv2.countNonZero(mask) if mask.size else 0


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
    things = np.zeros_like(darker)
    edges, tree = cv2.findContours(solid, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for n, edge in enumerate(edges):
        left, top, width, height = cv2.boundingRect(edge)
        if max(width, height) < _THING * _HALF or tree[0, n, 3] >= 0:  # that one is a hole
            continue
        place = np.s_[top : top + height, left : left + width]
        labels = cv2.connectedComponents(solid[place])[1]
        x, y = edge[0, 0]
        own = labels == labels[y - top, x - left]
        if float(darker[place][own].mean()) < _DARKEST_THING:
            things[place][own] = 1
    return things


def _as_dark(dark: Grey, usual: float, here: float) -> Grey:
    """Print that is lighter all over, as drafts are, looks no more blurred for that."""
    share = min(max(here / max(usual, 1.0), _FAINTEST), 1.0)
    return np.asarray(cv2.convertScaleAbs(dark, alpha=share), np.uint8)


def _cards(solid: Grey) -> Grey:
    """Find what is too broad to be drawn, be it as dark as a felt pen."""
    small = np.ascontiguousarray(solid[::_COARSE, ::_COARSE])
    side = round(_BROAD * PX_PER_MM / 2 / _COARSE)
    broad = cv2.morphologyEx(small, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    return np.asarray(cv2.resize(broad, solid.shape[::-1], interpolation=cv2.INTER_NEAREST))


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
