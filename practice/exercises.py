"""A photo of a task that a pupil has worked on, and the truth about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from practice.boards import NAMES
from practice.camera import FULL_SIZE, Level, photograph
from practice.ink import PENS
from practice.pages import PX_PER_MM, blank_page
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from rules.daydream.board import DaydreamBoard, RowMark
from rules.daydream.exercise import CLOUDS, MISTAKES, Exercise
from templates.daydream.exercises import load_exercise
from templates.daydream.load import load_daydream
from templates.games import sheet_name

Json = dict[str, Any]
_MARKS = (RowMark.DOT, RowMark.SUN, RowMark.CROSSED)


@dataclass(frozen=True, slots=True)
class WorkedOn:
    """A photo of a task, and what the pupil did."""

    jpeg: bytes
    exercise: Exercise
    board: DaydreamBoard
    """The sheet as it stands now, print and answers together."""
    answers: Mapping[str, Any]
    """What the pen did, as a board."""


def worked_on(
    sheet: str,
    level: int,
    task: int,
    seed: int,
    *,
    photo: Level = "good",
    slips: float = 0.15,
    pen: str | None = None,
    copy: int = 0,
    lang: str = "en",
    paper: str = "a4",
    ink: str = "colour",
    size: tuple[int, int] = FULL_SIZE,
) -> WorkedOn:
    """Print a task, let a pupil work on it, and photograph it; the same arguments give the same.

    Args:
        sheet: Such as ``BAC``.
        level: Of the task.
        task: Its number.
        seed: Decides everything that is left open.
        photo: How well the photo is taken.
        slips: How often an answer is wrong or missing.
        pen: One of PENS; by default any.
        copy: Which copy of the print it is.
        lang: The language of the print.
        paper: ``a4`` or ``letter``.
        ink: ``colour``, ``light`` or ``black`` print.
        size: Of the photo, in pixels.
    """
    name = sheet_name(sheet)
    rng = Random(f"worked on {name} {level} {task} {seed}")
    exercise = load_exercise(name, 0, level, task)
    board = answered(exercise, rng, slips)
    answers = _ink_of(board, exercise, rng.choice(NAMES))
    layout = load_daydream(name, paper=paper).as_json()
    order = Order(
        name, lang=lang, paper=paper, ink=ink, copies=copy + 1, exercise=(level, task), key="none"
    )
    # A small photo does not show what a fine page would cost.
    px_per_mm = min(PX_PER_MM, max(5.0, 1.2 * PX_PER_MM * max(size) / max(FULL_SIZE)))
    page = blank_page(order, px_per_mm)
    strip = level == CLOUDS and rng.random() < 0.4
    filled = fill(
        *(page, layout, answers, Hand(seed), pen or rng.choice(sorted(PENS)), px_per_mm),
        strip=strip,
    )
    return WorkedOn(photograph(filled.image, seed, photo, size).jpeg, exercise, board, answers)


def answered(exercise: Exercise, rng: Random, slips: float) -> DaydreamBoard:
    """Answer a task as a pupil does: mostly right, sometimes wrong or not at all."""
    clouds: dict[str, int | None] = dict(exercise.clouds)
    rows: dict[str, RowMark | None] = dict(exercise.rows)
    for element in exercise.asked:
        slip, missing = rng.random() < slips, rng.random() < 0.3
        if exercise.level == CLOUDS:
            right = exercise.numbers[element]
            clouds[element] = (right + rng.randint(1, 9)) % 10 if slip else right
            clouds[element] = None if slip and missing else clouds[element]
        elif not (slip and missing):
            others = [mark for mark in _MARKS if mark is not exercise.marks[element]]
            rows[element] = rng.choice(others) if slip else exercise.marks[element]
    if exercise.level == MISTAKES:
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
