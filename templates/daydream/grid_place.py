"""Where the grid stands in its sky, and how large the fields of its clouds are."""

from __future__ import annotations

from dataclasses import dataclass

from templates.daydream.compose import Design
from templates.geometry import Box, Size

NUMBERS = 3.4
"""Left of the grid, for the numbers of its lines."""
LETTERS = 3.6
"""Below the grid, for the letters of its columns."""
RIM = 1.1
"""Above the grid and right of it, to the edge of its sky."""
CIRCLE_REACH = 6.86
"""From the middle of a cell to where a circle around one of its symbols may end."""


@dataclass(frozen=True, slots=True)
class PlacedGrid:
    """The grid with the sky around it."""

    sky: Box
    grid: Box
    pitch: tuple[float, float]


def placed_grid(
    design: Design,
    room: Box,
    most: tuple[float, float],
    numbers: float = NUMBERS,
) -> PlacedGrid:
    """Fill a room with the sky, or less of it where cells would be larger than they may."""
    lattice, left, top = design.lattice, room.left + numbers, room.top + RIM
    across = min(most[0], (room.right - RIM - left) / lattice.columns)
    down = min(most[1], (room.bottom - LETTERS - top) / lattice.lines)
    right, bottom = left + lattice.columns * across, top + lattice.lines * down
    return PlacedGrid(
        sky=Box.between(room.left, room.top, right + RIM, bottom + LETTERS),
        grid=Box.between(left, top, right, bottom),
        pitch=(across, down),
    )


def digit_field(
    pitch: tuple[float, float], rim: tuple[float, float], most: tuple[float, float]
) -> Size:
    """Give the field for a digit: within its cell, clear of circles around the next symbols."""
    free = [2 * (each - CIRCLE_REACH) for each in pitch]
    width = min(pitch[0] - rim[0], free[0], most[0])
    return width, min(pitch[1] - rim[1], free[1], most[1])
