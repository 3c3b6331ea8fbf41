"""A score sheet filled in by tapping: every tap gives a new board.

A board is the JSON that ``paperplay score`` reads. A tap names an element as scans do
(``r2.dreamer``, ``r2.role.3``, ``r2.yellow``, ``penalty.1``, ``r2.vision``, ``r2.vote.4``) and
says what it becomes: a number, a role, ``yes`` or ``no``, nothing at all, or ``+1`` and ``-1``
for what is counted. What a board may hold is decided by the rules alone, which read it again
after each tap.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules import dreams, score_sheet, values, when_i_dream
from rules.errors import HostError
from rules.score_sheet import Score
from rules.when_i_dream.board import DREAM_CARDS, Role
from rules.when_i_dream.board import SHEET as WHEN_I_DREAM

Json = dict[str, Any]

DREAMS = dreams.SHEET
SHEETS = (WHEN_I_DREAM, DREAMS)
NEXT_ROUND = "round"
"""The element of a tap that begins the next round."""
MISSING = frozenset(
    f"no-{fact}" for fact in ("dreamer", "yellow", "blue", "role", "vision", "mortal", "vote")
)
"""Reasons of problems that only say that something has not been tapped yet."""
_ELEMENT = re.compile(
    r"r(?P<round>[1-9]\d{0,2})\.(?P<fact>[a-z]+)(\.(?P<player>[1-9]\d?))?|penalty\.(?P<cards>[1-9]\d?)"
)
_STEPS = {"+1": 1, "-1": -1}
_PILES = ("yellow", "blue")


def new_board(sheet: str, names: Sequence[str]) -> Json:
    """Begin a game with its first round.

    Raises:
        HostError: ``bad-value``: a sheet, a number of players or a name that cannot be.
    """
    values.choice(sheet, "sheet", SHEETS)
    board: Json = {"format": score_sheet.FORMAT, "sheet": sheet, "players": list(names)}
    board |= {"rounds": [], "totals": {}}
    if sheet == WHEN_I_DREAM:
        board["penalties"] = {}
    return checked(tapped_next_round(board))


def tapped(board: Mapping[str, Any], element: str, value: str) -> Json:
    """Give the board after a tap; the one before it stays as it was.

    Raises:
        HostError: ``bad-tap``, or what the rules say to a value that cannot be.
    """
    after = copy.deepcopy(dict(board))
    if element == NEXT_ROUND:
        return checked(tapped_next_round(after))
    found = _ELEMENT.fullmatch(element)
    if not found:
        raise HostError("bad-tap", element=element[:20])
    if found["cards"]:
        _count_penalty(after, found["cards"], value)
    else:
        _set(after, int(found["round"]), found["fact"], found["player"], value)
    return checked(after)


def tapped_next_round(board: Json) -> Json:
    """Add a round; in When I Dream the role of the dreamer passes to the left."""
    rounds: list[Json] = board["rounds"]
    if board["sheet"] == DREAMS:
        rounds.append({"vision": None, "mortal": None, "votes": {}})
        return board
    dreamed = {each["dreamer"] for each in rounds}
    last = rounds[-1]["dreamer"] if rounds and rounds[-1]["dreamer"] else 0
    count = len(board["players"])
    order = [(last + step) % count + 1 for step in range(count)]
    dreamer = next((player for player in order if player not in dreamed), None)
    rounds.append({"dreamer": dreamer, "yellow": None, "blue": None, "recalled": False})
    rounds[-1]["roles"] = {}
    return board


def score_of(board: Mapping[str, Any]) -> Score:
    """Let the rules say what a board is worth, without the rounds that do not count yet."""
    if board["sheet"] != DREAMS:
        return when_i_dream.score_of(when_i_dream.board_from(board))
    open_round: Json = {"vision": None, "mortal": None, "votes": {}}
    counted = [
        each if counts(board, number) else open_round
        for number, each in enumerate(board["rounds"], 1)
    ]
    whole = dreams.score_of(dreams.board_from({**board, "rounds": counted}))
    return replace(whole, problems=dreams.score_of(dreams.board_from(board)).problems)


def counts(board: Mapping[str, Any], number: int) -> bool:
    """Say whether a round counts: in Dreams a missing vote would pass for trust."""
    one = board["rounds"][number - 1]
    if board["sheet"] != DREAMS:
        return True
    return bool(one["vision"] and one["mortal"] and len(one["votes"]) == len(board["players"]))


def may_go_on(board: Mapping[str, Any], score: Score) -> bool:
    """Say whether another round can be played; in When I Dream everybody dreams once."""
    of_game = score_sheet.MOST_ROUNDS if board["sheet"] == DREAMS else len(board["players"])
    return not score.finished and len(board["rounds"]) < of_game


def is_over(score: Score) -> bool:
    """Say whether a game has ended and nothing of it is missing any more."""
    return score.finished and not any(is_missing(problem) for problem in score.problems)


def is_missing(problem: score_sheet.Problem) -> bool:
    """Tell what has only not been tapped yet from what is wrong."""
    return problem.facts.get("reason") in MISSING


def checked(board: Json) -> Json:
    """Let the rules read the board, and give it as they write it."""
    read: Callable[[object], Any]
    read = dreams.board_from if board["sheet"] == DREAMS else when_i_dream.board_from
    plain: Json = read(board).as_json()
    return plain


def _set(board: Json, number: int, fact: str, player: str | None, value: str) -> None:
    rounds: list[Json] = board["rounds"]
    if number > len(rounds):
        raise HostError("bad-tap", element=f"r{number}")
    one = rounds[number - 1]
    by_player = {"role": "roles", "vote": "votes"}.get(fact)
    if (by_player or fact) not in one or bool(by_player) != bool(player):
        raise HostError("bad-tap", element=f"r{number}.{fact}")
    if by_player and player:
        _put(one[by_player], player, value)
    elif fact in _PILES:
        _count_cards(one, fact, value)
    elif fact == "recalled":
        one[fact] = value == "yes"
    else:
        _choose(one, fact, _number(value))


def _choose(one: Json, fact: str, chosen: int | None) -> None:
    """Set vision, mortal or dreamer; what no longer fits the new person is taken back."""
    before, one[fact] = one[fact], chosen
    told = {"dreamer": "roles", "mortal": "votes"}.get(fact)
    if told and chosen != before:
        # A role of the new dreamer is none, and colours and images are not each other's votes.
        for player in (chosen, before):
            one[told].pop(str(player), None)


def _count_cards(one: Json, pile: str, value: str) -> None:
    """Count a pile; with the first card both piles are counted, the other one from 0."""
    for each in _PILES:
        one[each] = one[each] or 0
    one[pile] = _counted(one[pile], value)


def _count_penalty(board: Json, player: str, value: str) -> None:
    if "penalties" not in board:
        raise HostError("bad-tap", element=f"penalty.{player}")
    cards = board["penalties"]
    cards[player] = _counted(cards.get(player) or 0, value)


def _counted(before: int, value: str) -> int:
    after = before + _STEPS[value] if value in _STEPS else _number(value) or 0
    return max(0, min(DREAM_CARDS, after))


def _put(told: Json, player: str, value: str) -> None:
    if not value:
        told.pop(player, None)
    else:
        told[player] = value if value in list(Role) else _number(value)


def _number(value: str) -> int | None:
    """Read a number; what is none is left to the rules to refuse."""
    if not value:
        return None
    if re.fullmatch(r"\d{1,3}", value):
        return int(value)
    raise values.bad_value(value, "value", "integer", low=0, high=DREAM_CARDS)
