"""What a pupil made of puzzles: right, wrong, missing, and where the reasoning broke.

A contradiction is a house with a number twice, or a cage or sign that cannot come out any more,
by what is printed and written. Nothing is said about what is in doubt.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from rules.puzzles.board import PuzzleBoard
from rules.puzzles.grid import Puzzle, Rule
from rules.puzzles.sheet import cell_of, element_of
from rules.puzzles.solver import Way, solve


class PuzzleSlip(StrEnum):
    """What can be wrong with an answer."""

    WRONG = "wrong"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class PuzzleCorrection:
    """One answer that is not right."""

    element: str
    slip: PuzzleSlip
    answer: int | None
    should_be: int


@dataclass(frozen=True, slots=True)
class PuzzleMarking:
    """A sheet as it came back."""

    right: int
    of: int
    corrections: tuple[PuzzleCorrection, ...]
    false_alarms: int = 0


@dataclass(frozen=True, slots=True)
class PuzzleBreak:
    """Where it broke."""

    element: str
    place: int
    """Which puzzle of the sheet, from 1."""
    rule: Rule | None
    """What contradicts itself; None for a wrong number that nothing contradicts yet."""

    @property
    def code(self) -> str:
        """Say it in a word."""
        return self.rule.kind.value if self.rule else "cell"


def marking_of(board: PuzzleBoard) -> PuzzleMarking:
    """Compare a board with the only solution of its puzzles."""
    answers = board.asked.answers
    corrections = tuple(
        PuzzleCorrection(
            element,
            PuzzleSlip.MISSING if written is None else PuzzleSlip.WRONG,
            written,
            answer,
        )
        for element, answer in answers.items()
        if (written := board.fields.get(element)) != answer
    )
    return PuzzleMarking(len(answers) - len(corrections), len(answers), corrections)


def way_of(puzzle: Puzzle) -> Way:
    """Say how a puzzle is solved."""
    return solve(puzzle.grid, puzzle.given, puzzle.level)


def broke_at(board: PuzzleBoard, doubtful: Collection[str]) -> PuzzleBreak | None:
    """Find the first contradiction in the order of the solution's steps; None if there is none."""
    wrong = {
        each.element
        for each in marking_of(board).corrections
        if each.slip is PuzzleSlip.WRONG and each.element not in doubtful
    }
    for place, puzzle in enumerate(board.asked.puzzles, 1):
        steps = [element_of(place, puzzle, step.cell) for step in way_of(puzzle).steps]
        order = [element for element in dict.fromkeys(steps) if element in wrong]
        for element in order:
            broken = _broken(board, place, puzzle, element, doubtful)
            if broken is not None:
                return PuzzleBreak(element, place, broken)
        if order:
            return PuzzleBreak(order[0], place, None)
    return None


def _broken(
    board: PuzzleBoard, place: int, puzzle: Puzzle, element: str, doubtful: Collection[str]
) -> Rule | None:
    """Give the first rule of a cell that cannot come out with what stands there."""
    grid = puzzle.grid
    written = dict(puzzle.given)
    for cell in puzzle.asked:
        name = element_of(place, puzzle, cell)
        number = board.fields.get(name)
        if number is not None and name not in doubtful:
            written[cell] = number
    for rule in grid.through[cell_of(element, puzzle)]:
        here = [written[cell] for cell in rule.cells if cell in written]
        if rule.is_house:
            if len(set(here)) < len(here):
                return rule
        elif all(1 <= number <= grid.size for number in here):
            notes = (1 << written[c] if c in written else grid.every for c in rule.cells)
            if not all(grid.left(rule, notes)):
                return rule
    return None
