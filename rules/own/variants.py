"""Worksheets with numbers that are drawn: the same ones for a variant, on every machine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from rules.own.expressions import Expression, parsed
from rules.own.language import ExpressionError, Known, Result
from rules.own.sheet import EMPTY, Kind, OwnSheet, Section, Slot

Drawn = Mapping[str, int]
"""Numbers by the name of their variable."""
_GAP = re.compile(r"\{([^{}]+)\}")
NUMBER = "n"
"""The name that stands for the round's number in labels."""
_TRIES, _MOST_TRIES = 60, 400
"""How often numbers are drawn anew that are there already, and that are not as they should be."""
_RARE = 0.04
"""So large a share has to be as it should be: then none is ever printed that is not."""
_PROBES = 200


@dataclass(frozen=True, slots=True)
class Named:
    """Names that stand for numbers and nothing else."""

    numbers: Drawn

    def value(self, name: str) -> Result:
        """Give a number."""
        return self.numbers[name]

    def everyone(self, name: str) -> list[Result]:
        """Give it for nobody: players have no part in it."""
        return []

    def rank(self, name: str) -> int:
        """Give the only place."""
        return 1


@lru_cache(maxsize=1024)
def _understood(text: str, names: tuple[str, ...]) -> Expression | None:
    try:
        found = parsed(text, {name: Known("number") for name in names})
    except ExpressionError:
        return None
    return found if found.type == "number" else None


def gaps_in(words: str) -> list[str]:
    """Give what stands between braces in a label."""
    return _GAP.findall(words)


def filled_in(words: str, numbers: Drawn) -> str:
    """Fill the gaps of a label: ``{a} · {b} = {a * b}``; what is no expression stays."""

    def number(gap: re.Match[str]) -> str:
        made = _understood(gap[1], tuple(numbers))
        return gap[0] if made is None else str(made.number(Named(numbers)))

    return _GAP.sub(number, words)


Variables = tuple[tuple[str, int, int], ...]
"""Names with the least and the most that each may be."""


def _numbers(seed: str, variables: Variables, attempt: int) -> Drawn:
    return {
        name: low + _chance(f"{seed} {name} {attempt}") % (high - low + 1)
        for name, low, high in variables
    }


def _chance(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def drawn(section: Section, variant: int) -> Mapping[int, Drawn]:
    """Draw a section's numbers for each of its rounds; no two rounds alike, if that can be."""
    if not section.variables:
        return {}
    seed = f"{variant} {section.id}"
    return _drawn(seed, tuple(section.times), _variables(section), section.where)


@lru_cache(maxsize=256)
def _drawn(
    seed: str, times: tuple[int, ...], variables: Variables, where: Expression | None
) -> Mapping[int, Drawn]:
    found: dict[int, Drawn] = {}
    for number in times:
        for attempt in range(_MOST_TRIES):
            one = _numbers(f"{seed} {number}", variables, attempt)
            fits = where is None or where.number(Named(one))
            if fits and (attempt >= _TRIES - 1 or one not in found.values()):
                break
        found[number] = one
    return found


def _variables(section: Section) -> Variables:
    return tuple((name, *limits) for name, limits in sorted(section.variables.items()))


def is_rare(section: Section) -> bool:
    """Say whether numbers that are drawn are so seldom as they should be that they run out."""
    if section.where is None:
        return False
    tries = [_numbers("rare", _variables(section), n) for n in range(_PROBES)]
    return sum(bool(section.where.number(Named(each))) for each in tries) < _PROBES * _RARE


def answers_of(sheet: OwnSheet, players: int, variant: int) -> Mapping[str, Result]:
    """Give the solution of everything that has one, by its id."""
    drawings = {section.id: drawn(section, variant) for section in sheet.sections}
    return dict(_answers(sheet, players, drawings))


def _answers(
    sheet: OwnSheet, players: int, drawings: Mapping[str, Mapping[int, Drawn]]
) -> Iterator[tuple[str, Result]]:
    for slot in sheet.slots(players).values():
        if slot.field.solution:
            row, column = (int(part) for part in slot.part.split("."))
            digit = slot.field.solution[row - 1][column - 1]
            if digit != EMPTY:
                yield slot.id, int(digit)
        elif slot.field.answer is not None:
            numbers = drawings[slot.section.id].get(slot.round, {})
            yield slot.id, _answer(slot, slot.field.answer.value(Named(numbers)))


def _answer(slot: Slot, value: Result) -> Result:
    if slot.field.kind is Kind.SEVERAL:
        chosen = value if isinstance(value, tuple) else (value,)
        return slot.part in [str(each) for each in chosen]
    return bool(value) if slot.field.kind is Kind.BOX else value
