"""Refuse a Daydream layout that could not be written on or read back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from templates.daydream.layout import Layout
from templates.daydream.regions import EDGE
from templates.errors import TemplateError
from templates.geometry import Box, Disc, Point, Shape, box_around, distance, overlapping

CIRCLES_APART = 7.0
"""Between the centres of symbols that are circled."""
POINTS_APART = 4.0
"""Between the points of an object."""
SMALLEST_DIGIT = {1: (11.0, 10.0), 2: (11.0, 10.0), 3: (9.5, 9.0)}
"""The least field for a digit, by the number of panels."""
PEN = 0.9
"""How far a pen's circle goes beyond the radius of what it surrounds."""


def check_layout(layout: Layout) -> None:
    """Raise TemplateError for the first thing that is out of place."""
    file = f"templates/daydream, {layout.sheet.id} on {layout.page.paper}"
    for place, wrong, remedy in _faults(layout):
        raise TemplateError(file, place, wrong, remedy)


Fault = tuple[str, str, str]


def _faults(layout: Layout) -> Iterator[Fault]:
    yield from _outside(layout)
    yield from _overlaps(layout)
    yield from _small_digits(layout)
    yield from _crowded_circles(layout)
    yield from _crowded_points(layout)


def pen_shapes(layout: Layout) -> Iterator[tuple[str, Shape]]:
    """Every place that is read, with the room that a pen needs."""
    yield from layout.clouds.items()
    yield from layout.leaves.items()
    yield from layout.polaroids.items()
    yield from ((f"strip {n}", box) for n, box in enumerate(layout.strip))
    yield "name", layout.name
    yield "date", layout.date
    yield "solo", layout.solo
    yield "total", layout.total
    for thing, place in layout.objects.items():
        xs, ys = zip(*place.points, strict=True)
        yield thing, Box.between(min(xs), min(ys), max(xs), max(ys))
    yield from layout.chain.items()
    for name, disc in circles(layout):
        yield name, Disc(disc.center, disc.radius + PEN)
    for note, heads in layout.notes.items():
        yield from ((f"{note}.{n}", disc) for n, disc in enumerate(heads, start=1))


def circles(layout: Layout) -> Iterator[tuple[str, Disc]]:
    """Every symbol that is circled with a pen."""
    for row, symbols in layout.rows.items():
        yield f"{row}.dot", symbols.dot
        yield f"{row}.sun", symbols.sun
    for bonus, place in layout.bonuses.items():
        yield f"{bonus}.line", place.line
        yield f"{bonus}.leaf", place.leaf
    for moon, disc in layout.links.items():
        yield f"{moon}.link", disc
    for frame, rewards in layout.rewards.items():
        for value, disc in rewards.items():
            yield f"{frame}.{value}", disc
    for star, at in zip(layout.sheet.constellation or (), layout.path, strict=True):
        if star is not None:
            yield star, Disc(at, layout.star_radius)


def _outside(layout: Layout) -> Iterator[Fault]:
    page = layout.page
    for name, shape in pen_shapes(layout):
        box = box_around(shape)
        inside = (
            box.left >= EDGE - 0.01
            and box.top >= EDGE - 0.01
            and box.right <= page.width - EDGE + 0.01
            and box.bottom <= page.height - EDGE + 0.01
        )
        if not inside:
            yield name, "it stands too near to the paper's edge.", f"Keep {EDGE:g} mm free."


def _overlaps(layout: Layout) -> Iterator[Fault]:
    shapes = [*pen_shapes(layout), *layout.page.furniture()]
    for first, second in overlapping([box_around(shape) for _, shape in shapes]):
        (one, a), (other, b) = shapes[first], shapes[second]
        if _overlap(a, b) and not _same_element(one, other):
            yield one, f"it overlaps {other}.", "Move one of them, or make them smaller."


def _overlap(a: Shape, b: Shape) -> bool:
    if isinstance(a, Disc) and isinstance(b, Disc):
        return distance(a.center, b.center) < a.radius + b.radius - 0.01
    return box_around(a).overlaps(box_around(b))


def _same_element(one: str, other: str) -> bool:
    """Parts of one element may share room: two heads of a note, two symbols of a row."""
    return one.partition(".")[0] == other.partition(".")[0]


def _small_digits(layout: Layout) -> Iterator[Fault]:
    panels = len(set(layout.design.panel_of.values()))
    width, height = SMALLEST_DIGIT[panels]
    for name, box in (*layout.clouds.items(), *layout.polaroids.items()):
        if box.size[0] < width - 0.01 or box.size[1] < height - 0.01:
            yield (
                name,
                f"its field of {box.size[0]:g} x {box.size[1]:g} mm is too small for a digit.",
                f"Give it at least {width:g} x {height:g} mm.",
            )


def _crowded_circles(layout: Layout) -> Iterator[Fault]:
    named = list(circles(layout))
    room = (CIRCLES_APART, CIRCLES_APART)
    for first, second in overlapping([Box(disc.center, room) for _, disc in named]):
        (one, a), (other, b) = named[first], named[second]
        if distance(a.center, b.center) < CIRCLES_APART:
            yield (
                one,
                f"it is {distance(a.center, b.center):.1f} mm from {other}.",
                f"Keep symbols that are circled {CIRCLES_APART:g} mm apart.",
            )


def _crowded_points(layout: Layout) -> Iterator[Fault]:
    outlines: list[tuple[str, tuple[Point, ...]]] = [
        (thing, place.points) for thing, place in layout.objects.items()
    ]
    for name, points in (*outlines, ("constellation", layout.path)):
        for a, b in combinations(points, 2):
            if distance(a, b) < POINTS_APART:
                yield (
                    name,
                    f"two of its points are {distance(a, b):.1f} mm apart.",
                    f"Keep points {POINTS_APART:g} mm apart.",
                )
