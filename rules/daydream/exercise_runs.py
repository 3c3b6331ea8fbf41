"""Fillings in which every row runs: found, and counted, by trying all of them.

A row that runs is settled by one number and its direction, so that the search goes row by
row and always takes the row with the fewest ways left. Clouds that no row ties to one
another are searched apart: their ways would only multiply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

from rules.daydream.sheet import Row, Sheet

LOWEST, HIGHEST = 0, 9
Numbers = Mapping[str, int]
Run = tuple[int, ...]
Ways = Mapping[Row, Sequence[Run]]
"""For each row that is still open, the runs that it can have."""
Order = Callable[[Sequence[Run]], Sequence[Run]]
"""Decides in which order the runs of a row are tried."""


@cache
def runs_of(length: int) -> tuple[Run, ...]:
    """List all runs of a length, rising and falling."""
    rising = [tuple(range(first, first + length)) for first in range(HIGHEST + 2 - length)]
    return tuple(run for up in rising for run in (up, up[::-1]))


def groups_of(sheet: Sheet) -> tuple[tuple[Row, ...], ...]:
    """Divide the rows into groups that share no cloud."""
    groups: list[list[Row]] = []
    for row in sheet.rows:
        met = [group for group in groups if any(set(row.clouds) & set(r.clouds) for r in group)]
        groups = [group for group in groups if group not in met]
        groups.append([*(each for group in met for each in group), row])
    return tuple(tuple(group) for group in groups)


def fillings(rows: Sequence[Row], given: Numbers, order: Order = tuple) -> Iterator[dict[str, int]]:
    """Yield every way to number the clouds of some rows so that each row runs.

    Args:
        rows: Rows that hang together.
        given: Numbers that are there already.
        order: In which order to try.
    """
    ways = {row: _fitting(runs_of(len(row.clouds)), row, given) for row in rows}
    return _filled(ways, given, order)


def _filled(ways: Ways, given: Numbers, order: Order) -> Iterator[dict[str, int]]:
    if not ways:
        yield dict(given)
        return
    row = min(ways, key=lambda each: len(ways[each]))
    for run in order(ways[row]):
        known = {**given, **dict(zip(row.clouds, run, strict=True))}
        rest = {
            other: left
            if set(row.clouds).isdisjoint(other.clouds)
            else _fitting(left, other, known)
            for other, left in ways.items()
            if other is not row
        }
        yield from _filled(rest, known, order)


def count_fillings(rows: Sequence[Row], given: Numbers, most: int = 2) -> int:
    """Count the fillings, up to a limit."""
    return sum(1 for _ in islice(fillings(rows, given), most))


def _fitting(runs: Sequence[Run], row: Row, given: Numbers) -> Sequence[Run]:
    """Keep the runs that agree with the numbers that are there."""
    known = [(at, given[cloud]) for at, cloud in enumerate(row.clouds) if cloud in given]
    return [run for run in runs if all(run[at] == number for at, number in known)]
