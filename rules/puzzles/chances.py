"""Chances: how many of the 36 rolls of two dice complete a row as it is wanted?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import count, product
from random import Random
from typing import Literal

from rules.chance import mixed

QUESTIONS = 6
"""On a sheet."""
DICE = range(1, 7)
ROLLS = 36
LEVELS = range(1, 6)
Mark = Literal["sun", "dot"]


@dataclass(frozen=True, slots=True)
class _Kind:
    gaps: int
    marks: tuple[Mark, ...]
    leaf: bool


_KINDS = {
    1: _Kind(1, ("sun", "dot"), False),
    2: _Kind(2, ("sun",), False),
    3: _Kind(2, ("dot",), False),
    4: _Kind(1, ("sun", "dot"), True),
    5: _Kind(2, ("sun", "dot"), True),
}
_ALIKE, _PATIENCE = 2, 60
"""So many questions of a sheet may have one answer, and one more after so many that were made."""


@dataclass(frozen=True, slots=True)
class Question:
    """A row with gaps, and what it is to earn with one roll."""

    row: tuple[int | None, ...]
    mark: Mark
    leaf: bool
    """Whether one die may be changed by 1."""

    @property
    def answer(self) -> int:
        """How many of the 36 rolls do it."""
        return _met(self)

    @property
    def rolls(self) -> list[str]:
        """List them, both dice in either order as one: ``1-4``."""
        pairs = ((a, b) for a, b in product(DICE, DICE) if a <= b)
        return [f"{a}-{b}" for a, b in pairs if self.is_met(a, b)]

    def is_met(self, one: int, other: int) -> bool:
        """Say whether a roll completes the row."""
        rolls = [(one, other)]
        if self.leaf:
            rolls += [(one + d, other) for d in (-1, 1)] + [(one, other + d) for d in (-1, 1)]
        gaps = self.row.count(None)
        ways = {way for a, b in rolls for way in ((a, b), (b, a))}
        return any(_earned(self._filled(way[:gaps])) == self.mark for way in ways)

    def _filled(self, numbers: tuple[int, ...]) -> list[int]:
        left = iter(numbers)
        return [next(left) if number is None else number for number in self.row]


@lru_cache(maxsize=4096)
def _met(question: Question) -> int:
    return sum(question.is_met(a, b) for a, b in product(DICE, DICE))


def _earned(numbers: list[int]) -> str:
    if len(set(numbers)) < len(numbers):
        return "crossed"
    steps = {b - a for a, b in zip(numbers, numbers[1:], strict=False)}
    return "sun" if steps in ({1}, {-1}) else "dot"


@lru_cache(maxsize=512)
def questions_of(level: int, number: int) -> tuple[Question, ...]:
    """Make the questions of a sheet, always the same; no two of them are alike."""
    chance = Random(f"chances 1 {level} {number}")
    found: dict[Question, None] = {}
    for made in count():
        if len(found) == QUESTIONS:
            break
        question = _question(_KINDS[level], chance)
        alike = sum(question.answer == other.answer for other in found)
        if question.answer and alike < _ALIKE + made // _PATIENCE:
            found[question] = None
    return tuple(found)


def _question(kind: _Kind, chance: Random) -> Question:
    length = mixed(range(kind.gaps + 1, 6), chance)[0]
    mark = mixed(kind.marks, chance)[0]
    if mark == "sun":
        first = mixed(range(1, 8 - length), chance)[0]
        numbers = list(range(first, first + length))
        numbers = numbers[::-1] if chance.random() < 0.5 else numbers
    else:
        numbers = mixed(list(DICE), chance)[:length]
    gaps = set(mixed(range(length), chance)[: kind.gaps])
    row = tuple(None if at in gaps else number for at, number in enumerate(numbers))
    return Question(row, mark, kind.leaf)
