"""Which class a call means: a list, or one that is kept."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paperplay.classroom.dice_question import checked_dice
from paperplay.classroom.lists import class_list
from paperplay.classroom.store import Group, class_name, kept_class, par_key, unknown_class
from scanner.scan import Scan


def dice_of(pile: Iterable[Scan], group: Group) -> str | None:
    """Say which dice a class's sheets were printed with; None if nothing says so.

    Of several, those that more sheets can have been played with than with any others.
    """
    games = [
        scan
        for scan in pile
        if scan.is_read and not scan.has_task and scan.code.class_mark == group.mark
    ]
    printed = {par_key(scan.sheet, scan.code.seed, "") for scan in games}
    found = {key.removeprefix(begin): begin for key in group.pars for begin in printed
             if key.startswith(begin)}  # fmt: skip
    if len(found) < 2:
        return next(iter(found), None)

    fitting = {
        dice: sum(
            checked_dice(scan, dice).possible
            for scan in games
            if par_key(scan.sheet, scan.code.seed, "") == begin
        )
        for dice, begin in found.items()
    }
    first, second, *_ = sorted(fitting, key=lambda dice: -fitting[dice])
    return first if fitting[first] > fitting[second] else None


def group_for(word: str) -> tuple[Group, list[str]]:
    """Find the class that a word means, and who has come to its list since it was printed.

    Where the class is kept, the numbers that were printed count, not the list's present order.

    Raises:
        HostError: There is no such list, or no such class.
    """
    name, path = class_name(word), Path(word)
    kept = kept_class(name)
    if kept is None and not path.exists() and not path.suffix:
        raise unknown_class(name)
    if kept is not None and not path.is_file():
        return kept, []
    listed = class_list(path)
    names = listed.names
    if kept is None:
        return Group.of(name, names).carrying(listed.carried, listed.levels), []
    known_names = {pupil.name.casefold() for pupil in kept.pupils}
    new = [each for each in names if each.casefold() not in known_names]
    if len(new) == len(names):  # another class that is called the same
        return Group.of(name, names).carrying(listed.carried, listed.levels), []
    return kept.carrying(listed.carried, listed.levels), new
