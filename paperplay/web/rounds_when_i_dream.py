"""What the page of When I Dream shows of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paperplay.web.rounds_view import choice, lines_of, name_of, open_points
from rules.score_sheet import Score
from rules.when_i_dream import MIX
from rules.when_i_dream.board import Role
from templates.wording import say


def view_of(board: Mapping[str, Any], score: Score, number: int, lang: str) -> dict[str, Any]:
    """Give everything that the page of one round shows."""
    one = board["rounds"][number - 1]
    here = f"r{number}"
    players = range(1, len(board["players"]) + 1)
    missing, wrong = open_points(score, board, number, lang)
    return {
        "dreamers": [
            choice(name_of(board, player, lang), f"{here}.dreamer", player, one["dreamer"])
            for player in players
        ],
        "piles": [
            {"name": pile, "element": f"{here}.{pile}", "count": one[pile]}
            for pile in ("yellow", "blue")
        ],
        "recalled": one["recalled"],
        "recalled_tap": f"{here}.recalled={'no' if one['recalled'] else 'yes'}",
        "spirits": [
            {"name": name_of(board, player, lang), "roles": _roles(one, here, player, lang)}
            for player in players
            if player != one["dreamer"]
        ],
        "mix": [
            say("web_rounds.mix", lang, n=cards, role=_role_name(role, lang))
            for role, cards in MIX[len(board["players"])].items()
        ],
        "points": [
            {
                "name": name_of(board, player, lang),
                "role": _title(one, player, lang),
                "points": score.rounds[number - 1][player - 1],
            }
            for player in players
        ],
        "missing": missing,
        "wrong": wrong,
        "lines": lines_of(board, score, lang),
    }


def _roles(one: Mapping[str, Any], here: str, player: int, lang: str) -> list[Any]:
    chosen = one["roles"].get(str(player))
    element = f"{here}.role.{player}"
    return [
        choice(_role_name(role, lang), element, role.value, chosen, role.value) for role in Role
    ]


def _title(one: Mapping[str, Any], player: int, lang: str) -> str:
    """Say what a player was in a round."""
    if player == one["dreamer"]:
        return say("score_sheets.marks.dreamer.name", lang)
    role = one["roles"].get(str(player))
    return _role_name(Role(role), lang) if role else "–"


def _role_name(role: Role, lang: str) -> str:
    return say(f"score_sheets.marks.{role}.name", lang)
