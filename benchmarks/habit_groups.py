"""The groups of photos with odd pens, habits and covered marks; see docs/benchmark-photos.md."""

from __future__ import annotations

import numpy as np

from benchmarks.coverings import Covering, card, fingers, glare, scrap, sheen
from benchmarks.filling import SCORES, Habit
from benchmarks.habit_cases import habit_case
from benchmarks.habits import HABITS, SCORE_HABITS
from benchmarks.paper_camera import Way
from benchmarks.paper_groups import PENS, Cases, Take
from benchmarks.takes import Taken, take, take_overlapping

Rng = np.random.Generator


def _habit(habit: Habit) -> Take:
    """Photograph a sheet that somebody has filled in oddly."""

    def taken(number: int, rng: Rng) -> tuple[Cases, Taken]:
        case = habit_case(habit, number)
        return [case], take(case, habit.way(rng), rng, cover=sheen if habit.sheen else None)

    return taken


def _covered(cover: Covering, habit: Habit = PENS) -> Take:
    """Photograph a sheet on which something lies."""

    def taken(number: int, rng: Rng) -> tuple[Cases, Taken]:
        case = habit_case(habit, number)
        return [case], take(case, Way("flat"), rng, cover=cover)

    return taken


def _overlapping(number: int, rng: Rng) -> tuple[Cases, Taken]:
    cases: Cases = [habit_case(PENS, 2 * number + n) for n in (0, 1)]
    return cases, take_overlapping(cases[0], cases[1], Way("flat"), rng)


HABIT: dict[str, Take] = {name: _habit(habit) for name, habit in HABITS.items()} | {
    "fingers": _covered(fingers),
    "white-scrap": _covered(scrap),
    "card": _covered(card),
    "glare": _covered(glare),
    "overlapping": _overlapping,
}
# New groups go to the end: a group's place decides the numbers of its cases.
HABIT |= {name: _habit(habit) for name, habit in SCORE_HABITS.items()}
HABIT["score-fingers"] = _covered(fingers, Habit(sheets=SCORES))
