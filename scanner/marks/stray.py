"""Ink at a place that is no ring, cross or filling: a tick beside it, a line under it, a dot."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.marks.numbers import connected_ink, ink_area
from scanner.pictures import PX_PER_MM, Floats, Grey, cut
from templates.geometry import Box, Disc, Point

Bools = NDArray[np.bool_]
_CORRIDOR = 0.9
"""How far beside its way a line's ink may lie, mm."""
_BEYOND = 1.2
"""How far a line may go on beyond its end, mm."""
_RING = 2.4
"""How far beyond a symbol's edge its own ring may go, mm."""
_FARTHER = 4.0
"""How far beyond a symbol's surroundings it is told whether ink is its neighbour's, mm."""
_INNER = 0.75
"""The part of a box in which most of its digit lies."""


def stray_ink(
    clean: Grey,
    pen: float,
    place: Disc,
    reach: float,
    ways: Sequence[Point] = (),
    marked: Sequence[Disc] = (),
) -> float:
    """Say how much ink there is at a place, in mm² of full darkness, as far as it is no line.

    Args:
        clean: The player's ink on white paper.
        pen: How dark the page's pen is.
        place: The symbol.
        reach: How far around the symbol ink belongs to it, mm.
        ways: Where lines lead to from the symbol's middle.
        marked: Symbols whose own ring may reach over here.
    """
    around = place.radius + reach
    near = [each for each in marked if dist(each.center, place.center) < 2 * around]
    half = around + _FARTHER if near else around
    crop = cut(clean, Box(place.center, (2 * half, 2 * half)))
    if not crop.size or 255 - int(crop.min()) < 0.3 * pen:
        return 0.0
    height, width = crop.shape
    y = ((np.arange(height) + 0.5) / PX_PER_MM - half)[:, None]
    x = ((np.arange(width) + 0.5) / PX_PER_MM - half)[None, :]
    away = x * x + y * y
    counts = away <= around * around
    for to in ways:
        way = np.subtract(to, place.center)
        along, across = way / max(float(np.hypot(*way)), 1e-6), (-way[1], way[0])
        aside = np.abs(x * across[0] + y * across[1]) / max(float(np.hypot(*way)), 1e-6)
        counts = counts & ~((x * along[0] + y * along[1] > -_BEYOND) & (aside < _CORRIDOR))
    counts = counts & _away_from(marked, place.center, x, y)
    for symbol in near:  # a large ring reaches farther than its symbol's surroundings
        left, top = np.subtract(symbol.center, place.center)
        counts = counts & ~_pieces_of(crop, pen, (x - left) ** 2 + (y - top) ** 2 < away, counts)
    return ink_area(np.where(counts, crop, np.uint8(255)), pen)


def stray_beside(
    clean: Grey, pen: float, box: Box, reach: float, others: Sequence[Disc], own: bool = False
) -> float:
    """Say how much ink there is around a box, mm², as far as it is not at other symbols.

    What hangs together with most of the ink inside is left out if it is the box's ``own``.
    """
    width, height = (side + 2 * reach for side in box.size)
    crop = cut(clean, Box(box.center, (width, height)))
    if not crop.size or 255 - int(crop.min()) < 0.3 * pen:
        return 0.0
    y = ((np.arange(crop.shape[0]) + 0.5) / PX_PER_MM - height / 2)[:, None]
    x = ((np.arange(crop.shape[1]) + 0.5) / PX_PER_MM - width / 2)[None, :]
    counts = (np.abs(x) > box.size[0] / 2) | (np.abs(y) > box.size[1] / 2)
    counts = counts & _away_from(others, box.center, x, y)
    if own:
        inside = (np.abs(x) < _INNER * box.size[0] / 2) & (np.abs(y) < _INNER * box.size[1] / 2)
        counts = counts & ~_main_piece(crop, pen, inside)
    return ink_area(np.where(counts, crop, np.uint8(255)), pen)


def _main_piece(crop: Grey, pen: float, inside: Bools) -> Bools:
    """Find the piece of ink of which most lies inside, with its soft edge."""
    labels, _, _ = connected_ink(crop, pen)
    sizes = np.bincount(labels[inside], minlength=2)
    sizes[0] = 0
    return _with_edge((labels == int(sizes.argmax())) & bool(sizes.any()))


def _pieces_of(crop: Grey, pen: float, there: Bools, here: Bools) -> Bools:
    """Find the pieces of ink of which more lies there than here, with their soft edges."""
    labels, stats, _ = connected_ink(crop, pen)
    far, near = (np.bincount(labels[where], minlength=len(stats)) for where in (there, here))
    return _with_edge((far > near)[labels] & (labels > 0))


def _with_edge(piece: Bools) -> Bools:
    return np.asarray(cv2.dilate(piece.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0)


def _away_from(symbols: Sequence[Disc], center: Point, x: Floats, y: Floats) -> Bools:
    """Say which spots, so far from a center, are beyond the rings of all symbols."""
    away = np.ones((y.size, x.size), bool)
    for symbol in symbols:
        left, top = symbol.center[0] - center[0], symbol.center[1] - center[1]
        ring = symbol.radius + _RING
        if abs(left) < x.max() + ring and abs(top) < y.max() + ring:
            away &= (x - left) ** 2 + (y - top) ** 2 > ring**2
    return away
