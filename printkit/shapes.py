"""Path texts of the shapes that our drawings are made of. Lengths in mm, y down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, pi, radians, sin, tau

from printkit.pen import Point

ARC = 0.552285
"""Control distance of a quarter circle of radius 1."""


def num(value: float) -> str:
    """Write a length short: at most three decimals."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def pair(x: float, y: float) -> str:
    """Write a point."""
    return f"{num(x)} {num(y)}"


def line(points: Iterable[Point], *, closed: bool = False) -> str:
    """Join points by straight lines."""
    d = "M " + " L ".join(pair(x, y) for x, y in points)
    return f"{d} Z" if closed else d


def box(x: float, y: float, width: float, height: float) -> str:
    """Give a rectangle by its top left corner."""
    return line(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), closed=True)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Give a rectangle with round corners."""
    r = min(radius, width / 2, height / 2)
    k = r * (1 - ARC)
    right, bottom = x + width, y + height
    return (
        f"M {pair(x + r, y)} L {pair(right - r, y)} "
        f"C {pair(right - k, y)} {pair(right, y + k)} {pair(right, y + r)} "
        f"L {pair(right, bottom - r)} "
        f"C {pair(right, bottom - k)} {pair(right - k, bottom)} {pair(right - r, bottom)} "
        f"L {pair(x + r, bottom)} "
        f"C {pair(x + k, bottom)} {pair(x, bottom - k)} {pair(x, bottom - r)} "
        f"L {pair(x, y + r)} "
        f"C {pair(x, y + k)} {pair(x + k, y)} {pair(x + r, y)} Z"
    )


def ellipse(cx: float, cy: float, rx: float, ry: float) -> str:
    """Give an ellipse as four curves."""
    kx, ky = rx * ARC, ry * ARC
    return (
        f"M {pair(cx + rx, cy)} "
        f"C {pair(cx + rx, cy + ky)} {pair(cx + kx, cy + ry)} {pair(cx, cy + ry)} "
        f"C {pair(cx - kx, cy + ry)} {pair(cx - rx, cy + ky)} {pair(cx - rx, cy)} "
        f"C {pair(cx - rx, cy - ky)} {pair(cx - kx, cy - ry)} {pair(cx, cy - ry)} "
        f"C {pair(cx + kx, cy - ry)} {pair(cx + rx, cy - ky)} {pair(cx + rx, cy)} Z"
    )


def around(cx: float, cy: float, radius: float, turn: float) -> Point:
    """Give the point at an angle, clockwise from the top, in parts of a full turn."""
    return (cx + radius * sin(tau * turn), cy - radius * cos(tau * turn))


def polygon(cx: float, cy: float, radius: float, corners: int, turn: float = 0.0) -> str:
    """Give a regular polygon with a corner on top."""
    return line((around(cx, cy, radius, turn + k / corners) for k in range(corners)), closed=True)


def star(cx: float, cy: float, radius: float, points: int = 5, inner: float = 0.45) -> str:
    """Give a star with a point on top."""
    radii = (radius, radius * inner)
    return line(
        (around(cx, cy, radii[k % 2], k / (2 * points)) for k in range(2 * points)), closed=True
    )


def crescent(cx: float, cy: float, radius: float) -> str:
    """Give a moon that opens to the right."""
    r = radius
    top, bottom = (cx + 0.45 * r, cy - 0.89 * r), (cx + 0.45 * r, cy + 0.89 * r)
    return (
        f"M {pair(*top)} "
        f"C {pair(cx - 0.62 * r, cy - 1.33 * r)} {pair(cx - 1.42 * r, cy - 0.42 * r)} "
        f"{pair(cx - r, cy + 0.28 * r)} "
        f"C {pair(cx - 0.63 * r, cy + 0.9 * r)} {pair(cx - 0.02 * r, cy + 1.12 * r)} "
        f"{pair(*bottom)} "
        f"C {pair(cx - 0.3 * r, cy + 0.62 * r)} {pair(cx - 0.42 * r, cy - 0.42 * r)} "
        f"{pair(*top)} Z"
    )


def heart(cx: float, cy: float, radius: float) -> str:
    """Give a heart of this half width."""
    r = radius
    return (
        f"M {pair(cx, cy + r)} "
        f"C {pair(cx - 0.5 * r, cy + 0.5 * r)} {pair(cx - r, cy + 0.2 * r)} "
        f"{pair(cx - r, cy - 0.3 * r)} "
        f"C {pair(cx - r, cy - r)} {pair(cx - 0.2 * r, cy - r)} {pair(cx, cy - 0.4 * r)} "
        f"C {pair(cx + 0.2 * r, cy - r)} {pair(cx + r, cy - r)} {pair(cx + r, cy - 0.3 * r)} "
        f"C {pair(cx + r, cy + 0.2 * r)} {pair(cx + 0.5 * r, cy + 0.5 * r)} "
        f"{pair(cx, cy + r)} Z"
    )


def smooth(points: Sequence[Point], *, closed: bool = False) -> str:
    """Lead a soft curve through points (Catmull-Rom)."""
    n = len(points)
    steps = n if closed else n - 1

    def at(k: int) -> Point:
        return points[k % n] if closed else points[min(max(k, 0), n - 1)]

    d = f"M {pair(*points[0])}"
    for k in range(steps):
        (ax, ay), (bx, by), (cx, cy), (ex, ey) = at(k - 1), at(k), at(k + 1), at(k + 2)
        d += (
            f" C {pair(bx + (cx - ax) / 6, by + (cy - ay) / 6)}"
            f" {pair(cx - (ex - bx) / 6, cy - (ey - by) / 6)} {pair(cx, cy)}"
        )
    return f"{d} Z" if closed else d


def cloud(cx: float, cy: float, width: float, height: float, bumps: int = 9) -> str:
    """Give a cloud: round bumps along an ellipse that fills the box."""
    rx, ry = width / 2, height / 2
    corners = [
        (cx + 0.9 * rx * sin(tau * k / bumps), cy - 0.88 * ry * cos(tau * k / bumps))
        for k in range(bumps)
    ]
    d = f"M {pair(*corners[0])}"
    for k in range(bumps):
        (ax, ay), (bx, by) = corners[k], corners[(k + 1) % bumps]
        mx, my = (ax + bx) / 2 - cx, (ay + by) / 2 - cy
        far = hypot(mx, my) or 1.0
        bulge = 0.36 * hypot(bx - ax, by - ay)
        ox, oy = bulge * mx / far, bulge * my / far
        d += f" C {pair(ax + ox, ay + oy)} {pair(bx + ox, by + oy)} {pair(bx, by)}"
    return f"{d} Z"


def wave(x: float, y: float, length: float, rise: float, waves: int) -> str:
    """Give a wavy line to the right."""
    step = length / (2 * waves)
    d = f"M {pair(x, y)}"
    for k in range(2 * waves):
        side = -rise if k % 2 == 0 else rise
        left = x + k * step
        d += (
            f" C {pair(left + step * 0.36, y + side)} {pair(left + step * 0.64, y + side)}"
            f" {pair(left + step, y)}"
        )
    return d


def rays(cx: float, cy: float, inner: float, outer: float, count: int = 8) -> str:
    """Give the rays of a sun as one path."""
    spokes = []
    for k in range(count):
        angle = 2 * pi * k / count
        spokes.append(
            f"M {pair(cx + inner * sin(angle), cy - inner * cos(angle))} "
            f"L {pair(cx + outer * sin(angle), cy - outer * cos(angle))}"
        )
    return " ".join(spokes)


def parallels(corners: Sequence[Point], gap: float, turn: float) -> Iterator[tuple[Point, Point]]:
    """Yield parallel lines that cover some corners, on multiples of the gap.

    So the lines of neighbouring areas of one tone join up.
    """
    c, s = cos(radians(turn)), sin(radians(turn))
    across = [y * c - x * s for x, y in corners]
    along = [x * c + y * s for x, y in corners]
    for k in range(int(min(across) // gap), int(max(across) // gap) + 1):
        v = (k + 0.5) * gap
        start, end = ((u * c - v * s, u * s + v * c) for u in (min(along), max(along)))
        yield start, end
