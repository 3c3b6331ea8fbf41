"""Ink that the last game left, far paler than the pen of this one: it is asked about.

On a board, or on a sheet that is laminated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from scanner.middle import largest, quantile
from scanner.page.ink import InkPage
from scanner.pictures import PX_PER_MM
from scanner.reading import Reading, normalised
from templates.game import SheetLayout, Value
from templates.geometry import Box

GHOST = "ghost"
"""Why a person is asked about such ink."""
_PALE, _NOTHING = 0.4, 0.07
"""What has less than the first share of the usual darkness may have been wiped off.

What has less than the second is no ink: a circle that is printed.
"""
_PALER, _THAT_GAME = 0.72, 0.5
"""The same where the last game had it, too; with more than this in common it is that game."""
_STROKE = 60
"""The darkest pixels of a place, which a stroke has at least."""
_AROUND = 2.0
"""Marks go around a place so far, mm."""
_LEAST = 8.0
"""The least width and height of what is looked at, mm: some places are points."""
_FEWEST = 6
"""Marks from which it can be told how dark the pen is."""
_LEFT = 0.5
"""How much of what was read stays likely."""


def with_ghosts(
    page: InkPage,
    layout: SheetLayout,
    readings: Mapping[str, Reading],
    last: Mapping[str, Value] | None = None,
    *,
    by_kind: bool = False,
) -> dict[str, Reading]:
    """Doubt what is drawn much more palely than most of what is drawn.

    What the ``last`` game had, too, need not be as pale, unless this is that game once more. On
    paper digits, marks and lines are compared ``by_kind``: some draw all lines in orange.
    """
    areas = {
        element: layout.places[element].area
        for element, reading in readings.items()
        if element in layout.places and _is_drawn(reading, layout.places[element].blank)
    }
    if len(areas) < _FEWEST:
        return dict(readings)
    dark = {element: darkness_at(page, area) for element, area in areas.items()}
    kinds = {each: readings[each].doubt if by_kind else "" for each in dark}
    pens = {
        kind: quantile(np.array([dark[each] for each in dark if kinds[each] == kind]), 0.75)
        for kind in set(kinds.values())
    }
    same = {each for each in dark if last and last.get(each) == readings[each].guess}
    if len(same) > _THAT_GAME * len(dark):
        same = set()
    return {
        element: _doubted(reading)
        if element in dark
        and _NOTHING < dark[element] / pens[kinds[element]] < (_PALER if element in same else _PALE)
        and not reading.why
        else reading
        for element, reading in readings.items()
    }


def darkness_at(page: InkPage, box: Box) -> float:
    """How dark the ink of a place is where it is darkest."""
    ink = page.soft[_around(box)]
    # Quicker than their mean, which looks into what kind of numbers they are.
    return int(largest(ink, _STROKE).sum()) / _STROKE if ink.size > _STROKE else 255.0


@lru_cache(maxsize=4096)  # a place is where it is on every photo of a sheet
def _around(box: Box) -> tuple[slice, slice]:
    """What is looked at around a place, in pixels."""
    (x, y), (wide, high) = box.center, (max(s / 2 + _AROUND, _LEAST / 2) for s in box.size)
    edges = (x - wide, y - high, x + wide, y + high)
    left, top, right, bottom = (max(round(edge * PX_PER_MM), 0) for edge in edges)
    return slice(top, bottom), slice(left, right)


def _is_drawn(reading: Reading, blank: Value) -> bool:
    """Whether a pen was there: a leaf that is printed as circled is none."""
    is_digit = reading.doubt == "digit-doubtful"
    told = reading.guess is not None and (is_digit or bool(reading.guess))
    return told and reading.guess != blank


def _doubted(reading: Reading) -> Reading:
    share = (1 - _LEFT) / len(reading.chances)
    chances = {value: _LEFT * chance + share for value, chance in reading.chances.items()}
    return replace(reading, chances=normalised(chances), why=GHOST)
