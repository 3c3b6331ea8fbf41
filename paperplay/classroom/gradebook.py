"""Whose sheet is whose, who is missing, and what each pupil got right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from paperplay.classroom.store import Group, Pupil
from paperplay.evening.duplicates import Found, Kept, once_each
from paperplay.evening.tables import verdict
from rules.daydream.dice_check import DiceVerdict, check_dice
from rules.daydream.parse import board_from
from templates.load import is_daydream, load_sheet
from templates.sheet_code import read_printed

Json = Mapping[str, Any]
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
    def scan(self) -> Json | None:
        """The sheet that counts."""
        return self.sheets[0].best.scan if self.sheets else None

    @property
    def status(self) -> Status:
        """Whether it is there, and whether somebody has to look at it."""
        if not self.sheets:
            return "missing"
        if len(self.sheets) > 1:
            return "several"
        return "review" if self.sheets[0].best.scan["review"] else "in"

    @property
    def points(self) -> int | None:
        """By the rules."""
        return int(self.scan["score"]["by_rules"]["total"]) if self.scan else None

    @property
    def rows(self) -> Counter[str]:
        """How many rows are ``right``, ``wrong`` and ``unfinished``."""
        rows = self.scan["score"]["rows"].values() if self.scan else ()
        return Counter(verdict(judged) for judged in rows)

    @property
    def problems(self) -> Sequence[Json]:
        """What is wrong on the sheet, as the scan says it."""
        return self.scan["score"]["problems"] if self.scan else ()


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
    unread: tuple[Json, ...] = ()
    """Scans without a board."""

    def why_unknown(self, one: Kept) -> str:
        """Say why a sheet is nobody's: ``unnumbered``, ``foreign`` or ``stranger``."""
        number = one.best.scan["copy"]
        if not number:
            return "unnumbered"
        return "foreign" if number in self.group.by_number() else "stranger"

    @property
    def handed_in(self) -> tuple[Result, ...]:
        """Those who are not missing."""
        return tuple(result for result in self.results if result.sheets)

    @property
    def missing(self) -> tuple[Pupil, ...]:
        """Those whose sheet is not there."""
        return tuple(result.pupil for result in self.results if not result.sheets)


def gradebook_of(found: Iterable[Found], group: Group, dice: str | None = None) -> Gradebook:
    """Sort a pile by the numbers in the codes of its sheets.

    Args:
        found: Every scan as scripts see it, in the order of the photos.
        group: The class.
        dice: The seed of the rolls, if all have played with them.
    """
    every = list(found)
    kept = once_each([each for each in every if each.scan["status"] != "unreadable"])
    kinds = Counter(_kind(one) for one in kept if _is_game(one))
    known = group.by_number()

    def is_ours(one: Kept) -> bool:
        return one.best.scan["copy"] in known and _mark(one) == group.mark

    ours = [kind for one in kept if (kind := _kind(one)) in kinds and is_ours(one)]
    # What the pupils' own sheets are counts first: others may lie about in numbers.
    wanted = (Counter(ours) or kinds).most_common(1)
    sheet, seed = wanted[0][0] if wanted else ("", 0)
    mine = [one for one in kept if _is_game(one) and _kind(one) == (sheet, seed)]
    sheets: dict[int, list[Kept]] = {}
    for one in filter(is_ours, mine):
        sheets.setdefault(one.best.scan["copy"], []).append(one)
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
        unread=tuple(each.scan for each in every if each.scan["status"] == "unreadable"),
    )


def _result(pupil: Pupil, sheets: Sequence[Kept], dice: str | None) -> Result:
    if not sheets or dice is None:
        return Result(pupil, tuple(sheets))
    scan = sheets[0].best.scan
    sheet = load_sheet(scan["board"]["sheet"], seed=scan["board"].get("seed") or 0)
    unsure = {item["element"] for item in scan["review"]}
    checked = check_dice(board_from(scan["board"], sheet), sheet, dice, unsure)
    return Result(pupil, tuple(sheets), checked)


def _kind(one: Kept) -> tuple[str, int]:
    board = one.best.scan["board"]
    return str(board["sheet"]), board.get("seed") or 0


def _mark(one: Kept) -> int:
    code = one.best.scan.get("sheet_code")
    return read_printed(code).class_mark if code else 0


def _is_blank(one: Kept) -> bool:
    return all(number is None for number in one.best.scan["board"]["clouds"].values())


def _is_game(one: Kept) -> bool:
    """Say whether it is a sheet that was played on: neither a score sheet nor a task."""
    scan = one.best.scan
    code = scan.get("sheet_code")
    task = read_printed(code).exercise if code else None
    return is_daydream(str(scan["board"]["sheet"])) and task is None
