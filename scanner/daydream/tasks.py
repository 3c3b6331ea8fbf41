"""Read a sheet with a task on it: only what the pupil was asked for; the rest is printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rules.daydream.board import RowMark
from rules.daydream.exercise import DEDUCTION, MISTAKES, SYMBOLS, Exercise
from rules.daydream.exercise_marking import marking_of
from rules.daydream.puzzles.notes import HIGHEST, LOWEST
from scanner.daydream.elements import Chances, read_sheet, read_symbols
from scanner.daydream.notes import draw_notes
from scanner.daydream.own_print import SURE, others, task_fits
from scanner.marks.places import CIRCLED, CROSSED
from scanner.page.ink import InkPage
from scanner.reader import SheetReader
from scanner.reading import Reading
from templates.daydream.exercises import exercise_on
from templates.daydream.judge import JUDGE
from templates.daydream.layout import Layout
from templates.game import Value, Verdict
from templates.sheet_code import SheetCode

_STRUCK = 0.9
"""From this chance on, a printed circle was struck out and the other symbol circled."""


def exercise_reader(code: SheetCode) -> SheetReader:
    """Give the reader of a sheet whose code says that it has a task on it."""
    exercise = exercise_on(code)
    assert exercise is not None, "The code says which task it is."
    return SheetReader(
        read=partial(_read, exercise=exercise),
        judging=lambda layout: partial(_verdict, layout=layout, exercise=exercise),
        notes=draw_notes,
        sure=SURE,
        others=others,
        fits=task_fits,
    )


def _verdict(values: Mapping[str, Value], *, layout: Layout, exercise: Exercise) -> Verdict:
    """Count the right answers; pupils are here to make mistakes, so that none is a problem.

    A deduction is read like any other puzzle: odd is only what is no number of a die.
    """
    if exercise.kind == DEDUCTION:
        asked = ((cloud, values[cloud]) for cloud in exercise.asked)
        odd = (c for c, n in asked if n is not None and not LOWEST <= int(n) <= HIGHEST)
        return Verdict(frozenset((cloud, "range", "") for cloud in odd), ())
    marking = marking_of(JUDGE.board_of(values, layout), exercise)
    return Verdict(frozenset(), (marking.right, marking.false_alarms))


def _read(page: InkPage, layout: Layout, *, exercise: Exercise) -> dict[str, Reading]:
    """Read the rows or the empty clouds; everything that is printed is known."""
    empty = [cloud for cloud, number in exercise.clouds.items() if number is None]
    asked = replace(layout, clouds={cloud: layout.clouds[cloud] for cloud in empty})
    read = read_sheet(page, asked)
    known: dict[str, Value] = {"solo": False, "thorns": 0, "total": None, **exercise.clouds}
    if exercise.asks_numbers:
        known |= {row: mark and mark.value for row, mark in exercise.rows.items()}
    readings = {name: Reading(name, {value: 1.0}) for name, value in known.items()}
    readings |= {cloud: read[cloud] for cloud in empty}
    if exercise.form == SYMBOLS:
        readings |= {row: read[row] for row in exercise.rows}
    elif exercise.form == MISTAKES:
        symbols = read_symbols(page, layout)
        for row, given in exercise.rows.items():
            assert given is not None, "All symbols are printed."
            readings[row] = _mended(read[row], given, symbols)
    return readings


def _mended(reading: Reading, given: RowMark, symbols: Mapping[str, Chances]) -> Reading:
    """Read a row whose symbol is printed, and may have been replaced by another one.

    A row that nobody has touched is as it is printed. Whoever strikes out the printed circle
    and draws another one means the other one.
    """
    row = reading.element
    other = {RowMark.DOT: RowMark.SUN, RowMark.SUN: RowMark.DOT}.get(given)
    if other is not None:
        struck = symbols[f"{row}.{given}"][CROSSED] * symbols[f"{row}.{other}"][CIRCLED]
        if struck > _STRUCK:
            return Reading(row, {other.value: float(struck), given.value: 1 - float(struck)})
    chances = dict(reading.chances)
    chances[given.value] = chances.get(given.value, 0.0) + chances.pop(None, 0.0)
    return replace(reading, chances=chances)
