"""Which photos show the same sheet: they count once, and complete each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scanner.joining import joined
from scanner.likeness import Likeness, likeness
from scanner.scan import Scan

Pair = frozenset[int]
"""Two scans by the numbers that a store keeps them under."""


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


def once_each(scans: Sequence[Scan], said: Mapping[Pair, bool] | None = None) -> list[Kept]:
    """Put together the photos of every sheet that was read, in the order in which they came up.

    The page that proves printer and phone is nobody's sheet and left out. ``said`` are pairs
    of which somebody knows whether they are one sheet.
    """
    said = said or {}
    piles: list[list[Scan]] = []
    for scan in scans:
        if not scan.is_read or scan.is_check:
            continue
        same = [pile for pile in piles if _is_of(pile, scan, said)]
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
            if _alike(one.best, later.best, said) is Likeness.PERHAPS
        ]
    return kept


def _is_of(pile: Sequence[Scan], scan: Scan, said: Mapping[Pair, bool]) -> bool:
    """Say whether a photo shows the sheet of a pile; whoever says it does not is believed."""
    if said and any(said.get(pair_of(each, scan)) is False for each in pile):
        return False
    return any(_alike(each, scan, said) is Likeness.SAME for each in pile)


def _alike(one: Scan, other: Scan, said: Mapping[Pair, bool]) -> Likeness:
    """Compare two photos; sheets of people with different names are never put together unasked."""
    told = said.get(pair_of(one, other)) if said else None
    if told is not None:
        return Likeness.SAME if told else Likeness.OTHER
    found = likeness(one, other)
    if found is not Likeness.SAME:
        return found
    names = zip(one.board.names, other.board.names, strict=False)
    differ = any(a and b and a.casefold() != b.casefold() for a, b in names)
    return Likeness.PERHAPS if differ else found


def pair_of(one: Scan, other: Scan) -> Pair:
    """Name two scans in either order."""
    return frozenset((one.key, other.key))


def _kept(number: int, pile: list[Scan]) -> Kept:
    best, *others = sorted(pile, key=_quality, reverse=True)
    whole = best
    for other in others:
        whole = joined(whole, other)
    return Kept(number, whole, others)


def is_untouched(scan: Scan) -> bool:
    """Say whether a sheet is as it came from the printer; one with a task is handed in."""
    return scan.is_read and not (scan.doubts or scan.has_task or scan.touched)


def _quality(scan: Scan) -> tuple[int, float]:
    """Fewer doubts are better, then surer readings; the first of equal photos stays."""
    sure = scan.confidence.values()
    return -len(scan.doubts), round(sum(sure) / len(sure), 6) if sure else 0.0
