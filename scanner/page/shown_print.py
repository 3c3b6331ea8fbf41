"""How the print of a blank shows in a photo: as blurred, and in the tones, of that camera."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.page.blank import PX_PER_MM, blank_page
from scanner.page.sights import HALF, Band, Sights, burnt_in, dim_in, sums_of
from scanner.pictures import Floats, Grey, reduced
from scanner.reader import layout_of
from scanner.unseen import Hidden
from templates.sheet_code import SheetCode

BLURS = (0.5, 0.9, 1.3, 1.8, 2.4, 3.2, 4.5, 6.5)
"""How blurred print may look, as standard deviations in px of a flattened page."""
_SPARSE = 5
"""Tones are compared on one pixel in this many each way."""
_TONES = 16
"""Into how many steps the tones of print are divided."""
_STEP = 256 // _TONES
_ENOUGH_EDGES = 200
"""Pixels at edges of print from which it can be told how blurred it is."""
_ENOUGH = 60
"""From this many pixels on, the tone of a step is known."""
_SHEETS, _BLURRED = 4, 2
"""How many sheets are known, as many as lie in one photo, and how many blurs: 5 MB each."""
_LEAST_CONTRAST = 12
"""Print that is fainter than this beside its paper says nothing about what can be seen."""
_WORN = 1.6
"""So far beside a board's fold print may be worn off, mm."""
_SHOWN = 0.4
"""The share of its contrast from which print is seen."""
_TINTS, _BLACK = (176, 246), (0, 48)
"""The tones that tints have, and those of black print."""
_LINES, _BESIDE = slice(96, 208), 50
"""The tones of thin lines, and how much lighter they look where they are mostly missed."""
_TONE = np.arange(256)
_LINE_TONES = _TONE[_LINES]
_ABOVE = cv2.THRESH_BINARY
_ELEVEN = np.ones((11, 11), np.uint8)
_COVERED = 40
"""How much darker than its paper a thing is that lies on it, at least."""
_PEN = 100
"""How much darker than its paper ink is that nothing else is that lies on a sheet."""
_THING, _DARKEST_THING = 15.0, 130
"""What is wider than strokes, longer than this, mm, and paler than felt pens, nobody drew."""
_BROAD, _COARSE = 10.3, 4
"""Nobody colours in so much, mm each way, however dark; looked for on one pixel in so many."""
_TINT_BLUR, _TINTED, _BLACKENED, _MOST_BLACK = 1.3, (110, 225), 70, 0.3
"""What is printed in tints, and how much of it may be black in a picture that has greys."""
_FAINTEST = 0.3
"""How dark draft print is at least, as a share of what it should be."""

Bools = NDArray[np.bool_]


class Print:
    """The print of one sheet; what does not depend on the photo is worked out once and kept."""

    def __init__(self, blank: Grey, creases: Sequence[float] = ()) -> None:
        self.blank = blank
        self.creases = creases

    @cached_property
    def small(self) -> Floats:
        """The blank at a scale at which light is judged."""
        return to_light(self.blank).astype(np.float32)

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

    def tones_in(self, even: Grey, blur: float, reach: int = 1) -> Grey:
        """For each tone of the blank the tone that it has in the photo, (256,).

        Thin lines that lie beside their place seem to be paper: then the darkest tones within
        ``reach`` pixels are compared as well, which are the same ones in blank and photo.
        """
        curve = _tones(even, *_sparse(self, blur))
        if not (curve[_LINES] > _LINE_TONES + _BESIDE).any():
            return curve
        around = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
        near = _tones(cv2.erode(even, around), *_told(_dark(self, blur, reach)))
        found = np.where(curve > near.astype(int) + _BESIDE, near, curve)
        return np.asarray(np.maximum.accumulate(found), np.uint8)

    def expected(self, tones: Grey, blur: float, reach: int) -> Grey:
        """The darkest tone that print has within a number of pixels, in the photo's own tones."""
        # A rising curve of tones leaves the darkest where it is.
        return np.asarray(cv2.LUT(_dark(self, blur, reach), tones), np.uint8)

    def shown(self, tones: Grey, blur: float) -> Grey:
        """The print as it should look in the photo."""
        return np.asarray(cv2.LUT(_soft(self, blur), tones), np.uint8)

    def darkness_in(self, tones: Grey, blur: float) -> tuple[float, float]:
        """Say how dark tints and black print are in these tones, each compared with the blank."""
        often = _sparse(self, blur)[1]
        darker = np.maximum(float(tones[255]) - tones, 0.0)
        wanted, seen = often * (255.0 - _TONE), often * darker
        tints, black = (slice(*each) for each in (_TINTS, _BLACK))
        return (
            float(seen[tints].sum() / max(wanted[tints].sum(), 1.0)),
            float(seen[black].sum() / max(wanted[black].sum(), 1.0)),
        )

    def hidden_in(self, flat: Grey, even: Grey, tones: Grey, blur: float) -> Hidden:
        """Say where print that should be there cannot be seen: covered, burnt out, in the dark."""
        half = reduced(even)
        printed, paper = (cv2.LUT(tone, tones) for tone in _halves(self, blur))
        contrast = cv2.subtract(paper, printed)
        # Print may lie a little beside its place; ink on it is as good as print.
        darkest = cv2.erode(half, np.ones((5, 5), np.uint8))
        wanted = cv2.convertScaleAbs(contrast, alpha=_SHOWN)
        # Something grey is as dark as print, but shows none: less than half of that around it.
        bare = cv2.subtract(_light_around(half, paper), darkest)
        shown = cv2.min(cv2.subtract(paper, darkest), cv2.add(bare, bare))
        judged = cv2.threshold(contrast, _LEAST_CONTRAST - 1, 1, _ABOVE)[1]
        for crease in self.creases:  # print that wore off there says nothing
            judged[:, max(round((crease - _WORN) * HALF), 0) : round((crease + _WORN) * HALF)] = 0
        lost = cv2.min(judged, cv2.subtract(wanted, shown))
        dark = cv2.threshold(cv2.subtract(paper, half), _COVERED, 1, _ABOVE)[1]
        solid = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
        darker = cv2.subtract(printed, half)
        things = _things(darker) | _cards(solid)
        seen, gone, wide, thing = (
            np.asarray(mask, np.uint8) for mask in (judged, lost, solid, things)
        )
        sums = partial(sums_of, printed, half, darker)
        lit = reduced(flat)
        light = dim_in(lit, half), burnt_in(lit)
        return Sights(seen, gone, wide, thing, sums, *light, half, printed).hides

    def is_bare_in(self, even: Grey) -> bool:
        """Whether a picture has no greys left: what is printed in tints is black or white."""
        tints = _soft(self, _TINT_BLUR)[::_SPARSE, ::_SPARSE]
        seen = even[::_SPARSE, ::_SPARSE][(tints > _TINTED[0]) & (tints < _TINTED[1])]
        return bool(seen.size) and float((seen < _BLACKENED).mean()) > _MOST_BLACK

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


