"""Whose sheet is whose, who is missing, and what each pupil got right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from paperplay.classroom.corrections import NOBODY, Corrections
from paperplay.classroom.dice_question import asked_about, checked_dice, still_open
from paperplay.classroom.scale import Scale, share_of
from paperplay.classroom.store import ClassPar, Group, Pupil, par_key
from paperplay.results.duplicates import Kept, once_each
from paperplay.results.standings import with_pages
from paperplay.results.tables import verdict
from rules.daydream.dice_check import DiceVerdict
from rules.problem import Problem
from scanner.scan import Scan

if TYPE_CHECKING:
    from paperplay.classroom.progress import PastLesson

Status = Literal["in", "review", "several", "missing", "excused"]


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
    vouched: bool = False
    """Whether numbers that cannot have been rolled stand there by the teacher's word."""
    tasks: tuple[Kept, ...] = ()
    """Sheets with tasks, each task once."""
    again: tuple[Kept, ...] = ()
    """Further sheets with one of these tasks."""
    excused: bool = False
    """Whether it does not matter what was handed in."""

    @property
    def scan(self) -> Scan | None:
        """The sheet that counts."""
        return self.sheets[0].best if self.sheets and not self.excused else None

    @property
    def is_in(self) -> bool:
        """Whether there is something that counts."""
        return bool(self.sheets or self.tasks) and not self.excused

    @property
    def counted(self) -> tuple[Kept, ...]:
        """The sheets that count: the game's, then those with tasks."""
        return (*self.sheets[:1], *self.tasks) if self.is_in else ()

    @property
    def status(self) -> Status:
        """Whether it is there, and whether somebody has to look at it."""
        if self.excused:
            return "excused"
        if not self.is_in:
            return "missing"
        if len(self.sheets) > 1 or self.again:
            return "several"
        return "review" if any(one.best.doubts for one in self.counted) else "in"

    @property
    def is_open(self) -> bool:
        """Whether somebody has to look at it before it counts elsewhere."""
        return self.status in ("review", "several")

    @property
    def points(self) -> int | None:
        """By the rules."""
        return self.scan.own_score.by_rules.total if self.scan else None

    @property
    def answers(self) -> tuple[int, int] | None:
        """How many answers are right in all tasks, and of how many; None without a task."""
        marked = [one.best.marking for one in self.tasks if not self.excused]
        return (sum(m.right for m in marked), sum(m.of for m in marked)) if marked else None

    @property
    def rows(self) -> Counter[str]:
        """How many rows are ``right``, ``wrong`` and ``unfinished``."""
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
    """The sheet that most have handed in; empty if no game was read."""
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
    aside: tuple[Kept, ...] = ()
    """Sheets that the teacher has laid aside."""
    scale: Scale | None = None
    """By which marks are given, where they are wanted."""
    past: tuple[PastLesson, ...] = ()
    """Lessons that are kept, where progress is wanted."""
    misfit: bool = False
    """Whether most sheets do not fit the dice, so that nobody is asked about them."""

    def why_unknown(self, one: Kept) -> str:
        """Say why a sheet is nobody's: ``unnumbered``, ``foreign`` or ``stranger``."""
        number = one.best.code.copy
        if not number:
            return "unnumbered"
        return "foreign" if number in self.group.by_number() else "stranger"

    @property
    def par(self) -> ClassPar | None:
        """Par for the dice that were played with, if it was searched for."""
        return self.group.pars.get(par_key(self.sheet, self.seed, self.dice or ""))

    def mark_of(self, result: Result) -> str:
        """Give a pupil's mark; nothing while par is not known, or a doubt is open."""
        par = self.par
        share = share_of(result.points, par.total if par else None, result.answers)
        if self.scale is None or share is None or result.status != "in":
            return ""
        return self.scale.mark_for(share)

    def of(self, pupil: Pupil) -> Result:
        """Give the result of a pupil."""
        return next(result for result in self.results if result.pupil == pupil)

    @property
    def handed_in(self) -> tuple[Result, ...]:
        """Those of whom something counts."""
        return tuple(result for result in self.results if result.is_in)

    @property
    def played(self) -> tuple[Result, ...]:
        """Those whose game counts."""
        return tuple(result for result in self.results if result.scan)

    @property
    def has_tasks(self) -> bool:
        """Whether somebody has handed in a task."""
        return any(result.tasks for result in self.results)

    @property
    def points(self) -> list[int]:
        """The points of those who are not missing."""
        return [result.points for result in self.results if result.points is not None]

    @property
    def missing(self) -> tuple[Pupil, ...]:
        """Those whose sheet is not there."""
        return tuple(result.pupil for result in self.results if result.status == "missing")


