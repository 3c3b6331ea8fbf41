"""What the page of Dreams shows of a round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paperplay.web.rounds.rounds_plain import most_rounds, next_round
from paperplay.web.rounds.rounds_view import TapButton, button, from_the_left, lines_of, open_points
from paperplay.web.rounds.tapping import Values
from printkit.dreams.game import colours_of
from printkit.dreams.players import PLAYERS
from rules.dreams import GOAL, IMAGES, DreamsBoard
from rules.score_sheet import TableScore
from templates.game import Value
from templates.telling import player_name
from templates.wording import say

__all__ = ["TEMPLATE", "after_tap", "counts", "most_rounds", "next_round", "view_of"]
TEMPLATE = "rounds_dreams.html"
_MIDDLE, _RADIUS = 12.0, 9.0


def counts(board: DreamsBoard, number: int) -> bool:
    """Count a round when it is whole: a missing vote would pass for trust."""
    one = board.rounds[number - 1]
    return bool(one.vision and one.mortal) and None not in one.votes


def after_tap(shown: Values, element: str, before: Value) -> Values:
    """Take back the votes of the mortals before and now: colours are no images."""
    if element != "r1.mortal" or shown[element] == before:
        return shown
    votes = (f"r1.vote.{player}" for player in (shown[element], before) if player)
    return {**shown, **dict.fromkeys(votes)}


def view_of(board: DreamsBoard, score: TableScore, number: int, lang: str) -> dict[str, Any]:
    """Give everything that the page of one round shows."""
    one = board.rounds[number - 1]
    here = f"r{number}"
    colours = colours_of(len(board.players))
    missing, wrong = open_points(score, board, number, lang)
    people = [
        {
            "name": player_name(board.players, player, lang),
            "colour": colours[player - 1],
            "mortal": player == one.mortal,
            "choices": _votes(board, number, player, lang),
            "points": points if counts(board, number) else None,
        }
        for player, points in enumerate(score.rounds[number - 1], 1)
    ]
    dealer, others = from_the_left(board, (number - 1) % len(board.players) + 1, lang)
    return {
        "turns": say("web_rounds.turns-of-stars", lang, who=dealer, others=others),
        "goal": GOAL,
        "visions": _images(f"{here}.vision", one.vision),
        "mortals": _colours(board, f"{here}.mortal", one.mortal, lang),
        "votes": people if one.mortal else [],
        "points": people,
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


def _votes(board: DreamsBoard, number: int, player: int, lang: str) -> list[TapButton]:
    """Let a God vote for another player's colour, the mortal for an image."""
    one, element = board.rounds[number - 1], f"r{number}.vote.{player}"
    vote = one.votes[player - 1]
    if player == one.mortal:
        return _images(element, vote)
    everybody = _colours(board, element, vote, lang)
    return [*everybody[: player - 1], *everybody[player:]]


def _images(element: str, chosen: int | None) -> list[TapButton]:
    return [button(str(image), element, image, chosen) for image in range(1, IMAGES + 1)]


def _colours(board: DreamsBoard, element: str, chosen: int | None, lang: str) -> list[TapButton]:
    colours = enumerate(colours_of(len(board.players)), 1)
    return [
        button(player_name(board.players, player, lang), element, player, chosen, colour)
        for player, colour in colours
    ]
