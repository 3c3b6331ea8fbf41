"""What the page of When I Dream shows of a round."""

from __future__ import annotations

from typing import Any

from paperplay.web.rounds.rounds_plain import counts
from paperplay.web.rounds.rounds_view import TapButton, button, from_the_left, lines_of, open_points
from paperplay.web.rounds.tapping import Values
from rules.score_sheet import TableScore
from rules.when_i_dream import MIX
from rules.when_i_dream.board import Night, Role, WhenIDreamBoard
from templates.game import Value
from templates.telling import player_name, value_text
from templates.wording import say

__all__ = ["TEMPLATE", "after_tap", "counts", "most_rounds", "next_round", "view_of"]
TEMPLATE = "rounds_when_i_dream.html"
_PILES = ("r1.yellow", "r1.blue")


def next_round(board: WhenIDreamBoard) -> dict[str, object]:
    """Pass the role of the dreamer to the left, to the next who has not dreamed."""
    dreamed = [each.dreamer for each in board.rounds]
    last, count = (dreamed[-1] if dreamed else 0) or 0, len(board.players)
    order = [(last + step) % count + 1 for step in range(count)]
    return {"dreamer": next((player for player in order if player not in dreamed), None)}


def most_rounds(board: WhenIDreamBoard) -> int:
    """Let everybody dream once."""
    return len(board.players)


def after_tap(shown: Values, element: str, before: Value) -> Values:
    """Count both piles with the first card; a dreamer, new or no longer one, has no role."""
    if element in _PILES:
        return {**shown, **{pile: shown[pile] or 0 for pile in _PILES}}
    if element == "r1.dreamer" and shown[element] != before:
        roles = (f"r1.role.{player}" for player in (shown[element], before) if player)
        return {**shown, **dict.fromkeys(roles)}
    return shown


def view_of(board: WhenIDreamBoard, score: TableScore, number: int, lang: str) -> dict[str, Any]:
    """Give everything that the page of one round shows."""
    one = board.rounds[number - 1]
    here = f"r{number}"
    names = [player_name(board.players, n + 1, lang) for n in range(len(board.players))]
    missing, wrong = open_points(score, board, number, lang)
    dreamer, others = from_the_left(board, one.dreamer or 1, lang)
    turns = say("web_rounds.turns-of-hints", lang, who=dreamer, others=others)
    return {
        "turns": turns if one.dreamer else "",
        "dreamers": [
            button(name, f"{here}.dreamer", player, one.dreamer)
            for player, name in enumerate(names, 1)
        ],
        "piles": [
            {"name": "yellow", "element": f"{here}.yellow", "count": one.yellow},
            {"name": "blue", "element": f"{here}.blue", "count": one.blue},
        ],
        "recalled": one.recalled,
        "recalled_tap": f"{here}.recalled={'no' if one.recalled else 'yes'}",
        "spirits": [
            {"name": name, "roles": _roles(one, here, player, lang)}
            for player, name in enumerate(names, 1)
            if player != one.dreamer
        ],
        "mix": [
            say("web_rounds.mix", lang, n=cards, role=value_text(role.value, lang))
            for role, cards in MIX[len(names)].items()
        ],
        "points": [
            {"name": name, "role": _title(one, player, lang), "points": points}
            for player, (name, points) in enumerate(
                zip(names, score.rounds[number - 1], strict=True), 1
            )
        ],
        "missing": missing,
        "wrong": wrong,
        "lines": lines_of(board, score, lang),
    }


def _roles(one: Night, here: str, player: int, lang: str) -> list[TapButton]:
    element, chosen = f"{here}.role.{player}", one.roles[player - 1]
    return [
        button(value_text(role.value, lang), element, role.value, chosen, role.value)
        for role in Role
    ]


def _title(one: Night, player: int, lang: str) -> str:
    """Say what a player was in a round."""
    if player == one.dreamer:
        return value_text("dreamer", lang)
    role = one.roles[player - 1]
    return value_text(role.value, lang) if role else "–"
