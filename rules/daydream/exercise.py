"""Tasks for the classroom: half-filled sheets with one solution, the same for the same numbers.

They have forms. Three are kinds of their own, and are called levels on paper: level 1 gives all
numbers and asks for every row's symbol. Level 2 leaves clouds empty that can be filled in one way
only if every row is to be perfect: to run, and so to earn its sun. Level 3 gives numbers and
symbols, and five of the symbols are wrong. The other forms are the five levels of deduction
(rules/daydream/puzzles).

A printed task is known by its sheet, form and number alone: what is made from them here
must never change, or tasks that were printed before would be marked by other solutions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from rules.chance import mixed
from rules.daydream.board import DaydreamBoard, RowMark, blank
from rules.daydream.exercise_mix import mixed_numbers
from rules.daydream.exercise_runs import count_fillings, fillings, groups_of
from rules.daydream.rows import mark_of
from rules.daydream.sheet import Row, Sheet
from rules.errors import HostError

SYMBOLS, CLOUDS, MISTAKES = LEVELS = (1, 2, 3)
"""Which symbol? Which numbers? Which mistakes?"""
KINDS = {SYMBOLS: "symbols", CLOUDS: "clouds", MISTAKES: "mistakes"}
DEDUCTION = "deduction"
_DEDUCTION = 10
"""Added to the level of a deduction, it is the form."""
MOST_TASK = 70
"""Tasks of one sheet and level are numbered from 1 to this: the code on the paper has no more."""
FIVE = 5
"""How many mistakes there are to be found."""
_MOST_OPEN = 24
_OPEN_SHARE = 0.45
"""How many clouds are left empty at most, of all."""
_MARKS = (RowMark.DOT, RowMark.SUN, RowMark.CROSSED)


@dataclass(frozen=True, slots=True)
class Exercise:
    """One task: what is printed on the sheet, and what a pupil should make of it."""

    sheet: Sheet
    """Clouds and rows alone; the sheet's other parts are no part of a task."""
    form: int
    task: int
    """Its number."""
    clouds: Mapping[str, int | None]
    """The printed numbers; None where one is to be found."""
    rows: Mapping[str, RowMark | None]
    """The printed symbols; None where none is printed."""
    numbers: Mapping[str, int]
    """All numbers of the solution."""
    asked: tuple[str, ...]
    """What is to be answered: rows, empty clouds, or the rows that are wrong."""

    @property
    def kind(self) -> str:
        """What is asked: ``symbols``, ``clouds``, ``mistakes`` or ``deduction``."""
        return KINDS.get(self.form, DEDUCTION)

    @property
    def level(self) -> int:
        """What is said on paper."""
        return self.form if self.form in KINDS else self.form - _DEDUCTION

    @property
    def asks_numbers(self) -> bool:
        """Whether clouds are to be filled; else symbols are to be marked."""
        return asks_numbers(self.form)

    @property
    def marks(self) -> dict[str, RowMark]:
        """The symbols that the numbers of the solution earn."""
        return {row.id: _earned(row, self.numbers) for row in self.sheet.rows}

    def solution(self, element: str) -> RowMark | int:
        """Say what the right answer is at a row or a cloud."""
        return self.numbers[element] if element in self.numbers else self.marks[element]

    def board(self) -> DaydreamBoard:
        """Give the sheet as it is handed out."""
        untouched = blank(self.sheet)
        return replace(untouched, clouds=dict(self.clouds), rows=dict(self.rows))

    def solved(self) -> DaydreamBoard:
        """Give the sheet as it comes back if all is right."""
        asked = dict(self.rows) if self.asks_numbers else self.marks
        return replace(blank(self.sheet), clouds=dict(self.numbers), rows=asked)


def bare(sheet: Sheet) -> Sheet:
    """Give the clouds and rows of a sheet without everything else."""
    return Sheet(
        id=sheet.id,
        seed=sheet.seed,
        clouds=tuple(replace(cloud, symbol=None) for cloud in sheet.clouds),
        rows=sheet.rows,
        objects=(),
        leaves=(),
        thorns=0,
        tiers=sheet.tiers,
    )


def asks_numbers(form: int) -> bool:
    """Say whether a form of task asks for numbers; else it asks for symbols."""
    return form not in (SYMBOLS, MISTAKES)


