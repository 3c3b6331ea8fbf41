"""The same sheet photographed twice counts once; photocopies are told apart by their ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scanner.scan import Scan

SAME_INK = 0.75
"""Two photos show one sheet if they agree on this share of the numbers that were written.

Photos of one sheet agree on all that is not in doubt, two players' sheets on few clouds.
Other marks tell less: everybody finishes the same objects first.
"""


@dataclass(slots=True)
class Kept:
    """One sheet that counts, and the other photos of it."""

    number: int
    """From 1, in the order of the photos."""
    best: Scan
    others: list[Scan] = field(default_factory=list)


def once_each(scans: Sequence[Scan]) -> list[Kept]:
    """Keep the best photo of every sheet that was read, in the order in which sheets came up."""
    kept: list[Kept] = []
    for scan in scans:
        if not scan.is_read:
            continue
        same = next((each for each in kept if is_same_sheet(each.best, scan)), None)
        if same is None:
            kept.append(Kept(len(kept) + 1, scan))
        elif _quality(scan) > _quality(same.best):
            same.others.append(same.best)
            same.best = scan
        else:
            same.others.append(scan)
    return kept


def is_same_sheet(one: Scan, other: Scan) -> bool:
    """Say whether two scans show the same piece of paper: code and ink agree."""
    # Two pupils with photocopies of one task may well have the same answers.
    if one.code != other.code or one.has_task:
        return False
    unsure = {*one.doubtful, *other.doubtful}
    touched = (one.touched.keys() | other.touched.keys()) - unsure
    places = one.layout.places
    telling = {element for element in touched if places[element].is_digit} or touched
    agree = sum(one.values[element] == other.values[element] for element in telling)
    return agree >= SAME_INK * len(telling)


def is_untouched(scan: Scan) -> bool:
    """Say whether a sheet is as it came from the printer; one with a task is handed in."""
    return scan.is_read and not (scan.doubts or scan.has_task or scan.touched)


def _quality(scan: Scan) -> tuple[int, float]:
    """Fewer doubts are better, then surer readings; the first of equal photos stays."""
    sure = scan.confidence.values()
    return -len(scan.doubts), round(sum(sure) / len(sure), 6) if sure else 0.0
