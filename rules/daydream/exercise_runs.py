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
    if not rows:
        yield dict(given)
        return
    ways = [[run for run in runs_of(len(row.clouds)) if _fits(run, row, given)] for row in rows]
    fewest = min(range(len(rows)), key=lambda place: len(ways[place]))
    row, rest = rows[fewest], [*rows[:fewest], *rows[fewest + 1 :]]
    for run in order(ways[fewest]):
        yield from fillings(rest, {**given, **dict(zip(row.clouds, run, strict=True))}, order)


def count_fillings(rows: Sequence[Row], given: Numbers, most: int = 2) -> int:
    """Count the fillings, up to so many."""
    return sum(1 for _ in islice(fillings(rows, given), most))


def _fits(run: Run, row: Row, given: Numbers) -> bool:
    return all(
        given.get(cloud, number) == number for cloud, number in zip(row.clouds, run, strict=True)
    )
