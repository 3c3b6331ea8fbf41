"""Tasks for the classroom: one solution, always the same, and exactly what they promise."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import combinations

import pytest

from rules.daydream.board import RowMark
from rules.daydream.exercise import CLOUDS, FIVE, LEVELS, MISTAKES, MOST_TASK, SYMBOLS, exercise_of
from rules.daydream.exercise_runs import count_fillings, groups_of
from rules.daydream.problems import DaydreamCode, problems_of
from rules.daydream.rows import mark_of
from rules.errors import HostError
from templates.daydream.load import load_sheet

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
TASKS = (1, MOST_TASK)


def solutions_of(exercise, most=2):
    """Count by the rules how many answers a task has, up to a limit: a proper task has one."""
    if exercise.form == CLOUDS:
        given = {cloud: n for cloud, n in exercise.clouds.items() if n is not None}
        found = 1
        for group in groups_of(exercise.sheet):
            inside = {c for row in group for c in row.clouds}
            known = {cloud: n for cloud, n in given.items() if cloud in inside}
            found = min(most, found * count_fillings(group, known, most))
        tied = {cloud for row in exercise.sheet.rows for cloud in row.clouds}
        loose = any(n is None and cloud not in tied for cloud, n in exercise.clouds.items())
        return most if loose and found else found
    if exercise.form == SYMBOLS:
        return 1 if all(n is not None for n in exercise.clouds.values()) else 0
    wrong = problems_of(exercise.board(), exercise.sheet, (0, 0))
    return 1 if {each.element for each in wrong} == set(exercise.asked) else 0


def solutions_by_cloud(exercise, most=2):
    """Count the fillings cloud by cloud: slowly, and by the words of the rule alone."""
    rows_of = {cloud.id: [] for cloud in exercise.sheet.clouds}
    for row in exercise.sheet.rows:
        for cloud in row.clouds:
            rows_of[cloud].append(row)
    numbers = dict(exercise.clouds)

    def may_run(row):
        known = [(at, numbers[c]) for at, c in enumerate(row.clouds) if numbers[c] is not None]
        steps = {(b - a) / (y - x) for (x, a), (y, b) in combinations(known, 2)}
        if len(known) == len(row.clouds):
            return mark_of([number for _, number in known]) is RowMark.SUN
        return steps in (set(), {1.0}, {-1.0})

    def count(empty):
        if not empty:
            return 1
        found = 0
        for number in range(10):
            numbers[empty[0]] = number
            if all(may_run(row) for row in rows_of[empty[0]]):
                found += count(empty[1:])
            if found >= most:
                break
        numbers[empty[0]] = None
        return found

    return count(exercise.asked)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", SHEETS)
def test_a_task_has_one_solution_and_stays_the_same(name, level):
    sheet = load_sheet(name)
    for task in TASKS:
        exercise = exercise_of(sheet, level, task)
        assert solutions_of(exercise) == 1
        assert exercise == exercise_of(sheet, level, task)
        solved = exercise.solved()
        assert all(solved.rows[r.id] is mark_of(solved.numbers(r.clouds)) for r in sheet.rows)
    others = {str(exercise_of(sheet, level, task).clouds) for task in TASKS}
    assert len(others) == len(TASKS)


@pytest.mark.parametrize("name", SHEETS)
def test_every_row_has_a_symbol_to_be_found_and_all_symbols_come_up(name):
    exercise = exercise_of(load_sheet(name), SYMBOLS, 1)
    assert exercise.asked == tuple(row.id for row in exercise.sheet.rows)
    assert None not in exercise.clouds.values()
    assert set(exercise.rows.values()) == {None}
    marks = list(exercise.marks.values())
    for mark in (RowMark.DOT, RowMark.SUN, RowMark.CROSSED):
        assert marks.count(mark) >= len(marks) / 5


@pytest.mark.parametrize("name", SHEETS)
def test_empty_clouds_can_be_filled_in_one_way_only(name):
    exercise = exercise_of(load_sheet(name), CLOUDS, 1)
    assert len(exercise.asked) >= 9
    assert exercise.asked == tuple(c for c, number in exercise.clouds.items() if number is None)
    assert solutions_by_cloud(exercise) == 1
    assert set(exercise.marks.values()) == {RowMark.SUN}
    assert all(
        number == exercise.numbers[cloud]
        for cloud, number in exercise.clouds.items()
        if number is not None
    )


@pytest.mark.parametrize("name", SHEETS)
def test_exactly_five_rows_are_wrong(name):
    for task in TASKS:
        exercise = exercise_of(load_sheet(name), MISTAKES, task)
        problems = problems_of(exercise.board(), exercise.sheet, (0, 0))
        assert [problem.element for problem in problems] == list(exercise.asked)
        assert {problem.code for problem in problems} == {DaydreamCode.ROW_MARK}
        assert len(exercise.asked) == FIVE
        assert not problems_of(exercise.solved(), exercise.sheet, (0, 0))


def test_fresh_sheets_have_tasks_too():
    for name in SHEETS:
        for level in LEVELS:
            assert solutions_of(exercise_of(load_sheet(name, seed=5), level, 1)) == 1


def test_a_fresh_sheet_whose_rows_cannot_all_run_is_refused():
    with pytest.raises(HostError) as refused:
        exercise_of(load_sheet("BC", seed=2), CLOUDS, 1)
    assert refused.value.code == "exercise-none"
    assert refused.value.facts == {"sheet": "BC", "seed": 2}


def test_the_count_notices_a_task_that_is_not_unique():
    exercise = exercise_of(load_sheet("A"), CLOUDS, 1)
    nothing = replace(exercise, clouds=dict.fromkeys(exercise.clouds))
    assert solutions_of(nothing) == 2
    cloud, number = next((c, n) for c, n in exercise.clouds.items() if n is not None)
    touched = replace(exercise, clouds={**exercise.clouds, cloud: (number + 5) % 10})
    assert solutions_of(touched) == 0


def test_symbols_can_be_found_only_where_all_numbers_stand():
    exercise = exercise_of(load_sheet("A"), SYMBOLS, 1)
    gap = replace(exercise, clouds={**exercise.clouds, "c1": None})
    assert (solutions_of(exercise), solutions_of(gap)) == (1, 0)


def test_the_count_notices_another_mistake():
    exercise = exercise_of(load_sheet("A"), MISTAKES, 1)
    sound = next(row for row in exercise.rows if row not in exercise.asked)
    other = next(mark for mark in RowMark if mark is not exercise.rows[sound])
    assert solutions_of(replace(exercise, rows={**exercise.rows, sound: other})) == 0


@pytest.mark.parametrize(("level", "task"), [(0, 1), (4, 1), (1, 0), (1, MOST_TASK + 1)])
def test_there_is_no_such_task(level, task):
    with pytest.raises(ValueError, match="no task"):
        exercise_of(load_sheet("A"), level, task)


def test_tasks_that_were_printed_keep_their_numbers():
    # They are on paper: a change here marks them by other solutions.
    first = exercise_of(load_sheet("A"), SYMBOLS, 1)
    assert "".join(map(str, first.clouds.values())) == "6547856496037134562432"
    every = [
        (name, level, task, dict(exercise.clouds), [str(mark) for mark in exercise.rows.values()])
        for name in SHEETS
        for level in LEVELS
        for task in TASKS
        for exercise in [exercise_of(load_sheet(name), level, task)]
    ]
    assert hashlib.sha256(str(every).encode()).hexdigest()[:16] == "c855da0437eee38b"