@lru_cache(maxsize=_BLURRED)
def _soft(print_: Print, blur: float) -> Grey:
    """A print, blurred."""
    return np.asarray(cv2.GaussianBlur(print_.blank, (0, 0), blur), np.uint8)


@lru_cache(maxsize=_BLURRED)
def _dark(print_: Print, blur: float, reach: int) -> Grey:
    """The darkest tone of a blurred print within a number of pixels."""
    around = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    return np.asarray(cv2.erode(_soft(print_, blur), around), np.uint8)


@lru_cache(maxsize=_BLURRED)
def _halves(print_: Print, blur: float) -> tuple[Grey, Grey]:
    """A print at half the size, and the lightest tone around each spot."""
    soft = reduced(_soft(print_, blur))
    return soft, np.asarray(cv2.dilate(soft, _ELEVEN), np.uint8)


@lru_cache(maxsize=_BLURRED)
def _sparse(print_: Print, blur: float) -> tuple[NDArray[np.uint16], NDArray[np.intp]]:
    """The steps of a blurred print's tones where they are compared, and how often each occurs."""
    return _told(_soft(print_, blur))


def _told(print_: Grey) -> tuple[NDArray[np.uint16], NDArray[np.intp]]:
    """Say which step each pixel has that is compared, times 256, and how often each tone occurs."""
    tones = print_[::_SPARSE, ::_SPARSE].ravel()
    steps = tones // _STEP * np.uint16(256)
    return steps, np.bincount(tones, minlength=256)


def _blurs(sharp: Grey) -> tuple[Bools, list[tuple[Grey, float]]]:
    """Say where print has edges, and for each blur how dark they look, each and on average."""
    edges = cv2.dilate(cv2.morphologyEx(sharp, cv2.MORPH_GRADIENT, np.ones((3, 3))), None)
    judged = np.asarray(edges) > 60
    blurred = [255 - cv2.GaussianBlur(sharp, (0, 0), blur)[judged] for blur in BLURS]
    return judged, [(dark, float(cv2.mean(dark)[0])) for dark in blurred]


@lru_cache(maxsize=_SHEETS)
def print_of(code: SheetCode) -> Print:
    """The print of the sheet that a code, of copy 0, speaks of."""
    return Print(blank_page(code), layout_of(code).page.creases)


def to_light(page: Grey) -> Grey:
    """Make a page as small as it is when its light is judged: a pixel to the mm."""
    return reduced(reduced(page), PX_PER_MM // 2)


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
        if max(width, height) < _THING * HALF or tree[0, n, 3] >= 0:  # that one is a hole
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
    if not cv2.countNonZero(broad):
        return np.zeros_like(solid)
    return np.asarray(cv2.resize(broad, solid.shape[::-1], interpolation=cv2.INTER_NEAREST))


def _tones(even: Grey, steps: NDArray[np.uint16], often: NDArray[np.intp]) -> Grey:
    """For each tone of the blank the tone that it usually has in the photo."""
    seen = even[::_SPARSE, ::_SPARSE].ravel()
    known: list[tuple[int, float, int]] = []
    together = np.bincount(steps + seen, minlength=_TONES * 256)
    for number in range(_TONES):
        own = often[number * _STEP : (number + 1) * _STEP]
        if own.sum() >= _ENOUGH:
            tone = _median(together[number * 256 : (number + 1) * 256])
            known.append((number * _STEP + _median(own), tone, int(own.sum())))
    if not known:
        return np.arange(256, dtype=np.uint8)
    curve = np.interp(np.arange(256), [tone for tone, _, _ in known], _rising(known))
    return np.clip(np.round(curve), 0, 255).astype(np.uint8)


def _rising(known: list[tuple[int, float, int]]) -> list[float]:
    """Keep the curve rising: darker print cannot look lighter.

    Steps that fall are joined by what most of them say: a few dark spots that another sheet lies
    on must not make all lighter print as light as paper.
    """
    joined: list[tuple[float, int, int]] = []
    for _, tone, often in known:
        steps = 1
        while joined and joined[-1][0] > tone:
            before, weight, more = joined.pop()
            tone = (before * weight + tone * often) / (weight + often)
            often, steps = often + weight, steps + more
        joined.append((tone, often, steps))
    return [tone for tone, _, steps in joined for _ in range(steps)]


def _median(often: np.ndarray) -> int:
    """The middle value, told by how often each value occurs."""
    return int(np.searchsorted(often.cumsum(), often.sum() / 2))
