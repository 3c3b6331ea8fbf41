"""Whether a part of a page can be seen: is its print there, and nothing that hides it?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import cast

import cv2
import numpy as np

from scanner.page.blank import PX_PER_MM
from scanner.pictures import Grey, place_of, reduced
from templates.geometry import Box

HALF = PX_PER_MM / 2
"""Pixels to the mm where what can be seen is judged."""
_MOST_COVERED, _MOST_LOST = 0.04, 0.07
"""The share of a place that a thing may lie on, and of its print that may be missing."""
_SOME_LOST, _UNLIKE = 0.03, 0.12
"""Where so much is missing and the place is so little dark where its print is, it lies below."""
_EDGE_SOLID, _EDGE_LOST, _BEYOND_EDGE = 0.08, 0.1, 4.0
"""The shares of a place that is a thing's dark edge, and of the print lost around, mm more."""
_ALL_DARK = 0.85
"""If this share of a place and of all around it is dark, something black lies there."""
_JUDGED = 16
"""Pixels of print, at half the size, from which a place can be judged."""
_INK, _FEWEST, _FREE, _LEAST_SPREAD = 60, 12, 0.35, 8.0
"""What is so much darker than print is a pen; how much else, how varied, tells anything."""
_ALIKE, _HALF_ALIKE, _SIDE_ALIKE = 0.3, 0.2, 0.5
"""How much of a place's print has to show at least, of each half, and beside a dark edge."""
_ASIDE, _LEAST_CONTRAST, _SHOWN_ASIDE = 2, 8.0, 0.6
"""Print so few pixels aside, of so much contrast, is seen if so much of it shows there."""
_DIM, _AROUND, _DIM_PX_PER_MM, _DARKEST = 0.8, 41, 1, 30.0
"""A thing is darker than the paper within 2 cm of it, as a share; print that lies aside is not."""
_BURNT, _MOST_BURNT, _FADED = 250, 0.25, 0.3
"""Paper so light, on no more of a page than this, fades pens to tints; so little print is left."""
_ABOVE = cv2.THRESH_BINARY
_TIMES = PX_PER_MM // 2
"""How many times smaller than the masks it is where it is told whether there is any trouble."""
_BESIDE = 5.0
"""How far beside a dark edge is looked, mm."""

