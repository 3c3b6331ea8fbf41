"""Score sheets of invented evenings with When I Dream."""

from __future__ import annotations

from random import Random
from typing import Any

from practice.boards import NAMES
from rules import when_i_dream
from rules.score_sheet import by_number
from templates.score_sheet import ScoreSheetLayout

Json = dict[str, Any]


def invented(layout: ScoreSheetLayout, rng: Random) -> Json:
    """Invent an evening that fits on one page."""
    rounds = None if rng.random() < 0.8 else rng.randint(1, layout.players)
    return when_i_dream_board(layout.players, rng, rounds)


def when_i_dream_board(players: int, rng: Random, rounds: int | None = None) -> Json:
    """Invent an evening with When I Dream: everybody dreams once, or as said."""
    order = list(range(1, players + 1))
    shift = rng.randrange(players)
    dreamers = [order[(place + shift) % players] for place in range(rounds or players)]
    board: Json = {
        "format": 1,
        "sheet": "when-i-dream/score",
        "players": rng.sample(NAMES, players),
        "rounds": [_night(dreamer, players, rng) for dreamer in dreamers],
        "penalties": {str(n): rng.choices([0, 1, 2, 3], [7, 2, 1, 0.4])[0] for n in order},
        "totals": {},
    }
    if len(dreamers) == players:
        board["totals"] = by_number(when_i_dream.score_of(when_i_dream.board_from(board)).totals)
    return board


def _night(dreamer: int, players: int, rng: Random) -> Json:
    mix = when_i_dream.MIX[players]
    cards = [role.value for role, count in mix.items() for _ in range(count)]
    rng.shuffle(cards)
    others = [number for number in range(1, players + 1) if number != dreamer]
    yellow = rng.randint(0, 9)
    return {
        "dreamer": dreamer,
        "yellow": yellow,
        "blue": rng.randint(0, 7),
        "recalled": yellow > 0 and rng.random() < 0.45,
        # One card more than there are spirits: the last stays face down.
        "roles": {str(n): role for n, role in zip(others, cards, strict=False)},
    }
