"""What every model of bent paper has in common, and how bent paper comes to rest on a table.

Millimetres throughout. A model says where in space each place of the flat sheet has come to;
paper bends but does not stretch, so lengths measured along it stay what they were.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Size = tuple[float, float]


class Paper(Protocol):
    """A sheet that is bent in some way."""

    @property
    def size(self) -> Size:
        """Width and height of the flat sheet."""
        ...

    def in_space(self, places: Points) -> Points:
        """Bring places on the sheet, (..., 2), to where they are in space, (..., 3)."""
        ...


@dataclass(frozen=True)
class Flat:
    """A sheet that nobody has bent."""

    size: Size

    def in_space(self, places: Points) -> Points:
        """Lay the sheet on the table, its middle in the middle."""
        flat = places - np.array(self.size) / 2
        return np.concatenate([flat, np.zeros((*flat.shape[:-1], 1))], -1)


@dataclass(frozen=True)
class Resting:
    """Bent paper that has been put down: it touches the table z = 0 and lies above it."""

    paper: Paper
    at: tuple[float, float] = (0.0, 0.0)
    """Where its middle lies on the table."""
    turn: float = 0.0
    """In radians."""
    settled: float = 1.0
    """1 lies as it falls; 0 is held as it was bent, about its middle."""
    lift: float = 0.0
    """How high above the table it is held."""

    @property
    def size(self) -> Size:
        """Width and height of the flat sheet."""
        return self.paper.size

    def in_space(self, places: Points) -> Points:
        """Bring places on the sheet to where they are above the table."""
        rotation, low = self._rest
        space = self.paper.in_space(places) @ rotation.T
        space[..., 2] -= low - self.lift
        c, s = np.cos(self.turn), np.sin(self.turn)
        space[..., :2] = space[..., :2] @ np.array([[c, s], [-s, c]]) + np.array(self.at)
        return space

    @cached_property
    def _rest(self) -> tuple[Points, float]:
        """How the paper turns when it is let go, and how low its lowest place then is."""
        points = self.paper.in_space(grid_of(self.size, 25, 18)).reshape(-1, 3)
        a, b = _support(points) * self.settled
        normal = np.array([-a, -b, 1.0])
        rotation = _turned_up(normal / np.linalg.norm(normal))
        return rotation, float((points @ rotation.T)[:, 2].min())


def grid_of(size: Size, columns: int, rows: int) -> Points:
    """Spread places evenly over a sheet, (rows, columns, 2)."""
    x, y = np.meshgrid(np.linspace(0, size[0], columns), np.linspace(0, size[1], rows))
    return np.stack([x, y], -1)


def _support(points: Points) -> Points:
    """Find the slopes of the plane that carries the paper.

    Of all planes below it, the one that is highest under its middle: there the paper cannot
    tip over any further. The height is a concave function of the slopes, so a narrowing grid
    finds its top.
    """
    around = points - points.mean(0)
    best, reach = np.zeros(2), 0.9
    for _ in range(9):
        steps = np.linspace(-reach, reach, 7)
        a, b = (grid.ravel() for grid in np.meshgrid(best[0] + steps, best[1] + steps))
        under = around[:, 2] - np.outer(a, around[:, 0]) - np.outer(b, around[:, 1])
        top = int(under.min(1).argmax())
        best, reach = np.array([a[top], b[top]]), reach * 0.45
    return best


def _turned_up(normal: Points) -> Points:
    """Turn space so that a direction points straight up, and no more than that."""
    up = np.array([0.0, 0.0, 1.0])
    axis = np.cross(normal, up)
    c = float(normal @ up)
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + cross + cross @ cross / (1 + c), np.float64)
