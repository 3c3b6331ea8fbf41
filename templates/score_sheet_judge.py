"""Layouts, boards and scores of a game whose table shares one score sheet.

A board's JSON follows from the ids on the page: ``r2.yellow`` is a fact of round 2,
``r2.role.4`` stands among its ``roles`` under player 4, ``total.1`` among the ``totals``, and
ticked boxes ``penalty.3.K`` are counted as the ``penalties`` of player 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol

from rules import values
from rules.problem import Problem
from rules.score_sheet import TableCode, TableScore
from templates.game import Board, Value
from templates.games import game_of
from templates.page import Page, page_of
from templates.score_sheet import ScoreSheetLayout
from templates.score_sheet_check import check_score_sheet
from templates.sheet_code import SheetCode
from templates.wording import problem_text, say, words

Json = dict[str, Any]
Values = Mapping[str, Value]
_PLURALS = {"penalty": "penalties"}


class Rules(Protocol):
    """A game's module in ``rules``."""

    SHEET: str

    def board_from(self, data: object) -> Board:
        """Read a board from untrusted JSON."""

    def score_of(self, board: Any) -> TableScore:
        """Score a board."""


def as_marked(values: Values, layout: ScoreSheetLayout) -> Values:
    """Take values as they are marked."""
    return values


@dataclass(frozen=True)
class ScoreSheetJudge:
    """What ``templates.game.Judge`` asks for."""

    rules: Rules
    lay_out: Callable[[Page, int, int], ScoreSheetLayout]
    meant: Callable[[Values, ScoreSheetLayout], Values] = as_marked
    """Says what marks mean on the board, where that depends on other marks."""

    def layout_of(self, code: SheetCode) -> ScoreSheetLayout:
        """Lay out the page that a code speaks of."""
        game = game_of(code.sheet)
        assert game.players is not None, "A score sheet is for a number of players."
        values.integer(code.players, "players", game.players.fewest, game.players.most)
        values.integer(code.page, "page", 1, game.pages)
        return _laid_out(self, code.paper, code.players, code.page)

    def title_of(self, sheet: str, lang: str) -> str:
        """Name the sheet."""
        return say(f"{game_of(sheet).words}.title", lang)

    def board_from(self, data: object) -> Board:
        """Read a board from untrusted JSON."""
        return self.rules.board_from(data)

    def board_of(self, values: Values, layout: ScoreSheetLayout) -> Board:
        """Make the board on which the elements say this; names stay pictures, so they are empty."""
        board: Json = {"format": 1, "sheet": layout.sheet, "players": [""] * layout.players}
        # Rounds on earlier pages are there, and empty, so that each has its own number.
        rounds: list[Json] = [{} for _ in range(layout.rounds[-1])]
        touched = 0
        for element, value in self.meant(values, layout).items():
            number, path = _path(element)
            _put(rounds[number - 1] if number else board, path, value)
            if value is not None and value is not False:
                touched = max(touched, number)
        return self.rules.board_from({**board, "rounds": rounds[:touched]})

    def values_of(self, board: Board, layout: ScoreSheetLayout) -> dict[str, Value]:
        """Say what every group, field and box of a page shows."""
        data = board.as_json()
        shown = {element: _value(data, element) for element in layout.places}
        return shown | {box.id: bool(shown[box.id]) for box in layout.boxes}

    def score_of(self, board: Board, layout: ScoreSheetLayout | None = None) -> TableScore:
        """Score a board; of a page alone only what can be said without the others."""
        whole = self.rules.score_of(board)
        first = layout.rounds[0] if layout else 1
        return replace(whole, problems=tuple(_of_page(whole.problems, first)))

    def score_json(self, score: TableScore, lang: str) -> Json:
        """Give a score as scripts see it."""
        return score.as_json(lambda problem: self.problem_text(problem, score.sheet, 0, lang))

    def problem_text(self, problem: Problem, sheet: str, seed: int, lang: str) -> str:
        """Say a problem in the game's own words, else in those that score sheets share."""
        topic = game_of(self.rules.SHEET).words
        own = f"{topic}.problems.{problem.code}."
        if any(key.startswith(own) for key in words(topic)):
            return problem_text(f"{topic}.problems", problem, lang)
        return problem_text("score_sheets.problems", problem, lang)


@cache
def _laid_out(judge: ScoreSheetJudge, paper: str, players: int, page: int) -> ScoreSheetLayout:
    layout = judge.lay_out(page_of(paper, landscape=True), players, page)
    check_score_sheet(layout)
    return layout


def _path(element: str) -> tuple[int, list[str]]:
    """Take an id apart: the round, or 0, and the steps to what it names."""
    head, *rest = element.split(".")
    return (int(head[1:]), rest) if head[0] == "r" and head[1:].isdigit() else (0, [head, *rest])


def _put(into: Json, path: list[str], value: Value) -> None:
    fact, *player = path
    if not player:
        into[fact] = value
        return
    each = into.setdefault(_PLURALS.get(fact, f"{fact}s"), {})
    if len(player) > 1:
        each[player[0]] = each.get(player[0], 0) + bool(value)
    elif value is not None:
        each[player[0]] = value


def _value(board: Json, element: str) -> Value:
    number, (fact, *player) = _path(element)
    if number:
        rounds = board["rounds"]
        board = rounds[number - 1] if number <= len(rounds) else {}
    if not player:
        value: Value = board.get(fact)
        return value
    told = (board.get(_PLURALS.get(fact, f"{fact}s")) or {}).get(player[0])
    return int(player[1]) <= int(told or 0) if len(player) > 1 else told


def _of_page(problems: tuple[Problem, ...], first: int) -> Iterator[Problem]:
    """Yield what can be said of a page that begins with this round.

    A later page knows nothing of the rounds before it: they are no gap, and totals that
    count them cannot be checked before the pages are put together.
    """
    for problem in problems:
        if first > 1 and problem.code is TableCode.TOTAL:
            continue
        if problem.code is TableCode.ROUND_GAP and int(str(problem.facts["round"])) < first:
            continue
        yield problem
