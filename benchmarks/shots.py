"""The photos that the scanner is measured with, each with the truth about it.

Taking a photo costs far more than reading it, so that a folder can keep them: the next run with
the same folder reads the same photos, whatever has become of the scanner.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from benchmarks.cases import Case
    from benchmarks.habit_cases import HabitCase

T = TypeVar("T")
LEVELS = ("flatbed", "good", "hard")
KEPT = "PAPERPLAY_KEPT_PHOTOS"
"""The environment variable that names the folder of photos; worker processes see it as well."""


@dataclass(frozen=True)
class Truth:
    """What must be read of one sheet."""

    sheet: str
    elements: dict[str, object]
    points: object
    """The total by the rules; on a score sheet everybody's."""
    layout: Mapping[str, Any]
    hidden: tuple[str, ...] = ()
    """Elements that the photo does not show: to be asked about, whatever is read."""


@dataclass(frozen=True)
class Shot:
    """A photo, and what was written on the sheets in it."""

    name: str
    jpeg: bytes
    truths: tuple[Truth, ...]


def elements_of(board: Mapping[str, Any], layout: Mapping[str, Any]) -> dict[str, object]:
    """Every element's value, by its name in a scan."""
    from templates.games import game_of
    from templates.load import load_layout

    more = {"players": layout.get("players"), "page": layout.get("page_number", 1)}
    page = load_layout(board["sheet"], paper=layout["paper"], seed=layout.get("seed", 0), **more)
    judge = game_of(board["sheet"]).judge
    return judge.values_of(judge.board_from(dict(board)), page)


def points_of(board: Mapping[str, Any]) -> object:
    """Everything that the players argue about: the total by the rules, or all totals."""
    from templates.scores import score_json

    score = score_json(dict(board), "en")
    return score["by_rules"]["total"] if "by_rules" in score else score["totals"]


def shots_of(games: str, number: int) -> dict[str, Shot]:
    """Fill in one sheet and photograph it at every level."""

    def take() -> dict[str, Shot]:
        from benchmarks.camera import photograph
        from benchmarks.cases import case_of, score_case_of

        case = case_of(number) if games == "daydream" else score_case_of(number)
        truths = (truth_of(case),)
        return {
            level: Shot(
                f"{level} {number} {case.pen}",
                photograph(case.printed, number, level).jpeg,
                truths,
            )
            for level in LEVELS
        }

    return kept(f"{games}-{number}", take)


def shot_under(condition: str, number: int) -> Shot:
    """Photograph one sheet under a special condition, or four of them on a table."""

    def take() -> Shot:
        from benchmarks.camera import photograph, photograph_table
        from benchmarks.cases import case_of
        from benchmarks.conditions import photograph_under

        if condition == "four sheets":
            cases = [case_of(10_000 + 4 * number + n) for n in range(4)]
            jpeg = photograph_table([case.printed for case in cases], number).jpeg
        else:
            cases = [case_of(20_000 + number)]
            (case,) = cases
            if condition == "changed file":
                jpeg = photograph(case.printed, number, "good").jpeg
            else:
                jpeg = photograph_under(condition, case.printed, case.layout, number).jpeg
        return Shot(f"{condition} {number}", jpeg, tuple(truth_of(case) for case in cases))

    return kept(f"{condition}-{number}", take)


def truth_of(case: Case | HabitCase, hidden: tuple[str, ...] = ()) -> Truth:
    """Say what must be read of a case."""
    return Truth(
        case.sheet, elements_of(case.board, case.layout), points_of(case.board), case.layout, hidden
    )


def kept(name: str, take: Callable[[], T]) -> T:
    """Take photos, or take them out of the folder where they were kept."""
    folder = os.environ.get(KEPT)
    if not folder:
        return take()
    path = Path(folder) / f"{name.replace(' ', '-')}.pickle"
    if path.is_file():
        kept: T = pickle.loads(path.read_bytes())
        return kept
    taken = take()
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(f".{os.getpid()}")
    half.write_bytes(pickle.dumps(taken))
    half.replace(path)
    return taken
