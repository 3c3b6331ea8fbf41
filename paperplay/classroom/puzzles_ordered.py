"""What puzzles a class is given: another sheet for each pupil, at the pupil's own level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paperplay.classroom.store import Group, Pupil
from printkit.classroom.class_set import printed_name
from printkit.classroom.puzzle_set import PuzzleOrder
from printkit.puzzles.class_set import PuzzlePrint
from rules.daydream.exercise import DEDUCTION, KINDS, MOST_TASK, bare, deduction_form
from rules.daydream.puzzles.deduction import MOST_NUMBER, hardest_of, too_hard
from rules.daydream.puzzles.solver import LEVELS
from rules.errors import HostError
from rules.puzzles.sheet import PuzzleSheet, levels_of, most_of
from templates.daydream.load import load_sheet
from templates.sheet_code import SheetCode
from templates.wording import say


@dataclass(frozen=True, slots=True)
class PuzzleWish:
    """What somebody wants."""

    kind: str
    level: int
    number: int
    count: int = 1
    large: bool = False
    because: bool = False
    hints: bool = False
    lang: str = "en"
    paper: str = "a4"
    ink: str = "colour"

    @property
    def sheet(self) -> PuzzleSheet:
        """The first sheet; ``puzzle-level`` or ``puzzle-many`` if there is none."""
        title = say(f"puzzles.title.{self.kind}", self.lang)
        most, levels = most_of(self.kind, large=self.large), levels_of(self.kind)
        if self.level not in levels:
            raise HostError("puzzle-level", kind=title, level=self.level, most=levels[-1])
        if self.count > most:
            most = most_of(self.kind, large=False)
            raise HostError("puzzle-many", kind=title, count=self.count, most=most)
        if self.hints and not PuzzleSheet(self.kind, self.level, 1).puzzles:
            raise HostError("puzzle-option", kind=title, option="--hints")
        return PuzzleSheet(self.kind, self.level, self.number, self.count, self.large, self.because)

    def code(self, sheet: PuzzleSheet, copy: int, mark: int = 0) -> SheetCode:
        """Give the code of a copy."""
        return SheetCode(f"puzzles/{self.kind}", self.paper, self.lang, self.ink, copy=copy,
                         class_mark=mark, variant=sheet.variant)  # fmt: skip

    def of(self, title: str, sheets: list[tuple[SheetCode, str]]) -> PuzzlePrint:
        """Make the order."""
        kind = say(f"puzzles.title.{self.kind}", self.lang)
        titled = f"{title} · {kind}" if title else kind
        return PuzzlePrint(titled, sheets, self.lang, self.paper, self.ink)


def copies_of(wish: PuzzleWish, copies: int) -> PuzzlePrint:
    """Order copies of one sheet."""
    sheet = wish.sheet
    return wish.of("", [(wish.code(sheet, copy), "") for copy in range(copies)])


def for_pupils(
    wish: PuzzleWish, group: Group, *, hide: bool, only: Sequence[Pupil] = ()
) -> PuzzlePrint:
    """Order another sheet for each pupil, or for some; who has a level in the list gets that.

    A level that a kind does not have is its hardest one.
    """
    first, hardest = wish.sheet, levels_of(wish.kind)[-1]
    sheets = []
    for pupil in only or group.pupils:
        own = min(pupil.level or first.level, hardest)
        begin = PuzzleSheet(first.kind, own, first.number, first.count, first.large, first.because)
        shown = "" if hide else printed_name(pupil.name)
        shown = shown or say("classroom.number", wish.lang, number=pupil.number)
        sheet = begin.next(pupil.number - 1)
        sheets.append((wish.code(sheet, pupil.number, group.mark), shown))
    return wish.of(group.name, sheets)


def on_sheets(
    kind: str,
    what: str,
    group: Group,
    *,
    level: int,
    number: int,
    hide: bool = False,
    only: Sequence[Pupil] = (),
    **page: Any,
) -> PuzzleOrder:
    """Order another task on the grid of a Daydream sheet for each pupil, or for some.

    A level of the list that the sheet cannot have is its hardest one.
    """
    pupils = only or group.pupils
    hardest = hardest_on(kind, what, page.get("seed", 0), level)
    return PuzzleOrder(
        what=what,
        group=group.name,
        mark=group.mark,
        pupils=[(one.number, "" if hide else one.name) for one in pupils],
        tasks=[
            task_of(kind, min(one.level or level, hardest), number + one.number - 1)
            for one in pupils
        ],
        **page,
    )


def hardest_on(kind: str, what: str, seed: int, level: int) -> int:
    """Give the hardest level of a sheet; ``puzzle-too-hard`` if a harder one is asked."""
    if kind != DEDUCTION:
        return LEVELS[-1]
    rows = bare(load_sheet(what, seed=seed))
    if level > hardest_of(rows):
        raise too_hard(rows, level)
    return hardest_of(rows)


def task_of(kind: str, level: int, number: int) -> tuple[int, int]:
    """Give form and number of a task; after the last one comes the first."""
    form = next((form for form, called in KINDS.items() if called == kind), None)
    if form is None:
        return deduction_form(level), (number - 1) % MOST_NUMBER + 1
    return form, (number - 1) % MOST_TASK + 1
