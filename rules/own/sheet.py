"""What is on a sheet that somebody made, as data that has been checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from rules.own.expressions import Expression

Words = Mapping[str, str]
"""A text by language; under an empty key one for all of them."""
Point = tuple[float, float]
EMPTY = "."
"""A cell of a grid that a pen fills in."""


class Kind(StrEnum):
    """What a field is."""

    NUMBER = "number"
    CHOICE = "choice"
    SEVERAL = "several"
    BOX = "box"
    TALLY = "tally"
    GRID = "grid"
    LINE = "line"
    NAME = "name"
    SPACE = "space"


COUNTED = frozenset({Kind.NUMBER, Kind.BOX, Kind.TALLY, Kind.LINE, Kind.GRID})
"""Kinds that are numbers to whoever counts."""
READ = frozenset(set(Kind) - {Kind.NAME, Kind.SPACE})
"""Kinds that are read; the others are kept as pictures."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of the things to choose from."""

    value: int | str
    label: Words


@dataclass(frozen=True, slots=True)
class Field:
    """Something that a pen fills in."""

    id: str
    kind: Kind
    label: Words
    digits: int = 2
    """How many fit, a minus sign among them."""
    low: int = 0
    high: int = 99
    options: tuple[Option, ...] = ()
    boxes: int = 0
    """Of a tally."""
    given: tuple[str, ...] = ()
    """The rows of a grid: a digit that is printed, or EMPTY."""
    points: tuple[Point, ...] = ()
    """Of a line, as shares of its width and height; from each to the next."""
    closed: bool = False
    """Whether a line goes back to its first point."""
    height: float = 0.0
    """Of a free space or a line, mm; 0 leaves it to the layout."""
    at: Point | None = None
    """Where its top left corner is, mm, if it was placed by hand."""
    page: int = 1
    """The page on which it was placed."""
    width: float = 0.0
    """How wide it is where it was placed, mm; 0 leaves it to the layout."""
    equals: Expression | None = None
    """What the players should have counted here themselves."""
    is_sum: bool = False
    """Whether it repeats what others say, so that nobody counts it again."""
    answer: Expression | None = None
    """The solution, on a worksheet."""
    solution: tuple[str, ...] = ()
    """Of a grid: every row with all its digits."""
    worth: int = 1
    """Points for a right answer."""

    @property
    def is_read(self) -> bool:
        """Whether a scan says what it holds."""
        return self.kind in READ

    @property
    def has_answer(self) -> bool:
        """Whether there is a solution to it."""
        return self.answer is not None or bool(self.solution)

    @property
    def segments(self) -> int:
        """How many lines there are to draw."""
        return len(self.points) - (0 if self.closed else 1)

    @property
    def cells(self) -> Iterator[tuple[int, int, str]]:
        """Each cell of a grid: row and column from 1, and what is printed in it."""
        for row, line in enumerate(self.given, 1):
            for column, digit in enumerate(line, 1):
                yield row, column, digit


@dataclass(frozen=True, slots=True)
class Section:
    """Fields that stand together."""

    id: str
    title: Words
    text: Words
    """Printed above its fields."""
    fields: tuple[Field, ...]
    rounds: int = 0
    """How often its fields come, one line each time; 0 for once without a number."""
    round_labels: tuple[Words, ...] = ()
    """What stands before the rounds instead of numbers."""
    for_each: bool = False
    """Whether every player has these fields."""
    variables: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Numbers that are drawn anew in every round: the least and the most."""
    where: Expression | None = None
    """What must be true of them."""
    columns: int = 0
    """How many lines stand side by side; 0 leaves it to the layout."""
    new_page: bool = False
    picture: str = ""
    """A file beside the sheet's own, printed here."""
    height: float = 0.0
    """Of the picture, mm."""

    @property
    def times(self) -> range:
        """The numbers of its rounds; a 0 alone where there are none."""
        return range(1, self.rounds + 1) if self.rounds else range(1)


@dataclass(frozen=True, slots=True)
class Check:
    """What ought to be true of a filled-in sheet."""

    that: Expression
    say: Words
    at: str
    """The field or section that it is about."""
    for_each: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing that a board tells: a field for one round and one player."""

    id: str
    section: Section
    field: Field
    round: int
    player: int
    part: str = ""
    """The option of a field with several, or the cell of a grid."""


@dataclass(frozen=True)
class OwnSheet:
    """A whole sheet."""

    name: str
    title: Words
    about: Words
    """How it is filled in."""
    sections: tuple[Section, ...]
    scores: Mapping[str, Expression]
    """Points by name, ``total`` among them."""
    checks: tuple[Check, ...] = ()
    players: tuple[int, int, int] | None = None
    """The fewest, the most and the usual number; None where each person has a sheet."""
    lowest_wins: bool = False
    ties: tuple[Expression, ...] = ()
    """What decides between equals, one after the other; the most wins."""
    landscape: bool | None = None
    """None leaves it to the layout."""
    languages: tuple[str, ...] = ()
    """In which its words are; none where they are in one."""
    fingerprint: int = 0
    pictures: Mapping[str, bytes] = field(default_factory=dict, compare=False)
    """The files that its sections show."""

    @property
    def sheet(self) -> str:
        """Its full name."""
        return f"own/{self.name}"

    @cached_property
    def fields(self) -> Mapping[str, tuple[Section, Field]]:
        """Every field by its id."""
        return {each.id: (section, each) for section in self.sections for each in section.fields}

    @property
    def has_answers(self) -> bool:
        """Whether it is a worksheet that can be marked."""
        return any(each.has_answer for _, each in self.fields.values())

    @property
    def has_variants(self) -> bool:
        """Whether numbers on it are drawn."""
        return any(section.variables for section in self.sections)

    @cached_property
    def _slots(self) -> dict[int, Mapping[str, Slot]]:
        return {}

    def slots(self, players: int) -> Mapping[str, Slot]:
        """Everything that a board for so many players tells, by its id."""
        if players not in self._slots:
            made = (slot for section in self.sections for slot in _slots_in(section, players))
            self._slots[players] = {slot.id: slot for slot in made}
        return self._slots[players]


def _slots_in(section: Section, players: int) -> Iterator[Slot]:
    whose = range(1, players + 1) if section.for_each else range(1)
    for number in section.times:
        for each in section.fields:
            for player in whose if each.is_read else ():
                for part in _parts(each):
                    name = slot_id(each.id, number, player, part)
                    yield Slot(name, section, each, number, player, part)


def slot_id(field_id: str, number: int = 0, player: int = 0, part: str = "") -> str:
    """Name what a board tells: ``points.3.2`` is the field points, round 3, player 2."""
    steps = (field_id, str(number) if number else "", str(player) if player else "", part)
    return ".".join(filter(None, steps))


def _parts(each: Field) -> list[str]:
    if each.kind is Kind.SEVERAL:
        return [str(option.value) for option in each.options]
    if each.kind is Kind.GRID:
        return [f"{row}.{column}" for row, column, digit in each.cells if digit == EMPTY]
    return [""]


def said(words: Words, lang: str) -> str:
    """Give a text in a language, else in English, else in whatever there is."""
    for key in (lang, "", "en"):
        if key in words:
            return words[key]
    return next(iter(words.values()), "")
