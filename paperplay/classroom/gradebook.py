"""Whose sheet is whose, who is missing, and what each pupil got right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from paperplay.classroom.store import Group, Pupil
from paperplay.results.duplicates import Kept, once_each
from paperplay.results.standings import with_pages
from paperplay.results.tables import verdict
from rules.daydream.board import DaydreamBoard
from rules.daydream.dice_check import DiceVerdict, check_dice
from rules.problem import Problem
from scanner.scan import Scan
from templates.daydream.load import load_sheet

Status = Literal["in", "review", "several", "missing"]


@dataclass(frozen=True, slots=True)
class Result:
    """What one pupil has handed in."""

    pupil: Pupil
    sheets: tuple[Kept, ...] = ()
    """Different sheets with this number, in the order of the photos, blank ones last.

    The first one counts.
    """
    dice: DiceVerdict | None = None
    """Where the rolls are known."""

    @property
    def scan(self) -> Scan | None:
        """The sheet that counts."""
        return self.sheets[0].best if self.sheets else None

    @property
    def status(self) -> Status:
        """Whether it is there, and whether somebody has to look at it."""
        if self.scan is None:
            return "missing"
        if len(self.sheets) > 1:
            return "several"
        return "review" if self.scan.doubts else "in"

    @property
    def points(self) -> int | None:
        """By the rules."""
        return self.scan.own_score.by_rules.total if self.scan else None

    @property
    def rows(self) -> Counter[str]:
        """How many rows, or answers, are ``right``, ``wrong`` and ``unfinished``."""
        if self.scan and self.scan.has_task:
            wrong = len(self.scan.marking.corrections)
            return Counter(right=self.scan.marking.right, wrong=wrong)
        rows = self.scan.own_score.rows.values() if self.scan else ()
        return Counter(verdict(judged) for judged in rows)

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong on the sheet."""
        return self.scan.score.problems if self.scan else ()


@dataclass(frozen=True, slots=True)
class Gradebook:
    """What a pile of sheets says about a class."""

    group: Group
    sheet: str
    """The sheet that most have handed in; empty if none was read."""
    seed: int
    dice: str | None
    results: tuple[Result, ...]
    """Of every pupil, in the order of the list."""
    unknown: tuple[Kept, ...] = ()
    """Sheets with no number, with one that nobody has, or that were not printed for the class."""
    others: tuple[Kept, ...] = ()
    """Sheets of another kind."""
    unread: tuple[Scan, ...] = ()
    """Scans without a board."""

    def why_unknown(self, one: Kept) -> str:
        """Say why a sheet is nobody's: ``unnumbered``, ``foreign`` or ``stranger``."""
        number = one.best.code.copy
        if not number:
            return "unnumbered"
        return "foreign" if number in self.group.by_number() else "stranger"

    @property
    def handed_in(self) -> tuple[Result, ...]:
        """Those who are not missing."""
        return tuple(result for result in self.results if result.sheets)

    @property
    def points(self) -> list[int]:
        """The points of those who are not missing."""
        return [result.points for result in self.results if result.points is not None]

    @property
    def missing(self) -> tuple[Pupil, ...]:
        """Those whose sheet is not there."""
        return tuple(result.pupil for result in self.results if not result.sheets)


def gradebook_of(found: Iterable[Scan], group: Group, dice: str | None = None) -> Gradebook:
    """Sort a pile by the numbers in the codes of its sheets.

    Args:
        found: Every scan, in the order of the photos.
        group: The class.
        dice: The seed of the rolls, if all have played with them.
    """
    every = list(found)
    kept = with_pages(once_each(every))
    games = [one for one in kept if _counts(one.best)]
    known = group.by_number()

    def is_ours(one: Kept) -> bool:
        code = one.best.code
        return code.copy in known and code.class_mark == group.mark

    # What the pupils' own sheets are counts first: others may lie about in numbers.
    ours = [one for one in games if is_ours(one)] or games
    wanted = Counter(map(_kind, ours)).most_common(1)
    sheet, seed = wanted[0][0] if wanted else ("", 0)
    mine = [one for one in games if _kind(one) == (sheet, seed)]
    sheets: dict[int, list[Kept]] = {}
    for one in filter(is_ours, mine):
        sheets.setdefault(one.best.code.copy, []).append(one)
    for several in sheets.values():
        several.sort(key=_is_blank)  # a spare sheet in the pile is not what somebody hands in
    results = [_result(pupil, sheets.get(pupil.number, ()), dice) for pupil in group.pupils]
    return Gradebook(
        group=group,
        sheet=sheet,
        seed=seed,
        dice=dice,
        results=tuple(results),
        unknown=tuple(one for one in mine if not is_ours(one)),
        others=tuple(one for one in kept if one not in mine),
        unread=tuple(scan for scan in every if not scan.is_read),
    )


def _result(pupil: Pupil, sheets: Sequence[Kept], dice: str | None) -> Result:
    if not sheets or dice is None or sheets[0].best.game.shelf_in:
        return Result(pupil, tuple(sheets))
    scan = sheets[0].best
    sheet = load_sheet(scan.sheet, seed=scan.code.seed)
    checked = check_dice(cast(DaydreamBoard, scan.board), sheet, dice, scan.doubtful)
    return Result(pupil, tuple(sheets), checked)


def _counts(scan: Scan) -> bool:
    """Whether a sheet is one that classes are given: a game, or what a teacher made."""
    game = scan.game
    return (game.has_seeds and not scan.has_task) or (bool(game.shelf_in) and not game.for_table)


def _kind(one: Kept) -> tuple[str, int]:
    return one.best.sheet, one.best.code.seed


def _is_blank(one: Kept) -> bool:
    places = one.best.layout.places
    made = bool(one.best.game.shelf_in)
    return not any(made or places[element].is_digit for element in one.best.touched)
