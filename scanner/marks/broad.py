"""Lines of a marker: pale bands of some millimetres, wider than any pen that writes.

A marker's ink is hardly darker than tints, so that nothing else takes it for strokes. But it is as
dark all over, along the way and across it, and ends sharply; and who draws one line so draws many.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.marks.lines import EVEN, Segment, places_along
from scanner.middle import median, medians
from scanner.pictures import Floats, Grey

_STEP, _FAR = 0.5, 4.5
"""Where it is looked across a way, mm."""
_ACROSS = np.arange(-_FAR, _FAR + _STEP / 2, _STEP)
_NEAR, _INNER = np.abs(_ACROSS) <= 1.0, np.abs(_ACROSS) <= 0.75
_MIDDLE = len(_ACROSS) // 2
_PALEST = 14
"""How much darker than print a marker's ink is, at least."""
_EDGE = 0.35
"""Beside a marker's line there is less than this share of its ink."""
_NARROWEST, _WIDEST = 1.5, 5.0
"""How wide such a line is, mm: pens that write are narrower, what is coloured in is wider."""
_DEEPEST = 3.0
"""How far from the way a line's edge may be, mm, if the other one cannot be seen."""
_UNBROKEN = 0.85
"""The share of a way that is as dark as the rest."""
_HABIT = 3
"""So many lines with two edges make a habit."""
_ALIKE = (0.6, 1.6)
"""How dark the lines of one marker are, as a share of what is usual."""
_SURELY, _PERHAPS = 0.85, 0.62
"""The coverage of such a line if somebody draws many, and if not."""


def broad_coverage(excess: Grey, segments: Sequence[Segment], things: Sequence[int]) -> Floats:
    """The share of each line's way that a marker covers, (n,).

    Args:
        excess: How much darker than its print the page is, EVEN where it is not.
        segments: From where to where, mm on the page.
        things: The number of the object, or other thing, that each line belongs to.
    """
    found = np.zeros(len(segments))
    if not segments:
        return found
    x, y = _spots(tuple(segments))
    near = _seen(excess, x[:, _NEAR], y[:, _NEAR])
    maybe = np.flatnonzero(medians(near.reshape(len(segments), -1)) >= _PALEST)
    if not maybe.size:
        return found
    dark = _seen(excess, x[maybe], y[maybe])
    tones = medians(dark)
    height = medians(tones[:, _INNER])
    whole = (dark[:, _NEAR].mean(axis=1) >= height[:, None] / 2).mean(axis=1) >= _UNBROKEN
    left = _edges(tones[:, _MIDDLE::-1], height)
    right = _edges(tones[:, _MIDDLE:], height)
    width = left + right
    sides = np.minimum(left, right)
    clear = whole & (height >= _PALEST) & (width >= _NARROWEST) & (width <= _WIDEST)
    one = whole & (height >= _PALEST) & (sides <= _DEEPEST) & (sides > 0) & np.isinf(width)
    if not clear.any():
        return found
    usual = median(height[clear])
    alike = (height >= _ALIKE[0] * usual) & (height <= _ALIKE[1] * usual)
    clear, one = clear & alike, one & alike
    is_habit = np.count_nonzero(clear) >= _HABIT
    # What lies beside a line of its own thing may hide one of its edges.
    numbers = np.asarray(things)[maybe]
    drawn = clear | (one & (is_habit | np.isin(numbers, numbers[clear])))
    found[maybe[drawn]] = _SURELY if is_habit else _PERHAPS
    return found


def _edges(tones: Floats, height: Floats) -> Floats:
    """How far from the way a band ends, mm; where it does not, infinite."""
    below = tones < _EDGE * height[:, None]
    first = below.argmax(axis=1)
    return np.where(below.any(axis=1), (first - 0.5) * _STEP, np.inf)


def _seen(excess: Grey, x: NDArray[np.float32], y: NDArray[np.float32]) -> Floats:
    flat = (len(x), -1)
    seen = cv2.remap(excess, x.reshape(flat), y.reshape(flat), cv2.INTER_LINEAR)
    return np.asarray(seen, np.float64).reshape(x.shape) - EVEN


@lru_cache(maxsize=8)  # a line is where it is on every photo of a sheet
def _spots(segments: tuple[Segment, ...]) -> list[NDArray[np.float32]]:
    return places_along(segments, _ACROSS)
