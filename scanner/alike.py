"""Whether two digits of one hand are the same sign, so that an answer about one counts for both.

A digit's shape is where the network sees it among all hands (scanner/marks/writer.py), in a few
whole numbers, so that a scan can keep it as text.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterable, Sequence
from math import inf

import numpy as np

from scanner.pictures import Floats

STEP = 0.1
"""What one step of a shape's numbers is worth, where one hand's digits have a variance of 1."""
NEAREST = 120.0
"""Squared distance from which two digits of a hand that were read alike may be two signs."""
MISTAKEN = 0.01
"""How often two that are nearer may still be two signs.

Of 28,554 pairs by unseen hands 5 were; of the 38 in which both were doubtful none was.
"""

KNOWN = 160.0
"""Squared distance up to which a doubtful digit is the sign that a known hand writes so.

Chosen on 24 calibration hands; of the digits that 67 unseen hands were not asked about any more
none was another (benchmarks/evenings.py).
"""


def shape_of(place: Floats | Sequence[float]) -> str:
    """Write down where a digit lies."""
    return shapes_of([place])[0]


def shapes_of(places: Floats | Sequence[Floats | Sequence[float]]) -> list[str]:
    """Write down where each of some digits lies."""
    steps = np.clip(np.round(np.asarray(places, np.float64) / STEP), -128, 127) + 128
    return [b64encode(row.tobytes()).decode("ascii") for row in steps.astype(np.uint8)]


def is_alike(one: str, other: str) -> bool:
    """Say whether two digits of one hand have nearly the same shape."""
    return apart(one, other) < NEAREST


def apart(one: str, other: str) -> float:
    """Give the squared distance of two shapes; infinite if either is none."""
    try:
        here, there = b64decode(one, validate=True), b64decode(other, validate=True)
    except (Error, ValueError):
        return inf
    if not here or len(here) != len(there):
        return inf
    return sum((a - b) ** 2 for a, b in zip(here, there, strict=True)) * STEP**2


def is_written_so(digit: int, shape: str, known: Iterable[tuple[int, str]]) -> bool:
    """Say whether a hand of which some digits are known writes this digit so."""
    nearest = {True: inf, False: inf}
    for value, other in known:
        nearest[value == digit] = min(nearest[value == digit], apart(shape, other))
    return nearest[True] < min(KNOWN, nearest[False])
