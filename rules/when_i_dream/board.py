"""When I Dream's score sheet as the pen left it: types, JSON, and the one-line form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules import score_sheet, values

SHEET = "when-i-dream/score"
LEAST_PLAYERS, MOST_PLAYERS = 4, 10
DREAM_CARDS = 110
"""No pile can be higher than all the cards of the game."""


class Role(StrEnum):
    """What a player secretly is in a round; the dreamer is none of these."""

    FAIRY = "fairy"
    NIGHTMARE = "nightmare"
    SANDMAN = "sandman"


@dataclass(frozen=True, slots=True)
class Round:
    """One line of the sheet."""

    dreamer: int | None
    yellow: int | None
    """Cards guessed right."""
    blue: int | None
    """Cards guessed wrong or skipped."""
    recalled: bool
    """Whether the dreamer recalled every yellow term."""
    roles: tuple[Role | None, ...]

    @property
    def is_empty(self) -> bool:
        """Whether no pen has touched the line."""
        facts = (self.dreamer, self.yellow, self.blue, *self.roles)
        return not self.recalled and all(fact is None for fact in facts)


@dataclass(frozen=True, slots=True)
class Board:
    """One game's score sheet as the pen left it."""

    players: tuple[str, ...]
    rounds: tuple[Round, ...]
    penalties: tuple[int, ...]
    totals: tuple[int | None, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.players

    def named(self, names: Sequence[str]) -> Board:
        """Give the same board with other names."""
        return replace(self, players=tuple(names))

    def as_json(self) -> dict[str, object]:
        """Give the board as plain data, which ``board_from`` reads."""
        return {
            "format": score_sheet.FORMAT,
            "sheet": SHEET,
            "players": list(self.players),
            "rounds": [_round_json(each) for each in self.rounds],
            "penalties": score_sheet.by_number(self.penalties),
            "totals": score_sheet.written(self.totals),
        }


def board_from(data: object) -> Board:
    """Read a board from untrusted JSON.

    Raises:
        HostError: ``bad-value``, ``unknown-id`` or ``unknown-format``, naming the field.
    """
    known = ("format", "sheet", "players", "rounds", "penalties", "totals")
    board = values.mapping(data, "", known)
    score_sheet.read_header(board, SHEET)
    players = score_sheet.read_players(board.get("players"), LEAST_PLAYERS, MOST_PLAYERS)
    rounds = values.listing(board.get("rounds"), "rounds", 0, score_sheet.MOST_ROUNDS)
    return Board(
        players,
        tuple(
            _round_from(each, values.child("rounds", place), len(players))
            for place, each in enumerate(rounds)
        ),
        score_sheet.read_for_each(board.get("penalties"), "penalties", len(players), _cards),
        score_sheet.read_totals(board.get("totals"), len(players)),
    )


def to_line(board: Board) -> str:
    """Write a board as one line, such as ``when-i-dream/score A,B,C,D | 3 3:2+ fs-n``.

    A round is the dreamer, yellow and blue cards, ``+`` if all was recalled, and each
    player's role by its first letter. ``!`` begins the penalties, ``=`` the totals.
    """
    parts = [f"{SHEET} {score_sheet.line_of_names(board.players)}"]
    parts += map(_round_line, board.rounds)
    if any(board.penalties):
        parts.append(f"! {score_sheet.words_of(board.penalties)}")
    if any(total is not None for total in board.totals):
        parts.append(f"= {score_sheet.words_of(board.totals)}")
    return " | ".join(parts)


def from_line(line: str) -> Board:
    """Read what ``to_line`` wrote.

    Raises:
        HostError: ``bad-value`` or ``unknown-id``, naming the field as in JSON.
    """
    names, sections = score_sheet.split_line(line, SHEET)
    rounds: list[object] = []
    data: dict[str, object] = {"format": 1, "sheet": SHEET, "players": names, "rounds": rounds}
    for words in sections:
        if words[:1] == ["!"]:
            data["penalties"] = score_sheet.for_players(words[1:], len(names), "penalties")
        elif words[:1] == ["="]:
            data["totals"] = score_sheet.for_players(words[1:], len(names), "totals")
        else:
            rounds.append(_round_of_line(words, values.child("rounds", len(rounds)), len(names)))
    return board_from(data)


def _round_json(one: Round) -> dict[str, object]:
    return {
        "dreamer": one.dreamer,
        "yellow": one.yellow,
        "blue": one.blue,
        "recalled": one.recalled,
        "roles": score_sheet.written(one.roles),
    }


def _round_from(data: object, field: str, players: int) -> Round:
    one = values.mapping(data, field, ("dreamer", "yellow", "blue", "recalled", "roles"))

    def number(name: str, low: int, high: int) -> int | None:
        return values.integer(one.get(name), values.child(field, name), low, high, allow_none=True)

    return Round(
        number("dreamer", 1, players),
        number("yellow", 0, DREAM_CARDS),
        number("blue", 0, DREAM_CARDS),
        values.boolean(one.get("recalled"), values.child(field, "recalled"), allow_none=True)
        or False,
        score_sheet.read_for_each(one.get("roles"), values.child(field, "roles"), players, _role),
    )


def _role(value: object, field: str) -> Role | None:
    return (
        None if value is None else Role(values.choice(value, field, [role.value for role in Role]))
    )


def _cards(value: object, field: str) -> int:
    return values.integer(value, field, 0, DREAM_CARDS, allow_none=True) or 0


def _round_line(one: Round) -> str:
    if one.is_empty:
        return "-"
    cards = f"{score_sheet.word_of(one.yellow)}:{score_sheet.word_of(one.blue)}"
    roles = "".join(role[0] if role else "-" for role in one.roles)
    return f"{score_sheet.word_of(one.dreamer)} {cards}{'+' * one.recalled} {roles}"


def _round_of_line(words: list[str], field: str, players: int) -> object:
    if words == ["-"]:
        return {}
    if len(words) != 3 or words[1].count(":") != 1:
        raise values.bad_value(" ".join(words), field, "text")
    dreamer, cards, letters = words
    yellow, blue = cards.removesuffix("+").split(":")
    names: dict[str, object] = {role[0]: role for role in Role} | {"-": None}
    if len(letters) != players:
        roles = values.child(field, "roles")
        raise values.bad_value(letters, roles, "list", low=players, high=players)
    return {
        "dreamer": score_sheet.number_of(dreamer),
        "yellow": score_sheet.number_of(yellow),
        "blue": score_sheet.number_of(blue),
        "recalled": cards.endswith("+"),
        "roles": score_sheet.by_number([names.get(letter, letter) for letter in letters]),
    }
