"""Fillings in which some rows run, some only differ, and some repeat a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from rules.chance import mixed
from rules.daydream.board import RowMark
from rules.daydream.exercise_runs import HIGHEST, LOWEST, runs_of
from rules.daydream.rows import mark_of
from rules.daydream.sheet import Row, Sheet

_SUNS = 3
"""One row in this many is made to run."""
_MOST_TRIES = 4000
"""Places that one attempt may try before it begins anew with other rows."""


def mixed_numbers(sheet: Sheet, chance: Random) -> dict[str, int]:
    """Number all clouds so that the three symbols come up about equally often."""
    while True:
        numbers = _suns(sheet, chance)
        wanted = _wanted(sheet, numbers, chance)
        filled = _Filler(sheet, wanted, chance).fill(numbers)
        if filled is not None:
            return {cloud.id: filled[cloud.id] for cloud in sheet.clouds}


def _suns(sheet: Sheet, chance: Random) -> dict[str, int]:
    """Make some rows run, as far as rows that cross allow it."""
    numbers: dict[str, int] = {}
    left = max(2, round(len(sheet.rows) / _SUNS))
    for row in mixed(sheet.rows, chance):
        fitting = [
            run
            for run in runs_of(len(row.clouds))
            if all(numbers.get(c, n) == n for c, n in zip(row.clouds, run, strict=True))
        ]
        if fitting and left:
            numbers |= dict(zip(row.clouds, mixed(fitting, chance)[0], strict=True))
            left -= 1
    return numbers


def _wanted(sheet: Sheet, numbers: Mapping[str, int], chance: Random) -> dict[str, RowMark]:
    """Share dot and crossed out among the rows that are still open."""
    wanted: dict[str, RowMark] = {}
    crossed = False
    for row in mixed(sheet.rows, chance):
        earned = mark_of([numbers.get(cloud) for cloud in row.clouds])
        if earned is None:
            wanted[row.id] = RowMark.CROSSED if crossed else RowMark.DOT
            crossed = not crossed
    return wanted


class _Filler:
    """Fills the open clouds one after the other, and goes back where that leads nowhere."""

    def __init__(self, sheet: Sheet, wanted: Mapping[str, RowMark], chance: Random) -> None:
        self._wanted, self._chance = wanted, chance
        self._through: dict[str, list[Row]] = {cloud.id: [] for cloud in sheet.clouds}
        for row in sheet.rows:
            for cloud in row.clouds:
                self._through[cloud].append(row)
        self._tries = 0

    def fill(self, numbers: Mapping[str, int]) -> dict[str, int] | None:
        """Number all other clouds; None if the rows cannot be had, or not soon."""
        filled = dict(numbers)
        return (
            filled if self._go_on([c for c in self._through if c not in filled], filled) else None
        )

    def _go_on(self, open_clouds: Sequence[str], filled: dict[str, int]) -> bool:
        if not open_clouds:
            return True
        cloud, *rest = open_clouds
        for number in self._candidates(cloud, filled):
            self._tries += 1
            if self._tries > _MOST_TRIES:
                return False
            filled[cloud] = number
            if all(self._may_be(row, filled) for row in self._through[cloud]) and self._go_on(
                rest, filled
            ):
                return True
            del filled[cloud]
        return False

    def _candidates(self, cloud: str, filled: Mapping[str, int]) -> list[int]:
        """Try numbers near the row's others first: rows that nearly run are what one looks at."""
        near = [filled[c] for row in self._through[cloud] for c in row.clouds if c in filled]
        away = {
            number: min((abs(number - other) for other in near), default=0)
            for number in range(LOWEST, HIGHEST + 1)
        }
        return sorted(away, key=lambda number: away[number] * 0.6 + 2 * self._chance.random())

    def _may_be(self, row: Row, filled: Mapping[str, int]) -> bool:
        """Say whether a row can still earn what it should."""
        numbers = [filled.get(cloud) for cloud in row.clouds]
        earned, wanted = mark_of(numbers), self._wanted.get(row.id)
        if earned is not None:
            return wanted is None or earned is wanted
        known = [number for number in numbers if number is not None]
        return wanted is not RowMark.DOT or len(set(known)) == len(known)
