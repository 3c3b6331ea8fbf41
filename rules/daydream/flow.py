"""A flow of least cost through a small net."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from math import inf


class Flow:
    """A net of edges, each with a capacity and a price per unit."""

    def __init__(self) -> None:
        """Begin without edges."""
        self._from: dict[Hashable, list[int]] = {}
        self._ends: list[Hashable] = []
        self._room: list[int] = []
        self._price: list[int] = []

    def edge(self, begin: Hashable, end: Hashable, room: int, price: int = 0) -> None:
        """Add an edge; prices may be below zero as long as no circle is."""
        # The edge after it leads back and undoes it.
        for here, there, free, cost in ((begin, end, room, price), (end, begin, 0, -price)):
            self._from.setdefault(here, []).append(len(self._ends))
            self._ends.append(there)
            self._room.append(free)
            self._price.append(cost)

    def cost(self, source: Hashable, sink: Hashable, units: int) -> float:
        """Send units from source to sink as cheaply as possible; infinite if they do not fit."""
        total, left = 0.0, units
        while left:
            way = self._cheapest(source, sink)
            if way is None:
                return inf
            sent = min(left, *(self._room[edge] for edge in way))
            for edge in way:
                self._room[edge] -= sent
                self._room[edge ^ 1] += sent
                total += sent * self._price[edge]
            left -= sent
        return total

    def _cheapest(self, source: Hashable, sink: Hashable) -> list[int] | None:
        """Find the cheapest way that has room left, as its edges."""
        price: dict[Hashable, float] = {source: 0}
        by: dict[Hashable, int] = {}
        waiting, queued = deque([source]), {source}
        while waiting:
            here = waiting.popleft()
            queued.discard(here)
            for edge in self._from.get(here, ()):
                there, reached = self._ends[edge], price[here] + self._price[edge]
                if self._room[edge] and reached < price.get(there, inf):
                    price[there], by[there] = reached, edge
                    if there not in queued:
                        queued.add(there)
                        waiting.append(there)
        if sink not in by:
            return None
        way, here = [], sink
        while here != source:
            way.append(by[here])
            here = self._ends[by[here] ^ 1]
        return way
