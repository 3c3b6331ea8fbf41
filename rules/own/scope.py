"""What the names in a sheet's expressions stand for: before there is a board, and on one."""

from __future__ import annotations

from collections.abc import Sequence

from rules.own.board import OwnBoard
from rules.own.expressions import Expression
from rules.own.language import Known, Result, Type
from rules.own.sheet import COUNTED, EMPTY, Field, Kind, OwnSheet, Section, slot_id

RIGHT = "right"
"""How many answers of a worksheet are right, by what they are worth."""
PLAYERS, PLAYER = "players", "player"
RESERVED = (RIGHT, PLAYERS, PLAYER)


def speaks_of(expression: Expression, wanted: str, sheet: OwnSheet) -> bool:
    """Say whether an expression hangs on a name, also by way of another score."""
    return any(
        name == wanted or (name in sheet.scores and speaks_of(sheet.scores[name], wanted, sheet))
        for name in expression.names
    )


def is_counted(field: Field) -> bool:
    """Say whether a field is a number that a section's sum counts."""
    if field.is_sum:
        return False
    if field.kind is Kind.CHOICE:
        return all(isinstance(option.value, int) for option in field.options)
    return field.kind in COUNTED


def known_names(sections: Sequence[Section]) -> dict[str, Known]:
    """Say what a sheet's fields and sections are, for expressions to be checked with."""
    known: dict[str, Known] = {name: Known("number") for name in RESERVED}
    for section in sections:
        length = 0
        for field in section.fields:
            if not field.is_read:
                continue
            one = _known(field, section)
            known[field.id] = one
            length += one.length if is_counted(field) else 0
        if section.id:
            known[section.id] = Known("list", length, cost=length + 1, each=section.for_each)
    return known


def _known(field: Field, section: Section) -> Known:
    each, options = section.for_each, tuple(option.value for option in field.options)
    if field.kind is Kind.SEVERAL:
        length = len(options) * len(section.times)
        return Known("list", length, cost=length, each=each, options=options)
    if field.kind is Kind.GRID:
        length = sum(len(row) for row in field.given) * len(section.times)
        return Known("list", length, cost=length, each=each)
    one: Type = "text" if any(isinstance(option, str) for option in options) else "number"
    if section.rounds:
        return Known("list", section.rounds, cost=section.rounds, each=each, options=options,
                     per_round=one)  # fmt: skip
    waits = field.kind in (Kind.NUMBER, Kind.CHOICE)
    return Known(one, each=each, waits=waits, options=options)


class BoardScope:
    """What names stand for on one board; everything is worked out once."""

    def __init__(self, sheet: OwnSheet, board: OwnBoard, right: Sequence[int]) -> None:
        """Take a board, and what each player's right answers are worth."""
        self.sheet, self.board, self.right = sheet, board, right
        self.sections = {section.id: section for section in sheet.sections}
        self.players = len(board.players)
        self._worked_out: dict[tuple[str, int], Result] = {}

    def of(self, player: int) -> PlayerScope:
        """Give what names stand for, for one player."""
        return PlayerScope(self, player)

    def value(self, name: str, player: int) -> Result:
        """Give what a name stands for, for a player."""
        key = name, player
        if key not in self._worked_out:
            self._worked_out[key] = self._value(name, player)
        return self._worked_out[key]

    def _value(self, name: str, player: int) -> Result:
        if name in self.sheet.scores:
            return self.sheet.scores[name].number(self.of(player))
        if name in self.sheet.fields:
            return self._field(*self.sheet.fields[name], player)
        if name in self.sections:
            return self._section(self.sections[name], player)
        return {RIGHT: self.right[player - 1], PLAYERS: self.players, PLAYER: player}[name]

    def _section(self, section: Section, player: int) -> Result:
        found: list[Result] = []
        for field in section.fields:
            if is_counted(field):
                value = self.value(field.id, player)
                found += value if isinstance(value, tuple) else (value,)
        return tuple(found)

    def _field(self, section: Section, field: Field, player: int) -> Result:
        who = player if section.for_each else 0
        found: list[Result] = []
        for number in section.times:
            found += self._once(field, number, who)
        is_list = section.rounds or field.kind in (Kind.SEVERAL, Kind.GRID)
        return tuple(found) if is_list else found[0]

    def _once(self, field: Field, number: int, who: int) -> list[Result]:
        fields = self.board.fields
        if field.kind is Kind.SEVERAL:
            return [
                option.value
                for option in field.options
                if fields[slot_id(field.id, number, who, str(option.value))]
            ]
        if field.kind is Kind.GRID:
            return [
                fields[slot_id(field.id, number, who, f"{row}.{column}")]
                if digit == EMPTY
                else int(digit)
                for row, column, digit in field.cells
            ]
        value = fields[slot_id(field.id, number, who)]
        return [int(value) if isinstance(value, bool) else value]


class PlayerScope:
    """The same for one player."""

    def __init__(self, board: BoardScope, player: int) -> None:
        """Take the board and the player's number, from 1."""
        self.board, self.player = board, player

    def value(self, name: str) -> Result:
        """Give what a name stands for."""
        return self.board.value(name, self.player)

    def everyone(self, name: str) -> list[Result]:
        """Give what it stands for, for each player."""
        return [self.board.value(name, player) for player in range(1, self.board.players + 1)]

    def rank(self, name: str) -> int:
        """Give the player's place by it, from 1: the best is first."""
        sign = -1 if self.board.sheet.lowest_wins else 1
        everyone = [sign * (each if isinstance(each, int) else 0) for each in self.everyone(name)]
        return 1 + sum(other > everyone[self.player - 1] for other in everyone)
