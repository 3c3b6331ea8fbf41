"""What the boards and scores of games with a score sheet have in common.

Players are numbered from 1; tuples hold one entry for each of them, in that order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar
from urllib.parse import quote, unquote

from rules import values

FORMAT = 1
MOST_ROUNDS = 240
"""More than twenty pages hold; a longer list is a mistake."""
LEAST_TOTAL, MOST_TOTAL = -999, 999
"""A written total, whether or not it can be right."""

T = TypeVar("T")


class Code(StrEnum):
    """What can be wrong with a board that can be read."""

    ROLES = "roles"
    VOTES = "votes"
    TOTAL = "total"
    ROUND_GAP = "round-gap"
    AFTER_END = "after-end"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing a person should look at, and where it is on the sheet."""

    element: str
    """A round, group, field or box, such as ``r2``, ``r2.role.4`` or ``total.1``."""
    code: Code
    facts: Mapping[str, object]
    """``reason`` picks the sentence of this code; the others fill its gaps."""


@dataclass(frozen=True, slots=True)
class Score:
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
            facts = {"reason": "empty-round", "round": place + 1, "last": last + 1}
            yield Problem(f"r{place + 1}", Code.ROUND_GAP, facts)


def total_problems(
    players: Sequence[str], totals: Sequence[int | None], counted: Sequence[int]
) -> Iterator[Problem]:
    """Yield every written total that the rounds do not give."""
    for number, (total, right) in enumerate(zip(totals, counted, strict=True), 1):
        if total is not None and total != right:
            facts = {
                "reason": "wrong-total",
                "who": who(players, number),
                "written": total,
                "counted": right,
            }
            yield Problem(f"total.{number}", Code.TOTAL, facts)


def line_of_names(players: Sequence[str]) -> str:
    """Write names with commas between them, anything that could mislead as ``%20``."""
    return ",".join(re.sub(r"[\s%,|]", lambda odd: quote(odd[0], safe=""), p) for p in players)


def names_of_line(text: str) -> list[str]:
    """Read the names of a line again."""
    return [unquote(name) for name in text.split(",")]


def split_line(line: str, sheet: str) -> tuple[list[str], list[list[str]]]:
    """Take a board's line apart into names and the words of each section.

    Raises:
        HostError: It does not begin with the name of this sheet.
    """
    head, *sections = line.strip().split("|")
    name, _, names = head.strip().partition(" ")
    values.choice(name.casefold(), "sheet", (sheet,))
    return names_of_line(names.strip()), [section.split() for section in sections]


def for_players(words: Sequence[str], players: int, field: str) -> dict[str, object]:
    """Read one word for each player of a line; ``-`` is nothing."""
    if len(words) != players:
        raise values.bad_value(" ".join(words), field, "list", low=players, high=players)
    return by_number([number_of(word) for word in words])


def number_of(word: str) -> object:
    """Read a number of a line; ``-`` is null, and anything else is left to be refused."""
    if word == "-":
        return None
    return int(word) if re.fullmatch(r"-?[0-9]{1,9}", word) else word


def word_of(value: int | None) -> str:
    """Write a number for a line."""
    return "-" if value is None else str(value)


def words_of(each: Sequence[int | None]) -> str:
    """Write a number for each player for a line."""
    return " ".join(map(word_of, each))
