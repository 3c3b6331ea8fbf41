"""Lines along the objects' outlines, and the most of them that a board can have earned.

All outlines together are one track, measured in segments. A dot line takes one step; a sun
line goes on to the next sun, and so does a bonus line at once when its object is finished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.daydream.board import Board, BonusMark, RowMark
from rules.daydream.rows import should_be
from rules.daydream.sheet import Sheet, ShelfObject


@dataclass(frozen=True)
class Track:
    """The places where a pen can rest, in order.

    A bonus line leaves its object's end at once, so nothing rests from there to the next
    sun. Leaving these places out turns every bonus into a part of the line before it.
    """

    segments: tuple[int, ...]
    """For each place, how many segments lie before it; the start is 0."""
    suns: tuple[bool, ...]

    @property
    def end(self) -> int:
        """The last place."""
        return len(self.segments) - 1

    @cached_property
    def next_sun(self) -> tuple[int, ...]:
        """For each place the place of the sun after it; the end stays where it is."""
        ahead = [self.end] * len(self.segments)
        for place in range(self.end - 1, -1, -1):
            ahead[place] = place + 1 if self.suns[place + 1] else ahead[place + 1]
        return tuple(ahead)

    @cached_property
    def first_to_reach(self) -> tuple[int, ...]:
        """For each place the first one from which a sun line leads there or beyond."""
        first, last_sun = [0], 0
        for place in range(self.end):
            last_sun = place if self.suns[place] else last_sun
            first.append(last_sun)
        return tuple(first)

    def leap(self, place: int, lines: int) -> int:
        """Draw so many sun lines one after the other."""
        for _ in range(lines):
            place = self.next_sun[place]
        return place


def track_of(sheet: Sheet, as_leaf: Iterable[str] = ()) -> Track:
    """Lay the outlines end to end; bonuses named in ``as_leaf`` draw no line."""
    leaves = frozenset(as_leaf)
    suns = [True]
    bonus_ends = set()
    for thing in sheet.objects:
        suns += suns_along(thing)
        if thing.bonus is not None and thing.bonus not in leaves:
            bonus_ends.add(len(suns) - 1)
    last = len(suns) - 1
    segments = [0]
    while segments[-1] < last:
        place = segments[-1] + 1
        while place in bonus_ends and place < last:
            place = suns.index(True, place + 1)
        segments.append(place)
    return Track(tuple(segments), tuple(suns[place] for place in segments))


def suns_along(thing: ShelfObject) -> list[bool]:
    """Say for each segment of an outline whether it ends on a sun; the last one always does."""
    return [*thing.suns[1 : thing.segments], True]


def most_segments(board: Board, sheet: Sheet) -> int:
    """Find the most segments that the completed rows and the bonuses can have earned.

    Every row counts by what its numbers say, and every bonus as a line unless it is marked
    as a leaf. The order of the rows is free, and this is the best of all orders.
    """
    as_leaf = [bonus for bonus, mark in board.bonuses.items() if mark is BonusMark.LEAF]
    earned = [(should_be(board, row), len(row.clouds)) for row in sheet.rows]
    return farthest(
        track_of(sheet, as_leaf),
        [length for mark, length in earned if mark is RowMark.DOT],
        [length for mark, length in earned if mark is RowMark.SUN],
    )


def farthest(track: Track, dot_rows: Sequence[int], sun_rows: Sequence[int]) -> int:
    """Find the most segments that rows of dot lines and rows of sun lines can draw."""
    goal = _farthest_line_by_line(track, sum(dot_rows), sum(sun_rows))
    while not _Search(track, dot_rows, sun_rows, goal).succeeds():
        goal -= 1
    return track.segments[goal]


def _farthest_line_by_line(track: Track, dots: int, suns: int) -> int:
    """Find the farthest place if lines, not only whole rows, could be drawn in any order."""
    best = [min(place, track.end) for place in range(dots + 1)]
    for _ in range(suns):
        best[0] = track.next_sun[best[0]]
        for used in range(1, dots + 1):
            best[used] = max(track.next_sun[best[used]], min(best[used - 1] + 1, track.end))
        if best[0] == track.end:
            break
    return best[dots]


class _Search:
    """Looks for an order of the rows that reaches a goal.

    For the rows used so far only the farthest place matters: whatever leads on from a place
    leads at least as far from a later one. Whole branches fall away where even single
    lines in any order would miss the goal.
    """

    def __init__(
        self, track: Track, dot_rows: Sequence[int], sun_rows: Sequence[int], goal: int
    ) -> None:
        self.track = track
        self.goal = goal
        rows = Counter([(False, length) for length in dot_rows])
        rows += Counter([(True, length) for length in sun_rows])
        self.kinds = sorted(rows)
        self.counts = tuple(rows[kind] for kind in self.kinds)
        self.lines = sum(dot_rows), sum(sun_rows)
        self.failed: dict[tuple[int, ...], int] = {}

    def succeeds(self) -> bool:
        """Say whether some order of the rows reaches the goal."""
        return self._from(0, self.counts, *self.lines)

    @cached_property
    def least(self) -> list[list[int]]:
        """The first place from which so many dot and sun lines can reach the goal."""
        dots, suns = self.lines
        table = [[max(self.goal - left, 0) for left in range(dots + 1)]]
        for _ in range(suns):
            before = table[-1]
            row = [self.track.first_to_reach[before[0]]]
            for left in range(1, dots + 1):
                row.append(min(max(row[-1] - 1, 0), self.track.first_to_reach[before[left]]))
            table.append(row)
        return table

    def _from(self, place: int, counts: tuple[int, ...], dots: int, suns: int) -> bool:
        if place >= self.goal:
            return True
        if place <= self.failed.get(counts, -1) or place < self.least[suns][dots]:
            return False
        steps = []
        for index, (sun, length) in enumerate(self.kinds):
            if not counts[index]:
                continue
            there = self.track.leap(place, length) if sun else place + length
            left = (dots, suns - length) if sun else (dots - length, suns)
            slack = there - self.least[left[1]][left[0]]
            if slack >= 0:
                steps.append((slack, index, there, left))
        for _, index, there, left in sorted(steps, reverse=True):
            fewer = (*counts[:index], counts[index] - 1, *counts[index + 1 :])
            if self._from(min(there, self.track.end), fewer, *left):
                return True
        self.failed[counts] = place
        return False
