"""Deduction puzzles: one solution, of the level that is said, for reasons that hold."""

from __future__ import annotations

from itertools import product

import pytest

from rules.daydream.board import RowMark, blank
from rules.daydream.exercise import bare, deduction_form, exercise_of
from rules.daydream.exercise_marking import Slip, marking_of
from rules.daydream.puzzles.breaks import broke_at, way_of
from rules.daydream.puzzles.deduction import deduction_of, hardest_of, marks_of
from rules.daydream.puzzles.notes import ALL, left_by, numbers_in
from rules.daydream.puzzles.second_opinion import count_fillings, second_level
from rules.daydream.puzzles.solver import LEVELS, Contradiction, Grid, follows, level_of, solve
from rules.daydream.rows import mark_of
from rules.daydream.sheet import Row
from rules.errors import HostError
from templates.daydream.game import GAME
from templates.daydream.load import load_sheet

A = load_sheet("daydream/A")
SUN, DOT, CROSSED = RowMark.SUN, RowMark.DOT, RowMark.CROSSED


def puzzle(level, number=1, sheet=A):
    return exercise_of(sheet, deduction_form(level), number)


def given_of(exercise):
    return {cloud: number for cloud, number in exercise.clouds.items() if number is not None}


# ------------------------------------------------------------------ what a row leaves


def note(*numbers):
    return sum(1 << number for number in numbers)


@pytest.mark.parametrize(
    ("mark", "notes", "left"),
    [
        (SUN, [note(3), ALL], [note(3), note(2, 4)]),
        (SUN, [note(6), ALL, ALL], [note(6), note(5), note(4)]),
        (DOT, [note(3), ALL], [note(3), note(1, 5, 6)]),  # not 2 or 4: these would run
        (CROSSED, [note(3), ALL], [note(3), note(3)]),
        (CROSSED, [note(3), note(5), ALL], [note(3), note(5), note(3, 5)]),
        (CROSSED, [note(3), note(3), ALL], [note(3), note(3), ALL]),
        (SUN, [note(1), note(6)], [0, 0]),
        (DOT, [note(2), note(2)], [0, 0]),
        (CROSSED, [note(1), note(2)], [0, 0]),
    ],
)
def test_what_a_row_leaves(mark, notes, left):
    assert left_by(mark, tuple(notes)) == tuple(left)


@pytest.mark.parametrize("mark", [SUN, DOT, CROSSED])
@pytest.mark.parametrize("notes", [(ALL, ALL, ALL), (note(1, 2), note(2, 3), note(4, 6)),
                                   (note(2), ALL, note(2, 4), ALL)])  # fmt: skip
def test_what_is_left_is_what_some_filling_has(mark, notes):
    fillings = [f for f in product(*map(numbers_in, notes)) if mark_of(f) is mark]
    wanted = tuple(note(*{f[place] for f in fillings}) for place in range(len(notes)))
    assert left_by(mark, notes) == wanted


# ------------------------------------------------------------------ puzzles


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_two_solvers_agree_on_one_solution_and_its_level(level, number):
    exercise = puzzle(level, number)
    given, rows = given_of(exercise), exercise.sheet.rows
    assert count_fillings(rows, exercise.marks, given) == 1
    assert second_level(rows, exercise.marks, given) == level
    assert level_of(Grid(rows, exercise.marks), given) == level
    assert len(given) <= len(exercise.clouds) / 2
    assert all(1 <= n <= 6 for n in exercise.numbers.values())
    assert {**exercise.numbers, **given} == exercise.numbers


def test_the_second_solver_notices_a_wrong_level_and_a_second_solution():
    exercise = puzzle(3)
    given, rows = given_of(exercise), exercise.sheet.rows
    every = dict(exercise.numbers)
    cloud = exercise.asked[0]
    one_left = {c: n for c, n in every.items() if c != cloud}
    assert second_level(rows, exercise.marks, one_left) in (1, 2, None) != 3
    fewer = {c: n for c, n in given.items() if c != next(iter(given))}
    assert count_fillings(rows, exercise.marks, {}) == 2
    assert second_level(rows, exercise.marks, fewer) != 3, "No number that is given is idle."


def test_the_same_number_is_the_same_puzzle_for_ever():
    given, numbers = deduction_of(bare(A), 3, 7)
    assert deduction_of(bare(A), 3, 7) == (given, numbers)
    assert "".join(str(given.get(c.id, "-")) for c in A.clouds) == KEPT[3]
    given, _ = deduction_of(bare(A), 5, 7)
    assert "".join(str(given.get(c.id, "-")) for c in A.clouds) == KEPT[5]


