"""Where a pupil's reasoning broke: the first contradiction, in the order of the solution's steps.

A contradiction is a row that can no longer earn its symbol with the numbers that stand in it.
Nothing is said about what is in doubt.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from rules.daydream.board import DaydreamBoard
from rules.daydream.exercise import DEDUCTION, Exercise
from rules.daydream.puzzles.notes import ALL, HIGHEST, LOWEST
from rules.daydream.puzzles.solver import Contradiction, Grid, Way, solve


@dataclass(frozen=True, slots=True)
class Break:
    """Where it broke."""

    element: str
    code: Literal["row", "cloud"]
    """A row that contradicts itself, or a cloud with a wrong number that no row contradicts."""


def way_of(exercise: Exercise) -> Way:
    """Say how a deduction is solved."""
    given = {cloud: number for cloud, number in exercise.clouds.items() if number is not None}
    return solve(Grid(exercise.sheet.rows, exercise.marks), given, exercise.level)


def broke_at(board: DaydreamBoard, exercise: Exercise, doubtful: Collection[str]) -> Break | None:
    """Find the first contradiction; None if there is none, or nothing of the kind was asked."""
    if exercise.kind != DEDUCTION:
        return None
    wrong = {
        cloud
        for cloud in exercise.asked
        if cloud not in doubtful and board.clouds[cloud] not in (None, exercise.numbers[cloud])
    }
    order = list(dict.fromkeys(step.cloud for step in way_of(exercise).steps))
    first = next((cloud for cloud in order if cloud in wrong), None)
    if first is None:
        return None
    grid = Grid(exercise.sheet.rows, exercise.marks)
    rows = [row for cloud in order if cloud in wrong for row in grid.through[cloud]]
    for row in dict.fromkeys(rows):
        notes = {cloud: _note(board, cloud, doubtful) for cloud in row.clouds}
        try:
            grid.left(row, notes)
        except Contradiction:
            return Break(row.id, "row")
    return Break(first, "cloud")


def _note(board: DaydreamBoard, cloud: str, doubtful: Collection[str]) -> int:
    """Give what a cloud may be; a number that no die has fits nowhere."""
    number = None if cloud in doubtful else board.clouds[cloud]
    if number is None:
        return ALL
    return 1 << number if LOWEST <= number <= HIGHEST else 0
