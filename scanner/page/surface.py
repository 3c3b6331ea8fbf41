"""A field over the page that bends smoothly and breaks along creases, as paper does.

It is found from displacements at scattered places. Its second differences are kept small in
sum, not in square: a field that is straight here and there with a kink between costs no more
than one that bends evenly, so that bends gather where the paper is creased. A place that
contradicts the others loses its say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from scanner.middle import median
from scanner.pictures import Floats

STIFF = 0.003
"""How much a bend of the field weighs beside the places, per mm of second difference."""
_SMOOTH = 0.02
"""Second differences, mm, that count as none."""
_GATHER = 1.5
"""How strongly bends gather: 0 spreads them evenly, 1 does not care, 2 gathers them all."""
_DOUBTED = (0.15, 0.9, 0.3, 0.15)
"""A place this far, mm, from the field is not yet doubted, each time bends gather anew.

First mistakes lose their say. But the field is still round where the paper is creased, and what
contradicts it there was right: it is heard again once bends have gathered.
"""
_CREASE, _ALONE = 0.08, 0.3
"""A crease bends the field by so much, mm, at both nodes beside it, and hardly at the next."""


def surface(
    places: Floats,
    moves: Floats,
    weights: Floats,
    size: tuple[float, float],
    step: float,
) -> NDArray[np.float64]:
    """The field, (rows, columns, 2), with a node every ``step`` mm.

    Args:
        places: Where something is known, mm on the page, (n, 2).
        moves: The displacements there, mm, (n, 2).
        weights: How much each may say, (n,).
        size: Of the page, mm.
        step: From node to node, mm.
    """
    if size[0] > size[1]:  # row after row is solved, and short rows in half the time
        return surface(places[:, ::-1], moves, weights, size[::-1], step).swapaxes(0, 1)
    grid = _grid(int(np.ceil(size[1] / step)) + 1, int(np.ceil(size[0] / step)) + 1)
    nodes, shares = grid.around(places / step)
    field = np.zeros((grid.count, 2))
    soft = np.full(len(grid.bends), 1 / _SMOOTH)
    say = weights
    for doubted in _DOUBTED:
        field = grid.solved(nodes, shares, moves, say, STIFF * soft)
        bends = np.hypot(*np.einsum("nkd,nk->dn", field[grid.bends], grid.signs))
        soft = (_SMOOTH / np.maximum(bends, _SMOOTH)) ** _GATHER / _SMOOTH
        off = np.hypot(*(np.einsum("nkd,nk->dn", field[nodes], shares) - moves.T))
        spread = max(doubted, 2.0 * median(off))
        say = weights / (1 + (off / spread) ** 4)
    return field.reshape(grid.rows, grid.columns, 2)


def refined(field: NDArray[np.float64], step: float, shape: tuple[int, int], to: float) -> Floats:
    """The same field with nodes every ``to`` mm; a crease between two nodes is not cut off."""
    down = _between(field, np.arange(shape[0]) * to / step)
    across = _between(down.swapaxes(0, 1), np.arange(shape[1]) * to / step)
    return across.swapaxes(0, 1)


def _between(field: NDArray[np.float64], at: Floats) -> NDArray[np.float64]:
    """The field's values between its rows, whose number is the unit of ``at``."""
    rows = len(field)
    low = np.clip(at.astype(int), 0, rows - 2)
    high = np.clip(at - low, 0.0, 1.0)[:, None, None]
    before, after = field[low], field[low + 1]
    straight = before + high * (after - before)
    # What goes on from either side meets at the crease.
    one = before + high * (before - field[np.maximum(low - 1, 0)])
    other = after - (1 - high) * (field[np.minimum(low + 2, rows - 1)] - after)
    bends = np.zeros((rows + 2, *field.shape[1:]))
    bends[2:-2] = field[:-2] - 2 * field[1:-1] + field[2:]
    first, second = bends[low + 1], bends[low + 2]
    beside = np.maximum(np.abs(bends[low]), np.abs(bends[np.minimum(low + 3, rows + 1)]))
    both = np.minimum(np.abs(first), np.abs(second))
    creased = (first * second > 0) & (both > _CREASE) & (beside < _ALONE * np.abs(first + second))
    met = np.where(first > 0, np.maximum(one, other), np.minimum(one, other))
    return np.asarray(np.where(creased, met, straight))