def deduction_form(level: int) -> int:
    """Give the form of a deduction of a level, 1 to 5."""
    return _DEDUCTION + level


def exercise_of(sheet: Sheet, form: int, task: int) -> Exercise:
    """Make a task, always the same.

    Raises:
        HostError: ``exercise-none``, ``puzzle-none``: a fresh sheet may have no such task.
    """
    if form <= _DEDUCTION:
        return _of_kind(sheet, form, task)
    from rules.daydream.puzzles.deduction import deduction_of, marks_of

    rows = bare(sheet)
    given, numbers = deduction_of(rows, form - _DEDUCTION, task)
    clouds = {cloud.id: given.get(cloud.id) for cloud in rows.clouds}
    asked = tuple(cloud for cloud, number in clouds.items() if number is None)
    marks: dict[str, RowMark | None] = {**marks_of(rows.rows, numbers)}
    return Exercise(rows, form, task, clouds, marks, numbers, asked)


def _of_kind(sheet: Sheet, level: int, task: int) -> Exercise:
    if level not in LEVELS or not 1 <= task <= MOST_TASK:
        raise ValueError(f"there is no task {task} of level {level}")
    chance = Random(f"exercise 1 {sheet.id} {sheet.seed} {level} {task}")
    rows = bare(sheet)
    if level == CLOUDS:
        return _with_empty_clouds(rows, task, chance)
    numbers = mixed_numbers(rows, chance)
    if level == SYMBOLS:
        nothing = {row.id: None for row in rows.rows}
        asked = tuple(row.id for row in rows.rows)
        return Exercise(rows, level, task, dict(numbers), nothing, numbers, asked)
    return _with_mistakes(rows, task, numbers, chance)


def _with_empty_clouds(sheet: Sheet, task: int, chance: Random) -> Exercise:
    numbers = _all_running(sheet, chance)
    given = _thinned(sheet, numbers, chance)
    asked = tuple(cloud.id for cloud in sheet.clouds if cloud.id not in given)
    clouds = {cloud.id: given.get(cloud.id) for cloud in sheet.clouds}
    suns = {row.id: RowMark.SUN for row in sheet.rows}
    return Exercise(sheet, CLOUDS, task, clouds, dict(suns), numbers, asked)


def _all_running(sheet: Sheet, chance: Random) -> dict[str, int]:
    """Number all clouds so that every row runs."""
    numbers = {cloud.id: int(chance.random() * 10) for cloud in sheet.clouds}
    for group in groups_of(sheet):
        filling = next(fillings(group, {}, lambda ways: mixed(ways, chance)), None)
        if filling is None:
            raise HostError("exercise-none", sheet=sheet.id.rpartition("/")[2], seed=sheet.seed)
        numbers |= filling
    return {cloud.id: numbers[cloud.id] for cloud in sheet.clouds}


def _thinned(sheet: Sheet, numbers: Mapping[str, int], chance: Random) -> dict[str, int]:
    """Take numbers away as long as the others leave one solution only."""
    given = dict(numbers)
    groups = groups_of(sheet)
    most = min(_MOST_OPEN, round(_OPEN_SHARE * len(numbers)))
    for cloud in mixed(list(numbers), chance):
        group = next((g for g in groups if any(cloud in row.clouds for row in g)), None)
        if group is None or len(numbers) - len(given) == most:
            continue
        without = {other: n for other, n in given.items() if other != cloud}
        if count_fillings(group, without) == 1:
            given = without
    return given


def _with_mistakes(sheet: Sheet, task: int, numbers: Mapping[str, int], chance: Random) -> Exercise:
    rows: dict[str, RowMark | None] = {row.id: _earned(row, numbers) for row in sheet.rows}
    wrong = {row.id for row in mixed(sheet.rows, chance)[:FIVE]}
    for row in sheet.rows:
        if row.id in wrong:
            others = [mark for mark in _MARKS if mark is not rows[row.id]]
            rows[row.id] = mixed(others, chance)[0]
    asked = tuple(row.id for row in sheet.rows if row.id in wrong)
    return Exercise(sheet, MISTAKES, task, dict(numbers), rows, dict(numbers), asked)


def _earned(row: Row, numbers: Mapping[str, int]) -> RowMark:
    mark = mark_of([numbers[cloud] for cloud in row.clouds])
    assert mark is not None, "All clouds of a solution have a number."
    return mark
