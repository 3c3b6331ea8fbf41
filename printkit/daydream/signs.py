"""The small signs of a sheet: suns and dots, leaves, clouds, notes, frames."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from printkit.pen import Point
from printkit.shapes import pair, polygon, rays, rounded
from printkit.sheet_ink import SheetInk
from templates.geometry import Box


def draw_sun(ink: SheetInk, at: Point, radius: float) -> None:
    """Draw a sun whose rays reach to the radius."""
    ink.line(rays(*at, radius * 0.66, radius, 8), "sun", width=0.35)
    ink.disc(at, radius * 0.5, "sun", width=0.3)


def draw_dot(ink: SheetInk, at: Point, radius: float) -> None:
    """Draw a full dot."""
    ink.spot(at, radius, "mist")


def leaf(at: Point, size: tuple[float, float]) -> str:
    """Give a leaf that points upwards and fills a box."""
    (x, y), (w, h) = at, (size[0] / 2, size[1] / 2)
    return (
        f"M {pair(x, y + h * 0.72)} "
        f"C {pair(x - w * 1.25, y + h * 0.5)} {pair(x - w * 1.05, y - h * 0.55)} {pair(x, y - h)} "
        f"C {pair(x + w * 1.05, y - h * 0.55)} {pair(x + w * 1.25, y + h * 0.5)} "
        f"{pair(x, y + h * 0.72)} Z"
    )


def leaf_veins(at: Point, size: tuple[float, float]) -> str:
    """Give the stalk and the middle vein of a leaf."""
    (x, y), h = at, size[1] / 2
    return f"M {pair(x, y + h)} L {pair(x, y - h * 0.55)}"


def cloud_around(field: Box, reach: float) -> str:
    """Give a cloud whose hollows touch the field and whose bumps reach beyond it."""
    left, right, top, bottom = field.left, field.right, field.top, field.bottom
    w, h = field.size
    corner_x, corner_y = w * 0.1, h * 0.12
    hollows = [
        (left + corner_x, top), (left + w * 0.37, top), (left + w * 0.66, top),
        (right - corner_x, top), (right, top + corner_y), (right, top + h * 0.55),
        (right, bottom - corner_y), (right - corner_x, bottom), (left + w * 0.62, bottom),
        (left + w * 0.34, bottom), (left + corner_x, bottom), (left, bottom - corner_y),
        (left, top + h * 0.45), (left, top + corner_y),
    ]  # fmt: skip
    d = f"M {pair(*hollows[0])}"
    for (ax, ay), (bx, by) in pairwise([*hollows, hollows[0]]):
        length = hypot(bx - ax, by - ay)
        out = min(reach * 1.33, length * 0.62)
        nx, ny = (by - ay) / length, (ax - bx) / length
        d += (
            f" C {pair(ax + nx * out, ay + ny * out)} {pair(bx + nx * out, by + ny * out)}"
            f" {pair(bx, by)}"
        )
    return f"{d} Z"


def draw_frame(ink: SheetInk, family: int, box: Box) -> None:
    """Draw a picture frame; each family, 1 to 3, has a moulding of its own."""
    x, y, (w, h) = box.left, box.top, box.size
    if family == 1:
        ink.line(rounded(x, y, w, h, 0.6), "peach", width=0.5)
        ink.line(rounded(x + 0.6, y + 0.6, w - 1.2, h - 1.2, 0.3), "peach", width=0.2)
    elif family == 2:
        ink.line(rounded(x, y, w, h, 2.2), "sage", width=0.55, dash=(1.6, 0.9))
    else:
        ink.line(rounded(x, y, w, h, 0.4), "lilac", width=0.3)
        for corner in ((x, y), (x + w, y), (x + w, y + h), (x, y + h)):
            ink.shape(polygon(*corner, 1.0, 4), "lilac", width=0.2)
