"""Rounds of any game: buttons, numbers and counters, made from its score sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from paperplay.web.rounds.rounds_view import TapButton, button, lines_of, open_points
from paperplay.web.rounds.tapping import Values, layout_of, sheet_of
from rules.score_sheet import MOST_ROUNDS, TableScore
from templates.game import Board, Value
from templates.games import game_of
from templates.places import YES_NO, Place
from templates.telling import element_text, player_name, value_text

TEMPLATE = "rounds_plain.html"
_ELEMENT = re.compile(r"(?P<round>r1\.)?(?P<element>[a-z]+(?:\.\d+)?)(?P<box>\.\d+)?")
"""An element of the first round or of the whole game; the boxes of a row are counted."""


@dataclass(frozen=True, slots=True)
class TapField:
    """One element of a round, or of the whole game, as the page asks for it."""

    element: str
    label: str
    buttons: tuple[TapButton, ...] = ()
    """What can be chosen; empty for a number."""
    numbered: bool = False
    """Whether the choices are numbers, of players or of something else."""
    number: int | None = None
    digits: int = 0
    """How many digits can be typed; 0 for what is only counted."""


def view_of(board: Board, score: TableScore, number: int, lang: str) -> dict[str, Any]:
    """Give everything that the page of one round shows."""
    missing, wrong = open_points(score, board, number, lang)
    fields = list(_fields(board, number, lang))
    return {
        "round_fields": [each for each in fields if each.element.startswith(f"r{number}.")],
        "game_fields": [each for each in fields if not each.element.startswith(f"r{number}.")],
        "points": [
            (player_name(board.names, player, lang), points)
            for player, points in enumerate(score.rounds[number - 1], 1)
        ],
        "turns": "",
        "missing": missing,
        "wrong": wrong,
        "lines": lines_of(board, score, lang),
    }


def next_round(board: Board) -> dict[str, object]:
    """Begin with an empty round."""
    return {}


def most_rounds(board: Board) -> int:
    """Play on until the rules say that it is over."""
    return MOST_ROUNDS


def counts(board: Board, number: int) -> bool:
    """Count every round at once."""
    return True


def after_tap(shown: Values, element: str, before: Value) -> Values:
    """Change nothing else."""
    return shown


def _fields(board: Board, number: int, lang: str) -> Iterator[TapField]:
    """Go through a round of the sheet, and then through what belongs to the whole game."""
    sheet, layout, data = sheet_of(board), layout_of(board), board.as_json()
    judge = game_of(sheet).judge
    alone = judge.board_from({**data, "rounds": data["rounds"][number - 1 : number]})
    shown = judge.values_of(alone, layout)
    counted: dict[str, int] = {}
    for name, place in layout.places.items():
        found = _ELEMENT.fullmatch(name)
        # Totals are counted, so that nobody has to write them.
        if not found or not (found["round"] or place.may_be):
            continue
        line, element = f"r{number}." if found["round"] else "", found["element"]
        if found["box"]:
            counted[line + element] = counted.get(line + element, 0) + bool(shown[name])
        else:
            label = element_text(element, sheet, 0, lang, board.names)
            yield _field(line + element, place, label, shown[name], lang)
    for element, count in counted.items():
        label = element_text(element.removeprefix(f"r{number}."), sheet, 0, lang, board.names)
        yield TapField(element, label, number=count)


def _field(element: str, place: Place, label: str, value: Value, lang: str) -> TapField:
    if place.may_be == YES_NO:
        tap = f"{element}={'no' if value else 'yes'}"
        return TapField(element, "", (TapButton(label, tap, bool(value), element),))
    if place.may_be:
        listed = [each for each in place.may_be if each is not None]
        numbers = sorted(each for each in listed if isinstance(each, int))
        in_order = [*numbers, *(each for each in listed if not isinstance(each, int))]
        buttons = (button(value_text(each, lang), element, each, value) for each in in_order)
        return TapField(element, label, tuple(buttons), numbered=len(numbers) == len(listed))
    number = value if isinstance(value, int) else None
    return TapField(element, label, number=number, digits=place.digits)
