"""Deduction puzzles: every row's symbol is given, few numbers are, and one filling fits.

A puzzle is known by its sheet, level and number alone: what is made from them here must never
change, or puzzles that were printed before would be marked by other solutions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from rules.chance import mixed
from rules.daydream.board import RowMark
from rules.daydream.puzzles.notes import ALL, HIGHEST, LOWEST, is_settled, numbers_in
from rules.daydream.puzzles.solver import (
    LEVELS,
    LONG_NOTES,
    SUPPOSITION,
    Contradiction,
    Grid,
    level_of,
    solve,
)
from rules.daydream.rows import mark_of
from rules.daydream.sheet import Row, Sheet
from rules.errors import HostError

MOST_NUMBER = 4095
"""Puzzles of one sheet and level are numbered from 1 to this."""
_MIXED = (RowMark.SUN, RowMark.SUN, RowMark.DOT, RowMark.CROSSED)
_SUNNY = (RowMark.SUN, *_MIXED)
"""Which symbols rows are to have; long ways are more frequent where more rows run."""
_MOST_GIVEN = 0.5
"""Of all numbers, how many are given at most."""
_ATTEMPTS = 1000
"""So many grids are tried for one puzzle, some of them with other numbers taken away."""
_ORDERS = 3

Numbers = Mapping[str, int]


def deduction_of(sheet: Sheet, level: int, number: int) -> tuple[dict[str, int], dict[str, int]]:
    """Give the given numbers of a puzzle, and all of its solution.

    Raises:
        HostError: ``puzzle-none``: this sheet has no puzzle of the level.
    """
    if level not in LEVELS or not 1 <= number <= MOST_NUMBER:
        raise ValueError(f"there is no puzzle {number} of level {level}")
    chance = Random(f"deduction 1 {sheet.id} {sheet.seed} {level} {number}")
    for attempt in range(_ATTEMPTS):
        sunny = level >= LONG_NOTES and attempt % 2 == 0
        numbers = _filled(sheet, _SUNNY if sunny else _MIXED, chance)
        grid = Grid(sheet.rows, marks_of(sheet.rows, numbers))
        for _ in range(_ORDERS):
            given = _thinned(grid, numbers, level, chance)
            if len(given) <= _MOST_GIVEN * len(numbers) and level_of(grid, given) == level:
                return given, numbers
    raise HostError("puzzle-none", sheet=sheet.id.rpartition("/")[2], seed=sheet.seed, level=level)


def marks_of(rows: Sequence[Row], numbers: Numbers) -> dict[str, RowMark]:
    """Say which symbols the numbers earn."""
    marks = {row.id: mark_of([numbers[cloud] for cloud in row.clouds]) for row in rows}
    return {row: mark for row, mark in marks.items() if mark is not None}


def _filled(sheet: Sheet, wanted: Sequence[RowMark], chance: Random) -> dict[str, int]:
    """Number all clouds so that the three symbols come up about equally often."""
    while True:
        marks = {
            row.id: wanted[int(chance.random() * len(wanted))]
            if len(row.clouds) <= HIGHEST
            else RowMark.CROSSED
            for row in sheet.rows
        }
        grid = Grid(sheet.rows, marks)
        notes = _search(grid, dict.fromkeys(grid.through, ALL), chance, [200])
        if notes is not None:
            numbers = {cloud: numbers_in(note)[0] for cloud, note in notes.items()}
            span = HIGHEST + 1 - LOWEST
            return {
                cloud.id: numbers.get(cloud.id, LOWEST + int(chance.random() * span))
                for cloud in sheet.clouds
            }


def _search(
    grid: Grid, notes: dict[str, int], chance: Random, left: list[int]
) -> dict[str, int] | None:
    """Fill the cloud with the fewest ways, and go back where that leads nowhere."""
    left[0] -= 1
    try:
        notes = grid.settled(notes, grid.rows)
    except Contradiction:
        return None
    open_clouds = [cloud for cloud, note in notes.items() if not is_settled(note)]
    if not open_clouds or left[0] < 0:
        return None if open_clouds else notes
    cloud = min(mixed(open_clouds, chance), key=lambda each: notes[each].bit_count())
    for number in mixed(numbers_in(notes[cloud]), chance):
        found = _search(grid, {**notes, cloud: 1 << number}, chance, left)
        if found is not None or left[0] < 0:
            return found
    return None


def _thinned(grid: Grid, numbers: Numbers, level: int, chance: Random) -> dict[str, int]:
    """Take numbers away as long as the steps of the level lead to the end."""
    given = dict(numbers)
    order = mixed(list(grid.through), chance)
    # The hard steps take long: what the easier ones can do without is taken away first.
    for steps in (LONG_NOTES, level) if level == SUPPOSITION else (level,):
        for cloud in order:
            if cloud not in given:
                continue
            without = {other: n for other, n in given.items() if other != cloud}
            if solve(grid, without, steps).is_solved:
                given = without
    return given
