"""Read a sheet with a task on it: only what the pupil was asked for; the rest is printed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from rules.daydream.board import Board as DaydreamBoard
from rules.daydream.exercise import CLOUDS, MISTAKES, Exercise
from rules.daydream.parse import board_from
from scanner.board import daydream_board
from scanner.daydream import read_sheet
from scanner.daydream_reader import READER
from scanner.games import Board, SheetReader
from scanner.ink import InkPage
from scanner.reading import Reading, Value
from templates.daydream.layout import Layout
from templates.exercises import exercise_on, marked_json
from templates.sheet_code import SheetCode


def exercise_reader(code: SheetCode) -> SheetReader:
    """Give the reader of a sheet whose code says that it has a task on it."""
    exercise = exercise_on(code)
    assert exercise is not None, "The code says which task it is."
    return SheetReader(
        read=partial(_read, exercise=exercise),
        board=_board,
        # Pupils are here to make mistakes: what the ink says is not weighed against the rules.
        contradictions=lambda values, layout: 0,
        score=READER.score,
    )


def marked(
    board: Mapping[str, Any], code: SheetCode, doubtful: Collection[str], lang: str
) -> dict[str, Any] | None:
    """Mark a sheet that was read; None if there is no task on it."""
    exercise = exercise_on(code)
    if exercise is None:
        return None
    return marked_json(_parsed(board, exercise), exercise, doubtful, lang)


def _parsed(board: Mapping[str, Any], exercise: Exercise) -> DaydreamBoard:
    return board_from(board, exercise.sheet)


def _read(page: InkPage, layout: Layout, *, exercise: Exercise) -> dict[str, Reading]:
    """Read the rows or the empty clouds; everything that is printed is known."""
    empty = [cloud for cloud, number in exercise.clouds.items() if number is None]
    asked = replace(layout, clouds={cloud: layout.clouds[cloud] for cloud in empty})
    read = read_sheet(page, asked)
    known: dict[str, Value] = {"solo": False, "thorns": 0, "total": None, **exercise.clouds}
    if exercise.level == CLOUDS:
        known |= {row: mark and mark.value for row, mark in exercise.rows.items()}
    readings = {name: Reading(name, {value: 1.0}) for name, value in known.items()}
    readings |= {cloud: read[cloud] for cloud in empty}
    if exercise.level != CLOUDS:
        readings |= {row: _row(read[row], exercise) for row in exercise.rows}
    return readings


def _row(reading: Reading, exercise: Exercise) -> Reading:
    """Take a row that nobody has touched to be as it is printed."""
    given = exercise.rows[reading.element]
    if exercise.level != MISTAKES or given is None:
        return reading
    chances = dict(reading.chances)
    chances[given.value] = chances.get(given.value, 0.0) + chances.pop(None, 0.0)
    return replace(reading, chances=chances)


def _board(values: Mapping[str, Value], layout: Layout) -> Board:
    return daydream_board(values, layout.sheet).as_json()