Sums = tuple["memoryview[float]", ...]
"""Row by row: a single number is read from a memoryview in a fifth of the time of an array."""
Band = tuple[slice, slice]
"""A part of a page, in pixels."""


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
    added: Callable[[], Sums]
    """What tells, for any part of the page, whether it is dark where its print is."""
    dim: Grey
    """Where there is less light than around: in a shadow, or on a thing; a pixel to the mm."""
    burnt: Grey
    """Where there is more light than a camera can show, unlike elsewhere; a pixel to the mm."""
    even: Grey
    """The page, with even light."""
    printed: Grey
    """Its print, in the tones of this page."""

    def hides(self, box: Box) -> bool:
        """Whether more than a little of the print in a box is lost, or something lies over it."""
        if not self._is_trouble_in(box):
            return False
        place = place_of(box, 0.0, HALF)
        area = self.judged[place].size
        if _count(self.things[place]) > _MOST_COVERED * area:
            return True
        lost = self._lost_at(place)
        if lost > _MOST_LOST or (lost > _SOME_LOST and self._likeness(box) < _UNLIKE):
            return True
        around = place_of(box, _BEYOND_EDGE, HALF)
        solid = _count(self.solid[place])
        # A slip of paper that is as grey as tints; a broad felt pen hides print as well.
        is_free = lost > 0 and solid < _EDGE_SOLID * area
        if is_free and self._lost_at(around) > _EDGE_LOST and self._is_all_other(box):
            return True
        if self._is_dim(box) and self._is_other(box):
            return True
        if _count(self.burnt[place_of(box, 0.0, _DIM_PX_PER_MM)]) and self._is_faded(place):
            return True
        if solid < _EDGE_SOLID * area:
            return False
        dark = self.solid[around]
        if solid > _ALL_DARK * area and _count(dark) > _ALL_DARK * dark.size:
            return True  # nobody fills in as much as this
        # The dark edge of a thing looks like ink; behind the edge its print is gone.
        return self._lost_at(around) > _EDGE_LOST or any(
            self._is_dim(side) and self._likeness(side) < _SIDE_ALIKE for side in _sides_of(box)
        )

    def _is_dim(self, box: Box) -> bool:
        return _count(self.dim[place_of(box, 0.0, _DIM_PX_PER_MM)]) > 0

    def _is_other(self, box: Box) -> bool:
        """Whether a box, or half of it, is dark elsewhere than where its print is."""
        unlike = [half for half in _halves_of(box) if self._likeness(half) < _HALF_ALIKE]
        if self._likeness(box) < _ALIKE:
            unlike.append(box)
        return not all(self._is_aside(part) for part in unlike)

    def _is_all_other(self, box: Box) -> bool:
        """Whether a box, and each half of it, is dark elsewhere than where its print is."""
        parts = (box, *_halves_of(box))
        return all(self._likeness(part) < _ALIKE for part in parts) and not self._is_aside(box)

    def _is_aside(self, box: Box) -> bool:
        """Whether all print of a box is there after all, a little aside: thin lines in a shadow."""
        rows, columns = place_of(box, 0.0, HALF)
        printed, seen = (
            each[rows, columns].astype(np.float32) for each in (self.printed, self.even)
        )
        inner = (slice(_ASIDE, -_ASIDE),) * 2
        wanted = printed[inner]
        if wanted.size < _JUDGED or wanted.var() < _LEAST_CONTRAST**2:
            return False
        wanted = (wanted - wanted.mean()) / wanted.var()
        height, width = wanted.shape
        moved = (
            seen[y : y + height, x : x + width] * wanted
            for y in range(2 * _ASIDE + 1)
            for x in range(2 * _ASIDE + 1)
        )
        return max(float(each.mean()) for each in moved) > _SHOWN_ASIDE

    def _is_faded(self, place: Band) -> bool:
        """Whether dark print is no darker at a place than tints: it is a pen's tone then."""
        seen, printed = self.even[place], self.printed[place]
        told = self.judged[place] > cv2.threshold(cv2.subtract(printed, seen), _INK, 1, _ABOVE)[1]
        x, y = (each[told].astype(np.float64) for each in (printed, seen))
        count = x.size
        if count < _JUDGED:
            return False
        middle = x.sum() / count
        varied = x @ x / count - middle * middle
        if varied <= _LEAST_SPREAD:
            return False
        return bool((x @ y - middle * y.sum()) / count < _FADED * varied)

    def _likeness(self, box: Box) -> float:
        return _likeness(self._sums, self._width, box)

    def _lost_at(self, place: Band) -> float:
        """The share of the print at a place that is lost; mostly nothing is."""
        lost = _count(self.lost[place])
        judged = _count(self.judged[place]) if lost else 0
        return lost / judged if judged >= _JUDGED else 0.0

    @cached_property
    def _width(self) -> int:
        """How many sums a row has."""
        return self.judged.shape[1] // 2 + 1

    @cached_property
    def _sums(self) -> Sums:
        """Most pages are evenly lit, and need none."""
        return self.added()

    def _is_trouble_in(self, box: Box) -> bool:
        """Whether anything at all speaks against seeing a place; at most places nothing does."""
        troubles, height, width = self._trouble
        a, b, c, d = _rough_corners(box, height, width)
        return troubles[d] - troubles[b] - troubles[c] + troubles[a] > 0

    @cached_property
    def _trouble(self) -> tuple[memoryview[int], int, int]:
        """Sums of all masks as one, a pixel to the mm, rather with too much in it than too little.

        With them how many rows there are, and how long one is.
        """
        near = cv2.dilate(self.lost | self.things | self.solid, np.ones((5, 5), np.uint8))
        found = np.ascontiguousarray(near[::_TIMES, ::_TIMES])
        height, width = self.dim.shape
        found[:height, :width] |= self.dim | self.burnt
        sums = cv2.integral((found > 0).view(np.uint8))
        return np.asarray(sums).ravel().data, *sums.shape


