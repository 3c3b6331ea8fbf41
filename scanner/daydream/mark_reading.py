"""From the chances of marks to a reading, and why a person should look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from scanner.pictures import Floats
from scanner.reading import Reading, normalised
from templates.game import Value

Chances = Floats
"""Of NONE, CIRCLED, CROSSED, FILLED, ODD at one place, (5,)."""

AT_SYMBOL = 1.1
"""How far around a symbol ink belongs to it, mm."""
_STRAY = 0.35
"""Ink at a place that reads as untouched, mm² of full darkness, that makes a mark."""
_UNTOUCHED = 0.7
"""From this chance on a place reads as untouched."""
_TICKED = 0.75
"""How likely such ink marks the place, as a circle would."""


def mark_reading(
    element: str,
    weights: Mapping[Value, float],
    strange: Mapping[Value, float] | None = None,
    reason: str = "mark-odd",
) -> Reading:
    """Make a reading; what no proper mark explains is odd and goes to a person."""
    proper = {value: float(weight) for value, weight in weights.items()}
    odd = max(0.0, 1.0 - sum(proper.values()))
    stranger = sum((strange or {}).values())
    if odd > 0.5:
        why = reason if stranger > 0.5 * odd else "mark-odd"
        for value, weight in (strange or {}).items():
            proper[value] = proper.get(value, 0.0) + weight
        return Reading(element, normalised(proper), why=why)
    # Doubt stays doubt: the odd share counts against every proper mark.
    share = odd / len(proper)
    return Reading(element, normalised({value: w + share for value, w in proper.items()}))


def is_untouched(reading: Reading) -> bool:
    """Whether a place reads as untouched."""
    return not reading.guess and not reading.why and reading.confidence >= _UNTOUCHED


def perhaps_odd(reading: Reading, stray: Callable[[], float], meant: Value) -> Reading:
    """Ask about ink at a place that reads as untouched: a tick, a dot or a line may mark it."""
    if not is_untouched(reading) or stray() < _STRAY:
        return reading
    share = (1 - _TICKED) / (len(reading.chances) - 1)
    chances = {value: _TICKED if value == meant else share for value in reading.chances}
    return replace(reading, chances=chances, why="mark-odd")
