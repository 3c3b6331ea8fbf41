"""What cannot be seen is not empty: elements whose place a photo does not show are asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import ceil

from scanner.reading import Reading, normalised
from templates.game import SheetLayout
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

Hidden = Callable[[Box], bool]
"""Says whether a part of the page, in mm, cannot be seen, or not be trusted."""


def with_unseen(
    readings: Mapping[str, Reading], layout: SheetLayout, *hidden: Hidden
) -> dict[str, Reading]:
    """Doubt every element whose place is hidden; what is printed there is known and stays."""
    return {
        element: _doubted(reading)
        if element in layout.places
        and len(reading.chances) > 1
        and is_hidden(layout.places[element].area, *hidden)
        else reading
        for element, reading in readings.items()
    }


def is_hidden(area: Box, *hidden: Hidden) -> bool:
    """Whether a part of a place, or of what is close around it, is hidden."""
    return any(hides(box) for box in _pieces(area) for hides in hidden)


def _doubted(reading: Reading) -> Reading:
    share = (1 - _LEFT) / len(reading.chances)
    chances = {value: _LEFT * chance + share for value, chance in reading.chances.items()}
    return replace(reading, chances=normalised(chances), why=UNSEEN)


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
