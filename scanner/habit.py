"""Odd marks that are a habit: somebody ticks stars instead of circling them, every one of them.

Whether a tick counts is one question for the whole sheet, and the sheet often answers it: if all of
them count, everything fits, and without any one of them something does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scanner.reading import Reading
from scanner.weigh import JudgeValues, Scales

_ODD = "mark-odd"
"""Why a person is asked about a mark that is no proper one."""
_SOME = 3
"""So many odd marks of one kind make a habit."""
_LEAST = 0.05
"""What else a mark may say with a smaller chance is not considered."""
_MEANT = 0.9999
"""How likely such a mark is meant as one."""


def with_habits(inked: Mapping[str, Reading], judge: JudgeValues) -> Mapping[str, Reading]:
    """Believe odd marks that are a habit which everything else on the sheet confirms."""
    kinds: dict[str, list[str]] = {}
    for element, reading in inked.items():
        if reading.why == _ODD and reading.guess:
            kinds.setdefault(_kind(element), []).append(element)
    habits = [odd for odd in kinds.values() if len(odd) >= _SOME]
    if not habits:
        return inked
    scales = Scales({element: reading.guess for element, reading in inked.items()}, judge)
    found = dict(inked)
    for odd in habits:
        if all(_is_needed(element, inked, scales) for element in odd):
            found |= {element: _meant(inked[element]) for element in odd}
    return found


def _is_needed(element: str, inked: Mapping[str, Reading], scales: Scales) -> bool:
    """Whether the totals agree, and something is wrong without this mark, or with another one."""
    now, reading = scales.standing, inked[element]
    blank = next((value for value in reading.chances if not value), None)
    without = scales.verdict({element: blank})
    if now.gap or without.totals == now.totals:
        return False
    others = {v for v, chance in reading.chances.items() if v != reading.guess and chance > _LEAST}
    return all(
        len(scales.verdict({element: value}).problems) > len(now.problems)
        for value in others | {blank}
    )


def _meant(reading: Reading) -> Reading:
    share = (1 - _MEANT) / (len(reading.chances) - 1)
    chances = {v: _MEANT if v == reading.guess else share for v in reading.chances}
    return replace(reading, chances=chances, why="")


def _kind(element: str) -> str:
    return "".join(sign for sign in element if not sign.isdigit())
