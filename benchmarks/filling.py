"""A sheet while it is being filled in, and what a habit may change about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from benchmarks.hands import RealHand
from benchmarks.paper_camera import Way
from benchmarks.pens import USUAL
from benchmarks.places import middle_of, parts_of
from practice.pen import Mark
from practice.strokes import Stroke

Json = dict[str, Any]
Rng = np.random.Generator
ALL = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
SCORES = ("dreams/score", "when-i-dream/score")


@dataclass
class Filling:
    """A sheet that is being filled in."""

    layout: Mapping[str, Any]
    board: Json
    hand: RealHand
    marks: list[Mark]
    pen: str
    rng: Rng
    pens: dict[str, str] = field(default_factory=dict)
    """By element, where it is not the usual pen."""
    rubbed: list[list[Stroke]] = field(default_factory=list)
    """What was written first and has been rubbed out."""
    more: list[list[Stroke]] = field(default_factory=list)
    """What is on the sheet besides its marks."""

    def redraw(self, wanted: Callable[[Mark], bool], how: Callable[..., list[Stroke]]) -> None:
        """Draw some marks in another way: ``how`` takes a middle, a radius and the hand."""
        parts = parts_of(self.layout)
        for place, mark in enumerate(self.marks):
            if wanted(mark) and mark.element in parts and not self._crossed(mark.element):
                drawn = np.concatenate([stroke[:, :2] for stroke in mark.strokes[-1:]]).mean(0)
                part = min(parts[mark.element], key=lambda each: np.hypot(*(each.mean(0) - drawn)))
                radius = float(np.ptp(part, axis=0).max()) / 1.8
                # Moons that are linked stay joined: only the ring is drawn differently.
                joined = mark.strokes[:-1] if mark.element.endswith(".linked") else []
                strokes = joined + how(middle_of([part]), radius, self.hand)
                self.marks[place] = Mark(mark.element, strokes, hard=True)

    def some(self, ids: Iterable[str], fewest: int, most: int) -> set[str]:
        """Choose a few."""
        mixed = self.rng.permutation(sorted(ids))
        return {str(id_) for id_ in mixed[: int(self.rng.integers(fewest, most + 1))]}

    def _crossed(self, element: str) -> bool:
        frame, _, value = element.partition(".")
        return bool(self.board.get("frames", {}).get(frame, {}).get(value) == "crossed")


@dataclass(frozen=True)
class Habit:
    """One way to fill in a sheet, and how it is then photographed."""

    fill: Callable[[Filling], None] = lambda filling: None
    pens: tuple[str, ...] = USUAL
    board: Callable[[Json, Mapping[str, Any], Rng], None] = lambda board, layout, rng: None
    hand: Callable[[RealHand], None] = lambda hand: None
    sheets: tuple[str, ...] = ALL
    way: Callable[[Rng], Way] = lambda rng: Way("flat")
    sheen: bool = False
    """Whether the sheet is laminated: lamps are mirrored in it."""


def is_way(mark: Mark) -> bool:
    """Say whether a mark is lines from point to point."""
    return mark.element[0] == "o" or mark.element == "constellation.lines"


def is_digit(mark: Mark) -> bool:
    """Say whether a mark is a number."""
    return mark.element[0] == "c" and mark.element[1:].isdigit() or mark.element.endswith(".value")


def is_point(mark: Mark) -> bool:
    """Say whether a mark is a ring that is worth a point: star, link, reward, polaroid."""
    kind, _, name = mark.element.partition(".")
    return kind[0] == "s" and kind[1:].isdigit() or kind[0] == "f" or name in ("linked", "circled")
