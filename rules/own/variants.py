"""Worksheets with numbers that are drawn: the same ones for a variant, on every machine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from rules.own.expressions import Expression, ExpressionError, Known, Result, parsed
from rules.own.sheet import EMPTY, Kind, OwnSheet, Section, Slot

Drawn = Mapping[str, int]
"""Numbers by the name of their variable."""
_GAP = re.compile(r"\{([^{}]+)\}")
NUMBER = "n"
"""The name that stands for the round's number in labels."""
_TRIES = 60
"""How often numbers are drawn anew that are there already, or not as they should be."""


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


@lru_cache(maxsize=256)
def _numbers(seed: str, variables: tuple[tuple[str, int, int], ...], attempt: int) -> Drawn:
    return {
        name: low + _chance(f"{seed} {name} {attempt}") % (high - low + 1)
        for name, low, high in variables
    }


def _chance(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def drawn(section: Section, variant: int) -> Mapping[int, Drawn]:
    """Draw a section's numbers for each of its rounds; no two rounds alike, if that can be."""
    names = tuple((name, *limits) for name, limits in sorted(section.variables.items()))
    found: dict[int, Drawn] = {}
    for number in section.times if names else ():
        for attempt in range(_TRIES):
            found[number] = _numbers(f"{variant} {section.id} {number}", names, attempt)
            fits = section.where is None or section.where.number(Named(found[number]))
            if fits and list(found.values()).count(found[number]) == 1:
                break
    return found


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
