"""The groups of photos with hard paper, prints and cameras; see docs/benchmark-photos.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.cases import Case, case_of, score_case_of
from benchmarks.filling import Habit
from benchmarks.habit_cases import HabitCase, Prepare, habit_case
from benchmarks.paper_camera import Way
from benchmarks.pens import USUAL
from benchmarks.print_faults import draft, grey_copy, margin, stripes
from benchmarks.sending import messenger, scanner_app
from benchmarks.takes import Taken, edge_out, half_of, take, take_table, take_with_app

Rng = np.random.Generator
Cases = list[Case | HabitCase]
Take = Callable[[int, Rng], tuple[Cases, Taken]]
FORTY = float(np.radians(40))
PENS = Habit(pens=(*USUAL, "pencil", "felt"))


def _one(way: Callable[[Rng], Way], made: Callable[[int], Case] = case_of, **more: Any) -> Take:
    """Photograph one sheet in one way."""

    def taken(number: int, rng: Rng) -> tuple[Cases, Taken]:
        case = made(number)
        return [case], take(case, way(rng), rng, **more)

    return taken


def _fold(kind: str) -> Take:
    return _one(lambda rng: Way(kind, FORTY, hard=bool(rng.random() < 0.5)))


def _hard(rng: Rng) -> Way:
    """What comes out of a school bag, by a careless hand and any phone."""
    kind = str(rng.choice(["flat", "half", "thirds", "quarters", "wave", "curl", "mixed"]))
    return Way(kind, FORTY, hard=True, wide=bool(rng.random() < 0.1), share=(0.6, 0.95))


def _small(rng: Rng) -> Way:
    kind = str(rng.choice(["flat", "flat", "wave", "half"]))
    share = (0.82, 0.95) if rng.random() < 0.5 else (0.45, 0.7)
    return Way(kind, 0.25, per_mm=(2.5, 3.4), share=share, size=(2048, 1536))


def _plain(rng: Rng) -> Way:
    return Way(str(rng.choice(["flat", "flat", "bow"])), 0.2)


def _printed(prepare: Prepare) -> Take:
    """Photograph a sheet that a poor printer or a copier made."""

    def taken(number: int, rng: Rng) -> tuple[Cases, Taken]:
        case = habit_case(PENS, number, prepare=prepare)
        return [case], take(case, _plain(rng), rng)

    return taken


def _app(number: int, rng: Rng) -> tuple[Cases, Taken]:
    case = case_of(number)
    return [case], take_with_app(case, rng, scanner_app)


def _halves(number: int, rng: Rng) -> tuple[Cases, Taken]:
    """Two photos of each sheet: even numbers show the first half, odd ones the second."""
    case = case_of(number - number % 2)
    return [case], take(case, _plain(rng), rng, cut=half_of(number % 2))


def _table(number: int, rng: Rng) -> tuple[Cases, Taken]:
    """Two to four sheets of a game night, in a careless photo."""
    cases: Cases = [case_of(4 * number + n) for n in range(int(rng.integers(2, 5)))]
    kind = str(rng.choice(["flat", "half", "wave", "curl"]))
    return cases, take_table(cases, Way(kind, 0.45, hard=True), rng)


PAPER: dict[str, Take] = {
    "folded-half": _fold("half"),
    "folded-quarters": _fold("quarters"),
    "folded-thirds": _fold("thirds"),
    "folded-and-waved": _fold("mixed"),
    "wave": _fold("wave"),
    "curl": _fold("curl"),
    "bow-1.5": _one(lambda rng: Way("bow", bow=0.015)),
    "bow-4": _one(lambda rng: Way("bow", bow=0.04)),
    "ultra-wide": _one(lambda rng: Way("flat", wide=True, hard=bool(rng.random() < 0.3))),
    "small": _one(_small),
    "messenger": _one(
        lambda rng: Way(str(rng.choice(["flat", "half", "wave"])), 0.3, share=(0.75, 0.95)),
        sent=messenger,
    ),
    "blur": _one(lambda rng: Way("flat", blur=float(rng.uniform(1 / 1200, 1 / 600)))),
    "hard": _one(_hard),
    "draft-print": _printed(draft),
    "inkjet-stripes": _printed(stripes),
    "grey-copy": _printed(grey_copy),
    "printers-margin": _printed(margin),
    "scanner-app": _app,
    "overexposed": _one(lambda rng: Way("flat", light=float(rng.uniform(1.35, 2.1)))),
    "deep-shadow": _one(lambda rng: Way("flat", hard=True, shadow=float(rng.uniform(0.7, 0.88)))),
    "edge-cut-off": _one(_plain, cut=edge_out),
    "halves": _halves,
    "full-table": _table,
    "score-good": _one(_plain, score_case_of),
    "score-hard": _one(_hard, score_case_of),
}
