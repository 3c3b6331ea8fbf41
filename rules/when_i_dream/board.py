"""When I Dream's score sheet as the pen left it."""

from __future__ import annotations

from dataclasses import dataclass
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
class Night:
    """One round: who dreamed, who was what, and the cards."""

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

    def as_json(self) -> dict[str, object]:
        """Give the round as plain data."""
        return {
            "dreamer": self.dreamer,
            "yellow": self.yellow,
            "blue": self.blue,
            "recalled": self.recalled,
            "roles": score_sheet.written(self.roles),
        }


@dataclass(frozen=True, slots=True)
class WhenIDreamBoard(score_sheet.ScoreBoard[Night]):
    """One game of When I Dream."""

    SHEET = SHEET
    penalties: tuple[int, ...]

    def as_json(self) -> dict[str, object]:
        """Give the board as plain data, which ``board_from`` reads."""
        shared = score_sheet.ScoreBoard.as_json(self)
        return shared | {"penalties": score_sheet.by_number(self.penalties)}


def board_from(data: object) -> WhenIDreamBoard:
    """Read a board from untrusted JSON; a HostError names the field that is wrong."""
    board, players, rounds, totals = score_sheet.read_board(
        data, SHEET, (LEAST_PLAYERS, MOST_PLAYERS), _round_from, ("penalties",)
    )
    cards = score_sheet.read_for_each(board.get("penalties"), "penalties", len(players), _cards)
    return WhenIDreamBoard(players, rounds, totals, cards)


def _round_from(data: object, field: str, players: int) -> Night:
    one = values.mapping(data, field, ("dreamer", "yellow", "blue", "recalled", "roles"))

    def number(name: str, low: int, high: int) -> int | None:
        return values.integer(one.get(name), values.child(field, name), low, high, allow_none=True)

    return Night(
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
