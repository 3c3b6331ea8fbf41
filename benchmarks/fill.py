"""Sheets filled in by real hands, with ink of the benchmark's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.hands import RealHand
from benchmarks.ink import NIBS, Layer
from practice.pen import Filled, marks_of
from practice.strokes import Stroke

PENS = tuple(NIBS)


def fill(
    page: NDArray[np.uint8],
    layout: Mapping[str, Any],
    board: Mapping[str, Any],
    hand: RealHand,
    pen: str,
    px_per_mm: float,
    *,
    corrections: float = 0.0,
    strip: bool = False,
    jottings: Sequence[Stroke] = (),
) -> Filled:
    """Fill in a printed page, as ``practice.pen.fill`` does, by a real hand.

    What has to be drawn where is the contract's and the same for both; how a digit, a
    circle, a line and the ink look is not.
    """
    layer = Layer(page.shape[:2], NIBS[pen], px_per_mm, hand.rng)
    marks = marks_of(layout, board, hand, corrections=corrections, strip=strip)
    for mark in marks:
        layer.draw(mark.strokes)
    layer.draw(jottings)
    name = layout.get("fields", {}).get("name", {})
    if board.get("name") and "center" in name:
        layer.write(board["name"], name["center"], name["size"])
    for number, player in enumerate(board.get("players", ()), 1):
        if str(number) in name:
            layer.write(player, name[str(number)]["center"], name[str(number)]["size"])
    return Filled(
        layer.over(page),
        tuple(mark.element for mark in marks if mark.hard),
        tuple(mark.element for mark in marks),
    )
