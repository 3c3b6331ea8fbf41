"""Everything that can stand on a dream card, by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.things import (
    animals,
    building,
    fairy,
    plants,
    play,
    room,
    sea,
    sky,
    small_animals,
    vehicles,
)

Thing = Callable[[Brush, Random], None]
"""Draws one thing on the brush's grid of 100 by 100; the seed decides its small variations."""

THINGS: dict[str, Thing] = {
    thing.__name__: thing
    for group in (sky, sea, building, animals, small_animals, plants, vehicles, room, play, fairy)
    for thing in group.ALL
}
