"""What a pupil made of a task: how much is right, and what is not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.daydream.board import DaydreamBoard, RowMark
from rules.daydream.exercise import MISTAKES, Exercise

Answer = RowMark | int | None


class Slip(StrEnum):
    """What can be wrong with an answer."""

    WRONG = "wrong"
    MISSING = "missing"
    """Not answered; of a mistake: not found."""
    FALSE_ALARM = "false-alarm"
    """A symbol that was right was changed."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One answer that is not right."""

    element: str
    """A row or a cloud."""
    slip: Slip
    answer: Answer
    """What stands there now; None for nothing."""
    should_be: RowMark | int


@dataclass(frozen=True, slots=True)
class TaskMarking:
    """A task as it came back."""

    right: int
    """How many of the answers that were asked for are right."""
    of: int
    corrections: tuple[Correction, ...]

    @property
    def false_alarms(self) -> int:
        """How many right symbols were changed."""
        return sum(each.slip is Slip.FALSE_ALARM for each in self.corrections)


def marking_of(board: DaydreamBoard, exercise: Exercise) -> TaskMarking:
    """Compare a board with the one solution of its task.

    Printed numbers and symbols are on the board, too, unless the pupil marked something else.
    """
    corrections = [
        Correction(element, _slip(board, exercise, element), answer, exercise.solution(element))
        for element in exercise.asked
        if (answer := _answer(board, element)) != exercise.solution(element)
    ]
    right = len(exercise.asked) - len(corrections)
    if exercise.form == MISTAKES:
        corrections += [
            Correction(row, Slip.FALSE_ALARM, board.rows[row], mark)
            for row, mark in exercise.marks.items()
            if row not in exercise.asked and board.rows[row] is not mark
        ]
    order = {row.id: place for place, row in enumerate(exercise.sheet.rows)}
    corrections.sort(key=lambda each: order.get(each.element, 0))
    return TaskMarking(right, len(exercise.asked), tuple(corrections))


def _answer(board: DaydreamBoard, element: str) -> Answer:
    return board.clouds[element] if element in board.clouds else board.rows[element]


def _slip(board: DaydreamBoard, exercise: Exercise, element: str) -> Slip:
    """Tell no answer from a wrong one; a printed mistake that still stands was not found."""
    answer = _answer(board, element)
    found = answer is not None and answer is not exercise.rows.get(element)
    return Slip.WRONG if found else Slip.MISSING
