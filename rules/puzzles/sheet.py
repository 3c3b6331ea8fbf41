"""What stands on a sheet of puzzles, and what is to be written on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.puzzles.chances import LEVELS as CHANCE_LEVELS
from rules.puzzles.chances import ROLLS, Question, questions_of
from rules.puzzles.grid import Puzzle
from rules.puzzles.making import KINDS, MOST_NUMBER, puzzle_of

CHANCES = "chances"
ALL_KINDS = (*KINDS, CHANCES)
MOST = 4
"""Puzzles on a sheet."""
_MOST_LARGE_SQUARES = 2
"""Of nine cells on a side, so that every cell has room for a digit."""


@dataclass(frozen=True, slots=True)
class PuzzleSheet:
    """One sheet: which puzzles are on it, and how it is set."""

    kind: str
    level: int
    number: int
    """Of the first puzzle; the others follow it."""
    count: int = 1
    large: bool = False
    """Whether in large print."""
    because: bool = False
    """Whether there is room for a reason."""

    @property
    def variant(self) -> int:
        """The number that stands for all this in a sheet's code."""
        place = ((self.level - 1) * (MOST_NUMBER + 1) + self.number) * MOST + self.count - 1
        return 1 + (place * 2 + self.large) * 2 + self.because

    @classmethod
    def of(cls, kind: str, variant: int) -> PuzzleSheet:
        """Say what a code speaks of; a ValueError if there is no such sheet."""
        place, because = divmod(variant - 1, 2)
        place, large = divmod(place, 2)
        place, count = divmod(place, MOST)
        level, number = divmod(place, MOST_NUMBER + 1)
        made = cls(kind, level + 1, number, count + 1, bool(large), bool(because))
        if not made.is_sheet:
            raise ValueError(f"there is no sheet {variant} of {kind}")
        return made

    @property
    def is_sheet(self) -> bool:
        """Whether there is such a sheet."""
        fits = self.level in levels_of(self.kind) and 1 <= self.number <= MOST_NUMBER
        return fits and 1 <= self.count <= most_of(self.kind, large=self.large)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its puzzles; after the last comes the first."""
        return tuple((self.number + n - 1) % MOST_NUMBER + 1 for n in range(self.count))

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """Its classics, in reading order."""
        if self.kind == CHANCES:
            return ()
        return tuple(puzzle_of(self.kind, self.level, number) for number in self.numbers)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Its questions about chances."""
        return questions_of(self.level, self.number) if self.kind == CHANCES else ()

    @property
    def answers(self) -> Mapping[str, int]:
        """What is to be written, by element."""
        asked = {f"q{n}": question.answer for n, question in enumerate(self.questions, 1)}
        for place, puzzle in enumerate(self.puzzles, 1):
            asked |= {
                element_of(place, puzzle, cell): puzzle.solution[cell] for cell in puzzle.asked
            }
        return asked

    @property
    def highest(self) -> int:
        """The highest number that can be an answer; the lowest is 1."""
        return ROLLS if self.kind == CHANCES else KINDS[self.kind].size

    def next(self, steps: int = 1) -> PuzzleSheet:
        """Give the sheet with the next puzzles."""
        number = (self.number - 1 + steps * self.count) % MOST_NUMBER + 1
        return replace(self, number=number)


def levels_of(kind: str) -> range:
    """Give the levels of a kind."""
    return CHANCE_LEVELS if kind == CHANCES else KINDS[kind].levels


def most_of(kind: str, *, large: bool) -> int:
    """Say how many puzzles of a kind find room on a sheet."""
    if large or kind == CHANCES:
        return 1
    return _MOST_LARGE_SQUARES if KINDS[kind].size > 6 else MOST


def element_of(place: int, puzzle: Puzzle, cell: int) -> str:
    """Name a cell: ``p1.3.4`` is the fourth in the third line of the first puzzle."""
    line, column = puzzle.grid.place(cell)
    return f"p{place}.{line}.{column}"


def cell_of(element: str, puzzle: Puzzle) -> int:
    """Give the cell of an element."""
    _, line, column = element.split(".")
    return (int(line) - 1) * puzzle.grid.size + int(column) - 1
