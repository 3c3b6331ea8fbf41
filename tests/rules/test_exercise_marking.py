"""What a pupil made of a task."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.daydream.board import RowMark
from rules.daydream.exercise import CLOUDS, LEVELS, MISTAKES, SYMBOLS, exercise_of
from rules.daydream.exercise_marking import Correction, Slip, marking_of
from templates.daydream.load import load_sheet

MARKS = (RowMark.DOT, RowMark.SUN, RowMark.CROSSED)


def task(level, name="A"):
    return exercise_of(load_sheet(name), level, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_all_right(level):
    exercise = task(level)
    marking = marking_of(exercise.solved(), exercise)
    assert (marking.right, marking.of) == (len(exercise.asked), len(exercise.asked))
    assert marking.corrections == ()


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_done(level):
    exercise = task(level)
    marking = marking_of(exercise.board(), exercise)
    assert marking.right == 0
    assert [each.element for each in marking.corrections] == list(exercise.asked)
    assert {each.slip for each in marking.corrections} == {Slip.MISSING}


def test_one_row_is_wrong():
    exercise = task(SYMBOLS)
    right = exercise.marks["r3"]
    wrong = next(mark for mark in MARKS if mark is not right)
    solved = exercise.solved()
    marking = marking_of(replace(solved, rows={**solved.rows, "r3": wrong}), exercise)
    assert (marking.right, marking.of) == (11, 12)
    assert marking.corrections == (Correction("r3", Slip.WRONG, wrong, right),)


def test_one_cloud_is_wrong_and_a_nought_is_an_answer():
    exercise = task(CLOUDS)
    cloud = next(each for each in exercise.asked if exercise.numbers[each] != 0)
    solved = exercise.solved()
    marking = marking_of(replace(solved, clouds={**solved.clouds, cloud: 0}), exercise)
    number = exercise.numbers[cloud]
    assert marking.right == marking.of - 1
    assert marking.corrections == (Correction(cloud, Slip.WRONG, 0, number),)


def test_a_mistake_may_be_found_and_mended_wrongly():
    exercise = task(MISTAKES)
    row = exercise.asked[0]
    third = next(m for m in MARKS if m not in (exercise.rows[row], exercise.marks[row]))
    solved = exercise.solved()
    marking = marking_of(replace(solved, rows={**solved.rows, row: third}), exercise)
    assert (marking.right, marking.of, marking.false_alarms) == (4, 5, 0)
    assert marking.corrections[0].slip is Slip.WRONG


def test_a_false_alarm_is_told_apart():
    exercise = task(MISTAKES)
    row = next(each for each in exercise.rows if each not in exercise.asked)
    other = next(mark for mark in MARKS if mark is not exercise.marks[row])
    solved = exercise.solved()
    marking = marking_of(replace(solved, rows={**solved.rows, row: other}), exercise)
    assert (marking.right, marking.of, marking.false_alarms) == (5, 5, 1)
    assert marking.corrections == (Correction(row, Slip.FALSE_ALARM, other, exercise.marks[row]),)


def test_corrections_stand_in_the_order_of_the_rows():
    exercise = task(MISTAKES)
    alarm = [row for row in exercise.rows if row not in exercise.asked]
    others = {row: next(mark for mark in MARKS if mark is not exercise.marks[row]) for row in alarm}
    marking = marking_of(replace(exercise.board(), rows={**exercise.rows, **others}), exercise)
    assert [each.element for each in marking.corrections] == list(exercise.rows)
    assert (marking.right, marking.false_alarms) == (0, len(alarm))
