"""The picture of a whole class: how the points are spread, and which rule is missed most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperplay.classroom.gradebook import Gradebook, Result
from rules.problem import Problem

_MOST_BARS = 12
_RULES = {
    "constellation-lines": "constellation",
    "constellation-stars": "constellation",
    "note-heads": "notes",
    "polaroid-number": "polaroids",
    "polaroid-circles": "polaroids",
    "chain-numbers": "chain",
    "chain-link": "chain",
    "chain-gap": "chain",
    "frame-unfilled": "frames",
    "frame-both": "frames",
    "frame-order": "frame-order",
    "leaves": "leaves",
    "bonus-unearned": "bonus",
    "bonus-both": "bonus",
    "too-many-lines": "lines",
    "object-order": "order",
    "cloud-isolated": "clouds",
    "thorns-not-solo": "thorns",
    "total": "total",
}
"""Problems that are one rule to a pupil; rows are told apart by the mark that they need."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How many pupils have points in a range."""

    low: int
    high: int
    pupils: int

    @property
    def range(self) -> str:
        """The range in figures."""
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


@dataclass(frozen=True, slots=True)
class Missed:
    """A rule that was not kept."""

    rule: str
    """A key of ``classroom.rule``."""
    pupils: int
    times: int


def histogram(points: Sequence[int]) -> list[Bar]:
    """Count points in ranges of like width, empty ones among them, at most a dozen."""
    if not points:
        return []
    low, high = min(points), max(points)
    width = next(n for n in _widths() if high // n - low // n < _MOST_BARS)
    counted = Counter(each // width for each in points)
    return [
        Bar(n * width, n * width + width - 1, counted[n])
        for n in range(low // width, high // width + 1)
    ]


def _widths() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def missed_rules(book: Gradebook) -> list[Missed]:
    """List the rules that were not kept, the one that most pupils missed first."""
    pupils: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for result in book.played:
        slips = Counter(_slips(result))
        times.update(slips)
        pupils.update(slips.keys())
    found = [Missed(rule, pupils[rule], times[rule]) for rule in times]
    return sorted(found, key=lambda one: (-one.pupils, -one.times, one.rule))


def _slips(result: Result) -> list[str]:
    made = result.scan is not None and result.scan.game.shelf_in
    rules = [rule_of(problem, result) for problem in (() if made else result.problems)]
    return rules + ["dice"] * (result.dice.wrong if result.dice and result.vouched else 0)


def rule_of(problem: Problem, result: Result) -> str:
    """Say which rule a problem is about: a key of ``classroom.rule``."""
    if result.scan and problem.code in ("row-mark", "row-unmarked"):
        return f"row-{result.scan.own_score.rows[problem.element].should_be or 'unfinished'}"
    return _RULES[problem.code]
