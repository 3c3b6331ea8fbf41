"""Every element of a Daydream sheet: where it is, and what it may say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from rules.daydream.board import BonusMark, LeafMark, RewardMark, RowMark
from templates.game import Value
from templates.geometry import Box, Point
from templates.places import NUMBERS, YES_NO, Place, around, spot

if TYPE_CHECKING:
    from templates.daydream.layout import Layout

TOTAL_DIGITS = 3
_ROW: tuple[Value, ...] = (None, *(mark.value for mark in RowMark))
_BONUS: tuple[Value, ...] = (None, *(mark.value for mark in BonusMark))
_LEAF: tuple[Value, ...] = (None, *(mark.value for mark in LeafMark))
_REWARD: tuple[Value, ...] = (None, *(mark.value for mark in RewardMark))


def places_on(layout: Layout) -> Iterator[tuple[str, Place]]:
    """Yield every element by its name in a scan."""
    yield from _grid(layout)
    yield from _shelf(layout)
    yield from _extras(layout)
    yield "solo", spot(layout.solo.center, YES_NO)
    yield "total", Place(layout.total.center, layout.total, digits=TOTAL_DIGITS)


def notes_at(layout: Layout) -> dict[str, Point]:
    """Say where a note about each element goes, or about a whole part of the board."""
    at = {element: place.at for element, place in layout.places.items()}
    at |= {"objects": layout.shelves[0].center, "clouds": layout.grid.center}
    at |= {polaroid: box.center for polaroid, box in layout.polaroids.items()}
    at |= {moon: link.center for moon, link in layout.links.items()}
    at |= {id_: next(iter(discs.values())).center for id_, discs in layout.rewards.items()}
    if layout.leaves:
        at["leaves"] = next(iter(layout.leaves.values())).center
    if layout.path:
        at["constellation"] = layout.path[-1]
    if layout.chain:
        at["chain"] = next(iter(layout.chain.values())).center
    if layout.polaroids:
        at["polaroids"] = next(iter(layout.polaroids.values())).center
    return at


def _grid(layout: Layout) -> Iterator[tuple[str, Place]]:
    for cloud, box in layout.clouds.items():
        yield cloud, Place(box.center, box, NUMBERS)
    for row, symbols in layout.rows.items():
        dot, sun = symbols.dot.center, symbols.sun.center
        spots = {"dot": (dot,), "sun": (sun,), "crossed": (dot, sun), "both": (dot, sun)}
        yield row, Place(sun, around((dot, sun)), _ROW, spots=spots)


def _shelf(layout: Layout) -> Iterator[tuple[str, Place]]:
    for thing in layout.sheet.objects:
        points = layout.objects[thing.id].points
        xs, ys = zip(*points, strict=True)
        middle = sum(xs) / len(xs), sum(ys) / len(ys)
        yield thing.id, Place(middle, around(points), tuple(range(thing.segments + 1)))
    for bonus, place in layout.bonuses.items():
        line, leaf = place.line.center, place.leaf.center
        spots = {"line": (line,), "leaf": (leaf,), "both": (line, leaf)}
        yield bonus, Place(line, around((line, leaf)), _BONUS, spots=spots)
    for leaf_ in layout.sheet.leaves:
        may_be = _LEAF[1:] if leaf_.circled else _LEAF
        if leaf_.id in layout.leaves:
            yield leaf_.id, spot(layout.leaves[leaf_.id].center, may_be)
    thorns = list(chain.from_iterable((t.start, t.end) for t in layout.thorns))
    area = around(thorns) if thorns else Box(layout.plant.center, (0.0, 0.0))
    yield "thorns", Place(layout.plant.center, area, tuple(range(len(layout.thorns) + 1)))


def _extras(layout: Layout) -> Iterator[tuple[str, Place]]:
    for polaroid, box in layout.polaroids.items():
        yield f"{polaroid}.value", Place(box.center, box, NUMBERS)
        # A ring goes around all of it: what is in the middle does not say whether there is one.
        rings_count = layout.sheet.polaroid_rule == "distinct"
        area = box if rings_count else Box(box.center, (0.0, 0.0))
        yield f"{polaroid}.circled", Place(box.center, area, YES_NO)
    if layout.path:
        lines = tuple(range(len(layout.path)))
        yield "constellation.lines", Place(layout.path[0], around(layout.path), lines)
        stars = zip(layout.sheet.constellation or (), layout.path, strict=True)
        yield from ((star, spot(at, YES_NO)) for star, at in stars if star is not None)
    for note, heads in layout.notes.items():
        centers = [head.center for head in heads]
        yield note, Place(centers[0], around(centers), tuple(range(len(heads) + 1)))
    for number, (moon, disc) in enumerate(layout.chain.items()):
        side = 2 * disc.radius
        yield f"{moon}.value", Place(disc.center, Box(disc.center, (side, side)), NUMBERS)
        if number:
            yield f"{moon}.linked", spot(layout.links[moon].center, YES_NO)
        else:
            yield f"{moon}.linked", spot(disc.center, YES_NO[:1])
    for frame, rewards in layout.rewards.items():
        for value, disc in rewards.items():
            yield f"{frame}.{value}", spot(disc.center, _REWARD)
