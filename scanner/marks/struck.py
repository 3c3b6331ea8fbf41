"""Ink at the lines of a thing that is none of them: strokes that strike them out, and lines aside.

What a thing's own lines leave over beside them lies in pieces. A stroke across a line leaves one
on either side of it, opposite to each other. A tick on a finished thing crosses a line as well,
but only once; and whoever ticks what is finished ticks several things. Much ink beside the ways
of an unfinished thing may be its lines, on paper that is bent otherwise than was thought.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.marks.lines import Segment, thickness
from scanner.pictures import PX_PER_MM, Floats, Grey
from templates.geometry import Disc

_REACH = 1.9
"""How far beside a line strokes across it are looked for, mm."""
_OWN, _BOWED = 0.4, 0.8
"""How far beside its way ink may be a line's own, mm beyond its edge, and if it is bowed."""
_SLIVER = 0.3
"""What lies no farther beside it, mm, is rather the edge of a bowed line than a stroke across."""
_RING = 2.2
"""How far beyond a symbol's edge ink is that symbol's, mm."""
_PIECE = 0.5
"""How long a stroke is at least on either side, mm."""
_SHORT = 0.3
"""The same if there are two strokes across one line: nothing else leaves so much four times."""
_LEAN = 2.2
"""How far apart along the line the two sides of one stroke may be, mm."""
_ZIGZAG = 14.0
"""From so much ink on, mm of pen, one stroke across a finished thing's lines is no tick."""
_ASIDE, _MUCH, _SPECK = 2.2, 8.0, 0.5
"""How far from the ways of a thing, mm, how much ink, mm of pen, may be its lines; less is none."""
_STROKE = 0.15
"""How dark a stroke is at least once its grain is blurred, as a share of the pen's darkness."""
_TICKS = 3
"""So many finished things with a tick are a habit."""
_STROKES = 2
"""So many strokes across one line strike it out, whatever was drawn."""
_THIN, _WIDE = 0.25, 1.0
"""A pen is at least so wide, mm, and at most, or else strokes across were taken for it."""
_MORE = 1.0
"""A ring farther from a part of the page than its radius, and this, mm, is not in it."""
_FINE = 3
"""Binary digits after the point of a place that OpenCV draws at."""

Lines = list[Segment]


@dataclass(frozen=True)
class Odd:
    """What ink beside the lines of one thing tells."""

    struck: NDArray[np.bool_]
    """Which of its lines are struck out."""
    is_aside: bool
    """Whether lines may have been drawn where none was found."""
    is_ticked: bool = False
    """Whether a tick may be what strikes it out."""


def odd_ink(
    ink: Grey,
    ways: Sequence[Lines],
    inked: Sequence[Floats],
    symbols: Sequence[Disc],
    pen: float,
    faint: Grey | None = None,
) -> list[Odd]:
    """Say for each thing what the ink tells that lies beside its lines.

    Args:
        ink: The player's ink, 0 is untouched.
        ways: The lines of each thing, mm.
        inked: How likely each was drawn.
        symbols: What is ringed beside them: bonuses.
        pen: How dark the page's pen is.
        faint: The same ink without what print leaves behind.
    """
    drawn = [chances > 0.5 for chances in inked]
    lines = [_some(way, at) for way, at in zip(ways, drawn, strict=True)]
    half = thickness(ink, [line for each in lines for line in each], pen) / 2
    around = Around(ink, symbols, pen, half, faint)
    found = [_odd(around, *each) for each in zip(ways, lines, drawn, strict=True)]
    if sum(odd.is_ticked for odd in found) >= _TICKS:
        found = [replace(odd, struck=odd.struck & (not odd.is_ticked)) for odd in found]
    return found


def _odd(around: Around, way: Lines, lines: Lines, drawn: NDArray[np.bool_]) -> Odd:
    struck, is_whole, is_ticked = np.zeros(len(drawn), bool), bool(drawn.all()), False
    if lines:
        struck[drawn], is_ticked = _struck(around, lines, is_whole)
    if is_whole or struck.any():
        return Odd(struck, False, is_ticked)
    _, lengths = around.pieces(way, lines, _ASIDE, _BOWED)
    return Odd(struck, float(lengths[lengths > _SPECK].sum()) > _MUCH)


def _some(way: Sequence[Segment], which: NDArray[np.bool_]) -> Lines:
    return [line for line, is_drawn in zip(way, which, strict=True) if is_drawn]


