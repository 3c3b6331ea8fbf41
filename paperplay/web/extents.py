"""Where each element of a scan is on the page, and how much room it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from scanner.marked import centers_on
from templates.daydream.layout import Layout
from templates.geometry import Box, Disc, Point
from templates.score_sheet import ScoreSheetLayout

Extent = tuple[float, float, float, float]
"""Middle, width and height, mm."""


def extents_of(layout: Layout | ScoreSheetLayout) -> dict[str, Extent]:
    """Give the extent of every element that can be read."""
    found: dict[str, Extent] = {
        name: (*center, 0.0, 0.0) for name, center in centers_on(layout).items()
    }
    pieces = _on_sheet(layout) if isinstance(layout, Layout) else _on_score_sheet(layout)
    found |= {name: _around(points) for name, points in pieces}
    return found


def _on_sheet(layout: Layout) -> Iterator[tuple[str, Iterable[Point]]]:
    for row, symbols in layout.rows.items():
        yield row, (symbols.dot.center, symbols.sun.center)
    for bonus, place in layout.bonuses.items():
        yield bonus, (place.line.center, place.leaf.center)
    for thing, where in layout.objects.items():
        yield thing, where.points
    for note, heads in layout.notes.items():
        yield note, [head.center for head in heads]
    yield "total", corners(layout.total)
    if layout.thorns:
        yield "thorns", list(chain.from_iterable((t.start, t.end) for t in layout.thorns))
    if layout.path:
        yield "constellation.lines", layout.path


def _on_score_sheet(layout: ScoreSheetLayout) -> Iterator[tuple[str, Iterable[Point]]]:
    groups: dict[str, list[Point]] = {}
    for choice in layout.choices:
        groups.setdefault(choice.group, []).append(choice.center)
    yield from groups.items()
    for field in layout.digits:
        yield field.id, corners(Box(field.center, field.size))


def spots_of(layout: Layout | ScoreSheetLayout) -> dict[str, dict[str, list[Point]]]:
    """Give the places that are marked for each value of an element, where it has several."""
    found: dict[str, dict[str, list[Point]]] = {}
    if isinstance(layout, Layout):
        for row, symbols in layout.rows.items():
            dot, sun = symbols.dot.center, symbols.sun.center
            both = [dot, sun]
            found[row] = {"dot": [dot], "sun": [sun], "crossed": both, "both": both}
        for bonus, place in layout.bonuses.items():
            line, leaf = place.line.center, place.leaf.center
            found[bonus] = {"line": [line], "leaf": [leaf], "both": [line, leaf]}
        return found
    for choice in layout.choices:
        value = choice.value
        if isinstance(value, Mapping):  # a vote for an image or a player: known by its number
            value = next(iter(value.values()))
        found.setdefault(choice.group, {}).setdefault(str(value), []).append(choice.center)
    return found


def corners(place: Box | Disc) -> tuple[Point, Point]:
    """Give the top left and the bottom right of a place."""
    (x, y) = place.center
    if isinstance(place, Disc):
        half = (place.radius, place.radius)
    else:
        half = (place.size[0] / 2, place.size[1] / 2)
    return (x - half[0], y - half[1]), (x + half[0], y + half[1])


def _around(points: Iterable[Point]) -> Extent:
    xs, ys = zip(*points, strict=True)
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    return (left + right) / 2, (top + bottom) / 2, right - left, bottom - top
