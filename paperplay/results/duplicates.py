"""Which photos show the same sheet: they count once, and complete each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scanner.joining import joined
from scanner.likeness import Likeness, is_same_sheet, likeness
from scanner.scan import Scan


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
    """Put together the photos of every sheet that was read, in the order in which they came up.

    The page that proves printer and phone is nobody's sheet and left out.
    """
    piles: list[list[Scan]] = []
    for scan in scans:
        if not scan.is_read or scan.is_check:
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


def is_untouched(scan: Scan) -> bool:
    """Say whether a sheet is as it came from the printer; one with a task is handed in."""
    return scan.is_read and not (scan.doubts or scan.has_task or scan.touched)


def _quality(scan: Scan) -> tuple[int, float]:
    """Fewer doubts are better, then surer readings; the first of equal photos stays."""
    sure = scan.confidence.values()
    return -len(scan.doubts), round(sum(sure) / len(sure), 6) if sure else 0.0
