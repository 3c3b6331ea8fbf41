"""Scores in the form that programs may rely on, with names and messages for people."""

from __future__ import annotations

from collections.abc import Mapping

from rules import dreams, score_sheet, values, when_i_dream, when_i_dream_board
from rules.daydream.board import FORMAT, Board
from rules.daydream.parse import HIGHEST_SEED, board_from
from rules.daydream.problems import Problem
from rules.daydream.ranking import Doubt
from rules.daydream.score import score_of
from rules.daydream.sheet import Sheet
from rules.errors import HostError
from templates.daydream.names import tier_names
from templates.load import is_daydream, load_sheet, sheet_name
from templates.page import KINDS
from templates.wording import say


def score_json(data: object, lang: str) -> dict[str, object]:
    """Score a board of any game, given as the JSON that anyone may have written.

    Raises:
        HostError: The board is refused; the facts name the field.
    """
    fields = values.mapping(data, "board")
    values.format_number(fields.get("format"), FORMAT)
    name = _sheet_of(fields)
    if is_daydream(name):
        seed = values.integer(fields.get("seed"), "seed", 0, HIGHEST_SEED, allow_none=True)
        sheet = load_sheet(name, seed=seed or 0)
        return daydream_score_json(board_from(data, sheet), sheet, lang)
    if name == dreams.SHEET:
        score = dreams.score_of(dreams.board_from(data))
    else:
        score = when_i_dream.score_of(when_i_dream_board.board_from(data))
    return score.as_json(lambda problem: message_of(problem, lang))


def daydream_score_json(board: Board, sheet: Sheet, lang: str) -> dict[str, object]:
    """Score a Daydream board."""
    names = tier_names(sheet.id, lang)
    return score_of(board, sheet).as_json(names, lambda problem: message_of(problem, lang))


def message_of(problem: Problem | score_sheet.Problem, lang: str) -> str:
    """Put a problem of any game into words."""
    topic = "problems" if isinstance(problem, Problem) else "score_sheets.problems"
    reason = problem.facts.get("reason")
    key = f"{topic}.{problem.code}" + (f".{reason}" if reason else "")
    return say(key, lang, **problem.facts)


def doubt_message(doubt: Doubt, lang: str) -> str:
    """Put into words what several sheets of one game say only together."""
    return say(f"problems.ranking.{doubt.code}", lang, **doubt.facts)


def _sheet_of(fields: Mapping[str, object]) -> str:
    """Find out which sheet a board belongs to."""
    name = fields.get("sheet")
    if name is None:
        # A slip in the name of the field itself is the likeliest reason.
        for key in fields:
            if values.nearest(key, ("sheet",)):
                raise values.unknown_id(key, values.child("", key), ("sheet",))
    if not isinstance(name, str) or not name.isprintable():
        raise values.bad_value(name, "sheet", "choice", choices=KINDS)
    try:
        return sheet_name(name)
    except HostError as error:
        raise HostError(error.code, **error.facts, field="sheet") from None