@dataclass(frozen=True)
class _Grid:
    """Nodes, and the second differences between them."""

    rows: int
    columns: int

    @property
    def count(self) -> int:
        return self.rows * self.columns

    @cached_property
    def _lines(self) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        index = np.arange(self.count).reshape(self.rows, self.columns)
        across = np.stack([index[:, :-2], index[:, 1:-1], index[:, 2:]], -1).reshape(-1, 3)
        down = np.stack([index[:-2], index[1:-1], index[2:]], -1).reshape(-1, 3)
        straight = np.concatenate([across, down])
        straight = np.concatenate([straight, straight[:, :1]], axis=1)
        corners = (index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1])
        twisted = np.stack(corners, -1).reshape(-1, 4)
        signs = np.concatenate(
            [
                np.tile([1.0, -2.0, 1.0, 0.0], (len(straight), 1)),
                np.tile([1.4, -1.4, 1.4, -1.4], (len(twisted), 1)),
            ]
        )
        return np.concatenate([straight, twisted]), signs

    @property
    def bends(self) -> NDArray[np.intp]:
        """The four nodes of each second difference."""
        return self._lines[0]

    @property
    def signs(self) -> NDArray[np.float64]:
        """How each of the four counts."""
        return self._lines[1]

    def around(self, at: Floats) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """The four nodes around each place, given in steps, and their shares."""
        limit = np.array([self.columns - 1, self.rows - 1])
        at = np.clip(at, 0, limit - 1e-6)
        low = at.astype(int)
        u, v = (at - low).T
        first = low[:, 1] * self.columns + low[:, 0]
        nodes = np.stack([first, first + 1, first + self.columns, first + self.columns + 1], -1)
        shares = np.stack([(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v], -1)
        return nodes, shares

    def solved(
        self,
        nodes: NDArray[np.intp],
        shares: NDArray[np.float64],
        wanted: Floats,
        say: Floats,
        stiff: Floats,
    ) -> NDArray[np.float64]:
        """The field with the least sum of squares, each weighted."""
        sides = np.zeros((self.count, 2))
        for axis in range(2):
            sides[:, axis] = np.bincount(
                nodes.ravel(),
                (shares * (say * wanted[:, axis])[:, None]).ravel(),
                minlength=self.count,
            )
        # Two rows of nodes are a block: a second difference then reaches no further than the next.
        size, blocks = 2 * self.columns, -(-self.rows // 2)
        matrix = self._bent.weighed(stiff) + self._ties(nodes, shares).weighed(say)
        inside, beside = matrix.reshape(2, blocks, size, size)
        own = np.arange(size)
        inside[:, own, own] += 1e-6
        if self.rows % 2:
            inside[-1, own[self.columns :], own[self.columns :]] += 1.0
        whole = np.zeros((blocks * size, 2))
        whole[: self.count] = sides
        return _by_blocks(inside, beside, whole.reshape(blocks, size, 2))[: self.count]

    @cached_property
    def _bent(self) -> _Squares:
        return self._ties(self.bends, self.signs)

    def _ties(self, nodes: NDArray[np.intp], signs: NDArray[np.float64]) -> _Squares:
        """Where the squares of sums over four nodes each are in the blocks of the matrix."""
        size, blocks = 2 * self.columns, -(-self.rows // 2)
        one, other = np.broadcast_arrays(nodes[:, :, None], nodes[:, None, :])
        value = signs[:, :, None] * signs[:, None, :]
        block, ahead = one // size, other // size - one // size
        flat = (block * size + one % size) * size + other % size
        # First what ties a block to itself, then what ties it to the next.
        flat = flat + np.where(ahead == 1, blocks * size * size, 0)
        kept = (ahead >= 0) & (value != 0)
        term = np.broadcast_to(np.arange(len(nodes))[:, None, None], value.shape)
        return _Squares(flat[kept], value[kept], term[kept], 2 * blocks * size * size)


@dataclass(frozen=True)
class _Squares:
    """Squares of sums: which entry of the matrix each part belongs to."""

    entries: NDArray[np.intp]
    values: NDArray[np.float64]
    terms: NDArray[np.intp]
    count: int

    def weighed(self, weights: Floats) -> NDArray[np.float64]:
        """The entries of the matrix, each square weighted."""
        found = np.bincount(self.entries, self.values * weights[self.terms], minlength=self.count)
        return np.asarray(found, np.float64)


@lru_cache(maxsize=8)
def _grid(rows: int, columns: int) -> _Grid:
    return _Grid(rows, columns)


def _by_blocks(
    inside: NDArray[np.float64], beside: NDArray[np.float64], sides: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Solve a block-tridiagonal system: ``beside[k]`` ties block k to block k + 1."""
    count, size = sides.shape[:2]
    ties, knowns = [], []
    tie, known = np.zeros((size, size)), np.zeros((size, 2))
    back = np.zeros((size, size))
    for k in range(count):
        left = inside[k] - back @ tie
        both = np.linalg.solve(left, np.concatenate([beside[k], sides[k] - back @ known], axis=1))
        tie, known = both[:, :size], both[:, size:]
        ties.append(tie)
        knowns.append(known)
        back = beside[k].T
    found = np.zeros_like(sides)
    found[-1] = knowns[-1]
    for k in range(count - 2, -1, -1):
        found[k] = knowns[k] - ties[k] @ found[k + 1]
    return found.reshape(-1, 2)
