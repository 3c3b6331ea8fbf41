"""A score sheet filled in by tapping: every tap gives a new board.

A tap names an element as scans do (``r2.dreamer``, ``r2.role.3``, ``r2.yellow``) and says what
it becomes: one of the values that it may have, ``yes`` or ``no``, nothing at all, or ``+1`` and
``-1`` for what is counted. A row of boxes is counted as one (``penalty.1``). What a board may
hold is decided by the rules alone, which read it again after each tap.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, Protocol, cast

from rules import values
from rules.errors import HostError
from rules.problem import Problem
from rules.score_sheet import FORMAT, TableScore
from templates.game import Board, Game, SheetLayout, Value
from templates.games import game_of, games
from templates.load import code_for, load_layout
from templates.places import YES_NO, Place
from templates.sheet_code import SheetCode
from templates.wording import words

Values = dict[str, Value]
NEXT_ROUND = "round"
"""The element of a tap that begins the next round."""
_ELEMENT = re.compile(r"(?:r(?P<round>[1-9]\d{0,2})\.)?(?P<name>[a-z]+(?:\.[1-9]\d?)?)")
_STEPS = {"+1": 1, "-1": -1}
_WORDS = {"yes": True, "no": False}


class RoundsPage(Protocol):
    """How a game's rounds are tapped: the module that its ``rounds_in`` names."""

    TEMPLATE: str

    def view_of(self, board: Any, score: TableScore, number: int, lang: str) -> dict[str, Any]:
        """Give everything that the page of one round shows."""

    def next_round(self, board: Any) -> dict[str, object]:
        """Say what is known of the next round before anybody taps."""

    def most_rounds(self, board: Any) -> int:
        """Say how many rounds can be played."""

    def counts(self, board: Any, number: int) -> bool:
        """Say whether a round counts yet."""

    def after_tap(self, shown: Values, element: str, before: Value) -> Values:
        """Change what else changes with an element, which was something else before.

        All elements are named as in the first round.
        """


def games_to_tap() -> list[Game]:
    """List the games that can be scored by tapping."""
    return [game for game in games().values() if game.for_table]


def page_for(sheet: str) -> RoundsPage:
    """Give the page of a game's rounds; a game without one of its own has a plain one."""
    module = game_of(sheet).rounds_in or "paperplay.web.rounds.rounds_plain"
    return cast(RoundsPage, import_module(module))


def sheet_of(board: Board) -> str:
    """Name the score sheet that a board belongs to."""
    return str(board.as_json()["sheet"])


def board_from(data: object) -> Board:
    """Read a board of any game that is tapped; a HostError if it is none."""
    sheet = values.mapping(data, "board").get("sheet")
    known = [sheet for game in games_to_tap() for sheet in game.sheets]
    return game_of(values.choice(sheet, "sheet", known)).judge.board_from(data)


def new_board(sheet: str, names: Sequence[str]) -> Board:
    """Begin a game with its first round.

    Raises:
        HostError: ``bad-value``: a sheet, a number of players or a name that cannot be.
    """
    data = {"format": FORMAT, "sheet": sheet, "players": list(names), "rounds": []}
    return tapped(board_from(data), NEXT_ROUND, "")


def _with_next_round(data: dict[str, Any]) -> Board:
    """Give the board of these rounds, and one more in which nothing was tapped yet."""
    judge = game_of(data["sheet"]).judge
    begun = page_for(data["sheet"]).next_round(judge.board_from(data))
    return judge.board_from({**data, "rounds": [*data["rounds"], begun]})


