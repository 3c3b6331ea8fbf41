"""What cannot be seen is not empty: elements whose place a photo does not show are asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import ceil

from scanner.reading import Reading, normalised
from templates.game import SheetLayout, Value
from templates.geometry import Box

UNSEEN = "unseen"
"""Why a person is asked about such an element."""
_AROUND = 2.0
"""What is looked at around an element, mm."""
_LEAST = 6.0
"""The least width and height of a place that is looked at, mm."""
_LARGEST = 14.0
"""Larger places are looked at piece by piece, so that a covered part counts."""
_LEFT = 0.5
"""How much of what was read stays likely; the rest may be anything."""

_PART, _SHOWN = 0.5, 0.97
"""A clear digit of whose place and surroundings no more is hidden keeps so much of its chance."""
_CLEAR = 0.98
"""From this chance on a digit is clear."""

Hidden = Callable[[Box], bool]
"""Says whether a part of the page, in mm, cannot be seen, or not be trusted."""


def with_unseen(
    readings: Mapping[str, Reading], layout: SheetLayout, *hidden: Hidden
) -> dict[str, Reading]:
    """Doubt every element whose place is hidden; what is printed there is known and stays."""
    return {
        element: _doubted(reading, hidden_share(layout.places[element].area, *hidden))
        if element in layout.places and len(reading.chances) > 1
        else reading
        for element, reading in readings.items()
    }


def is_hidden(area: Box, *hidden: Hidden) -> bool:
    """Whether a part of a place, or of what is close around it, is hidden."""
    return hidden_share(area, *hidden) > 0


def hidden_share(area: Box, *hidden: Hidden) -> float:
    """Say how many of the pieces of a place and its surroundings are hidden, as a share."""
    pieces = _pieces(area)
    return len({box for hides in hidden for box in pieces if hides(box)}) / len(pieces)


def _doubted(reading: Reading, hidden: float) -> Reading:
    if not hidden:
        return reading
    # Of clear digits half of whose surroundings can be seen, none was misread in 42.
    shown = bool(reading.shape) and not reading.why and reading.guess is not None
    if shown and hidden <= _PART and reading.confidence >= _CLEAR:
        return replace(reading, chances=_shared(reading, _SHOWN))
    return replace(reading, chances=_shared(reading, _LEFT), why=UNSEEN)


def _shared(reading: Reading, left: float) -> dict[Value, float]:
    """Deal out to all that an element can say what is not left of its chances."""
    share = (1 - left) / len(reading.chances)
    return normalised({v: left * chance + share for v, chance in reading.chances.items()})


@lru_cache(maxsize=4096)  # a place is where it is on every photo of a sheet
def _pieces(area: Box) -> tuple[Box, ...]:
    """Cut a place, and a little around it, into pieces of about the same size."""
    width, height = (max(side + 2 * _AROUND, _LEAST) for side in area.size)
    columns, rows = ceil(width / _LARGEST), ceil(height / _LARGEST)
    left, top = area.center[0] - width / 2, area.center[1] - height / 2
    wide, high = width / columns, height / rows
    return tuple(
        Box((left + (column + 0.5) * wide, top + (row + 0.5) * high), (wide, high))
        for row in range(rows)
        for column in range(columns)
    )
