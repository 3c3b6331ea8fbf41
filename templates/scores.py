"""Scores of any game for programs, with sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import values
from rules.errors import HostError
from templates.games import all_sheets, game_of, sheet_name

FORMAT = 1
_SPELT_ALIKE = "seed"
"""Another field of a board, whose name is near ``sheet`` and no slip for it."""


def score_json(data: object, lang: str) -> dict[str, Any]:
    """Score a board of any game, given as untrusted JSON; a HostError names the field."""
    fields = values.mapping(data, "board")
    values.format_number(fields.get("format"), FORMAT)
    judge = game_of(_sheet_of(fields)).judge
    return judge.score_json(judge.score_of(judge.board_from(data)), lang)


def _sheet_of(fields: Mapping[str, object]) -> str:
    """Find out which sheet a board belongs to."""
    name = fields.get("sheet")
    if name is None:
        # A slip in the name of the field itself is the likeliest reason.
        for key in fields:
            if key != _SPELT_ALIKE and values.nearest(key, ("sheet",)):
                raise values.unknown_id(key, values.child("", key), ("sheet",))
    if not isinstance(name, str) or not name.isprintable():
        raise values.bad_value(name, "sheet", "choice", choices=all_sheets())
    try:
        return sheet_name(name)
    except HostError as error:
        raise HostError(error.code, **error.facts, field="sheet") from None
