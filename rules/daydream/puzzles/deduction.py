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
    follows,
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
_WITH_CIRCLES = {"A": 12, "BC": 23, "EDF": 35}
"""Sheets drawn by hand that have every level, and how many rows they have."""

Numbers = Mapping[str, int]


def deduction_of(sheet: Sheet, level: int, number: int) -> tuple[dict[str, int], dict[str, int]]:
    """Give the given numbers of a puzzle, and all of its solution.

    Raises:
        HostError: ``puzzle-too-hard``, ``puzzle-none``: this sheet has no puzzle of the level.
    """
    if level not in LEVELS or not 1 <= number <= MOST_NUMBER:
        raise ValueError(f"there is no puzzle {number} of level {level}")
    if level > hardest_of(sheet):
        raise too_hard(sheet, level)
    chance = Random(f"deduction 1 {sheet.id} {sheet.seed} {level} {number}")
    for attempt in range(_ATTEMPTS):
        sunny = level >= LONG_NOTES and attempt % 2 == 0
        numbers = _filled(sheet, _SUNNY if sunny else _MIXED, chance)
        grid = Grid(sheet.rows, marks_of(sheet.rows, numbers))
        taken = _untold(grid, numbers, level)
        for _ in range(_ORDERS):
            order = [cloud for cloud in mixed(list(grid.through), chance) if cloud in taken]
            given = _thinned(grid, numbers, level, order)
            if len(given) <= _MOST_GIVEN * len(numbers) and _needs(grid, given, level):
                return given, numbers
    raise _none(sheet, level)


def hardest_of(sheet: Sheet) -> int:
    """Say the hardest level that a sheet can have.

    Where rows nowhere come back to each other in a circle, notes find all that can be found.
    """
    grid = Grid(sheet.rows, {})
    nothing = dict.fromkeys(grid.through, ALL)
    circles = any(grid.has_circle(nothing, cloud) for cloud in grid.through)
    return SUPPOSITION if circles else LONG_NOTES


def too_hard(sheet: Sheet, level: int) -> HostError:
    """Say that a sheet cannot have a level, and which other sheet has it."""
    short, many = sheet.id.rpartition("/")[2], len(sheet.rows)
    other = min(_WITH_CIRCLES, key=lambda name: abs(_WITH_CIRCLES[name] - many))
    return HostError("puzzle-too-hard", sheet=short, seed=sheet.seed, level=level,
                     hardest=hardest_of(sheet), other=other)  # fmt: skip


def _none(sheet: Sheet, level: int) -> HostError:
    short = sheet.id.rpartition("/")[2]
    return HostError("puzzle-none", sheet=short, seed=sheet.seed, level=level)


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
        notes = _search(grid, dict.fromkeys(grid.through, ALL), grid.rows, chance, [200])
        if notes is not None:
            numbers = {cloud: numbers_in(note)[0] for cloud, note in notes.items()}
            span = HIGHEST + 1 - LOWEST
            return {
                cloud.id: numbers.get(cloud.id, LOWEST + int(chance.random() * span))
                for cloud in sheet.clouds
            }


def _search(
    grid: Grid, notes: dict[str, int], rows: Sequence[Row], chance: Random, left: list[int]
) -> dict[str, int] | None:
    """Let rows look, fill the cloud with the fewest ways, and go back where that leads nowhere."""
    left[0] -= 1
    try:
        notes = grid.settled(notes, rows)
    except Contradiction:
        return None
    open_clouds = [cloud for cloud, note in notes.items() if not is_settled(note)]
    if not open_clouds or left[0] < 0:
        return None if open_clouds else notes
    cloud = min(mixed(open_clouds, chance), key=lambda each: notes[each].bit_count())
    for number in mixed(numbers_in(notes[cloud]), chance):
        tried = {**notes, cloud: 1 << number}
        found = _search(grid, tried, grid.through[cloud], chance, left)
        if found is not None or left[0] < 0:
            return found
    return None


def _untold(grid: Grid, numbers: Numbers, level: int) -> set[str]:
    """Give the clouds whose numbers may be taken away; what follows from no others never is.

    None, where even with all of them empty no rows come back to each other: nothing could be
    supposed there.
    """
    tied = {cloud for cloud in grid.through if grid.is_tied(cloud, numbers)}
    if level == SUPPOSITION:
        notes = grid.noted({cloud: n for cloud, n in numbers.items() if cloud not in tied})
        if not any(grid.has_circle(notes, cloud) for cloud in tied if not is_settled(notes[cloud])):
            return set()
    return tied


def _thinned(grid: Grid, numbers: Numbers, level: int, order: Sequence[str]) -> dict[str, int]:
    """Take numbers away as long as the steps of the level lead to the end."""
    given = dict(numbers)
    # The hard steps take long: what the easier ones can do without is taken away first.
    for steps in (LONG_NOTES, level) if level == SUPPOSITION else (level,):
        for cloud in order:
            if cloud not in given:
                continue
            without = {other: n for other, n in given.items() if other != cloud}
            if follows(grid, without, steps, cloud):
                given = without
    return given


def _needs(grid: Grid, given: Numbers, level: int) -> bool:
    """Say whether a puzzle that the steps of a level solve needs them."""
    if level == SUPPOSITION:
        return not all(map(is_settled, grid.noted(given).values()))
    return level == LEVELS[0] or not solve(grid, given, level - 1).is_solved
