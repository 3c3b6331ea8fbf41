"""Where an element is on the page, and what it may say: for notes, crops and questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from templates.game import Value
from templates.geometry import Box, Point

NUMBERS: tuple[Value, ...] = (None, *range(10))
"""A single digit, or none."""
YES_NO: tuple[Value, ...] = (False, True)


@dataclass(frozen=True, slots=True)
class Place:
    """One element."""

    at: Point
    """Where a note about it goes."""
    area: Box
    """What it covers."""
    may_be: tuple[Value, ...] = ()
    """All that it can say; empty for a field in which any number may stand."""
    digits: int = 0
    """How many fit into such a field."""
    signed: bool = True
    """Whether the number may lie below zero."""
    spots: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    """Where the pen goes for each value, if the element has several places."""

    @property
    def is_digit(self) -> bool:
        """Whether a single digit is written there."""
        return self.may_be == NUMBERS

    @property
    def blank(self) -> Value:
        """What it says before a pen has touched it."""
        return self.may_be[0] if self.may_be else None

    def allows(self, value: Value) -> bool:
        """Say whether it can say this: one of a list, or a number that fits into the field."""
        if self.may_be:
            return any(is_same(value, each) for each in self.may_be)
        if not isinstance(value, int) or isinstance(value, bool):
            return value is None
        return len(str(value)) <= self.digits and (self.signed or value >= 0)


def is_same(one: Value, other: Value) -> bool:
    """Say whether two values are one; 1 is not yes, and 0 is not no."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def around(points: Iterable[Point]) -> Box:
    """Give the box around some points."""
    xs, ys = zip(*points, strict=True)
    center = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Box(center, (max(xs) - min(xs), max(ys) - min(ys)))


def spot(at: Point, may_be: tuple[Value, ...]) -> Place:
    """Give an element that is a single point."""
    return Place(at, Box(at, (0.0, 0.0)), may_be)
