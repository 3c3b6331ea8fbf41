"""What follows from where clouds and symbols stand: neighbours, rows, lines and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from statistics import median

from templates.daydream.lattice import Cell
from templates.geometry import Point

_ASIDE = 0.45
"""How far aside, in steps of the grid, a neighbour may stand."""
_NEXT = 1.5
"""How far away it may be."""
_CLEARLY = 0.12
"""By how much the cloud at one end of the symbols must be nearer than that at the other."""
Step = tuple[int, int]
_WAYS: tuple[Step, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True)
class Grid:
    """Clouds by their places."""

    at: Mapping[str, Point]

    @cached_property
    def pitch(self) -> Point:
        """From a cloud to the next, across and down, mm."""
        return self._step(0), self._step(1)

    def _step(self, axis: int) -> float:
        """The usual distance to the nearest cloud that stands in line."""
        other = 1 - axis
        steps = []
        for one in self.at.values():
            ahead = [
                to[axis] - one[axis]
                for to in self.at.values()
                if to[axis] - one[axis] > 2 * abs(to[other] - one[other])
            ]
            if ahead:
                steps.append(min(ahead))
        return median(steps) if steps else 15.0

    @cached_property
    def touches(self) -> Mapping[str, tuple[str, ...]]:
        """For each cloud those directly above, left, right and below."""
        order = ((0, -1), (-1, 0), (1, 0), (0, 1))
        found = {
            name: [self.towards(at, way, but=name) for way in order] for name, at in self.at.items()
        }
        return {name: tuple(each for each in some if each) for name, some in found.items()}

    def towards(self, at: Point, way: Step, but: str = "", reach: float = _NEXT) -> str | None:
        """Name the next cloud in a direction; None if there is none near."""
        axis = 0 if way[0] else 1
        sign, step, across = way[axis], self.pitch[axis], self.pitch[1 - axis]
        near = [
            ((to[axis] - at[axis]) * sign, name)
            for name, to in self.at.items()
            if name != but
            and abs(to[1 - axis] - at[1 - axis]) < _ASIDE * across
            and 0.3 * step < (to[axis] - at[axis]) * sign < reach * step
        ]
        return min(near)[1] if near else None

    def run(self, first: str, way: Step) -> tuple[str, ...]:
        """Follow clouds in a direction until a gap."""
        found = [first]
        while following := self.towards(self.at[found[-1]], way, but=found[-1]):
            found.append(following)
        return tuple(found)

    def row_at(self, dot: Point, sun: Point) -> tuple[tuple[str, ...], bool]:
        """Name the clouds of the row whose symbols stand there; none where nobody can tell.

        The second value says whether it stands upright.
        """
        middle = (dot[0] + sun[0]) / 2, (dot[1] + sun[1]) / 2
        upright = abs(dot[1] - sun[1]) > abs(dot[0] - sun[0])
        ends = [
            (self._far(middle, first, way), first, way)
            for way in _WAYS
            if (way[1] != 0) == upright and (first := self.towards(middle, way))
        ]
        ends.sort()
        if not ends or (len(ends) > 1 and ends[1][0] - ends[0][0] < _CLEARLY):
            return (), upright
        _, first, way = ends[0]
        clouds = self.run(first, way)
        return (clouds if sum(way) > 0 else clouds[::-1]), upright

    def _far(self, at: Point, cloud: str, way: Step) -> float:
        axis = 0 if way[0] else 1
        return abs(self.at[cloud][axis] - at[axis]) / self.pitch[axis]

    def beside(self, at: Point) -> tuple[str, ...]:
        """Name the clouds around a gap."""
        order = ((0, -1), (-1, 0), (1, 0), (0, 1))
        return tuple(found for way in order if (found := self.towards(at, way)))

    @cached_property
    def cells(self) -> Mapping[str, Cell]:
        """Columns and lines of the clouds, counted from 0; no two share a cell."""
        taken: dict[Cell, str] = {}
        for name, at in self.at.items():
            column, line = self.cell(at)
            free = next(c for c in count(column) if (c, line) not in taken)
            taken[free, line] = name
        return {name: cell for cell, name in taken.items()}

    def cell(self, at: Point) -> Cell:
        """Say in which column and line a place is."""
        left = min(x for x, _ in self.at.values())
        top = min(y for _, y in self.at.values())
        column = round((at[0] - left) / self.pitch[0])
        return max(column, 0), max(round((at[1] - top) / self.pitch[1]), 0)


def nearest(at: Point, places: Mapping[str, Sequence[Point]]) -> str | None:
    """Name whatever has the place that is nearest."""
    far = [
        ((x - at[0]) ** 2 + (y - at[1]) ** 2, name)
        for name, some in places.items()
        for x, y in some
    ]
    return min(far)[1] if far else None
