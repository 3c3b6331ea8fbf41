"""Games that are scored by tapping, as an evening's result shows them beside filled sheets."""

from __future__ import annotations

from dataclasses import dataclass, replace

from paperplay.results.evening import Evening
from paperplay.results.standings import Outcome, outcome_of_table
from paperplay.web.rounds.rounds_view import open_points
from paperplay.web.rounds.tapped_games import TappedGame, games_of
from paperplay.web.rounds.tapping import code_of, count_rounds, counted, is_over, score_of
from paperplay.web.store.database import Store
from scanner.scan import Scan
from templates.games import game_of
from templates.telling import player_name
from templates.wording import say


@dataclass(frozen=True, slots=True)
class TappedResult:
    """How a game stands."""

    id: int
    title: str
    """The game's own: there is no sheet."""
    over: bool
    has_points: bool
    outcome: Outcome


def tapped_results(store: Store, evening: int, lang: str) -> list[TappedResult]:
    """Rank the players of every game of an evening, in the order in which games began."""
    return [_result(game, lang) for game in reversed(games_of(store, evening))]


def with_tapped(evening: Evening, store: Store, number: int, lang: str) -> Evening:
    """Put an evening's tapped games after its sheets; those without a point are left out."""
    tapped = [each.outcome for each in tapped_results(store, number, lang) if each.has_points]
    return replace(evening, games=(*evening.games, *tapped))


def _result(game: TappedGame, lang: str) -> TappedResult:
    board, score = game.board, score_of(game.board)
    names = [player_name(board.names, number + 1, lang) for number in range(len(board.names))]
    # The same score sheet, only that no pen and no camera were needed.
    sheet = Scan(say("web_rounds.by-tapping", lang), paper=code_of(board), ink=counted(board))
    _, wrong = open_points(score, board, count_rounds(board), lang)
    over = is_over(score)
    open_end = [] if over else [say("web_rounds.not-over", lang)]
    outcome = replace(outcome_of_table([sheet], names, lang), problems=(*open_end, *wrong))
    title = game_of(game.sheet).title
    return TappedResult(game.id, title, over, any(score.totals), outcome)
