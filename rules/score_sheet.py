"""What the boards and scores of games with a score sheet have in common.

Players are numbered from 1; tuples hold one entry for each of them, in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from rules import values
from rules.problem import Problem, problem

FORMAT = 1
MOST_ROUNDS = 240
"""More than twenty pages hold; a longer list is a mistake."""
LEAST_TOTAL, MOST_TOTAL = -999, 999
"""A written total, whether or not it can be right."""

T = TypeVar("T")
R = TypeVar("R", bound="Line")


class TableCode(StrEnum):
    """What can be wrong with a board that can be read."""

    ROLES = "roles"
    VOTES = "votes"
    TOTAL = "total"
    ROUND_GAP = "round-gap"
    AFTER_END = "after-end"


@dataclass(frozen=True, slots=True)
class TableScore:
    """What a board is worth."""

    sheet: str
    rounds: tuple[tuple[int, ...], ...]
    """Each round's points for each player; all 0 where a round does not count."""
    totals: tuple[int, ...]
    """Points minus penalties."""
    winners: tuple[int, ...]
    """Players' numbers; the leaders so far while the game is not finished."""
    finished: bool
    problems: tuple[Problem, ...]
    penalties: tuple[int, ...] | None = None
    """Penalty cards of each player; None in a game without any."""

    @property
    def strengths(self) -> tuple[tuple[int, ...], ...]:
        """By which players are ranked: the greatest comes first."""
        return tuple(
            (number in self.winners, total) for number, total in enumerate(self.totals, start=1)
        )

    def as_json(self, message_of: Callable[[Problem], str]) -> dict[str, object]:
        """Give the score as plain data; ``message_of`` puts a problem into words."""
        score: dict[str, object] = {
            "format": FORMAT,
            "sheet": self.sheet,
            "rounds": [{"points": by_number(points)} for points in self.rounds],
            "totals": by_number(self.totals),
        }
        if self.penalties is not None:
            cards = by_number(self.penalties)
            score["penalties"] = {player: count for player, count in cards.items() if count}
        return score | {
            "winners": list(self.winners),
            "finished": self.finished,
            "problems": [
                {"element": each.element, "code": each.code.value, "message": message_of(each)}
                for each in self.problems
            ],
        }


class Line(Protocol):
    """A round of any game."""

    def as_json(self) -> dict[str, object]:
        """Give the round as plain data."""


@dataclass(frozen=True, slots=True)
class ScoreBoard(Generic[R]):
    """One table's score sheet as the pen left it, all pages together."""

    SHEET: ClassVar[str] = ""
    players: tuple[str, ...]
    rounds: tuple[R, ...]
    totals: tuple[int | None, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.players

    def named(self, names: Sequence[str]) -> Self:
        """Give the same board with other names."""
        return replace(self, players=tuple(names))

    def as_json(self) -> dict[str, object]:
        """Give the board as plain data, which the game's ``board_from`` reads."""
        return {
            "format": FORMAT,
            "sheet": self.SHEET,
            "players": list(self.players),
            "rounds": [one.as_json() for one in self.rounds],
            "totals": written(self.totals),
        }


def by_number(each: Sequence[T]) -> dict[str, T]:
    """Key what each player has by the player's number, as JSON wants it."""
    return {str(number): value for number, value in enumerate(each, 1)}


def written(each: Sequence[T | None]) -> dict[str, T | None]:
    """Key by number as well, but leave out what nobody wrote."""
    return {player: value for player, value in by_number(each).items() if value is not None}


def who(players: Sequence[str], number: int) -> str:
    """Name a player in any language: the number, and the name if there is one."""
    name = players[number - 1].strip()
    return f"{number} ({name})" if name else str(number)


def read_header(data: Mapping[str, object], sheet: str) -> None:
    """Check a board's format and that it belongs to this sheet; case does not matter."""
    values.format_number(data.get("format"), FORMAT)
    name = data.get("sheet")
    values.choice(name.casefold() if isinstance(name, str) else name, "sheet", (sheet,))


def read_board(
    data: object,
    sheet: str,
    players: tuple[int, int],
    read: Callable[[object, str, int], R],
    more: Sequence[str] = (),
) -> tuple[Mapping[str, object], tuple[str, ...], tuple[R, ...], tuple[int | None, ...]]:
    """Read what all boards have: all fields, the players, the rounds and the totals.

    ``read`` reads a round, told its field and how many play; ``more`` are a game's own fields.
    """
    board = values.mapping(data, "", ("format", "sheet", "players", "rounds", "totals", *more))
    read_header(board, sheet)
    names = read_players(board.get("players"), *players)
    rounds = values.listing(board.get("rounds"), "rounds", 0, MOST_ROUNDS)
    return (
        board,
        names,
        tuple(
            read(one, values.child("rounds", place), len(names)) for place, one in enumerate(rounds)
        ),
        read_totals(board.get("totals"), len(names)),
    )


def read_players(value: object, low: int, high: int) -> tuple[str, ...]:
    """Read the names; an empty one is a player without a name."""
    names = values.listing(value, "players", low, high)
    return tuple(
        values.text(name, values.child("players", place)) for place, name in enumerate(names)
    )


def read_for_each(
    value: object, field: str, players: int, read: Callable[[object, str], T]
) -> tuple[T, ...]:
    """Read an object keyed by players' numbers; who is left out reads as null."""
    numbers = [str(number) for number in range(1, players + 1)]
    given = values.mapping({} if value is None else value, field, numbers)
    return tuple(read(given.get(number), values.child(field, number)) for number in numbers)


def read_totals(value: object, players: int) -> tuple[int | None, ...]:
    """Read what the players wrote as their totals."""

    def total(entry: object, field: str) -> int | None:
        return values.integer(entry, field, LEAST_TOTAL, MOST_TOTAL, allow_none=True)

    return read_for_each(value, "totals", players, total)


def sums(rounds: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    """Add up each player's points."""
    return tuple(sum(points[place] for points in rounds) for place in range(players))


def gap_problems(empty: Sequence[bool]) -> Iterator[Problem]:
    """Yield every empty round that stands before a filled one."""
    filled = [place for place, is_empty in enumerate(empty) if not is_empty]
    last = max(filled, default=-1)
    for place in range(last):
        if empty[place]:
            where, code = f"r{place + 1}", TableCode.ROUND_GAP
            yield problem(where, code, "empty-round", round=place + 1, last=last + 1)


def late_problems(
    empty: Sequence[bool], ended: int, reason: str, **facts: object
) -> Iterator[Problem]:
    """Yield every filled round after the one in which the game ended."""
    for number, is_empty in enumerate(empty[ended:], ended + 1):
        if not is_empty:
            where, code = f"r{number}", TableCode.AFTER_END
            yield problem(where, code, reason, round=number, last=ended, **facts)


def total_problems(
    players: Sequence[str], totals: Sequence[int | None], counted: Sequence[int]
) -> Iterator[Problem]:
    """Yield every written total that the rounds do not give."""
    for number, (total, right) in enumerate(zip(totals, counted, strict=True), 1):
        if total is not None and total != right:
            where, name = f"total.{number}", who(players, number)
            facts = {"written": total, "counted": right}
            yield problem(where, TableCode.TOTAL, "wrong-total", who=name, **facts)
