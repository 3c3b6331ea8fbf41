"""Numbers of several digits in one field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from practice.strokes import Stroke, Writer


def number_strokes(value: int, field: Mapping[str, Any], hand: Writer) -> list[Stroke]:
    """Write a number against the right end of its field, a minus sign before it."""
    signs = str(value)
    places = max(int(field["digits"]), len(signs))
    (x, y), (width, height) = field["center"], field["size"]
    pitch = width / places
    # Nobody leaves whole places between two digits: a number keeps together.
    pitch = min(pitch, 0.62 * height, float(hand.rng.uniform(4.6, 6.4)))
    slack = (width - pitch * len(signs)) / 2
    right = x + width / 2 - slack * float(hand.rng.uniform(0.2, 0.7))
    strokes: list[Stroke] = []
    for place, sign in enumerate(reversed(signs)):
        center = (right - (place + 0.5) * pitch, y)
        size = (0.9 * pitch, 0.9 * height)
        if sign == "-":
            strokes += hand.minus(center, size)
        else:
            strokes += hand.digit(int(sign), center, size)
    return strokes
