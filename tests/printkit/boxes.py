"""A pen that keeps where everything ends up on its page, in mm, for tests about room."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import cos, hypot, radians, sin

from tests.note_pen import NotePen

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass
class Words:
    text: str
    size: float
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other, slack=0.25):
        return (
            self.left + slack < other.right
            and other.left + slack < self.right
            and self.top + slack < other.bottom
            and other.top + slack < self.bottom
        )


@dataclass
class Shape:
    fill: str | None
    stroke: str | None
    points: list[tuple[float, float]]

    def touches(self, box):
        """Say whether the box around it shares room with another."""
        xs, ys = zip(*self.points, strict=True)
        return (
            min(xs) < box.right
            and box.left < max(xs)
            and min(ys) < box.bottom
            and box.top < max(ys)
        )


@dataclass
class Page:
    width: float
    height: float
    bookmark: str | None
    words: list[Words] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)


class BoxPen(NotePen):
    """Draws stamps every time, and knows the place of every stroke on its page."""

    def __init__(self, *, shapes=True):
        super().__init__()
        self.pages = []
        self._keep_shapes = shapes
        self._matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    def page(self, width, height, bookmark=None):
        self.pages.append(Page(width, height, bookmark))

    def path(self, d, *, fill=None, stroke=None, **_):
        if not self._keep_shapes:
            return
        numbers = [float(found) for found in NUMBER.findall(d)]
        points = [self._at(point) for point in zip(numbers[::2], numbers[1::2], strict=True)]
        self.pages[-1].shapes.append(Shape(fill, stroke, points))

    def circle(self, centre, radius, *, fill=None, stroke=None, **_):
        if not self._keep_shapes:
            return
        x, y = centre
        corners = [(x - radius, y - radius), (x + radius, y + radius)]
        self.pages[-1].shapes.append(Shape(fill, stroke, [self._at(at) for at in corners]))

    def words(self, text, at, *, size, face="text", align="left", colour="#000000"):
        width = self.width_of(text, size, face)
        x = at[0] - {"left": 0, "centre": width / 2, "right": width}[align]
        # From the height of capitals to the foot of a p.
        corners = [(x, at[1] - 0.72 * size), (x + width, at[1] + 0.2 * size)]
        (ax, ay), (bx, by) = (self._at(corner) for corner in corners)
        scale = hypot(*self._matrix[:2])
        box = Words(text, size * scale, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        if text.strip():
            self.pages[-1].words.append(box)

    @contextmanager
    def placed(self, at, *, scale=1.0, turn=0.0):
        before = self._matrix
        c, s = scale * cos(radians(turn)), scale * sin(radians(turn))
        x, y = self._at(at)
        a, b, cc, d, _, _ = before
        self._matrix = (a * c + cc * s, b * c + d * s, cc * c - a * s, d * c - b * s, x, y)
        yield
        self._matrix = before

    @contextmanager
    def clipped(self, d):
        yield

    @contextmanager
    def stamp(self, name):
        yield True

    def _at(self, point):
        (x, y), (a, b, c, d, e, f) = point, self._matrix
        return (a * x + c * y + e, b * x + d * y + f)
