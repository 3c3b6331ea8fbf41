"""Which of many photos may show the same sheet as one: the glance of likeness, at all at once.

A pile of photos is compared with every photo that is added to it. Nearly all of them are told
apart by how many numbers they share, which is counted here for the whole pile in a moment.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import numpy.typing as npt

from scanner.likeness import ENOUGH, SAME_INK
from scanner.scan import Scan
from templates.game import Value
from templates.sheet_code import SheetCode

Numbers = npt.NDArray[np.int64]
_FIRST_ROOM = 64


class Glances:
    """Photos in the order in which they were added, told by their places from 0."""

    def __init__(self) -> None:
        self._count = 0
        self._by_code: dict[SheetCode, _OneCode] = {}
        self._not_yet: dict[SheetCode, list[tuple[Scan, int]]] = {}

    def add(self, scan: Scan) -> None:
        """Add the next photo."""
        # Nearly every sheet of a class has a code of its own: nothing is compared with it.
        self._not_yet.setdefault(scan.code, []).append((scan, self._count))
        self._count += 1

    def near(self, scan: Scan, *, surely: bool = False) -> Numbers:
        """Give the photos that may show the same sheet, in order; all others cannot.

        Args:
            scan: A photo.
            surely: Leave out photos of which a closer look cannot say that they surely do.
        """
        found = self._by_code.get(scan.code)
        for other, number in self._not_yet.pop(scan.code, ()):
            found = found or self._by_code.setdefault(scan.code, _OneCode(other))
            found.add(other, number)
        return found.near(scan, surely) if found else np.zeros(0, np.int64)


class _OneCode:
    """Photos of sheets that say the same about themselves."""

    def __init__(self, first: Scan) -> None:
        self._for_table = first.game.for_table
        self._named = bool(first.code.class_mark and first.code.copy)
        self._never = first.has_task and not self._named
        self._ink, self._marks = _Shared(), _Shared()
        self._photos, self._doubts, self._names = Growing(), Growing(), Growing()
        self._name_numbers: dict[str, int] = {"": 0}

    def add(self, scan: Scan, number: int) -> None:
        if self._never:  # nor can its elements be counted as those of a game
            return
        ink = self._telling(scan)
        self._ink.add(ink)
        self._marks.add(() if ink else scan.touched.items())
        self._photos.add(number)
        self._doubts.add(len(scan.doubts))
        name = _name_of(scan)
        self._names.add(self._name_numbers.setdefault(name, len(self._name_numbers)))

    def near(self, scan: Scan, surely: bool) -> Numbers:
        if self._never:
            return np.zeros(0, np.int64)
        ink, doubts = self._telling(scan), self._doubts.values + len(scan.doubts)
        agree = self._ink.agree(ink)
        fits = agree >= SAME_INK * (np.maximum(self._ink.sizes, len(ink)) - doubts)
        if not ink:  # neither has a number: then the other marks have to agree
            marks = scan.touched.items()
            least = np.maximum(self._marks.sizes, len(marks)) - doubts
            fits &= (self._ink.sizes > 0) | (self._marks.agree(marks) >= SAME_INK * least)
        if surely:
            if not self._named:
                fits &= agree >= ENOUGH
            if name := _name_of(scan):
                fits &= np.isin(self._names.values, (0, self._name_numbers.get(name, -1)))
        return self._photos.values[fits]

    def _telling(self, scan: Scan) -> Collection[tuple[str, Value]]:
        return scan.touched.items() if self._for_table else scan.digits


class _Shared:
    """What is written where, kept so that one photo is compared with all in one go."""

    def __init__(self) -> None:
        self._columns: dict[str, Growing] = {}
        self._values: dict[Value, int] = {}
        self._sizes = Growing(np.int32)

    @property
    def sizes(self) -> npt.NDArray[Any]:
        """How much each photo shows."""
        return self._sizes.values

    def add(self, items: Collection[tuple[str, Value]]) -> None:
        """Add what the next photo shows."""
        place = len(self._sizes.values)
        for element, value in items:
            column = self._columns.setdefault(element, Growing(np.int32))
            column.put(place, self._values.setdefault(value, len(self._values) + 1))
        self._sizes.add(len(items))

    def agree(self, items: Collection[tuple[str, Value]]) -> npt.NDArray[Any]:
        """Count for each photo on how much it shows the same."""
        agree = np.zeros(len(self._sizes.values), np.int32)
        for element, value in items:
            column, number = self._columns.get(element), self._values.get(value)
            if column is not None and number is not None:
                same = column.values == number
                agree[: len(same)] += same
        return agree


class Growing:
    """Numbers that grow in number; those that were never put are 0."""

    def __init__(self, kind: type[np.integer[Any]] = np.int64) -> None:
        self._room = np.zeros(_FIRST_ROOM, kind)
        self._count = 0

    @property
    def values(self) -> npt.NDArray[Any]:
        """All of them."""
        return self._room[: self._count]

    def add(self, value: int) -> None:
        """Put one at the end."""
        self.put(self._count, value)

    def put(self, place: int, value: int) -> None:
        """Put one further on."""
        if place >= len(self._room):
            self._room = np.concatenate([self._room, np.zeros(place + 1, self._room.dtype)])
        self._room[place] = value
        self._count = max(self._count, place + 1)


def _name_of(scan: Scan) -> str:
    """Give the only name on a sheet, by which photos are told apart; "" where there is none."""
    names = scan.board.names
    return names[0].casefold() if len(names) == 1 and names[0] else ""
