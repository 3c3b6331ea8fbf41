"""A pen's ring around a digit: found by its shape, so that the digit inside can be read alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.middle import medians
from scanner.pictures import PX_PER_MM, Floats, Grey
from templates.geometry import Size

_ANGLES = 72
_LEAST_SIZE = 0.5
"""Width and height of a ring, at least, as a share of the field's."""
_LEAST_JOINED = 0.72
"""The same if what stands inside touches it: digits are smaller."""
_OFF = 0.3
"""How far beside the field's middle a ring may lie, as a share of the field."""
_ROUND = 0.6
"""Width by height of a ring, or the other way round, at least: an 8 is narrower."""
_NEAR = 0.72
"""From this share of an oval's radius on, ink belongs to its rim."""
_CLOSED = 0.82
"""The share of all directions in which a ring has its rim, at least."""
_LEAST_INSIDE = 0.8
"""Ink inside a ring, mm² of dark paper, at least: a nought has none."""
_JOINED = 0.15
"""The share of the ink inside that belongs to the ring's own piece, if they touch."""
_LEAST_APART = 1.5
"""From so much ink on, mm² of dark paper, what stands apart in a ring may be all of its digit."""
_WIDEST = 1.2
"""Of a ring's line, mm."""


@dataclass(frozen=True)
class _Oval:
    """A piece of ink as seen from its middle."""

    x: float
    y: float
    half_width: float
    half_height: float
    line: float
    """How wide its line is, px."""

    def seen(
        self, rows: NDArray[np.intp], columns: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], Floats]:
        """Give directions, as numbers of steps, and distances, where 1 is the oval's rim."""
        across, down = columns - self.x, rows - self.y
        turns = np.arctan2(down / self.half_height, across / self.half_width) / (2 * np.pi)
        steps = (turns % 1.0 * _ANGLES).astype(np.intp) % _ANGLES
        return steps, np.hypot(across / self.half_width, down / self.half_height)


@dataclass(frozen=True)
class Ring:
    """A ring around something."""

    mask: Grey
    """Where its ink is: 1, else 0."""
    is_joined: bool
    """Whether what stands inside touches it, so that ink of both may be taken for one."""
    whole: Grey | None = None
    """All ink that hangs together with it, if enough stands inside that does not: then the ends
    of its line, which reach inside, seem to be joined to a digit, or stand beside it."""


def ring_in(wide: Grey, size: Size, pen: float) -> Ring | None:
    """Find the ring around what stands in a field.

    Args:
        wide: The player's ink on white paper: the field and some room around it.
        size: Width and height of the field, mm.
        pen: How dark the pen is.

    Returns:
        None if there is no ring, or nothing inside it.
    """
    dark = (255 - wide > 0.25 * pen).astype(np.uint8)
    for oval, outer, own in _ovals(dark, size):
        rows, columns = np.nonzero(dark)
        steps, away = oval.seen(rows, columns)
        thick = (1.5 * oval.line + 1.5) / min(oval.half_width, oval.half_height)
        inside = away < outer[steps] - thick
        if inside.sum() < _LEAST_INSIDE * PX_PER_MM**2:
            continue
        ring = np.zeros_like(dark)
        rim = ~inside & (away < outer[steps] + thick)
        ring[rows[rim], columns[rim]] = 1
        # A slip where the ring's ends meet is no digit.
        joined = own[rows[inside], columns[inside]].sum() > _JOINED * inside.sum()
        sides = 2 * np.array([oval.half_width, oval.half_height]) / (np.array(size) * PX_PER_MM)
        if joined and sides.min() < _LEAST_JOINED:
            continue  # a nought with a tail, or the loop of a large 6
        apart = np.count_nonzero(~own[rows[inside], columns[inside]])
        is_tail = joined and apart >= _LEAST_APART * PX_PER_MM**2
        return Ring(ring, bool(joined), own.astype(np.uint8) if is_tail else None)
    return None


def _ovals(dark: Grey, size: Size) -> Iterator[tuple[_Oval, Floats, NDArray[np.bool_]]]:
    """Yield pieces of ink that are closed all around: how far out its rim is, and its ink."""
    edges, tree = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    wide, high = (side * PX_PER_MM for side in size)
    for n in reversed(range(len(edges))):  # from top to bottom
        left, top, width, height = cv2.boundingRect(edges[n])
        middle = left + (width - 1) / 2, top + (height - 1) / 2
        off = abs(middle[0] - dark.shape[1] / 2) / wide, abs(middle[1] - dark.shape[0] / 2) / high
        is_hole = tree[0, n, 3] >= 0
        is_small = min(width / wide, height / high) < _LEAST_SIZE
        is_narrow = min(width, height) < _ROUND * max(width, height)
        if is_hole or is_small or is_narrow or max(off) > _OFF:
            continue
        labels = np.asarray(cv2.connectedComponents(dark, connectivity=8)[1])
        x, y = edges[n][0, 0]
        own = labels == labels[y, x]
        line = np.count_nonzero(own) / (np.pi * (width + height) / 2)
        oval = _Oval(*middle, width / 2, height / 2, min(line, _WIDEST * PX_PER_MM))
        outer = _rim(*oval.seen(*np.nonzero(own)))
        if (outer > _NEAR).mean() >= _CLOSED:
            yield oval, _smooth(outer), own


def _rim(steps: NDArray[np.intp], away: Floats) -> Floats:
    outer = np.zeros(_ANGLES)
    np.maximum.at(outer, steps, away)
    return outer


def _smooth(outer: Floats) -> Floats:
    """Let no digit that crosses the ring bend it: the middle of what is around each direction."""
    side = 4
    around = np.concatenate([outer[-side:], outer, outer[:side]])
    windows = np.lib.stride_tricks.sliding_window_view(around, 2 * side + 1)
    return medians(windows)
