"""Which task a sheet carries is in its code; all other codes are as they were."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.daydream.exercise import LEVELS, MOST_TASK, exercise_of
from rules.daydream.exercise_marking import marking_of
from templates.daydream.exercises import exercise_on, marked_json
from templates.daydream.load import load_sheet
from templates.games import all_sheets
from templates.languages import LANGUAGES
from templates.sheet_code import SheetCode, read_printed, read_qr
from tests.named import at


def test_every_task_has_a_code_of_its_own():
    plain = SheetCode("daydream/EDF", "letter", "sv", "black", 999_999, copy=9_999)
    codes = {
        (level, task): plain.with_exercise(level, task)
        for level in LEVELS
        for task in range(1, MOST_TASK + 1)
    }
    assert len({code.qr_text for code in codes.values()} | {plain.qr_text}) == len(codes) + 1
    for wanted, code in codes.items():
        assert code.exercise == wanted
        assert read_qr(code.qr_text) == read_printed(code.printed) == code
        assert (code.sheet, code.seed, code.copy) == (plain.sheet, plain.seed, plain.copy)


def test_sheets_for_games_have_no_task():
    assert all(SheetCode(kind, copy=7).exercise is None for kind in all_sheets())
    assert SheetCode("dreams/score", players=4, page=3).exercise is None
    assert exercise_on(SheetCode("daydream/A")) is None


def test_a_code_beyond_the_last_task_has_none():
    assert SheetCode("daydream/A", variant=3 * MOST_TASK + 1).exercise is None


@pytest.mark.parametrize(("level", "task"), [(0, 1), (4, 1), (1, 0), (1, MOST_TASK + 1)])
def test_no_code_for_a_task_that_there_is_not(level, task):
    with pytest.raises(ValueError, match="no room"):
        SheetCode("daydream/A").with_exercise(level, task)


def test_no_task_on_a_score_sheet():
    with pytest.raises(ValueError, match="has no tasks"):
        SheetCode("dreams/score").with_exercise(1, 1)


def test_the_code_gives_the_task():
    code = SheetCode("daydream/D", seed=5).with_exercise(2, 9)
    assert exercise_on(code) == exercise_of(load_sheet("D", seed=5), 2, 9)


def test_a_marking_in_words():
    code = SheetCode("daydream/A").with_exercise(1, 1)
    exercise = exercise_on(code)
    solved = exercise.solved()
    rows = {**solved.rows, "r8": None, "r3": exercise.marks["r8"]}
    board = replace(solved, rows=rows)
    told = marked_json(board, code, ["r5", "solo"], "en")
    assert told["message"] == (
        f"10 of 12 right, row {at('r3')} should be crossed out, row {at('r8')} should be sun, "
        f"to be looked at: row {at('r5')}"
    )
    assert (told["right"], told["of"], told["unsure"]) == (10, 12, ["r5"])
    assert told["wrong"][1] == {
        "element": "r8", "code": "missing", "answer": None, "should_be": "sun",
        "message": f"row {at('r8')} should be sun",
    }  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_marking_has_words(level, lang):
    code = SheetCode("daydream/BC").with_exercise(level, 1)
    exercise = exercise_on(code)
    untouched = exercise.board()
    told = marked_json(untouched, code, exercise.asked, lang)
    assert len(told["wrong"]) == len(exercise.asked)
    assert len({each["message"] for each in told["wrong"]}) == len(exercise.asked)
    assert told["right"] == marking_of(untouched, exercise).right == 0
    assert all(each["message"] in told["message"] for each in told["wrong"])