@pytest.mark.parametrize("level", LEVELS)
def test_what_can_be_done_without_is_found_in_the_same_way_as_a_solution(level):
    given, numbers = deduction_of(bare(A), level, 7)
    grid = Grid(A.rows, marks_of(A.rows, numbers))
    told = set()
    for more in [cloud for cloud in grid.through if cloud not in given][:3]:
        eased = {**given, more: numbers[more]}
        for cloud in eased:
            without = {other: n for other, n in eased.items() if other != cloud}
            told.add(found := follows(grid, without, level, cloud))
            assert found == solve(grid, without, level).is_solved, cloud
    assert told == {True, False}


def test_pupils_have_different_puzzles():
    found = {tuple(sorted(deduction_of(bare(A), 2, n)[0].items())) for n in range(1, 31)}
    assert len(found) == 30


@pytest.mark.parametrize("level", LEVELS)
def test_every_step_is_true_and_no_harder_than_the_level(level):
    exercise = puzzle(level)
    steps = way_of(exercise).steps
    assert max(step.level for step in steps) == level
    written = given_of(exercise)
    for step in steps:
        if exercise.numbers[step.cloud] == step.number:
            written[step.cloud] = step.number
        else:
            assert step.level == 5, "Only a supposition says what a number is not."
    assert written == exercise.numbers


@pytest.mark.parametrize(("level", "number"), [(0, 1), (6, 1), (1, 0), (1, 4096)])
def test_puzzles_that_there_are_not(level, number):
    with pytest.raises(ValueError, match="there is no puzzle"):
        deduction_of(bare(A), level, number)


@pytest.mark.parametrize("sheet", GAME.sheets)
def test_only_where_rows_come_back_to_each_other_there_is_something_to_suppose(sheet):
    rows = bare(load_sheet(sheet))
    assert hardest_of(rows) == (4 if sheet == "daydream/EF" else 5)
    if hardest_of(rows) == 4:
        with pytest.raises(HostError, match="puzzle-too-hard") as refused:
            deduction_of(rows, 5, 1)
        assert (refused.value.facts["hardest"], refused.value.facts["other"]) == (4, "BC")


def test_what_cannot_be_is_not_solved():
    rows = [Row("r1", ("a", "b")), Row("r2", ("b", "c"))]
    grid = Grid(rows, {"r1": CROSSED, "r2": SUN})
    assert not solve(grid, {"a": 1, "c": 5}).is_solved
    with pytest.raises(Contradiction):
        grid.left(rows[0], {"a": note(1), "b": note(2)})
    assert solve(grid, {"a": 2, "c": 1}).is_solved
    assert marks_of(rows, {"a": 2, "b": 2, "c": 1}) == {"r1": CROSSED, "r2": SUN}


# ------------------------------------------------------------------ what came back


def board(exercise, **changes):
    from dataclasses import replace

    solved = exercise.solved()
    return replace(solved, clouds={**solved.clouds, **changes})


def test_right_wrong_and_missing():
    exercise = puzzle(2)
    one, other = exercise.asked[:2]
    wrong = exercise.numbers[one] % 6 + 1
    marking = marking_of(board(exercise, **{one: wrong, other: None}), exercise)
    assert marking.right == marking.of - 2
    assert [(c.element, c.slip) for c in marking.corrections] == [
        (one, Slip.WRONG), (other, Slip.MISSING)]  # fmt: skip
    assert marking_of(exercise.solved(), exercise).right == len(exercise.asked)
    assert blank(exercise.sheet).clouds.keys() == exercise.numbers.keys()


def test_the_first_contradiction_is_named():
    exercise = puzzle(1)
    assert broke_at(exercise.solved(), exercise, ()) is None
    first = way_of(exercise).steps[0]
    wrong = next(n for n in range(1, 7) if n != first.number)
    found = broke_at(board(exercise, **{first.cloud: wrong}), exercise, ())
    assert found.code == "row" and found.element == first.rows[0]
    assert broke_at(board(exercise, **{first.cloud: wrong}), exercise, [first.cloud]) is None
    assert broke_at(board(exercise, **{first.cloud: None}), exercise, ()) is None
    nine = broke_at(board(exercise, **{first.cloud: 9}), exercise, ())
    assert nine.code == "row", "No die shows a nine."


def test_a_wrong_number_that_no_row_contradicts_is_named_itself():
    exercise = puzzle(3)
    empty = {cloud: None for cloud in exercise.asked}
    found = [
        broke_at(board(exercise, **{**empty, cloud: n}), exercise, ())
        for cloud in exercise.asked
        for n in range(1, 7)
        if n != exercise.numbers[cloud]
    ]
    assert all(each is not None for each in found)
    assert {each.code for each in found} == {"row", "cloud"}


KEPT = {3: "2------51-55-----3----", 5: "----322---1--6----2---"}
"""What was given when the first ones were printed."""
