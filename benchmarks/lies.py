"""If a digit is misread and believed, how often does a wrong total pass in silence?

No photo is needed: every element of a filled-in sheet is read as it is, surely, but one digit as
another one that hands confuse it with, or, as an unusual hand would have it, all of its value. A
quarter of the players write no total. Rules and all other evidence then decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from benchmarks.cases import SHEETS
from benchmarks.mistakes import with_mistakes
from practice.boards import daydream_board
from scanner.decide import decide
from scanner.reader import reader_for
from scanner.reading import Reading
from templates.daydream.load import load_daydream
from templates.game import Value
from templates.games import game_of
from templates.load import code_for
from templates.places import is_same

CONFUSED = {0: (6, 8), 1: (7, 2), 2: (7, 1), 3: (5, 2), 4: (9, 7), 5: (3, 6), 6: (0, 5),
            7: (1, 2), 8: (3, 0), 9: (4, 5)}  # fmt: skip
"""What a digit is taken for; in this order in three cases of four and in one."""
BELIEVED = 0.997
"""How sure the reader is of the lie."""
HABIT, UNTOLD = 0.5, 0.25
"""How often all digits of a value are misread, and how often no total is written."""
_CLEAR, _TRUE = 0.9998, 0.6
"""How sure it is of everything else, and how much of the rest a lie leaves to the truth."""


def silent(number: int) -> tuple[bool, bool]:
    """Misread one digit of a numbered sheet: whether the total is wrong, and in silence."""
    rng = Random(f"lie {number}")
    sheet = SHEETS[number % len(SHEETS)]
    layout = load_daydream(sheet)
    board = daydream_board(layout.sheet, rng)
    if rng.random() < 1 / 3:
        board, _ = with_mistakes(board, layout.as_json(), rng)
    if rng.random() < UNTOLD:
        board = {**board, "total": None}
    judge = game_of(sheet).judge
    truth = dict(judge.values_of(judge.board_from(dict(board)), layout))
    digits = [e for e, v in truth.items() if layout.places[e].is_digit and isinstance(v, int)]
    lied = rng.choice(digits)
    alike = [e for e in digits if truth[e] == truth[lied]] if rng.random() < HABIT else [lied]
    readings = {e: _surely(e, v, layout.places[e]) for e, v in truth.items()}
    said = _confused(int(truth[lied] or 0), rng)
    for element in alike:
        readings[element] = _lie(element, int(truth[lied] or 0), said)
    reader = reader_for(code_for(sheet))
    decided = decide(readings, reader.judging(layout))
    values = {element: reading.guess for element, reading in decided.readings.items()}
    wrong = _total(judge, values, layout) != _total(judge, truth, layout)
    return wrong, wrong and not any(reading.why for reading in decided.readings.values())


def _total(judge: Any, values: Mapping[str, Value], layout: Any) -> int:
    return int(judge.score_of(judge.board_of(values, layout), layout).by_rules.total)


def _surely(element: str, value: Value, place: Any) -> Reading:
    """Read an element as it is."""
    if place.is_digit:
        return _digit(element, _chances(value, _CLEAR, None))
    others = [v for v in place.may_be if not is_same(v, value)]
    left = {v: (1 - _CLEAR) / max(len(others), 1) for v in others}
    return Reading(element, {value: _CLEAR, **left})


def _confused(truth: int, rng: Random) -> int:
    first, second = CONFUSED[truth]
    return first if rng.random() < 0.75 else second


def _lie(element: str, truth: int, said: int) -> Reading:
    return _digit(element, _chances(said, BELIEVED, truth))


def _digit(element: str, chances: dict[Value, float]) -> Reading:
    copied = element.endswith(".value")  # a polaroid's or a moon's
    return Reading(element, chances, doubt="digit-doubtful", copied=copied)


def _chances(said: Value, sure: float, truth: Value) -> dict[Value, float]:
    others: list[Value] = [v for v in (*range(10), None) if v != said]
    even = (1 - sure) * (1 - _TRUE if truth is not None else 1.0) / len(others)
    chances: dict[Value, float] = {said: sure, **dict.fromkeys(others, even)}
    if truth is not None:
        chances[truth] += (1 - sure) * _TRUE
    return chances
