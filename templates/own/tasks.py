"""Marking worksheets that people make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.own import score as scores
from rules.own.board import OwnBoard
from rules.own.score import Marked
from rules.own.sheet import said
from rules.own.variants import NUMBER, drawn, filled_in, gaps_in
from templates.own.judge import JUDGE, known
from templates.sheet_code import SheetCode
from templates.telling import value_text
from templates.wording import say


def marking_of(board: OwnBoard, code: SheetCode) -> Marked:
    """Mark a worksheet."""
    return scores.marked(board, known(board.sheet, board.version))


def marked_json(
    board: OwnBoard, code: SheetCode, doubtful: Sequence[str], lang: str
) -> dict[str, Any]:
    """Mark a worksheet and give the result as scripts see it."""
    marking = marking_of(board, code)
    messages = [
        say(
            "own.marked.wrong",
            lang,
            label=_label(element, board, lang),
            written=value_text(written, lang),
            right=value_text(right, lang),
        )
        for element, written, right in marking.corrections
    ]
    told = [count_text(marking, code, lang), *messages]
    if doubtful:
        places = [_label(each, board, lang) for each in doubtful]
        told.append(say("exercise.unsure", lang, places=places))
    return {
        "kind": board.sheet,
        "level": None,
        "task": None,
        "variant": board.variant,
        "right": marking.right,
        "of": marking.of,
        "false_alarms": 0,
        "wrong": [
            {"element": e, "code": "answer", "answer": a, "should_be": b, "message": message}
            for (e, a, b), message in zip(marking.corrections, messages, strict=True)
        ],
        "unsure": list(doubtful),
        "message": ", ".join(told),
    }


def _label(element: str, board: OwnBoard, lang: str) -> str:
    """Name a question, with the numbers that are printed on this variant."""
    head, *steps = element.split(".")
    section, field = known(board.sheet, board.version).fields[head]
    words = said(field.label, lang)
    if not (section.variables and gaps_in(words) and steps):
        return JUDGE.element_text(element, board.sheet, 0, lang)
    number = int(steps[0])
    return filled_in(words, {**drawn(section, board.variant)[number], NUMBER: number}).rstrip(" =")


def count_text(marking: Marked, code: SheetCode, lang: str) -> str:
    """Say how many answers are right, by what they are worth."""
    return say("exercise.result.right", lang, right=marking.right, of=marking.of)