def _struck(around: Around, lines: Lines, is_whole: bool) -> tuple[NDArray[np.bool_], bool]:
    """Say which drawn lines of one thing are struck out, and whether that may be a tick."""
    places, lengths = around.pieces(lines, lines, _REACH, _OWN)
    short, strokes = (
        np.array([_strokes_across(line, places[lengths > least]) for line in lines])
        for least in (_SHORT, _PIECE)
    )
    if short.max() >= _STROKES:
        return np.asarray(short >= _STROKES), False
    if is_whole and strokes.any():
        away = np.array([_away(place, lines) for place in places])
        far = (lengths > _PIECE) & (away > around.half + _OWN + _SLIVER)
        strokes = np.array([_strokes_across(line, places[far]) for line in lines])
    # Nobody ticks a thing before it is finished.
    is_ticked = is_whole and bool(strokes.any()) and float(lengths.sum()) <= _ZIGZAG
    return np.asarray(strokes > 0), is_ticked


@dataclass(frozen=True)
class Around:
    """The ink around the things of one page."""

    ink: Grey
    symbols: Sequence[Disc]
    pen: float
    half: float
    """Half the width of the pen that drew lines, mm."""
    faint: Grey | None = None
    """The same ink without what print leaves behind."""

    def pieces(
        self, ways: Lines, lines: Lines, reach: float, own_reach: float
    ) -> tuple[Floats, Floats]:
        """Give the ink so near, mm, to some ways that is not, so far beside it, a line's own.

        Where its pieces lie, (n, 2) mm, and how long they are.
        """
        ends = np.array(ways)
        flat = ends.reshape(-1, 2)
        low = np.maximum((flat.min(0) - reach) * PX_PER_MM, 0).astype(int)
        high = ((flat.max(0) + reach) * PX_PER_MM).astype(int) + 2
        left = self._dark(np.s_[low[1] : high[1], low[0] : high[0]])
        if not left.any():
            return np.zeros((0, 2)), np.zeros(0)

        def at(points: Floats) -> list[Any]:
            return np.rint((points * PX_PER_MM - 0.5 - low) * 2**_FINE).astype(int).tolist()

        beside = np.zeros_like(left)
        for start, end in at(ends):
            cv2.line(beside, start, end, 1, round(2 * reach * PX_PER_MM), shift=_FINE)
        left &= beside
        wide = max(round(2 * (self.half + _OWN) * PX_PER_MM), 1)
        for start, end in at(np.array(lines)) if lines else ():
            cv2.line(left, start, end, 0, wide, shift=_FINE)
        centers, rings = self._rings
        beyond = np.maximum(flat.min(0) - reach - centers, centers - flat.max(0) - reach)
        near = beyond.max(axis=1) < rings + _MORE
        for center, ring in zip(at(centers[near]), rings[near].tolist(), strict=True):
            cv2.circle(left, center, round(ring * PX_PER_MM * 2**_FINE), 0, -1, shift=_FINE)
        if not left.any():
            return np.zeros((0, 2)), np.zeros(0)
        _, _, stats, middles = cv2.connectedComponentsWithStats(left, connectivity=8)
        lengths = stats[1:, cv2.CC_STAT_AREA] / PX_PER_MM**2 / np.clip(2 * self.half, _THIN, _WIDE)
        return (middles[1:] + low + 0.5) / PX_PER_MM, np.asarray(lengths)

    def _dark(self, area: tuple[slice, slice]) -> Grey:
        """Say where a part of the page has strokes of the pen: 1, else 0."""
        dark = self.ink[area] > 0.3 * self.pen
        if self.faint is not None:
            dark &= self.faint[area] > _STROKE * self.pen
        return dark.view(np.uint8)

    @cached_property
    def _rings(self) -> tuple[Floats, Floats]:
        """How far rings around symbols reach, mm: their middles, (n, 2), and radii, (n,)."""
        centers = np.array([symbol.center for symbol in self.symbols]).reshape(-1, 2)
        return centers, np.array([symbol.radius + _RING for symbol in self.symbols])


def _away(place: Floats, lines: Lines) -> float:
    """Say how far a place is from the nearest of some lines, mm."""
    ends = np.array(lines)
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    along = ((place - start) * way).sum(axis=1) / np.maximum((way**2).sum(axis=1), 1e-6)
    off = place - start - np.clip(along, 0, 1)[:, None] * way
    return float(np.hypot(off[:, 0], off[:, 1]).min())


def _strokes_across(line: Segment, places: Floats) -> int:
    """Count pieces on one side of a line that another one is opposite to."""
    if len(places) < 2:
        return 0
    start, way = np.array(line[0]), np.subtract(line[1], line[0])
    long = max(float(np.hypot(*way)), 1e-6)
    along = (places - start) @ way / long
    aside = (places - start) @ np.array([-way[1], way[0]]) / long
    near = (along > 0) & (along < long) & (np.abs(aside) < _REACH)
    others, strokes = sorted(along[near & (aside > 0)]), 0
    # From one end on: the nearest opposite piece may be the next stroke's.
    for place in sorted(along[near & (aside < 0)]):
        others = [other for other in others if other > place - _LEAN]
        if others and others[0] < place + _LEAN:
            others.pop(0)
            strokes += 1
    return strokes
