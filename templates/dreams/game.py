"""Dreams, with Gods and one mortal: one score sheet for the table."""

from __future__ import annotations

from rules.dreams import LEAST_PLAYERS, MOST_PLAYERS
from templates.game import Game, Players

GAME = Game(
    name="dreams",
    title="Dreams",
    number=2,
    sheets=("dreams/score",),
    players=Players(LEAST_PLAYERS, MOST_PLAYERS, usual=4),
    pages=20,
    judge_in="templates.dreams.judge",
    drawing_in="printkit.dreams.drawing",
    rounds_in="paperplay.web.rounds.rounds_dreams",
    practice_in="practice.dreams",
    has_parts=True,
)
