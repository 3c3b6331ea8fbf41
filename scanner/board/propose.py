"""Propose what an owner may want to mark on a board: closed shapes, circles, dots, equal things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pictures import PX_PER_MM, Grey

_AROUND = 8.0
"""Print is what is darker than its surroundings this far, mm, …"""
_DARKER = 22, 10
"""… by so much; each is tried, as lines are pale on some boards and grounds busy on others."""
_ROUND = 0.86
"""The share of its box that a round shape fills, against that of an ellipse, at least."""
_FULL = 0.72
"""The share of its hull that a shape fills at least: others are what lies between shapes."""
_SMALLEST, _LARGEST = 2.2, 90.0
"""The sides of closed shapes, mm."""
_DOT = 0.7, 3.2
"""The sides of dots, mm."""
_SAME = 1.2
"""Shapes whose middles are this close, mm, and that are about as large, are one."""
_ALIKE = 0.16
"""By how much the sides of equal things may differ."""
MOST = 1200
_BRUSH = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
"""Lines are thinner than this, px."""


@dataclass(frozen=True)
class Proposal:
    """Something on a board, mm."""

    center: tuple[float, float]
    size: tuple[float, float]
    is_round: bool
    is_dot: bool = False
    group: int = 0
    """Equal things have the same number, from 1; 0 is unlike all others."""


def proposals(blank: Grey) -> list[Proposal]:
    """Find shapes on an empty board, larger groups of equal things first."""
    side = round(_AROUND * PX_PER_MM) | 1
    dark, light = (
        [
            cv2.adaptiveThreshold(
                tones, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, side, darker
            )
            for darker in _DARKER
        ]
        for tones in (blank, 255 - blank)
    )
    # Without thin lines the dots of an outline stand alone.
    bare = [cv2.morphologyEx(print_, cv2.MORPH_OPEN, _BRUSH) for print_ in dark]
    # The surest first: what a line goes around, then dots, then what a paler ground goes around.
    found = [each for print_ in dark for each in _shapes(print_)]
    found += [each for print_ in bare for each in _shapes(print_) if each.is_dot]
    found += [each for print_ in light for each in _shapes(print_)]
    return _grouped(_once(found))[:MOST]


def _shapes(print_: NDArray[np.generic]) -> Iterator[Proposal]:
    contours, nested = cv2.findContours(print_, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if nested is None:
        return
    for contour, (_, _, _, parent) in zip(contours, nested[0], strict=True):
        left, top, wide, high = cv2.boundingRect(contour)
        if min(wide, high) < _DOT[0] * PX_PER_MM or max(wide, high) > _LARGEST * PX_PER_MM:
            continue
        # A contour goes through the middles of pixels.
        area = cv2.contourArea(contour) + (len(contour) / 2 + 1) * (parent < 0)
        hull = cv2.contourArea(cv2.convexHull(contour))
        if hull <= 0 or area < _FULL * hull or area < 0.45 * wide * high:
            continue
        is_round = max(wide, high) < 1.3 * min(wide, high) and bool(
            _ROUND < area / (np.pi / 4 * wide * high) < 1.12
        )
        size = wide / PX_PER_MM, high / PX_PER_MM
        is_dot = is_round and bool(parent < 0) and max(size) <= _DOT[1]
        # What is dark all over is written on nowhere; what a line goes around is.
        if is_dot or (parent >= 0 and min(size) >= _SMALLEST):
            middle = (left + wide / 2) / PX_PER_MM, (top + high / 2) / PX_PER_MM
            yield Proposal(middle, size, is_round, is_dot)


def _once(found: Sequence[Proposal]) -> list[Proposal]:
    """Keep one of those that lie on each other."""
    kept: list[Proposal] = []
    middles = np.zeros((0, 2))
    for each in found:
        near = np.linalg.norm(middles - each.center, axis=1) < _SAME
        sizes = (max(kept[n].size) / max(each.size) for n in np.flatnonzero(near))
        if not any(0.6 < ratio < 1.7 for ratio in sizes):
            kept.append(each)
            middles = np.concatenate([middles, [each.center]])
    return kept


def _grouped(found: Sequence[Proposal]) -> list[Proposal]:
    """Number equal things; the largest groups first."""
    sides = np.log([each.size for each in found]) if found else np.zeros((0, 2))
    kinds = np.array([2 * each.is_round + each.is_dot for each in found], int)
    alike = (np.abs(sides[:, None] - sides[None]) < _ALIKE).all(2)
    alike &= kinds[:, None] == kinds[None]
    numbers = np.zeros(len(found), int)
    counts = alike.sum(1)
    for number in range(1, len(found) + 1):
        first = int(counts.argmax())
        if counts[first] < 2:
            break
        best = np.flatnonzero(alike[first])
        numbers[best] = number
        counts -= alike[:, best].sum(1)
        counts[best] = 0
        alike[best], alike[:, best] = False, False
    order = sorted(range(len(found)), key=lambda n: (numbers[n] == 0, numbers[n], n))
    return [replace(found[n], group=int(numbers[n])) for n in order]