def gradebook_of(
    found: Iterable[Scan],
    group: Group,
    dice: str | None = None,
    corrections: Corrections | None = None,
) -> Gradebook:
    """Sort a pile by the numbers in the codes of its sheets.

    Args:
        found: Every scan, in the order of the photos.
        group: The class.
        dice: The seed of the rolls, if all have played with them.
        corrections: What the teacher has said, which counts before everything else.
    """
    every, said = list(found), corrections or Corrections()
    kept = [said.applied(one) for one in with_pages(once_each(every))]
    owner = {one.number: _owner(one, group, said) for one in kept}
    aside = [one for one in kept if said.owner(one) == NOBODY]
    tasks = [one for one in kept if one.best.has_task and one not in aside]
    games = [one for one in kept if one not in aside and _counts(one.best)]
    # What the pupils' own sheets are counts first: others may lie about in numbers.
    ours = [one for one in games if owner[one.number]] or games
    wanted = Counter(map(_kind, ours)).most_common(1)
    sheet, seed = wanted[0][0] if wanted else ("", 0)
    mine = [one for one in games if _kind(one) == (sheet, seed) or said.owner(one)]
    results = [
        Result(
            pupil,
            _first_filled([one for one in mine if owner[one.number] == pupil.number], said),
            tasks=_once(own := [one for one in tasks if owner[one.number] == pupil.number]),
            again=tuple(one for one in own if one not in _once(own)),
            excused=pupil.number in said.excused,
        )
        for pupil in group.pupils
    ]
    placed = [*mine, *(one for one in tasks if owner[one.number] or one.best.code.class_mark)]
    book = Gradebook(
        group=group,
        sheet=sheet,
        seed=seed,
        dice=dice,
        results=tuple(results),
        unknown=tuple(one for one in placed if not owner[one.number]),
        others=tuple(one for one in kept if one not in placed and one not in aside),
        unread=tuple(scan for scan in every if not scan.is_read),
        aside=tuple(aside),
    )
    return book if dice is None else _with_dice(book, dice, said)


def _owner(one: Kept, group: Group, said: Corrections) -> int:
    """Say whose sheet it is: by the teacher's word, else by its code; 0 if nobody's."""
    moved = said.owner(one)
    if moved is not None:
        return moved
    code = one.best.code
    ours = code.copy in group.by_number() and code.class_mark == group.mark
    return code.copy if ours else NOBODY


def _first_filled(several: list[Kept], said: Corrections) -> tuple[Kept, ...]:
    """Put first what counts: a sheet that the teacher gave the pupil, and no spare one."""
    return tuple(sorted(several, key=lambda one: (said.owner(one) is None, _is_blank(one))))


def _once(tasks: list[Kept]) -> tuple[Kept, ...]:
    """Take each task once."""
    first: dict[object, Kept] = {}
    for one in tasks:
        code = one.best.code
        first.setdefault((code.sheet, code.seed, code.variant), one)
    return tuple(first.values())


def _with_dice(book: Gradebook, dice: str, said: Corrections) -> Gradebook:
    """Compare every game with the rolls; what cannot be is asked about, if most of it can."""
    checked = {
        result.pupil.number: checked_dice(result.scan, dice)
        for result in book.results
        if result.scan and result.scan.game.has_seeds
    }
    strange = sum(not verdict.possible for verdict in checked.values())
    misfit = len(checked) > 1 and 2 * strange > len(checked)
    results = [_asked(result, checked, said, dice, misfit=misfit) for result in book.results]
    return replace(book, results=tuple(results), misfit=misfit)


def _asked(
    result: Result, checked: Mapping[int, DiceVerdict], said: Corrections, dice: str, *,
    misfit: bool,
) -> Result:  # fmt: skip
    found = checked.get(result.pupil.number)
    if found is None or misfit:
        return replace(result, dice=found)
    first, *others = result.sheets
    answers = said.answers(first)
    best = asked_about(first.best, found, dice, answers)
    vouched = bool(found.wrong) and not still_open(found, answers)
    sheets = (replace(first, best=best), *others)
    return replace(result, dice=found, vouched=vouched, sheets=sheets)


def _counts(scan: Scan) -> bool:
    """Whether a sheet is one that classes are given and no task: a game, or what a teacher made."""
    game = scan.game
    return not scan.has_task and (game.has_seeds or (bool(game.shelf_in) and not game.for_table))


def _kind(one: Kept) -> tuple[str, int]:
    return one.best.sheet, one.best.code.seed


def _is_blank(one: Kept) -> bool:
    places = one.best.layout.places
    made = bool(one.best.game.shelf_in)
    return not any(made or places[element].is_digit for element in one.best.touched)
