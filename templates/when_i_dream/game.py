"""When I Dream, with hidden roles: one score sheet for the table."""

from __future__ import annotations

from rules.when_i_dream.board import LEAST_PLAYERS, MOST_PLAYERS
from templates.game import Game, Players

GAME = Game(
    name="when-i-dream",
    title="When I Dream",
    number=1,
    sheets=("when-i-dream/score",),
    players=Players(LEAST_PLAYERS, MOST_PLAYERS, usual=6),
    judge_in="templates.when_i_dream.judge",
    drawing_in="printkit.when_i_dream.drawing",
    rounds_in="paperplay.web.rounds.rounds_when_i_dream",
    practice_in="practice.when_i_dream",
    has_parts=True,
    has_terms=True,
)
