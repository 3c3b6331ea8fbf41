"""The grid: clouds for numbers, rows with their symbols, notes and frames between them."""

from __future__ import annotations

from itertools import pairwise

from printkit.daydream.signs import cloud_around, draw_dot, draw_frame, draw_sun
from printkit.pen import Point
from printkit.shapes import crescent, ellipse, line, pair, rounded, star
from printkit.sheet_ink import SheetInk
from templates.daydream.grid_names import column_name, line_name
from templates.daydream.layout import Layout, Symbols
from templates.geometry import Box, Disc

_ALONG, _ACROSS = 2.45, 3.2
"""How far a tab reaches beyond the middle of a symbol, along its row and across."""
_NECK = 1.3
_EDGE = {"colour": "#8faccb", "black": "#a8a8a8"}
"""Of the letters and numbers at the edges: a pen may stray there."""
_BELOW = 0.35
"""Between the drawn edge of the sky and the end of its room, where the strip's digits may stand."""


def draw_sky(ink: SheetInk, layout: Layout) -> None:
    """Draw the grid with its rows."""
    _draw_air(ink, layout.sky)
    _write_edges(ink, layout)
    for row in layout.sheet.rows:
        _draw_tab(ink, layout.rows[row.id], end_of(layout, row.id, row.clouds))
    framed = {name for frame in layout.sheet.frames for name in frame.clouds}
    for cloud in layout.sheet.clouds:
        _draw_cloud(ink, layout, layout.clouds[cloud.id], cloud.id in framed)
        _draw_symbol(ink, layout.clouds[cloud.id], cloud.symbol)
    for family, frame in enumerate(layout.sheet.frames, start=1):
        for name in frame.clouds:
            size = (layout.pitch[0] - 0.7, layout.pitch[1] - 0.7)
            draw_frame(ink, family, Box(layout.clouds[name].center, size))
    for row in layout.sheet.rows:
        _draw_bridges(ink, layout, row.clouds)
        _draw_neck(ink, layout.rows[row.id], end_of(layout, row.id, row.clouds))
    for row in layout.sheet.rows:
        symbols = layout.rows[row.id]
        draw_dot(ink, symbols.dot.center, symbols.dot.radius * 0.62)
        draw_sun(ink, symbols.sun.center, symbols.sun.radius)
    for heads in layout.notes.values():
        _draw_note(ink, heads)


def _draw_air(ink: SheetInk, sky: Box) -> None:
    """Draw the sky with its edge."""
    edge = edge_of(sky)
    d = rounded(edge.left, edge.top, *edge.size, 3)
    ink.ground(d, "air")
    ink.line(d, "tab", width=0.5)


def edge_of(sky: Box) -> Box:
    """Give the edge that is drawn around the grid."""
    return Box.between(sky.left, sky.top, sky.right, sky.bottom - _BELOW)


def _write_edges(ink: SheetInk, layout: Layout) -> None:
    """Write the letters of the columns below the grid, and the numbers of the lines at its left."""
    grid, (across, down) = layout.grid, layout.pitch
    colour = _EDGE["black" if ink.ink == "black" else "colour"]
    for column in range(layout.design.lattice.columns):
        at = (grid.left + (column + 0.5) * across, grid.bottom + 2.5)
        ink.pen.words(column_name(column), at, size=2.9, face="bold", align="centre", colour=colour)
    for number in range(layout.design.lattice.lines):
        at = ((layout.sky.left + grid.left) / 2 - 0.05, grid.top + (number + 0.5) * down + 1.0)
        ink.pen.words(line_name(number), at, size=2.85, face="bold", align="centre", colour=colour)


def _draw_tab(ink: SheetInk, symbols: Symbols, near: Box) -> None:
    tab = tab_of(symbols, near)
    ink.shape(rounded(tab.left, tab.top, *tab.size, _ACROSS), "tab", width=0.4)


def tab_of(symbols: Symbols, near: Box) -> Box:
    """Give the tongue that comes from under the row's last cloud and holds its symbols.

    Its far end is round and free: another row's cloud may stand close to it.
    """
    places = (symbols.dot.center, symbols.sun.center)
    x, y = max(places, key=lambda at: _apart(at, near.center))
    cx, cy = near.center
    if y == cy:
        end = x + (_ALONG if x > cx else -_ALONG)
        return Box.between(min(cx, end), cy - _ACROSS, max(cx, end), cy + _ACROSS)
    end = y + (_ALONG if y > cy else -_ALONG)
    return Box.between(cx - _ACROSS, min(cy, end), cx + _ACROSS, max(cy, end))


def end_of(layout: Layout, name: str, clouds: tuple[str, ...]) -> Box:
    """Give the cloud at which a row's symbols stand."""
    (dx, dy), (sx, sy) = layout.rows[name].dot.center, layout.rows[name].sun.center
    middle = ((dx + sx) / 2, (dy + sy) / 2)
    ends = (layout.clouds[clouds[0]], layout.clouds[clouds[-1]])
    return min(ends, key=lambda end: _apart(end.center, middle))


def _next_to(symbols: Symbols, near: Box) -> Point:
    """Give the symbol that stands next to the row."""
    places = (symbols.dot.center, symbols.sun.center)
    return min(places, key=lambda at: _apart(at, near.center))


def _apart(a: Point, b: Point) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _draw_neck(ink: SheetInk, symbols: Symbols, near: Box) -> None:
    """Tie a tab to the last cloud of its row, across the cloud's rim, outside its field."""
    (x, y), (cx, cy) = _next_to(symbols, near), near.center
    across = y == cy
    field = (near.size[0] if across else near.size[1]) / 2
    side = 1 if (x > cx if across else y > cy) else -1
    start, stop = field + 0.35, field + 1.9
    ends = [(cx + side * far, cy) if across else (cx, cy + side * far) for far in (start, stop)]
    ink.line(line(ends), "sky", width=_NECK)


def _draw_cloud(ink: SheetInk, layout: Layout, field: Box, framed: bool) -> None:
    if framed:  # its frame is rim enough
        size = (layout.pitch[0] - 0.7, layout.pitch[1] - 0.7)
        inside = Box(field.center, size)
        ink.pen.path(rounded(inside.left, inside.top, *size, 1.2), fill="#ffffff")
        return
    spare = (min(layout.pitch[0] - field.size[0], layout.pitch[1] - field.size[1])) / 2
    d = cloud_around(field, min(1.5, spare - 0.15))
    ink.shape(d, "white" if ink.ink == "colour" else "tab", width=0.5)


def _draw_symbol(ink: SheetInk, field: Box, symbol: str | None) -> None:
    if symbol is None:
        return
    x, y = field.right - 1.9, field.top + 1.9
    size = min(1.4, 0.14 * field.size[1])
    shape = star(x, y, size + 0.1) if symbol == "star" else crescent(x, y, size)
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
