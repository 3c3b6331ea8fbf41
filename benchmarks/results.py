"""What became of photos: read, compared with the truth, counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks.shots import Shot, Truth, elements_of, points_of
from benchmarks.truth import DIGITS, kind_of, score_sheet_kind
from templates.games import game_of

NUMBERS = DIGITS | {"yellow", "blue"}
"""The kinds that are numbers on the sheets of all games, but for the totals."""

COUNTED = (
    *("sheets", "unreadable", "boards", "totals", "silent_totals", "ok", "reviews"),
    *("hidden", "hidden_unasked", "seconds"),
)


@dataclass
class Result:
    """What became of the sheets of one group of photos."""

    sheets: int = 0
    unreadable: int = 0
    boards: int = 0
    totals: int = 0
    silent_totals: int = 0
    ok: int = 0
    reviews: int = 0
    hidden: int = 0
    """Elements that cannot be seen in the photo."""
    hidden_unasked: int = 0
    """Those of them that nobody is asked about."""
    seconds: float = 0.0
    seen: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    sure: Counter[str] = field(default_factory=Counter)
    sure_right: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Result) -> None:
        """Count another group in."""
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("seen", "right", "sure", "sure_right"):
            getattr(self, name).update(getattr(other, name))
        self.notes += other.notes

    def share(self, part: Counter[str], whole: Counter[str], kinds: Iterable[str]) -> float:
        """Say how many of some kinds are part of a whole."""
        wanted = list(kinds)
        return sum(part[k] for k in wanted) / max(sum(whole[k] for k in wanted), 1)

    @property
    def marks(self) -> list[str]:
        """The kinds of marks that were seen."""
        return [kind for kind in self.seen if kind not in NUMBERS and kind != "total"]

    def figures(self) -> dict[str, float]:
        """The figures that bars are set for."""
        read = max(self.sheets - self.unreadable, 1)
        worst = min((self.right[k] / self.seen[k] for k in self.marks), default=1.0)
        return {
            "found": 1 - self.unreadable / max(self.sheets, 1),
            "digits": self.share(self.right, self.seen, NUMBERS),
            "digits not in review": self.share(self.sure_right, self.sure, NUMBERS),
            "marks": worst,
            "totals": self.totals / max(self.sheets, 1),
            "silent totals": self.silent_totals / read,
            "reviews": self.reviews / read,
        }


def _kind(element: str, sheet: str) -> str:
    # Boards that were taught are called as their owners like, and have Daydream's elements.
    return score_sheet_kind(element) if game_of(sheet).for_table else kind_of(element)


def measure(shot: Shot) -> Result:
    """Read one photo and compare it with what was written."""
    from scanner import read_photo

    began = time.process_time()
    scans = read_photo(shot.jpeg)
    seconds = time.process_time() - began
    result = compared(scans, shot)
    result.seconds = seconds
    return result


def compared(scans: Iterable[Mapping[str, Any]], shot: Shot) -> Result:
    """Compare what was read with what was written."""
    result = Result(sheets=len(shot.truths))
    left = list(shot.truths)
    for scan in scans:
        if scan["status"] == "unreadable":
            result.notes.append(f"{shot.name}: {scan['reason']}")
            continue
        same = [truth for truth in left if truth.sheet == scan["board"]["sheet"]]
        if not same:
            result.notes.append(f"{shot.name}: a sheet that is not there, {scan['board']['sheet']}")
            continue
        # Sheets of one kind in one photo: the truth that fits best is meant.
        reads = [elements_of(scan["board"], truth.layout) for truth in same]
        fits = [
            sum(read[e] == value for e, value in truth.elements.items())
            for truth, read in zip(same, reads, strict=True)
        ]
        best = fits.index(max(fits))
        left.remove(same[best])
        _compare(scan, same[best], reads[best], shot.name, result)
    result.unreadable = len(left)
    return result


def _compare(
    scan: Mapping[str, Any], truth: Truth, read: Mapping[str, object], name: str, result: Result
) -> None:
    review = {doubt["element"] for doubt in scan["review"]}
    wrong = [e for e, value in truth.elements.items() if read[e] != value]
    for element, value in truth.elements.items():
        kind, right = _kind(element, truth.sheet), read[element] == value
        result.seen[kind] += 1
        result.right[kind] += right
        if element in review:
            continue
        result.sure[kind] += 1
        result.sure_right[kind] += right
        if not right:
            said = f"{value!r} read as {read[element]!r} at {scan['confidence'].get(element)}"
            result.notes.append(f"{name} {truth.sheet} {element}: {said}, not in review")
    right = points_of(scan["board"]) == truth.points
    result.boards += not wrong
    result.totals += right
    result.ok += scan["status"] == "ok"
    if scan["status"] == "ok" and not right:
        result.silent_totals += 1
        said = f"{points_of(scan['board'])} instead of {truth.points}"
        result.notes.append(f"{name} {truth.sheet}: SILENTLY WRONG TOTAL, {said}")
    result.reviews += len(review)
    unasked = [element for element in truth.hidden if element not in review]
    result.hidden += len(truth.hidden)
    result.hidden_unasked += len(unasked)
    if unasked:
        result.notes.append(f"{name} {truth.sheet}: hidden and not asked, {', '.join(unasked)}")
