"""What the page of Dreams shows of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paperplay.web.rounds_view import Choice, choice, lines_of, name_of, open_points
from paperplay.web.tapping import counts
from printkit.dreams.game import colours_of
from printkit.dreams.players import PLAYERS
from rules.dreams import GOAL, IMAGES
from rules.score_sheet import Score

_MIDDLE, _RADIUS = 12.0, 9.0


def view_of(board: Mapping[str, Any], score: Score, number: int, lang: str) -> dict[str, Any]:
    """Give everything that the page of one round shows."""
    one = board["rounds"][number - 1]
    here = f"r{number}"
    players = range(1, len(board["players"]) + 1)
    colours = colours_of(len(players))
    missing, wrong = open_points(score, board, number, lang)
    return {
        "goal": GOAL,
        "visions": [
            choice(str(image), f"{here}.vision", image, one["vision"])
            for image in range(1, IMAGES + 1)
        ],
        "mortals": [
            choice(
                name_of(board, player, lang),
                f"{here}.mortal",
                player,
                one["mortal"],
                colours[player - 1],
            )
            for player in players
        ],
        "votes": [
            {
                "name": name_of(board, player, lang),
                "colour": colours[player - 1],
                "mortal": player == one["mortal"],
                "choices": _votes(board, here, player, lang),
            }
            for player in players
        ]
        if one["mortal"]
        else [],
        "points": [
            {
                "name": name_of(board, player, lang),
                "colour": colours[player - 1],
                "mortal": player == one["mortal"],
                "points": score.rounds[number - 1][player - 1] if counts(board, number) else None,
            }
            for player in players
        ],
        "missing": missing,
        "wrong": wrong,
        "lines": [
            replace(line, mark=colours[line.number - 1]) for line in lines_of(board, score, lang)
        ],
        "shapes": shapes(colours),
    }


def shapes(colours: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """Give each player's shape as a path in a square of 24, and its colour."""
    return {
        colour: {
            "path": PLAYERS[colour].shape(_MIDDLE, _MIDDLE, _RADIUS),
            "fill": PLAYERS[colour].colour,
        }
        for colour in colours
    }


def _votes(board: Mapping[str, Any], here: str, player: int, lang: str) -> list[Choice]:
    """A God votes for another player's colour, the mortal for an image."""
    one = board["rounds"][int(here[1:]) - 1]
    element, vote = f"{here}.vote.{player}", one["votes"].get(str(player))
    if player == one["mortal"]:
        return [choice(str(image), element, image, vote) for image in range(1, IMAGES + 1)]
    players = range(1, len(board["players"]) + 1)
    colours = colours_of(len(players))
    return [
        choice(name_of(board, other, lang), element, other, vote, colours[other - 1])
        for other in players
        if other != player
    ]
