"""A grid as whole numbers, one bit a cell: its faults are counted in a few dozen operations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from templates.daydream.lattice import CLOUDS

PANEL = 6
"""Columns of a panel."""
LONGEST = 7
SIGNS = "o.><v^"
CLOUD, GAP, RIGHT, LEFT, DOWN, UP = range(6)
PROPOSED = (CLOUD,) * 4 + (GAP,) * 3 + (RIGHT, LEFT) * 2 + (DOWN,) * 4 + (UP,)
"""What a cell is changed to, each as likely as the others."""
TRADES = 140
"""Of 256 changes, those from here on let two cells trade places."""
Before = tuple[tuple[int, int], ...]
"""Places and what stood there."""
Signs = Sequence[Sequence[int]]
"""The numbers of the signs in a grid, line by line."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What a fresh grid has in common with a hand-made one."""

    clouds: int
    rows: int
    row_cells: int
    touching: int
    """Pairs of clouds side by side or one above the other."""
    pairs: int
    """Rows of two clouds."""
    long: int
    """Rows of five clouds and more."""
    upward: int
    """Symbols below their column."""


def numbered(sign: str) -> int:
    """Give the number of a grid's sign; stars, moons and notes are left out."""
    return CLOUD if sign in CLOUDS else max(SIGNS.find(sign), GAP)


@cache
def _bits(columns: int, lines: int) -> tuple[int, ...]:
    return tuple(1 << (y * (columns + 1) + x) for y in range(lines) for x in range(columns))


class FreshBoard:
    """Which cells of a grid hold what, as one whole number for each sign."""

    def __init__(self, grid: Signs) -> None:
        """Put a grid on the board; a guard column keeps lines apart."""
        self.columns = len(grid[0])
        self.stride = self.columns + 1
        self.signs = [sign for line in grid for sign in line]
        self.bits = _bits(self.columns, len(grid))
        self.masks = [0] * len(SIGNS)
        for bit, sign in zip(self.bits, self.signs, strict=True):
            self.masks[sign] |= bit

    def put(self, place: int, sign: int) -> None:
        """Let something stand in a cell instead of what stood there."""
        bit = self.bits[place]
        self.masks[self.signs[place]] ^= bit
        self.masks[sign] ^= bit
        self.signs[place] = sign

    def change(self, word: int) -> Before:
        """Change a cell, or let it trade places with one beside it, by 48 bits of chance."""
        cells = len(self.signs)
        place, kind = (word >> 32) * cells >> 32, word >> 16 & 0xFF
        before = self.signs[place]
        if kind < TRADES:
            self.put(place, PROPOSED[kind & 15])
            return ((place, before),)
        other = (place + (1 if kind & 1 else self.columns)) % cells
        there = self.signs[other]
        self.put(place, there)
        self.put(other, before)
        return (place, before), (other, there)

    def undo(self, before: Before) -> None:
        """Take a change back."""
        for place, sign in before:
            self.put(place, sign)

    def lines(self) -> list[list[int]]:
        """Give the signs line by line."""
        return [self.signs[n : n + self.columns] for n in range(0, len(self.signs), self.columns)]

    def measures(self) -> Measures:
        """Measure the grid."""
        lengths, _, _ = self._rows()
        return Measures(
            clouds=self.masks[CLOUD].bit_count(),
            rows=sum(lengths),
            row_cells=sum(length * count for length, count in enumerate(lengths)),
            touching=self._touching(),
            pairs=lengths[2],
            long=sum(lengths[5:]),
            upward=self.masks[UP].bit_count(),
        )

    def faults(self, wanted: Measures, enough: int = 0) -> int:
        """Count what breaks the rules of shape, and how far the measures are from the wanted ones.

        What is quickly counted comes first: more than enough faults need not be counted out.
        """
        faults = self._quick_faults(wanted)
        if faults > enough:
            return faults
        lengths, covered, both = self._rows()
        slack = 1 + self.columns // PANEL
        row_cells = sum(length * count for length, count in enumerate(lengths))
        faults += 4 * (lengths[0] + lengths[1] + lengths[LONGEST + 1] + both)
        faults += 4 * (self.masks[CLOUD] & ~covered).bit_count()
        faults += max(abs(row_cells - wanted.row_cells) - slack, 0)
        faults += max(abs(lengths[2] - wanted.pairs) - slack, 0)
        faults += max(sum(lengths[5:]) - wanted.long - 2 * slack + 3, 0)
        return faults if faults > enough else faults + 4 * self._unreached()

    def _quick_faults(self, wanted: Measures) -> int:
        """Weigh crowded symbols, empty squares and what can be counted without the rows."""
        clouds, gaps, right, left, down, up = self.masks
        across, upright = right | left, down | up
        gaps &= gaps << 1
        slack = 1 + self.columns // PANEL
        # Circles around symbols side by side, or one above the other, would meet.
        crowded = (across & across << 1) | (upright & upright << self.stride)
        return (
            4 * crowded.bit_count()
            + (gaps & gaps << self.stride).bit_count()
            + 2 * abs(clouds.bit_count() - wanted.clouds)
            + 2 * abs((across | upright).bit_count() - wanted.rows)
            + max(abs(self._touching() - wanted.touching) - slack - 1, 0)
            + max(up.bit_count() - wanted.upward - 2 * slack + 3, 0)
        )

    def _rows(self) -> tuple[list[int], int, int]:
        """Count rows by length; give the clouds in them and the rows with symbols at both ends."""
        clouds, _, right, left, down, up = self.masks
        lengths = [0] * (LONGEST + 2)
        covered = both = 0
        for signs, end, step in ((right, left, 1), (down, up, self.stride)):
            seen, length = signs.bit_count(), 0
            while signs:
                signs <<= step
                both += (signs & end).bit_count() if length else 0
                signs &= clouds
                covered |= signs
                count = signs.bit_count()
                lengths[length] += seen - count
                seen, length = count, min(length + 1, LONGEST + 1)
        for signs, step in ((left, 1), (up, self.stride)):
            seen, length = signs.bit_count(), 0
            while signs:
                signs = (signs >> step) & clouds
                covered |= signs
                count = signs.bit_count()
                lengths[length] += seen - count
                seen, length = count, min(length + 1, LONGEST + 1)
        return lengths, covered, both

    def _touching(self) -> int:
        clouds = self.masks[CLOUD]
        return (clouds & clouds << 1).bit_count() + (clouds & clouds << self.stride).bit_count()

    def _unreached(self) -> int:
        """Count the clouds that do not hang together with the first."""
        clouds, stride = self.masks[CLOUD], self.stride
        reached, before = clouds & -clouds, 0
        while reached != before:
            before = reached
            around = reached << 1 | reached >> 1 | reached << stride | reached >> stride
            reached |= around & clouds
        return (clouds ^ reached).bit_count()
