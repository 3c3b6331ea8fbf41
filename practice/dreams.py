"""Score sheets of invented evenings with Dreams."""

from __future__ import annotations

from random import Random
from typing import Any

from practice.boards import NAMES
from rules import dreams
from rules.score_sheet import by_number
from templates.score_sheet import ScoreSheetLayout

Json = dict[str, Any]


def invented(layout: ScoreSheetLayout, rng: Random) -> Json:
    """Invent an evening that fits on one page."""
    return dreams_board(layout.players, rng, rounds=len(layout.rounds))


def dreams_board(players: int, rng: Random, rounds: int | None = None) -> Json:
    """Invent an evening with Dreams: until someone reaches 16, or for a number of rounds."""
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
            board["totals"] = by_number(score.totals)
            break
    return board


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