def tapped(board: Board, element: str, value: str) -> Board:
    """Give the board after a tap; the one before it stays as it was.

    Raises:
        HostError: ``bad-tap``, or what the rules say to a value that cannot be.
    """
    data = board.as_json()
    page, judge = page_for(data["sheet"]), game_of(data["sheet"]).judge
    if element == NEXT_ROUND:
        done = data["rounds"]
        bare = judge.board_from({**data, "rounds": [*done[:-1], {}]}) if done else None
        if done and board in (bare, _with_next_round({**data, "rounds": done[:-1]})):
            raise HostError("round-empty", round=len(done))
        return _with_next_round(data)
    number, name = _in_first_round(element, len(data["rounds"]))
    layout = layout_of(board)
    # A page of paper holds a few rounds; here each is tapped as if it were the first.
    rounds = data["rounds"]
    alone = judge.board_from({**data, "rounds": rounds[number - 1 : number]})
    shown = judge.values_of(alone, layout)
    after = page.after_tap(_changed(shown, name, value, layout), name, shown.get(name))
    made = judge.board_of(after, layout).as_json()
    rounds[number - 1] = next(iter(made["rounds"]), {})
    return judge.board_from({**made, "players": data["players"], "rounds": rounds})


def layout_of(board: Board) -> SheetLayout:
    """Lay out the first page of a board's sheet, whose first round stands for all."""
    return load_layout(sheet_of(board), players=len(board.names))


def code_of(board: Board) -> SheetCode:
    """Give the code of the sheet that a board would stand on."""
    return code_for(sheet_of(board), players=len(board.names))


def score_of(board: Board) -> TableScore:
    """Let the rules say what a board is worth, without the rounds that do not count yet."""
    judge = game_of(sheet_of(board)).judge
    score = cast(TableScore, judge.score_of(counted(board)))
    return replace(score, problems=tuple(judge.score_of(board).problems))


def counted(board: Board) -> Board:
    """Give a board without what was tapped in rounds that do not count yet."""
    data = board.as_json()
    page = page_for(data["sheet"])
    rounds = [each if page.counts(board, n) else {} for n, each in enumerate(data["rounds"], 1)]
    return game_of(data["sheet"]).judge.board_from({**data, "rounds": rounds})


def count_rounds(board: Board) -> int:
    """Say how many rounds have begun."""
    return len(board.as_json()["rounds"])


def may_go_on(board: Board, score: TableScore) -> bool:
    """Say whether another round can be played."""
    most = page_for(score.sheet).most_rounds(board)
    return not score.finished and count_rounds(board) < most


def is_over(score: TableScore) -> bool:
    """Say whether a game has ended and nothing of it is missing any more."""
    return score.finished and not any(is_missing(problem) for problem in score.problems)


def is_missing(problem: Problem) -> bool:
    """Tell what has only not been tapped yet from what is wrong."""
    return f"web_rounds.missing.{problem.facts.get('reason')}" in words("web_rounds")


def _in_first_round(element: str, rounds: int) -> tuple[int, str]:
    """Take an element apart: its round, or the first, and its name there."""
    found = _ELEMENT.fullmatch(element)
    number = int(found["round"] or 1) if found else 0
    if not found or number > rounds:
        raise HostError("bad-tap", element=element[:20])
    return number, f"r1.{found['name']}" if found["round"] else found["name"]


def _changed(shown: Values, name: str, value: str, layout: SheetLayout) -> Values:
    # Totals are counted, so that nobody writes them.
    if name in shown and (name.startswith("r1.") or layout.places[name].may_be):
        return {**shown, name: _meant(value, layout.places[name], shown[name])}
    series = [each for each in shown if each.rpartition(".")[0] == name]
    boxes = [each for each in series if layout.places[each].may_be == YES_NO]
    if not boxes or value not in _STEPS:
        raise HostError("bad-tap", element=name[:20])
    count = sum(bool(shown[box]) for box in boxes) + _STEPS[value]
    return {**shown, **{box: place < count for place, box in enumerate(boxes)}}


def _meant(text: str, place: Place, before: Value) -> Value:
    """Understand what an element becomes; what it cannot become is refused."""
    if not text:
        return place.blank
    if text in _STEPS and not place.may_be:
        most = int("9" * place.digits)
        return max(0, min(most, int(before or 0) + _STEPS[text]))
    if place.may_be == YES_NO and text in _WORDS:
        return _WORDS[text]
    for value in place.may_be:
        if text == str(value):
            return value
    if re.fullmatch(r"-?\d{1,4}", text) and place.allows(int(text)):
        return int(text)
    choices = [str(value) for value in place.may_be if value is not None]
    raise values.bad_value(text, "value", "choice" if choices else "integer", choices=choices)
