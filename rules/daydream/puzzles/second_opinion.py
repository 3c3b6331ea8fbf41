"""A second solver, which shares nothing with the first but the rules: it checks what that says.

It knows sets instead of bits, fillings instead of what is left by a symbol, and asks `mark_of`
about every one of them. It is slow, and needs to be nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product

from rules.daydream.board import RowMark
from rules.daydream.rows import mark_of
from rules.daydream.sheet import Row

DIE = frozenset(range(1, 7))
Ways = dict[str, frozenset[int]]


def count_fillings(
    rows: Sequence[Row], marks: Mapping[str, RowMark], given: Mapping[str, int], most: int = 2
) -> int:
    """Count the fillings of a puzzle, up to a limit, by writing numbers cloud after cloud."""
    ways: Ways = {
        cloud: frozenset({given[cloud]}) if cloud in given else DIE
        for row in rows
        for cloud in row.clouds
    }
    return sum(1 for _ in islice(_fillings(rows, marks, ways), most))


def _fillings(rows: Sequence[Row], marks: Mapping[str, RowMark], ways: Ways) -> Iterator[Ways]:
    ways = _in_the_end(rows, marks, ways)
    if not all(ways.values()):
        return
    left = [cloud for cloud, numbers in ways.items() if len(numbers) > 1]
    if not left:
        yield ways
        return
    cloud = min(left, key=lambda each: len(ways[each]))
    for number in ways[cloud]:
        yield from _fillings(rows, marks, {**ways, cloud: frozenset({number})})


def second_level(
    rows: Sequence[Row], marks: Mapping[str, RowMark], given: Mapping[str, int]
) -> int | None:
    """Say which level a puzzle has, found out anew; None if it has none."""
    return next((n for n in range(1, 6) if _is_solved(rows, marks, given, n)), None)


def _is_solved(
    rows: Sequence[Row], marks: Mapping[str, RowMark], given: Mapping[str, int], level: int
) -> bool:
    ways: Ways = {
        cloud: frozenset({given[cloud]}) if cloud in given else DIE
        for row in rows
        for cloud in row.clouds
    }
    while any(len(left) > 1 for left in ways.values()):
        better = _by_rows(rows, marks, ways) if level == 1 else _by_looks(rows, marks, ways, level)
        if better == ways and level == 5:
            better = _by_suppositions(rows, marks, ways)
        if better == ways:
            return False
        ways = better
    return True


def _written(before: Ways, after: Ways) -> Ways:
    """Keep of notes only what is settled: the others are thrown away after each step."""
    return {c: after[c] if len(after[c]) == 1 else before[c] for c in before}


def _by_rows(rows: Sequence[Row], marks: Mapping[str, RowMark], ways: Ways) -> Ways:
    found = dict(ways)
    for row in rows:
        found |= _written({c: found[c] for c in row.clouds}, _left(row, marks, found))
    return found


def _by_looks(rows: Sequence[Row], marks: Mapping[str, RowMark], ways: Ways, level: int) -> Ways:
    """Let all rows look as often as the level allows; the first that settles a cloud is enough."""
    notes = ways
    looks = level - 1 if level < 4 else 1_000
    for _ in range(looks):
        after = _look(rows, marks, notes)
        written = _written(ways, after)
        if written != ways or after == notes:
            return written
        notes = after
    return ways


def _look(rows: Sequence[Row], marks: Mapping[str, RowMark], notes: Ways) -> Ways:
    after = dict(notes)
    for row in rows:
        for cloud, left in _left(row, marks, notes).items():
            after[cloud] &= left
    return after


def _by_suppositions(rows: Sequence[Row], marks: Mapping[str, RowMark], ways: Ways) -> Ways:
    """Strike every number with which nothing is left somewhere in the end."""
    settled = _in_the_end(rows, marks, ways)
    found = dict(ways)
    for cloud, left in settled.items():
        for number in left if len(left) > 1 else ():
            end = _in_the_end(rows, marks, {**settled, cloud: frozenset({number})})
            if not all(end.values()):
                found[cloud] -= {number}
    return found


def _in_the_end(rows: Sequence[Row], marks: Mapping[str, RowMark], notes: Ways) -> Ways:
    while True:
        after = _look(rows, marks, notes)
        if after == notes or not all(after.values()):
            return after
        notes = after


def _left(row: Row, marks: Mapping[str, RowMark], notes: Ways) -> Ways:
    found = _fitting(marks[row.id], tuple(notes[cloud] for cloud in row.clouds))
    return dict(zip(row.clouds, found, strict=True))


@cache
def _fitting(mark: RowMark, notes: tuple[frozenset[int], ...]) -> tuple[frozenset[int], ...]:
    fitting = [numbers for numbers in product(*notes) if mark_of(numbers) is mark]
    places = zip(*fitting, strict=True) if fitting else [()] * len(notes)
    return tuple(frozenset(place) for place in places)
