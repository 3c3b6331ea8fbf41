"""Are chances worth what they say, and what do the rules settle? On photos that were kept.

    PAPERPLAY_HANDWRITING=FOLDER ./play bench scan --photos 40 --first 9000 --keep ALBUM
    python -m benchmarks.doubts ALBUM...

For each kind it prints how often elements are misread by how much their ink leaves to other
readings, beside what the scanner takes that for (scanner/calibration.py); then the digits that ink
alone would ask about and the rules settled, and the risk that sheets were said to have beside
the totals that were wrong. Exit status 1: of the settled digits more than 0.5 % are wrong, or
a sheet is ok and its total wrong.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

from benchmarks.shots import Shot, Truth, points_of
from scanner import pipeline, read_photo
from scanner.calibration import calibrated
from scanner.decide import CLEAR, DIGIT, Decision, decide
from scanner.reading import Reading
from scanner.scan_json import scan_from

BINS = (0.2, 0.1, 0.05, 0.02, 0.01, 5e-3, 2e-3, 1e-3, 3e-4, 0.0)
MOST_SETTLED_WRONG = 0.005


@dataclass
class Found:
    """What was counted."""

    seen: dict[str, Counter[float]] = field(default_factory=lambda: defaultdict(Counter))
    wrong: dict[str, Counter[float]] = field(default_factory=lambda: defaultdict(Counter))
    taken: dict[str, Counter[float]] = field(default_factory=lambda: defaultdict(Counter))
    doubtful: int = 0
    settled: int = 0
    settled_wrong: int = 0
    sheets: int = 0
    questions: int = 0
    risk: float = 0.0
    wrong_totals: int = 0
    ok: int = 0
    ok_risk: float = 0.0
    silent: int = 0

    def add_reading(self, read: Reading, value: object) -> None:
        """Count one element by its ink alone; odd ink is asked about anyway."""
        left = 1 - read.confidence
        bin_ = next(each for each in BINS if left >= each)
        self.seen[read.doubt][bin_] += 1
        self.wrong[read.doubt][bin_] += read.guess != value
        self.taken[read.doubt][bin_] += 1 - calibrated(read).confidence

    def add_sheet(self, truth: Truth, told: Mapping[str, object]) -> None:
        """Count what was decided about one sheet."""
        scan = scan_from(told)
        right = points_of(scan.board.as_json()) == truth.points
        self.sheets += 1
        self.questions += len(scan.doubts)
        self.risk += scan.risk
        self.wrong_totals += not right
        if scan.status == "ok":
            self.ok += 1
            self.ok_risk += scan.risk
            self.silent += not right

    def add_readings(self, read: Mapping[str, Reading], decision: Decision, truth: Truth) -> None:
        """Count all elements of one sheet, and what became of those that ink would ask about."""
        if not truth.sheet.startswith("daydream"):
            return  # the groups of score sheets have other names in a truth
        for element, reading in read.items():
            if reading.why or element not in truth.elements:
                continue
            value, after = truth.elements[element], decision.readings[element]
            self.add_reading(reading, value)
            if reading.doubt == DIGIT and calibrated(reading).confidence < CLEAR:
                self.doubtful += 1
                self.settled += not after.why
                self.settled_wrong += not after.why and after.guess != value


def shots_in(album: Path) -> Iterator[Shot]:
    """Give the photos of an album that show one sheet each."""
    for path in sorted(album.glob("*.pickle")):
        kept = pickle.loads(path.read_bytes())
        for shot in kept.values() if isinstance(kept, dict) else [kept]:
            if len(shot.truths) == 1:
                yield shot


def measure(found: Found, shot: Shot) -> None:
    """Read one photo and look into what was decided."""
    (truth,) = shot.truths
    heard: list[tuple[Mapping[str, Reading], Decision]] = []

    def listening(readings: Mapping[str, Reading], judge) -> Decision:
        heard.append((readings, decide(readings, judge)))
        return heard[-1][1]

    pipeline.decide = listening
    told = read_photo(shot.jpeg)
    read = [each for each in told if each["status"] != "unreadable"]
    if len(read) == len(heard) == 1 and read[0]["board"]["sheet"] == truth.sheet:
        found.add_readings(*heard[0], truth)
        found.add_sheet(truth, read[0])


def report(found: Found) -> bool:
    """Print what was counted, and say whether the bars are met."""
    print("| kind | ink leaves at least | elements | misread | taken for |\n" + "| --- " * 5 + "|")
    for kind, seen in found.seen.items():
        for bin_ in BINS:
            if seen[bin_]:
                print(f"| {kind} | {bin_:g} | {seen[bin_]} | {found.wrong[kind][bin_]} "
                      f"| {found.taken[kind][bin_]:.2f} |")  # fmt: skip
    share = found.settled_wrong / max(found.settled, 1)
    print(f"\nOf {found.doubtful} digits that ink alone would ask about the rules settled "
          f"{found.settled}, {found.settled_wrong} of them wrong ({share:.2%}).")  # fmt: skip
    print(f"{found.sheets} sheets, {found.questions / max(found.sheets, 1):.2f} questions each, "
          f"{found.risk:.1f} wrong totals by their risk, "
          f"{found.wrong_totals} in truth.")  # fmt: skip
    each = found.ok_risk / max(found.ok, 1)
    print(f"{found.ok} sheets are ok, {found.ok_risk:.2f} wrong totals by their risk "
          f"({each:.4%} each), {found.silent} in truth.")  # fmt: skip
    return share <= MOST_SETTLED_WRONG and not found.silent


def main() -> int:
    """Read the albums and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("album", nargs="+", type=Path)
    found = Found()
    for album in parser.parse_args().album:
        for shot in shots_in(album):
            measure(found, shot)
    return 0 if report(found) else 1


if __name__ == "__main__":
    sys.exit(main())
