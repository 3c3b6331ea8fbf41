"""The marking of puzzles in words, and how they are solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.puzzles.board import PuzzleBoard
from rules.puzzles.grid import Puzzle
from rules.puzzles.marking import (
    PuzzleBreak,
    PuzzleCorrection,
    PuzzleMarking,
    PuzzleSlip,
    broke_at,
    way_of,
)
from rules.puzzles.marking import marking_of as marking_of_board
from rules.puzzles.solver import LAST, Step
from templates.puzzles.names import cell_name, element_name, rule_name
from templates.several import listed
from templates.sheet_code import SheetCode
from templates.wording import say

_FIRST_STEPS = 3


def marking_of(board: PuzzleBoard, code: SheetCode) -> PuzzleMarking:
    """Mark a sheet."""
    return marking_of_board(board)


def count_text(marking: PuzzleMarking, code: SheetCode, lang: str) -> str:
    """Say how many answers are right."""
    return say("exercise.result.right", lang, right=marking.right, of=marking.of)


def marked_json(
    board: PuzzleBoard, code: SheetCode, doubtful: Sequence[str], lang: str
) -> dict[str, Any]:
    """Mark a sheet and give the result as scripts see it, with sentences for people."""
    marking, asked = marking_of_board(board), board.asked
    unsure = [element for element in asked.answers if element in doubtful]
    several = asked.count > 1
    messages = [message_of(each, lang, several=several) for each in marking.corrections]
    wrong = [
        message
        for each, message in zip(marking.corrections, messages, strict=True)
        if each.slip is PuzzleSlip.WRONG
    ]
    told = [count_text(marking, code, lang), *wrong]
    if missing := sum(each.slip is PuzzleSlip.MISSING for each in marking.corrections):
        told.append(say("puzzles.missing", lang, n=missing))
    if unsure:
        places = [element_name(each, lang, several=several) for each in unsure]
        told.append(say("exercise.unsure", lang, places=places))
    broke = broke_at(board, doubtful)
    if broke is not None:
        told.append(broke_text(broke, board, lang))
    return {
        "kind": asked.kind,
        "level": asked.level,
        "variant": asked.number,
        "task": asked.number,
        "puzzles": list(asked.numbers),
        "right": marking.right,
        "of": marking.of,
        "false_alarms": 0,
        "wrong": [
            {
                "element": each.element,
                "code": each.slip.value,
                "answer": each.answer,
                "should_be": each.should_be,
                "message": message,
            }
            for each, message in zip(marking.corrections, messages, strict=True)
        ],
        "unsure": unsure,
        "broke": broke
        and {
            "element": broke.element,
            "code": broke.code,
            "message": broke_text(broke, board, lang),
        },
        "message": ", ".join(told),
    }


def message_of(correction: PuzzleCorrection, lang: str, *, several: bool = False) -> str:
    """Say what an answer should have been."""
    name = element_name(correction.element, lang, several=several)
    return say("puzzles.should-be", lang, name=name, number=correction.should_be)


def broke_text(broke: PuzzleBreak, board: PuzzleBoard, lang: str) -> str:
    """Say where the reasoning broke."""
    name = element_name(broke.element, lang, several=board.asked.count > 1)
    if broke.rule is None:
        return say("puzzles.broke.cell", lang, name=name)
    rule = rule_name(board.asked.puzzles[broke.place - 1], broke.rule, lang)
    return say("puzzles.broke.rule", lang, name=name, rule=rule)


def step_text(step: Step, puzzle: Puzzle, lang: str) -> str:
    """Say what follows, and why."""
    key = "not" if step.is_not else step.why
    if step.why == LAST and not step.rules[0].is_house:
        key = "alone"
    rules = listed([rule_name(puzzle, rule, lang) for rule in step.rules[:3]], lang)
    cell = cell_name(puzzle, step.cell)
    return say(f"puzzles.step.{key}", lang, cell=cell, number=step.number, rules=rules)


def first_steps(puzzle: Puzzle) -> list[Step]:
    """Give the first steps of the solution, and the first one that is as hard as the puzzle."""
    steps = way_of(puzzle).steps
    hardest = next(step for step in steps if step.level == puzzle.level)
    first = list(steps[:_FIRST_STEPS])
    return first if hardest in first else [*first, hardest]


def hints_of(puzzle: Puzzle, lang: str) -> list[str]:
    """Give hints that say more and more of the first step: where, why, and what.

    A last one is about the first step that makes the puzzle as hard as it is.
    """
    first, *_ = steps = first_steps(puzzle)
    rule, why = _where_and_why(first, puzzle, lang)
    told = [say("exercise.hint.where", lang, rule=rule), why, step_text(first, puzzle, lang)]
    hardest = next(step for step in steps if step.level == puzzle.level)
    if hardest.level > first.level:
        rule, why = _where_and_why(hardest, puzzle, lang)
        told.append(say("exercise.hint.later", lang, rule=rule, why=why))
    return told


def _where_and_why(step: Step, puzzle: Puzzle, lang: str) -> tuple[str, str]:
    rule, cell = rule_name(puzzle, step.rules[0], lang), cell_name(puzzle, step.cell)
    why = say(f"puzzles.hint.{step.why}", lang, cell=cell, rule=rule, number=step.number)
    return rule, why
