"""What a row's symbol leaves for its clouds, as notes: sets of numbers, one bit for each.

Puzzles use the numbers of a die. Notes of several clouds are a tuple, so that what a row leaves
is found once and then known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.daydream.board import RowMark

LOWEST, HIGHEST = 1, 6
ALL = sum(1 << number for number in range(LOWEST, HIGHEST + 1))
"""Every number is possible."""
Notes = tuple[int, ...]


def numbers_in(note: int) -> list[int]:
    """List the numbers of a note."""
    return [number for number in range(LOWEST, HIGHEST + 1) if note >> number & 1]


def is_settled(note: int) -> bool:
    """Say whether one number is left."""
    return note != 0 and note & (note - 1) == 0


@lru_cache(maxsize=1 << 18)
def left_by(mark: RowMark, notes: Notes) -> Notes:
    """Keep of each cloud's notes what some filling of the row has; all are 0 if there is none."""
    if mark is RowMark.CROSSED:
        return _left_by_repeat(notes)
    if mark is RowMark.SUN:
        return _left_by_run(notes)
    return _left_by_difference(notes)


def _left_by_run(notes: Notes) -> Notes:
    left = [0] * len(notes)
    for first in range(LOWEST, HIGHEST + 2 - len(notes)):
        rising = range(first, first + len(notes))
        for run in (rising, rising[::-1]):
            if all(note >> number & 1 for note, number in zip(notes, run, strict=True)):
                for place, number in enumerate(run):
                    left[place] |= 1 << number
    return tuple(left)


def _left_by_repeat(notes: Notes) -> Notes:
    """Some two clouds are equal: these two, or one of them and this cloud."""
    left = []
    for place, note in enumerate(notes):
        others = [*notes[:place], *notes[place + 1 :]]
        if 0 in others:
            return (0,) * len(notes)
        free = any(a & b for at, a in enumerate(others) for b in others[at + 1 :])
        left.append(note if free else note & _any_of(others))
    return tuple(left) if all(left) else (0,) * len(notes)


def _any_of(notes: Sequence[int]) -> int:
    found = 0
    for note in notes:
        found |= note
    return found


def _left_by_difference(notes: Notes) -> Notes:
    """All differ, and they do not run."""
    left = [0] * len(notes)
    filling: list[int] = []

    def fill(used: int) -> None:
        place = len(filling)
        if place == len(notes):
            steps = {b - a for a, b in zip(filling, filling[1:], strict=False)}
            if steps not in ({1}, {-1}):
                for at, number in enumerate(filling):
                    left[at] |= 1 << number
            return
        for number in numbers_in(notes[place] & ~used):
            filling.append(number)
            fill(used | 1 << number)
            filling.pop()

    fill(0)
    return tuple(left)
