"""Everything that can stand on a dream card, by name: each public function of these modules."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random

from printkit.dream_cards.brush import Brush

Thing = Callable[[Brush, Random], None]
"""Draws one thing on the brush's grid of 100 by 100; the seed decides its small variations."""
_GROUPS = (
    *("sky", "sea", "building", "animals", "small_animals"),
    *("plants", "vehicles", "room", "play", "fairy"),
)
_MODULES = [import_module(f"{__name__}.{group}") for group in _GROUPS]

THINGS: dict[str, Thing] = {
    name: thing
    for module in _MODULES
    for name, thing in vars(module).items()
    if getattr(thing, "__module__", None) == module.__name__ and not name.startswith("_")
}
