"""Outlines as lists of steps, so that they can be built, moved, turned and written as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]
Outline = list[Step]

_CIRCLE = 0.5523
_POINTS_OF = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


def parsed(d: str) -> Outline:
    """Read a path text with absolute M, L, Q, C and Z; repeated letters may be left out."""
    tokens = d.replace(",", " ").split()
    steps: Outline = []
    letter, at = "M", 0
    while at < len(tokens):
        if tokens[at] in _POINTS_OF:
            letter, at = tokens[at], at + 1
        count = _POINTS_OF[letter]
        numbers = [float(token) for token in tokens[at : at + 2 * count]]
        steps.append((letter, tuple(zip(numbers[::2], numbers[1::2], strict=True))))
        at += 2 * count
        letter = "L" if letter == "M" else letter
    return _cubic(steps)


def _cubic(steps: Outline) -> Outline:
    """Replace the quadratic curves, which pens do not know."""
    result: Outline = []
    last: Point = (0.0, 0.0)
    for letter, points in steps:
        if letter == "Q":
            (qx, qy), (x, y) = points
            first = (last[0] + (qx - last[0]) * 2 / 3, last[1] + (qy - last[1]) * 2 / 3)
            second = (x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3)
            letter, points = "C", (first, second, (x, y))
        result.append((letter, points))
        last = points[-1] if points else last
    return result


def polygon(points: Sequence[Point], *, closed: bool = True) -> Outline:
    """Join points with straight lines."""
    steps: Outline = [("M" if i == 0 else "L", (point,)) for i, point in enumerate(points)]
    return [*steps, ("Z", ())] if closed else steps


def oval(x: float, y: float, rx: float, ry: float, turn: float = 0.0) -> Outline:
    """An ellipse around a centre, turned clockwise by degrees."""
    kx, ky = rx * _CIRCLE, ry * _CIRCLE
    raw: Outline = [
        ("M", ((rx, 0.0),)),
        ("C", ((rx, ky), (kx, ry), (0.0, ry))),
        ("C", ((-kx, ry), (-rx, ky), (-rx, 0.0))),
        ("C", ((-rx, -ky), (-kx, -ry), (0.0, -ry))),
        ("C", ((kx, -ry), (rx, -ky), (rx, 0.0))),
        ("Z", ()),
    ]
    c, s = cos(turn * pi / 180), sin(turn * pi / 180)
    return moved(raw, lambda p: (x + c * p[0] - s * p[1], y + s * p[0] + c * p[1]))


def box(x: float, y: float, w: float, h: float, r: float = 0.0) -> Outline:
    """A rectangle from its top left corner, with rounded corners if wanted."""
    if not r:
        return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    k = r * (1 - _CIRCLE)
    right, low = x + w, y + h
    return [
        ("M", ((x + r, y),)),
        ("L", ((right - r, y),)),
        ("C", ((right - k, y), (right, y + k), (right, y + r))),
        ("L", ((right, low - r),)),
        ("C", ((right, low - k), (right - k, low), (right - r, low))),
        ("L", ((x + r, low),)),
        ("C", ((x + k, low), (x, low - k), (x, low - r))),
        ("L", ((x, y + r),)),
        ("C", ((x, y + k), (x + k, y), (x + r, y))),
        ("Z", ()),
    ]


def points(text: str) -> list[tuple[float, float, bool]]:
    """Read points written as ``"4,58 88,38! 80,26"``; the mark asks for a sharp corner."""
    pairs = ((word.rstrip("!").split(","), word.endswith("!")) for word in text.split())
    return [(float(x), float(y), sharp) for (x, y), sharp in pairs]


def smooth(text: str, *, closed: bool = True) -> Outline:
    """Lead a soft curve through points, as ``points`` reads them."""
    through = points(text)
    count = len(through)

    def lean(i: int) -> Point:
        """Say how far the curve runs on past a point, along its neighbours' direction."""
        if through[i][2]:
            return (0.0, 0.0)
        before = through[(i - 1) % count if closed else max(i - 1, 0)]
        after = through[(i + 1) % count if closed else min(i + 1, count - 1)]
        return ((after[0] - before[0]) / 6, (after[1] - before[1]) / 6)

    steps: Outline = [("M", (through[0][:2],))]
    for i in range(count if closed else count - 1):
        j = (i + 1) % count
        (ax, ay), (bx, by) = through[i][:2], through[j][:2]
        (lax, lay), (lbx, lby) = lean(i), lean(j)
        steps.append(("C", ((ax + lax, ay + lay), (bx - lbx, by - lby), (bx, by))))
    return [*steps, ("Z", ())] if closed else steps


def limb(text: str, start: float, end: float) -> Outline:
    """A soft band along points that narrows or widens: a tail, an arm, a neck."""
    along = points(text)
    left: list[str] = []
    right: list[str] = []
    last = len(along) - 1
    for i, (x, y, _) in enumerate(along):
        before, after = along[max(i - 1, 0)], along[min(i + 1, last)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        half = (start + (end - start) * i / last) / 2 / (hypot(dx, dy) or 1.0)
        left.append(f"{x - dy * half},{y + dx * half}")
        right.append(f"{x + dy * half},{y - dx * half}")
    return smooth(" ".join([*left, *reversed(right)]))


def star(x: float, y: float, outer: float, inner: float, tips: int, turn: float = 0.0) -> Outline:
    """A star with its first tip upwards, turned clockwise by degrees."""
    points = []
    for i in range(2 * tips):
        radius = inner if i % 2 else outer
        angle = pi * i / tips - pi / 2 + turn * pi / 180
        points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return polygon(points)


def moved(outline: Outline, change: Callable[[Point], Point]) -> Outline:
    """Put every point of an outline somewhere else."""
    return [(letter, tuple(change(point) for point in points)) for letter, points in outline]


def written(outline: Outline) -> str:
    """Write an outline as a path text, to a hundredth."""
    words: list[str] = []
    for letter, points in outline:
        words.append(letter)
        words.extend(_short(value) for point in points for value in point)
    return " ".join(words)


def _short(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@dataclass(frozen=True, slots=True)
class Bounds:
    """The smallest upright rectangle around an outline's points."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """Width times height."""
        return (self.right - self.left) * (self.bottom - self.top)


def bounds_of(outline: Outline) -> Bounds:
    """Say how far an outline reaches; control points count, so it is never too small."""
    xs = [x for _, points in outline for x, _ in points]
    ys = [y for _, points in outline for _, y in points]
    return Bounds(min(xs), min(ys), max(xs), max(ys))
