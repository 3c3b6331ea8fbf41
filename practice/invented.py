"""Boards of games that nobody had to play."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

from templates.game import SheetLayout, Value
from templates.games import game_of
from templates.places import Place

Json = dict[str, Any]


def invented(layout: SheetLayout, sheet: str, rng: Random) -> Json:
    """Play a game on a sheet and give its board; one that nobody can play is filled at random."""
    game = game_of(sheet)
    if game.practice_in:
        board: Json = import_module(game.practice_in).invented(layout, rng)
        return board
    values = {element: _any_value(place, rng) for element, place in layout.places.items()}
    return game.judge.board_of(values, layout).as_json()


def _any_value(place: Place, rng: Random) -> Value:
    return rng.choice(place.may_be) if place.may_be else rng.randrange(10**place.digits)
