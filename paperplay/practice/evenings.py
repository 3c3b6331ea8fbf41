"""Score sheets of invented evenings with When I Dream and Dreams."""

from __future__ import annotations

from random import Random
from typing import Any

from paperplay.practice.boards import NAMES
from rules import dreams, when_i_dream

Json = dict[str, Any]


def when_i_dream_board(players: int, rng: Random, rounds: int | None = None) -> Json:
    """Invent an evening with When I Dream: everybody dreams once, or so many rounds are played."""
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
        board["totals"] = _totals(when_i_dream.score_of(when_i_dream.board_from(board)).totals)
    return board


def dreams_board(players: int, rng: Random, rounds: int | None = None) -> Json:
    """Invent an evening with Dreams: until someone reaches 16, or so many rounds."""
    board: Json = {
        "format": 1,
        "sheet": "dreams/score",
        "players": rng.sample(NAMES, players),
        "rounds": [],
        "totals": {},
    }
    while rounds is None or len(board["rounds"]) < rounds:
        board["rounds"].append(_vote(players, rng))
        score = dreams.score_of(dreams.board_from(board))
        if score.finished:
            board["totals"] = _totals(score.totals)
            break
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


def _vote(players: int, rng: Random) -> Json:
    mortal, vision = rng.randint(1, players), rng.randint(1, dreams.IMAGES)
    votes: dict[str, int] = {}
    for voter in range(1, players + 1):
        if voter == mortal:
            votes[str(voter)] = vision if rng.random() < 0.5 else rng.randint(1, dreams.IMAGES)
        else:
            suspects = [number for number in range(1, players + 1) if number != voter]
            votes[str(voter)] = mortal if rng.random() < 0.35 else rng.choice(suspects)
    return {"vision": vision, "mortal": mortal, "votes": votes}


def _totals(totals: tuple[int, ...]) -> dict[str, int]:
    return {str(number): total for number, total in enumerate(totals, 1)}
