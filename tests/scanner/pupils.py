"""A photo of a task that a pupil has worked on, and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from benchmarks.samples import fine_enough
from practice.boards import NAMES
from practice.camera import FULL_SIZE, photograph
from practice.ink import PENS
from practice.pages import blank_page
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from rules.daydream.board import DaydreamBoard, RowMark
from rules.daydream.exercise import MISTAKES, Exercise
from templates.daydream.exercises import load_exercise
from templates.daydream.load import load_daydream

Json = dict[str, Any]
_MARKS = (RowMark.DOT, RowMark.SUN, RowMark.CROSSED)


@dataclass(frozen=True, slots=True)
class WorkedOn:
    """A photo of a task, and what the pupil did."""

    jpeg: bytes
    exercise: Exercise
    board: DaydreamBoard
    """The sheet as it stands now, print and answers together."""


def worked_on(
    order: Order,
    seed: int,
    *,
    slips: float = 0.15,
    pen: str | None = None,
    size: tuple[int, int] = FULL_SIZE,
) -> WorkedOn:
    """Print a task, let a pupil work on it, and photograph it; the same arguments give the same.

    Args:
        order: Of a sheet with a task.
        seed: Decides everything that is left open.
        slips: How often an answer is wrong or missing.
        pen: One of PENS; by default any.
        size: Of the photo, in pixels.
    """
    assert order.exercise, "A pupil needs a task."
    level, task = order.exercise
    rng = Random(f"worked on {order.what} {level} {task} {seed}")
    exercise = load_exercise(order.what, 0, level, task)
    board = answered(exercise, rng, slips)
    answers = _ink_of(board, exercise, rng.choice(NAMES))
    layout = load_daydream(order.what, paper=order.paper).as_json()
    px_per_mm = fine_enough(size)
    page = blank_page(order, px_per_mm)
    strip = exercise.asks_numbers and rng.random() < 0.4
    pen = pen or rng.choice(sorted(PENS))
    filled = fill(page, layout, answers, Hand(seed), pen, px_per_mm, strip=strip)
    return WorkedOn(photograph(filled.image, seed, "good", size).jpeg, exercise, board)


def answered(exercise: Exercise, rng: Random, slips: float) -> DaydreamBoard:
    """Answer a task as a pupil does: mostly right, sometimes wrong or not at all."""
    clouds: dict[str, int | None] = dict(exercise.clouds)
    rows: dict[str, RowMark | None] = dict(exercise.rows)
    for element in exercise.asked:
        slip, missing = rng.random() < slips, rng.random() < 0.3
        if exercise.asks_numbers:
            right = exercise.numbers[element]
            clouds[element] = (right + rng.randint(1, 9)) % 10 if slip else right
            clouds[element] = None if slip and missing else clouds[element]
        elif not (slip and missing):
            others = [mark for mark in _MARKS if mark is not exercise.marks[element]]
            rows[element] = rng.choice(others) if slip else exercise.marks[element]
    if exercise.form == MISTAKES:
        for row in exercise.sheet.rows:
            if row.id not in exercise.asked and rng.random() < slips / 5:
                rows[row.id] = rng.choice([m for m in _MARKS if m is not rows[row.id]])
    return replace(exercise.board(), clouds=clouds, rows=rows)


def _ink_of(board: DaydreamBoard, exercise: Exercise, name: str) -> Json:
    """Say what the pen did: everything that is not printed."""
    return {
        "name": name,
        "clouds": {c: n for c, n in board.clouds.items() if exercise.clouds[c] is None},
        "rows": {
            row: mark.value
            for row, mark in board.rows.items()
            if mark is not None and mark is not exercise.rows[row]
        },
    }
