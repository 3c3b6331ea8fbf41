"""Lines along the objects' outlines, and the most of them that a board can have earned.

All outlines together are one track, measured in segments. A dot line takes one step; a sun
line goes on to the next sun, and so does a bonus line at once when its object is finished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from rules.daydream.board import BonusMark, DaydreamBoard, RowMark
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

    def leap(self, place: int, lines: int) -> int:
        """Draw a number of sun lines one after the other."""
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


def most_segments(board: DaydreamBoard, sheet: Sheet, enough: int | None = None) -> int:
    """Find the most segments that the completed rows and the bonuses can have earned.

    Every row counts by what its numbers say, and every bonus as a line unless it is marked
    as a leaf. The order of the rows is free, and this is the best of all orders, or the first
    that is found to earn ``enough``.
    """
    as_leaf = [bonus for bonus, mark in board.bonuses.items() if mark is BonusMark.LEAF]
    earned = [(should_be(board, row), len(row.clouds)) for row in sheet.rows]
    return farthest(
        track_of(sheet, as_leaf),
        [length for mark, length in earned if mark is RowMark.DOT],
        [length for mark, length in earned if mark is RowMark.SUN],
        enough,
    )


def farthest(
    track: Track, dot_rows: Sequence[int], sun_rows: Sequence[int], enough: int | None = None
) -> int:
    """Find the most segments that rows of dot lines and rows of sun lines can draw, or ``enough``.

    Whatever leads on from a place leads at least as far from a later one. So for each choice
    of rows that are already drawn only the farthest place matters, and rows of one kind and
    length are alike. The choices of sun rows are gone through one by one, each with all
    choices of dot rows at once.
    """
    dots_first = track.leap(min(sum(dot_rows), track.end), sum(sun_rows))
    suns_first = min(track.leap(0, sum(sun_rows)) + sum(dot_rows), track.end)
    simple = max(dots_first, suns_first)
    wanted = track.segments[-1] if enough is None else enough
    if track.segments[simple] >= wanted or not dot_rows or not sun_rows:
        return track.segments[simple]
    dots, suns = Counter(dot_rows), Counter(sun_rows)
    # Here, because few boards need it and none should wait for it.
    import numpy as np

    drawn = sum(
        length * used
        for length, used in zip(dots, np.indices([n + 1 for n in dots.values()]), strict=True)
    )
    leaps = [np.array([track.leap(at, length) for at in range(track.end + 1)]) for length in suns]
    reached: dict[tuple[int, ...], Any] = {}
    for used in product(*(range(count + 1) for count in suns.values())):
        place = np.zeros_like(drawn)
        for kind, leap in enumerate(leaps):
            if used[kind]:
                place = np.maximum(place, leap[reached[_one_less(used, kind)]])
        # Dot rows drawn now add the same wherever they begin: the farthest start is best.
        start = place - drawn if any(used) else place
        for axis in range(start.ndim):
            start = np.maximum.accumulate(start, axis)
        reached[used] = np.minimum(start + drawn, track.end)
        if (best := track.segments[int(reached[used].max())]) >= wanted:
            return best
    return track.segments[int(reached[tuple(suns.values())].flat[-1])]


def _one_less(used: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*used[:kind], used[kind] - 1, *used[kind + 1 :])
