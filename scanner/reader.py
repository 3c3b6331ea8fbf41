"""A game's part in reading a sheet: everything else is shared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rules.errors import HostError
from scanner.reading import Reading
from scanner.weigh import JudgeValues
from templates.game import SheetLayout
from templates.games import game_of
from templates.sheet_code import SheetCode
from templates.telling import problem_texts

if TYPE_CHECKING:
    from scanner.notes import Notes
    from scanner.page.ink import InkPage
    from scanner.page.warp import Warp
    from scanner.pictures import Grey
    from scanner.scan import Scan

Layout = Any
"""The game's own layout."""
Told = Callable[[Mapping[str, Reading], Layout], Mapping[str, Reading]]


def as_read(readings: Mapping[str, Reading], layout: Layout) -> Mapping[str, Reading]:
    """Leave readings as they are: the board has their values."""
    return readings


def for_others(code: SheetCode) -> list[SheetCode]:
    """Give the codes of a score sheet for more and fewer players."""
    return [replace(code, players=code.players + step) for step in (-1, 1)]


def list_problems(notes: Notes, scan: Scan, layout: Layout, lang: str) -> None:
    """List what is wrong below a marked sheet, with a number where it has a place."""
    from scanner.notes import RED

    problems = scan.score.problems
    told = problem_texts(problems, scan.sheet, scan.code.seed, lang)
    for problem, text in zip(problems, told, strict=True):
        place = layout.places.get(problem.element)
        notes.note(text, RED, place and place.at, beside=5.0)


@dataclass(frozen=True)
class SheetReader:
    """How a sheet's ink is read, and what the rules say to it."""

    read: Callable[[InkPage, Layout], dict[str, Reading]]
    """Read every element of a flattened page, each for itself."""
    judging: Callable[[Layout], JudgeValues]
    """Say what the rules make of a page's elements if they say this, or that."""
    told: Told = as_read
    """Say decided readings as the board has them, where elements are read otherwise."""
    notes: Callable[[Notes, Scan, Layout, str], None] = list_problems
    """Draw what is right and wrong on the marked sheet."""
    sure: float = 0.7
    """From this share of its own print on a page is what its code says; another has 0.5 at most."""
    others: Callable[[SheetCode], list[SheetCode]] = for_others
    """Sheets with another print: one of them may be what lies there, whatever the code says."""
    fits: Callable[[Grey, SheetCode], bool] = lambda page, code: True
    """Whether what only this sheet shows is on a flattened page."""
    is_shown: Callable[[Grey, Warp, SheetCode], bool] = lambda grey, warp, code: False
    """Whether print alone says that it is this sheet, and no other."""


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a sheet: one with a task is read for its answers alone."""
    reader: SheetReader = import_module(game_of(code.sheet).reader_in).reader_for(code)
    return reader


def layout_of(code: SheetCode) -> SheetLayout:
    """Lay out the sheet that a code speaks of."""
    return game_of(code.sheet).judge.layout_of(code)


def is_sheet(code: SheetCode) -> bool:
    """Say whether there is a sheet that a code speaks of; anybody can print a code."""
    try:
        return bool(layout_of(code))
    except HostError:
        return False
