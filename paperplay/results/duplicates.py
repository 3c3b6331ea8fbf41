"""Which photos show the same sheet: they count once, and complete each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from paperplay.results.joining import joined
from scanner.scan import Scan

SAME_INK = 0.75
"""Two photos show one sheet if they agree on this share of the numbers that were written.

Photos of one sheet agree on all that is not in doubt, two players' sheets on few clouds.
Other marks tell less: everybody finishes the same objects first.
"""
ENOUGH = 6
"""So many written numbers have to agree before photos are put together unasked."""


class Likeness(Enum):
    """What two photos have to do with each other."""

    SAME = auto()
    PERHAPS = auto()
    """Nothing speaks against it, but they show too little in common: a person has to say."""
    OTHER = auto()


@dataclass(slots=True)
class Kept:
    """One sheet that counts, and the photos of it."""

    number: int
    """From 1, in the order of the photos."""
    best: Scan
    """The best photo, completed by the others."""
    others: list[Scan] = field(default_factory=list)
    perhaps: list[Scan] = field(default_factory=list)
    """Photos that may show the same sheet, and count as other ones until somebody has looked."""


def once_each(scans: Sequence[Scan]) -> list[Kept]:
    """Put together the photos of every sheet that was read, in the order in which they came up."""
    piles: list[list[Scan]] = []
    for scan in scans:
        if not scan.is_read:
            continue
        same = [pile for pile in piles if any(is_same_sheet(each, scan) for each in pile)]
        for pile in same[1:]:  # it shows what two halves have in common
            same[0].extend(pile)
            piles.remove(pile)
        if same:
            same[0].append(scan)
        else:
            piles.append([scan])
    kept = [_kept(number, pile) for number, pile in enumerate(piles, start=1)]
    for place, one in enumerate(kept):
        one.perhaps += [
            later.best
            for later in kept[place + 1 :]
            if likeness(one.best, later.best) is Likeness.PERHAPS
        ]
    return kept


def _kept(number: int, pile: list[Scan]) -> Kept:
    best, *others = sorted(pile, key=_quality, reverse=True)
    whole = best
    for other in others:
        whole = joined(whole, other)
    return Kept(number, whole, others)


def is_same_sheet(one: Scan, other: Scan) -> bool:
    """Say whether two scans show the same piece of paper: code and ink agree."""
    return likeness(one, other) is Likeness.SAME


def likeness(one: Scan, other: Scan) -> Likeness:
    """Say whether two scans show the same piece of paper, as far as code and ink can tell."""
    # Two pupils with photocopies of one task may well have the same answers.
    if one.code != other.code or one.has_task:
        return Likeness.OTHER
    unsure = {*one.doubtful, *other.doubtful}
    touched = (one.touched.keys() | other.touched.keys()) - unsure
    places = one.layout.places
    digits = {element for element in touched if places[element].is_digit}
    telling = touched if one.game.for_table else digits or touched
    agree = sum(one.values[element] == other.values[element] for element in telling)
    if agree < SAME_INK * len(telling):
        return Likeness.OTHER
    # A class has one sheet of each number.
    is_unique = bool(one.code.class_mark and one.code.copy)
    enough = agree >= ENOUGH and (digits or one.game.for_table)
    return Likeness.SAME if is_unique or enough else Likeness.PERHAPS


def is_untouched(scan: Scan) -> bool:
    """Say whether a sheet is as it came from the printer; one with a task is handed in."""
    return scan.is_read and not (scan.doubts or scan.has_task or scan.touched)


def _quality(scan: Scan) -> tuple[int, float]:
    """Fewer doubts are better, then surer readings; the first of equal photos stays."""
    sure = scan.confidence.values()
    return -len(scan.doubts), round(sum(sure) / len(sure), 6) if sure else 0.0
