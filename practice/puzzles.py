"""Puzzles as pupils fill them in: mostly right, some wrong, some left empty."""

from __future__ import annotations

from random import Random
from typing import Any

from practice.boards import NAMES
from templates.puzzles.layout import PuzzleLayout

Json = dict[str, Any]
_WRONG, _EMPTY = 0.08, 0.06


def invented(layout: PuzzleLayout, rng: Random) -> Json:
    """Fill in a sheet as somebody might have."""
    asked = layout.asked

    def written(right: int) -> int | None:
        luck = rng.random()
        if luck < _EMPTY:
            return None
        return rng.randint(1, asked.highest) if luck < _EMPTY + _WRONG else right

    return {
        "format": 1,
        "sheet": layout.sheet,
        "name": rng.choice(NAMES),
        "variant": asked.variant,
        "fields": {element: written(right) for element, right in asked.answers.items()},
    }
