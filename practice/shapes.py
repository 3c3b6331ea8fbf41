"""How we write digits: our own strokes, in the shapes that are taught in Europe.

A shape is a line of text. ``x,y`` are points of a smooth curve in hundredths of the
digit's height, x to the right and y down; ``|`` turns a corner; ``/`` lifts the pen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

Point = tuple[float, float]
Run = tuple[Point, ...]
"""Points of one smooth curve."""


@dataclass(frozen=True, slots=True)
class PenShape:
    """One way to write a digit."""

    strokes: tuple[tuple[Run, ...], ...]
    """Each stroke is a chain of runs that meet in corners."""
    often: float
    """How many hands prefer it, compared with the digit's other shapes."""


SHAPES: dict[int, tuple[tuple[float, str], ...]] = {
    0: (
        (6, "34,2 14,8 3,38 5,74 22,98 44,92 58,62 55,26 40,4 30,2"),
        (3, "28,1 8,22 4,60 18,96 40,97 54,66 52,28 36,3 22,5"),
        (2, "40,6 20,0 4,30 8,82 30,100 52,80 54,34 44,8"),
        (0.4, "34,2 12,10 3,40 6,76 24,98 46,90 58,60 54,24 34,2 / 62,6 2,96"),
    ),
    1: (
        (7, "2,38 18,20 33,1 | 32,50 30,99"),
        (2, "4,30 30,2 | 30,99"),
        (2, "20,0 17,50 15,100"),
        (1, "6,34 30,2 | 30,98 / 8,98 54,97"),
    ),
    2: (
        (5, "3,24 10,7 30,0 50,9 53,29 38,57 3,97 | 30,95 60,96"),
        (3, "4,22 14,4 36,0 52,14 48,40 22,76 8,95 2,90 10,80 28,88 42,98 60,91"),
        (2, "2,20 20,1 44,4 52,24 34,62 4,96 | 20,93 40,99 60,94"),
    ),
    3: (
        (6, "5,12 24,0 46,6 48,28 34,43 20,46 | 40,48 56,66 46,92 22,100 2,88"),
        (3, "4,9 28,0 48,14 40,38 22,47 46,55 54,78 32,99 3,91"),
        (2, "4,3 52,2 | 26,39 | 46,44 56,68 42,95 16,100 2,90"),
    ),
    4: (
        (5, "26,0 15,32 3,63 | 30,62 62,60 / 44,33 42,66 39,100"),
        (3, "4,2 2,26 6,47 | 28,47 50,44 / 50,0 48,48 45,100"),
        (3, "47,100 46,50 48,1 | 22,36 1,68 | 30,68 62,66"),
    ),
    5: (
        (4, "9,5 7,24 5,42 | 28,36 50,46 55,70 38,96 14,99 1,90 / 9,4 30,3 56,1"),
        (4, "55,1 30,3 10,4 | 8,22 5,43 | 28,36 50,47 54,72 36,97 2,93"),
        (2, "54,2 12,3 | 7,40 30,40 50,52 50,80 26,100 2,94"),
    ),
    6: (
        (6, "45,2 22,22 5,56 6,86 26,100 50,88 53,67 36,54 15,62 6,78"),
        (3, "36,0 12,34 3,72 16,98 40,96 50,74 36,60 14,68 5,84"),
        (2, "50,6 26,10 8,40 5,76 24,100 48,90 50,64 28,54 8,70"),
    ),
    7: (
        (5, "2,6 28,4 57,2 | 40,38 22,99 / 12,52 32,49 54,47"),
        (3, "2,5 30,3 57,2 | 44,36 30,66 22,99"),
        (2, "3,16 4,3 | 30,5 56,2 | 36,44 20,100 / 10,54 52,48"),
        (1, "2,4 54,3 | 38,40 28,100"),
    ),
    8: (
        (6, "48,13 28,0 9,12 12,33 32,47 53,66 47,93 24,100 5,84 13,62 36,43 50,23 44,8"),
        (2, "28,46 8,30 14,6 36,1 50,18 40,40 28,46 8,62 4,86 26,100 50,90 52,66 28,46"),
        (2, "46,8 20,2 12,24 34,46 52,72 36,98 8,92 8,68 34,44 50,20 40,4"),
    ),
    9: (
        (5, "51,18 34,1 12,8 5,32 18,50 40,42 52,16 | 49,54 45,99"),
        (4, "50,14 28,0 7,16 8,42 28,50 47,36 51,12 | 53,50 46,84 28,99 8,93"),
        (2, "52,10 26,2 6,24 20,48 44,38 53,8 | 44,52 24,100"),
    ),
}


@cache
def shapes_of(digit: int) -> tuple[PenShape, ...]:
    """Give the ways to write a digit."""
    return tuple(PenShape(_strokes(text), often) for often, text in SHAPES[digit])


def _strokes(text: str) -> tuple[tuple[Run, ...], ...]:
    strokes = []
    for part in text.split("/"):
        runs: list[Run] = []
        for piece in part.split("|"):
            points = [_point(word) for word in piece.split()]
            # A run after a corner goes on from where the one before it ended.
            runs.append(tuple([runs[-1][-1], *points] if runs else points))
        strokes.append(tuple(runs))
    return tuple(strokes)


def _point(word: str) -> Point:
    x, y = word.split(",")
    return float(x) / 100, float(y) / 100
