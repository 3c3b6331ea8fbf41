"""Places on paper, in mm from the top left of the page, x to the right, y down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

Point = tuple[float, float]
Size = tuple[float, float]


def rounded(*values: float) -> tuple[float, ...]:
    """Round to a hundredth of a millimetre: what is printed is what is promised."""
    return tuple(round(value, 2) for value in values)


def point(x: float, y: float) -> Point:
    """Make a point on the grid of hundredths."""
    return round(x, 2), round(y, 2)


def distance(a: Point, b: Point) -> float:
    """Give the distance of two points."""
    return hypot(a[0] - b[0], a[1] - b[1])


@dataclass(frozen=True, slots=True)
class Disc:
    """A round place: a pen's circle goes around it, or fills it."""

    center: Point
    radius: float

    def as_json(self) -> dict[str, object]:
        """Give the place as scripts see it."""
        return {"center": list(self.center), "radius": self.radius}


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle."""

    center: Point
    size: Size

    @staticmethod
    def between(left: float, top: float, right: float, bottom: float) -> Box:
        """Make a box from its edges."""
        return Box(point((left + right) / 2, (top + bottom) / 2), point(right - left, bottom - top))

    @property
    def left(self) -> float:
        """The left edge."""
        return self.center[0] - self.size[0] / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.center[0] + self.size[0] / 2

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.center[1] - self.size[1] / 2

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.center[1] + self.size[1] / 2

    def overlaps(self, other: Box) -> bool:
        """Say whether the two share more than an edge."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def as_json(self) -> dict[str, object]:
        """Give the place as scripts see it."""
        return {"center": list(self.center), "size": list(self.size)}


Shape = Box | Disc


def box_around(shape: Shape) -> Box:
    """Give the box that holds a shape."""
    if isinstance(shape, Box):
        return shape
    return Box(shape.center, (2 * shape.radius, 2 * shape.radius))


def overlapping(boxes: Sequence[Box]) -> list[tuple[int, int]]:
    """Name the pairs of boxes that overlap, in order, by a sweep from left to right."""
    edges = sorted((box.left, n, box.right, box.top, box.bottom) for n, box in enumerate(boxes))
    found: list[tuple[int, int]] = []
    for place, (_, n, right, top, bottom) in enumerate(edges):
        for following in range(place + 1, len(edges)):
            left, m, _, other_top, other_bottom = edges[following]
            if left >= right:
                break
            if top < other_bottom and other_top < bottom:
                found.append((min(n, m), max(n, m)))
    return sorted(found)
