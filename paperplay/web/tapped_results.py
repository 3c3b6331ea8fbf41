"""Games that are scored by tapping, as an evening's result shows them beside filled sheets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from paperplay.evening.duplicates import Found, Kept
from paperplay.evening.games import Game, game_of_score_sheets
from paperplay.evening.results import Evening
from paperplay.web.rounds_view import name_of, open_points
from paperplay.web.store import Store
from paperplay.web.tapping import is_over, score_of
from templates.scores import message_of
from templates.wording import say


@dataclass(frozen=True, slots=True)
class TappedResult:
    """How a game stands."""

    id: int
    over: bool
    has_points: bool
    game: Game


def tapped_results(store: Store, evening: int, lang: str) -> list[TappedResult]:
    """Rank the players of every game of an evening, in the order in which games began."""
    rows = store.db.execute(
        "SELECT id, board FROM score_games WHERE evening = ? AND deleted IS NULL ORDER BY id",
        (evening,),
    )
    return [_result(row["id"], json.loads(row["board"]), lang) for row in rows]


def with_tapped(evening: Evening, store: Store, number: int, lang: str) -> Evening:
    """Put an evening's tapped games after its sheets; those without a point are left out."""
    tapped = [each.game for each in tapped_results(store, number, lang) if each.has_points]
    return replace(evening, games=(*evening.games, *tapped))


def _result(number: int, board: Mapping[str, Any], lang: str) -> TappedResult:
    score = score_of(board)
    over = is_over(score)
    names = [name_of(board, player, lang) for player in range(1, len(board["players"]) + 1)]
    scan = {
        "file": say("web_rounds.by-tapping", lang),
        "status": "ok",
        "board": board,
        "score": score.as_json(lambda problem: message_of(problem, lang)),
        "review": [],
    }
    ranked = game_of_score_sheets([Kept(1, Found(scan))], names, lang)
    _, wrong = open_points(score, board, len(board["rounds"]), lang)
    open_end = [] if over else [say("web_rounds.not-over", lang)]
    return TappedResult(
        number, over, any(score.totals), replace(ranked, problems=(*open_end, *wrong))
    )
