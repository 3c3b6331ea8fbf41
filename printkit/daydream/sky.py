"""The grid: clouds for numbers, rows with their symbols, notes and frames between them."""

from __future__ import annotations

from itertools import pairwise

from printkit.daydream.signs import cloud_around, draw_dot, draw_frame, draw_sun
from printkit.pen import Point
from printkit.shapes import crescent, ellipse, line, pair, rounded, star
from printkit.sheet_ink import SheetInk
from templates.daydream.layout import Layout
from templates.geometry import Box, Disc


def draw_sky(ink: SheetInk, layout: Layout) -> None:
    """Draw the grid with its rows."""
    grid = layout.grid
    ink.ground(rounded(grid.left - 0.8, grid.top - 0.4, grid.size[0] + 1.6, grid.size[1] + 0.8, 3),
               "air")  # fmt: skip
    for row in layout.sheet.rows:
        _draw_row(ink, layout, row.id, row.clouds)
    for cloud in layout.sheet.clouds:
        _draw_cloud(ink, layout, layout.clouds[cloud.id], cloud.symbol)
    for family, frame in enumerate(layout.sheet.frames, start=1):
        for name in frame.clouds:
            size = (layout.pitch[0] - 0.7, layout.pitch[1] - 0.7)
            draw_frame(ink, family, Box(layout.clouds[name].center, size))
    for row in layout.sheet.rows:
        _draw_bridges(ink, layout, row.clouds)
    for row in layout.sheet.rows:
        symbols = layout.rows[row.id]
        draw_dot(ink, symbols.dot.center, symbols.dot.radius * 0.62)
        draw_sun(ink, symbols.sun.center, symbols.sun.radius)
    for heads in layout.notes.values():
        _draw_note(ink, heads)


def _draw_row(ink: SheetInk, layout: Layout, name: str, clouds: tuple[str, ...]) -> None:
    """Draw the ribbon that joins a row's clouds and leads to its symbols."""
    symbols = layout.rows[name]
    places = [layout.clouds[cloud].center for cloud in clouds]
    far, near = places[0], places[-1]
    (dx, dy), (sx, sy) = symbols.dot.center, symbols.sun.center
    middle = ((dx + sx) / 2, (dy + sy) / 2)
    if _apart(far, middle) < _apart(near, middle):
        far, near = near, far
    # Along a column the nearer symbol stands on the way; beside a row, too.
    end = min(symbols.dot.center, symbols.sun.center, key=lambda at: _apart(at, near))
    stop = _towards(end, near, max(symbols.dot.radius, symbols.sun.radius) + 1.5)
    ribbon = line((far, stop))
    if ink.ink == "colour":
        ink.pen.path(ribbon, stroke="#d7e6f3", width=2.2)
    elif ink.ink == "light":
        ink.line(ribbon, "sky", width=0.9)
    else:
        ink.line(ribbon, "sky", width=0.7)


def _apart(a: Point, b: Point) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _towards(start: Point, goal: Point, length: float) -> Point:
    """Go from a start some way along one axis towards a goal."""
    (x, y), (gx, gy) = start, goal
    if abs(gx - x) > abs(gy - y):
        return (x + (length if gx > x else -length), gy)
    return (gx, y + (length if gy > y else -length))


def _draw_cloud(ink: SheetInk, layout: Layout, field: Box, symbol: str | None) -> None:
    spare = (min(layout.pitch[0] - field.size[0], layout.pitch[1] - field.size[1])) / 2
    d = cloud_around(field, min(1.5, spare - 0.15))
    dash = (0.05, 0.8) if ink.ink == "black" else ()
    ink.shape(d, "white" if ink.ink == "colour" else "sky", width=0.4, dash=dash)
    if symbol is None:
        return
    x, y = field.right - 1.9, field.top + 1.9
    shape = star(x, y, 1.5) if symbol == "star" else crescent(x, y, 1.4)
    ink.faint(shape, "gold")


def _draw_bridges(ink: SheetInk, layout: Layout, clouds: tuple[str, ...]) -> None:
    """Tie the clouds of a row together where they meet, outside their fields."""
    for one, other in pairwise(clouds):
        a, b = layout.clouds[one], layout.clouds[other]
        (ax, ay), (bx, by) = a.center, b.center
        along = ax == bx
        gap = (abs(by - ay) - a.size[1] if along else abs(bx - ax) - a.size[0]) * 0.38
        x, y = (ax + bx) / 2, (ay + by) / 2
        ends = ((x, y - gap), (x, y + gap)) if along else ((x - gap, y), (x + gap, y))
        ink.line(line(ends), "sky", width=0.9)


def _draw_note(ink: SheetInk, heads: tuple[Disc, ...]) -> None:
    """Draw a note: heads to be filled in, stems, and a flag or a beam."""
    tops = []
    for head in heads:
        x, y = head.center
        r = head.radius
        tops.append((x + r * 0.92, y - 5.4))
        ink.line(line(((x + r * 0.92, y), tops[-1])), "lilac", width=0.35)
        with ink.pen.placed(head.center, turn=-18):
            ink.shape(ellipse(0, 0, r * 1.12, r * 0.88), "white", width=0.35)
    if len(tops) > 1:
        ink.line(line((tops[0], tops[-1])), "lilac", width=1.0)
    else:
        x, y = tops[0]
        bend = f"{pair(x + 0.4, y + 1.6)} {pair(x + 2.2, y + 1.8)} {pair(x + 1.6, y + 3.6)}"
        ink.line(f"M {pair(x, y)} C {bend}", "lilac", width=0.4)
