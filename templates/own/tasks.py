"""Marking worksheets that people make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.own import score as scores
from rules.own.board import OwnBoard
from rules.own.score import Marked
from templates.own.judge import JUDGE, known
from templates.own.layout import pages_of
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
    unread = _on_missing_pages(board, code)
    marking = replace(
        marking, corrections=tuple(each for each in marking.corrections if each[0] not in unread)
    )
    messages = [
        say(
            "own.marked.wrong",
            lang,
            label=JUDGE.element_text(element, board.sheet, board.variant, lang),
            written=value_text(written, lang),
            right=value_text(right, lang),
        )
        for element, written, right in marking.corrections
    ]
    told = [count_text(marking, code, lang), *messages]
    if doubtful:
        places = [JUDGE.element_text(e, board.sheet, board.variant, lang) for e in doubtful]
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


def _on_missing_pages(board: OwnBoard, code: SheetCode) -> set[str]:
    """Name what stands on pages that nobody has looked at."""
    if not board.missing:
        return set()
    pages = pages_of(code.fingerprint, code.paper, code.players, code.lang, code.variant)
    places = [place for number in board.missing for place in pages[number - 1].places]
    return {*places, *(place.rpartition(".")[0] for place in places)}


def count_text(marking: Marked, code: SheetCode, lang: str) -> str:
    """Say how many answers are right, by what they are worth."""
    told = say("exercise.result.right", lang, right=marking.right, of=marking.of)
    if marking.missing:
        told += f" ({say('own.marked.pages', lang, pages=marking.missing)})"
    return told
