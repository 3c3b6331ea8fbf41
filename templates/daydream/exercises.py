"""Tasks by what is printed on their sheets, and their marking in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from rules.daydream.board import DaydreamBoard, RowMark
from rules.daydream.exercise import DEDUCTION, MISTAKES, Exercise, exercise_of
from rules.daydream.exercise_marking import Correction, Slip, TaskMarking
from rules.daydream.exercise_marking import marking_of as marking_of_task
from rules.daydream.puzzles.breaks import Break, broke_at, way_of
from rules.daydream.puzzles.solver import Step
from templates.daydream.element_names import element_name, grid_names
from templates.daydream.load import load_sheet
from templates.sheet_code import SheetCode
from templates.wording import say


def exercise_on(code: SheetCode) -> Exercise | None:
    """Give the task on a sheet; None on a sheet for a game."""
    if code.exercise is None:
        return None
    return load_exercise(code.sheet, code.seed, *code.exercise)


@lru_cache(maxsize=256)
def load_exercise(sheet: str, seed: int, form: int, task: int) -> Exercise:
    """Make a task, or say why there is none, and keep it: a class hands in many copies of one."""
    return exercise_of(load_sheet(sheet, seed=seed), form, task)


def marking_of(board: DaydreamBoard, code: SheetCode) -> TaskMarking:
    """Mark a sheet with a task."""
    return marking_of_task(board, _task_on(code))


def _task_on(code: SheetCode) -> Exercise:
    exercise = exercise_on(code)
    assert exercise is not None, "The code says which task it is."
    return exercise


def marked_json(
    board: DaydreamBoard, code: SheetCode, doubtful: Collection[str], lang: str
) -> dict[str, Any]:
    """Mark a task and give the result as scripts see it, with sentences for people.

    Args:
        board: The sheet as it came back.
        code: Which task it is.
        doubtful: The elements that a person should look at first.
        lang: Language of the sentences.
    """
    exercise = _task_on(code)
    marking = marking_of_task(board, exercise)
    of = exercise.asked if exercise.form != MISTAKES else tuple(exercise.marks)
    unsure = [element for element in of if element in doubtful]
    messages = [message_of(each, exercise, lang) for each in marking.corrections]
    told = [count_text(marking, code, lang), *messages]
    if unsure:
        places = [element_name(each, code.sheet, code.seed, lang) for each in unsure]
        told.append(say("exercise.unsure", lang, places=places))
    broke = broke_at(board, exercise, doubtful)
    if broke is not None:
        told.append(broke_text(broke, exercise, lang))
    return {
        "kind": exercise.kind,
        "level": exercise.level,
        "variant": exercise.task,
        "task": exercise.task,
        "right": marking.right,
        "of": marking.of,
        "false_alarms": marking.false_alarms,
        "wrong": [
            {
                "element": each.element,
                "code": each.slip.value,
                "answer": _plain(each.answer),
                "should_be": _plain(each.should_be),
                "message": message,
            }
            for each, message in zip(marking.corrections, messages, strict=True)
        ],
        "unsure": unsure,
        "broke": broke
        and {
            "element": broke.element,
            "code": broke.code,
            "message": broke_text(broke, exercise, lang),
        },
        "message": ", ".join(told),
    }


def count_text(marking: TaskMarking, code: SheetCode, lang: str) -> str:
    """Say how many answers are right, or how many mistakes were found."""
    kind = "found" if _task_on(code).form == MISTAKES else "right"
    return say(f"exercise.result.{kind}", lang, right=marking.right, of=marking.of)


def message_of(correction: Correction, exercise: Exercise, lang: str) -> str:
    """Say what an answer should have been."""
    name = names_on(exercise)[correction.element]
    if correction.slip is Slip.FALSE_ALARM:
        return say("exercise.false-alarm", lang, row=name)
    if isinstance(correction.should_be, RowMark):
        return say(f"exercise.row.{correction.should_be}", lang, row=name)
    return say("exercise.cloud", lang, cloud=name, number=correction.should_be)


def broke_text(broke: Break, exercise: Exercise, lang: str) -> str:
    """Say where the reasoning broke."""
    return say(f"exercise.broke.{broke.code}", lang, name=names_on(exercise)[broke.element])


def step_text(step: Step, exercise: Exercise, lang: str) -> str:
    """Say what follows and why."""
    names, numbers = names_on(exercise), exercise.numbers
    rows = " + ".join(
        say(f"exercise.answers.{exercise.marks[row]}", lang, rows=names[row]) for row in step.rows
    )
    is_not = numbers[step.cloud] != step.number
    key = "not" if is_not else str(step.level)
    facts = {"cloud": names[step.cloud], "number": step.number, "rows": rows}
    return say(f"exercise.step.{key}", lang, **facts)


def steps_of(exercise: Exercise) -> tuple[Step, ...]:
    """Give the steps that lead to the solution of a deduction; nothing of other tasks."""
    return way_of(exercise).steps if exercise.kind == DEDUCTION else ()


def hints_of(exercise: Exercise, lang: str) -> list[str]:
    """Give hints that say more and more of a deduction's first step: where, which, and what.

    A last one is about the first step that makes the deduction as hard as it is.
    """
    first, *others = steps_of(exercise)
    rule, why = _where_and_which(first, exercise, lang)
    told = [say("exercise.hint.where", lang, rule=rule), why, step_text(first, exercise, lang)]
    hard = next((step for step in others if step.level == exercise.level > first.level), None)
    if hard is not None:
        rule, why = _where_and_which(hard, exercise, lang)
        told.append(say("exercise.hint.later", lang, rule=rule, why=why))
    return told


def _where_and_which(step: Step, exercise: Exercise, lang: str) -> tuple[str, str]:
    names = names_on(exercise)
    rows = " + ".join(
        say(f"exercise.answers.{exercise.marks[row]}", lang, rows=names[row]) for row in step.rows
    )
    key = "suppose" if exercise.numbers[step.cloud] != step.number else "cloud"
    which = say(f"exercise.hint.{key}", lang, cloud=names[step.cloud], number=step.number)
    return rows, which


def names_on(exercise: Exercise) -> Mapping[str, str]:
    """Name the clouds and rows of a task by the letters and numbers at the edges of its grid."""
    return grid_names(exercise.sheet.id, exercise.sheet.seed)


def _plain(value: RowMark | int | None) -> str | int | None:
    return value.value if isinstance(value, RowMark) else value