def sums_of(printed: Grey, seen: Grey, darker: Grey) -> Sums:
    """Add up, from the page's corner on, what is needed to compare print with what is seen."""
    pen = cv2.dilate(darker, np.ones((5, 5), np.uint8))
    size = (seen.shape[1] // 2, seen.shape[0] // 2)
    x, y, ink = (
        cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        for each in (printed, seen, pen)
    )
    free = np.asarray(ink <= _INK, np.float32)
    x *= free
    sums = (cv2.integral(each) for each in (free, x, y * free, x * x, x * y))
    return tuple(cast("memoryview[float]", np.asarray(each).ravel().data) for each in sums)


def dim_in(flat: Grey, even: Grey) -> Grey:
    """Say where there is less light than within some centimetres, both pages at half the size."""
    lit, plain = (reduced(each, _TIMES) for each in (flat, even))
    light = lit / np.maximum(plain.astype(np.float32), _DARKEST)
    around = cv2.dilate(light, np.ones((_AROUND, _AROUND), np.uint8))
    return np.asarray(light < _DIM * around, np.uint8)


def burnt_in(flat: Grey) -> Grey:
    """Say where light has burnt out a page, at half its size; one that is white all over is not."""
    burnt = cv2.threshold(reduced(flat, _TIMES), _BURNT - 1, 1, cv2.THRESH_BINARY)[1]
    return np.asarray(burnt * (_count(burnt) <= _MOST_BURNT * burnt.size), np.uint8)


def _likeness(sums: Sums, width: int, box: Box) -> float:
    """Say how far what is seen in a box grows with its print: 1 is as it should, 0 not at all.

    A finger or a card has a grain that is as dark as tints are, but elsewhere. Where a pen is, or
    hardly any print, nothing can be said: that is 1.
    """
    count, x, y, xx, xy = sums
    a, b, c, d = _corners(box, len(count) // width, width)
    free = count[d] - count[b] - count[c] + count[a]
    if free < max(_FEWEST, _FREE * (b - a) * ((c - a) // width)):
        return 1.0
    print_, shown = x[d] - x[b] - x[c] + x[a], y[d] - y[b] - y[c] + y[a]
    spread = xx[d] - xx[b] - xx[c] + xx[a] - print_ * print_ / free
    if spread <= _LEAST_SPREAD * free:
        return 1.0
    return (xy[d] - xy[b] - xy[c] + xy[a] - print_ * shown / free) / spread


@lru_cache(maxsize=16384)  # a box is where it is on every photo of a sheet
def _corners(box: Box, height: int, width: int) -> tuple[int, int, int, int]:
    """Where a box's corners are among the sums, row by row."""
    (x, y), (across, down) = box.center, (side / 2 for side in box.size)
    scale = HALF / 2
    rows = (round((y - down) * scale), round((y + down) * scale))
    columns = (round((x - across) * scale), round((x + across) * scale))
    top, bottom = (min(max(row, 0), height - 1) for row in rows)
    left, right = (min(max(column, 0), width - 1) for column in columns)
    above, below = top * width, bottom * width
    return above + left, above + right, below + left, below + right


@lru_cache(maxsize=16384)
def _rough_corners(box: Box, height: int, width: int) -> tuple[int, int, int, int]:
    """Where the corners are of all square millimetres that a box touches, among their sums."""
    rows, columns = place_of(box, 0.0, HALF)
    starts = rows.start // _TIMES, columns.start // _TIMES
    ends = -(-rows.stop // _TIMES), -(-columns.stop // _TIMES)
    (top, left), (bottom, right) = (
        (min(row, height - 1), min(column, width - 1)) for row, column in (starts, ends)
    )
    return top * width + left, top * width + right, bottom * width + left, bottom * width + right


@lru_cache(maxsize=4096)
def _halves_of(box: Box) -> tuple[Box, Box]:
    """Cut a box in two across its longer side."""
    (x, y), (width, height) = box.center, box.size
    if width >= height:
        size = (width / 2, height)
        return Box((x - width / 4, y), size), Box((x + width / 4, y), size)
    size = (width, height / 2)
    return Box((x, y - height / 4), size), Box((x, y + height / 4), size)


@lru_cache(maxsize=4096)
def _sides_of(box: Box) -> tuple[Box, ...]:
    """What lies along the four sides of a box."""
    (x, y), (width, height) = box.center, box.size
    upright, level = (_BESIDE, height + 2 * _BESIDE), (width + 2 * _BESIDE, _BESIDE)
    across, down = (width + _BESIDE) / 2, (height + _BESIDE) / 2
    return (
        *(Box((x + way * across, y), upright) for way in (-1, 1)),
        *(Box((x, y + way * down), level) for way in (-1, 1)),
    )


def _count(mask: Grey) -> int:
    """How many pixels of a mask are set."""
    return cv2.countNonZero(mask) if mask.size else 0
