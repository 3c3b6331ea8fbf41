"""Read every element of a Daydream sheet from the player's ink."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np

from scanner.marks.lines import (
    Segment,
    count_chances,
    in_order,
    line_chances,
    pen_darkness,
    prefix_chances,
    struck_share,
)
from scanner.marks.number_fields import NumberField, read_numbers
from scanner.marks.numbers import Field, faint_area, ink_area, is_ringed, read_fields
from scanner.marks.places import CIRCLED, CROSSED, FILLED, NONE, ODD, read_places
from scanner.marks.rings import LIGHTEST_PEN, ring_chances, ring_shares, with_ring
from scanner.marks.stray import stray_ink
from scanner.page.ink import InkPage
from scanner.pictures import PX_PER_MM, Floats, cut
from scanner.reading import Reading, normalised
from templates.daydream.layout import Layout
from templates.daydream.places import TOTAL_DIGITS
from templates.game import Value
from templates.geometry import Box, Disc

Chances = Floats
"""Of NONE, CIRCLED, CROSSED, FILLED, ODD at one place, (5,)."""

_STRUCK = 0.05
"""The share of a symbol's middle that a line through it covers, at least."""
_MEANT = 0.97
"""How likely odd ink through both symbols of a row crosses them out."""
_RING_INSIDE = 0.96
"""How likely a ring around the number in a polaroid was meant to circle it."""
_AT_SYMBOL, _AT_STAR = 1.1, 2.6
"""How far around a symbol ink belongs to it, mm."""
_STRAY = 0.35
"""Ink at a place that reads as untouched, mm² of full darkness, that makes a mark."""
_TICKED = 0.75
"""How likely such ink marks the place, as a circle would."""
_IS_CROSSED, _IS_ODD = np.eye(5)[CROSSED], np.eye(5)[ODD]


def read_sheet(page: InkPage, layout: Layout) -> dict[str, Reading]:
    """Read a whole sheet: every element's chances, each for itself."""
    seen = _struck_together(page, layout, _read_places(page, dict(_places(layout))))
    readings = [
        *read_fields(page.clean, list(_fields(layout)), layout.strip, page.faint),
        *_rows(layout, seen),
        *_objects(page, layout),
        *_bonuses(page, layout, seen),
        *_leaves(layout, seen),
        *_constellation(page, layout),
        *_notes(layout, seen),
        *_polaroids(page, layout, seen),
        *_links(page, layout, seen),
        *_rewards(page, layout, seen),
        _thorns(page, layout),
        _solo(page, layout),
        *read_numbers(page.clean, [NumberField("total", layout.total, TOTAL_DIGITS)], page.faint),
    ]
    return {reading.element: reading for reading in readings}


def read_symbols(page: InkPage, layout: Layout) -> dict[str, Chances]:
    """Read both symbols of every row, each for itself, as ``r1.dot`` and ``r1.sun``."""
    places = {name: at for name, at in _places(layout) if name.endswith((".dot", ".sun"))}
    return _struck_together(page, layout, _read_places(page, places))


def _fields(layout: Layout) -> Iterator[Field]:
    for cloud, box in layout.clouds.items():
        yield Field(cloud, box)
    for polaroid, box in layout.polaroids.items():
        yield Field(f"{polaroid}.value", box, round=True)
    for moon, disc in layout.chain.items():
        side = 2 * disc.radius
        yield Field(f"{moon}.value", Box(disc.center, (side, side)), round=True)


def _places(layout: Layout) -> Iterator[tuple[str, Disc | Box]]:
    """Every place that can be circled, crossed out or filled, by a name of its own."""
    for row, symbols in layout.rows.items():
        yield f"{row}.dot", symbols.dot
        yield f"{row}.sun", symbols.sun
    for bonus, place in layout.bonuses.items():
        yield f"{bonus}.line", place.line
        yield f"{bonus}.leaf", place.leaf
    yield from layout.leaves.items()
    for note, heads in layout.notes.items():
        for n, head in enumerate(heads):
            yield f"{note}.{n}", head
    for polaroid, box in layout.polaroids.items():
        yield f"{polaroid}.circled", box
    for moon, link in layout.links.items():
        yield f"{moon}.linked", link
    for frame, rewards in layout.rewards.items():
        for value, disc in rewards.items():
            yield f"{frame}.{value}", disc


def _read_places(page: InkPage, places: Mapping[str, Disc | Box]) -> dict[str, Chances]:
    centers = np.array([place.center for place in places.values()], np.float32)
    radii = np.array(
        [
            (place.radius, place.radius)
            if isinstance(place, Disc)
            else (place.size[0] / 2, place.size[1] / 2)
            for place in places.values()
        ],
        np.float32,
    )
    # Lines join the moons past a link, and a digit stands in a polaroid.
    busy = np.array([name.endswith((".linked", ".circled")) for name in places])
    chances = read_places(page.ink, centers * PX_PER_MM - 0.5, radii * PX_PER_MM, busy, page.faint)
    # What is filled in may have a ring as well, so that rings say nothing about it.
    ringed = np.array([name[0] not in "ln" for name in places])
    shares = np.maximum(
        ring_shares(page.ink, centers, radii),
        ring_shares(page.faint, centers, radii, LIGHTEST_PEN),
    )
    joined = np.where(ringed[:, None], with_ring(chances, shares), chances)
    return dict(zip(places, joined, strict=True))


def _struck_together(
    page: InkPage, layout: Layout, seen: Mapping[str, Chances]
) -> dict[str, Chances]:
    """Take both symbols of a row for crossed out where lines of any kind go through both.

    One large cross, a long line or a slash each is no proper cross at either symbol, but nobody
    draws through both for another reason.
    """
    joined, pen = dict(seen), pen_darkness(page.ink)
    for row, symbols in layout.rows.items():
        pair = {f"{row}.dot": symbols.dot, f"{row}.sun": symbols.sun}
        if any(seen[name][CROSSED] + seen[name][ODD] < 0.5 for name in pair):
            continue
        if min(struck_share(page.ink, disc, pen) for disc in pair.values()) < _STRUCK:
            continue
        for name in pair:
            meant = _MEANT * seen[name][ODD]
            joined[name] = seen[name] + meant * (_IS_CROSSED - _IS_ODD)
    return joined


def _rows(layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    for row in layout.rows:
        dot, sun = seen[f"{row}.dot"], seen[f"{row}.sun"]
        weights: dict[Value, float] = {
            None: dot[NONE] * sun[NONE],
            "dot": dot[CIRCLED] * sun[NONE],
            "sun": dot[NONE] * sun[CIRCLED],
            "crossed": dot[CROSSED] * sun[CROSSED],
            "both": dot[CIRCLED] * sun[CIRCLED],
        }
        crossed, other = dot[CROSSED] + dot[ODD], sun[CROSSED] + sun[ODD]
        strange: dict[Value, float] = {
            "crossed": dot[CROSSED] * sun[NONE] + sun[CROSSED] * dot[NONE],
            # Circled, crossed out, and the other one circled instead.
            "sun": crossed * sun[CIRCLED],
            "dot": other * dot[CIRCLED],
        }
        yield _mark(row, weights, strange, "crossed-alone")


def _bonuses(page: InkPage, layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    pen = pen_darkness(page.ink)
    for bonus, place in layout.bonuses.items():
        line, leaf = seen[f"{bonus}.line"], seen[f"{bonus}.leaf"]
        weights: dict[Value, float] = {
            None: line[NONE] * leaf[NONE],
            "line": line[CIRCLED] * leaf[NONE],
            "leaf": line[NONE] * leaf[CIRCLED],
            "both": line[CIRCLED] * leaf[CIRCLED],
        }
        reading = _mark(bonus, weights)
        marked = {"line": place.line, "leaf": place.leaf}
        strays = {name: stray_ink(page.clean, pen, at, _AT_SYMBOL) for name, at in marked.items()}
        yield _perhaps_odd(reading, max(strays.values()), max(strays, key=strays.__getitem__))


def _leaves(layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    for leaf in layout.sheet.leaves:
        chances = seen[leaf.id]
        filled = chances[FILLED] + chances[CROSSED]
        if leaf.circled:
            # The ring is printed: a second one around it changes nothing.
            weights: dict[Value, float] = {
                "circled": chances[NONE] + chances[CIRCLED],
                "filled": filled,
            }
        else:
            weights = {None: chances[NONE], "circled": chances[CIRCLED], "filled": filled}
        yield _mark(leaf.id, weights)


def _notes(layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    for note, heads in layout.notes.items():
        filled = [_filled(seen[f"{note}.{n}"]) for n in range(len(heads))]
        yield Reading(note, count_chances(filled))


def _filled(chances: Chances) -> float:
    """A head is small: a cross or a ring over it was meant to fill it."""
    return float(1 - chances[NONE])


def _polaroids(page: InkPage, layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    pen = pen_darkness(page.ink)
    for polaroid, box in layout.polaroids.items():
        name = f"{polaroid}.circled"
        chances = seen[name]
        weights: dict[Value, float] = {
            False: 1 - chances[CIRCLED] - chances[ODD],
            True: float(chances[CIRCLED]),
        }
        # A ring around the number inside the polaroid may be meant just so.
        if weights[True] < 0.5 and is_ringed(page.clean, Field(name, box), pen):
            weights = {False: 1 - _RING_INSIDE, True: _RING_INSIDE}
        yield _mark(name, weights)


def _links(page: InkPage, layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    joins = [_join(a, b) for a, b in pairwise(layout.chain.values())]
    drawn, pen = line_chances(page.ink, joins, page.faint), pen_darkness(page.ink)
    for first in list(layout.chain)[:1]:
        yield Reading(f"{first}.linked", {False: 1.0})
    for moon, joined in zip(list(layout.chain)[1:], drawn, strict=True):
        chances = seen[f"{moon}.linked"]
        circled = float(chances[CIRCLED] + chances[ODD] * 0.5)
        weights: dict[Value, float] = {False: float(chances[NONE]), True: circled}
        why = "join-without-circle" if joined > 0.7 and chances[NONE] > 0.5 else ""
        reading = Reading(f"{moon}.linked", normalised(weights), why=why)
        stray = stray_ink(page.clean, pen, layout.links[moon], _AT_SYMBOL)
        yield _perhaps_odd(reading, stray, True)


def _join(above: Disc, below: Disc) -> Segment:
    """The way from one moon's rim to the next one's, past the number between them."""
    a, b = np.array(above.center), np.array(below.center)
    way = (b - a) / np.linalg.norm(b - a)
    start, end = a + way * above.radius, b - way * below.radius
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))


def _rewards(page: InkPage, layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    pen = pen_darkness(page.ink)
    for frame, rewards in layout.rewards.items():
        for value, disc in rewards.items():
            chances = seen[f"{frame}.{value}"]
            weights: dict[Value, float] = {
                None: chances[NONE],
                "circled": chances[CIRCLED],
                "crossed": chances[CROSSED] + chances[FILLED],
            }
            stray = stray_ink(page.clean, pen, disc, _AT_SYMBOL)
            yield _perhaps_odd(_mark(f"{frame}.{value}", weights), stray, "circled")


def _perhaps_odd(reading: Reading, stray: float, meant: Value) -> Reading:
    """Ask about ink at a place that reads as untouched: a tick, a dot or a line may mark it."""
    if reading.guess or reading.why or stray < _STRAY:
        return reading
    share = (1 - _TICKED) / (len(reading.chances) - 1)
    chances = {value: _TICKED if value == meant else share for value in reading.chances}
    return replace(reading, chances=chances, why="mark-odd")


def _mark(
    element: str,
    weights: Mapping[Value, float],
    strange: Mapping[Value, float] | None = None,
    reason: str = "mark-odd",
) -> Reading:
    """Make a reading; what no proper mark explains is odd and goes to a person."""
    proper = {value: float(weight) for value, weight in weights.items()}
    odd = max(0.0, 1.0 - sum(proper.values()))
    stranger = sum((strange or {}).values())
    if odd > 0.5:
        why = reason if stranger > 0.5 * odd else "mark-odd"
        for value, weight in (strange or {}).items():
            proper[value] = proper.get(value, 0.0) + weight
        return Reading(element, normalised(proper), why=why)
    # Doubt stays doubt: the odd share counts against every proper mark.
    share = odd / len(proper)
    return Reading(element, normalised({value: w + share for value, w in proper.items()}))


def _objects(page: InkPage, layout: Layout) -> Iterator[Reading]:
    segments: list[Segment] = []
    spans: list[tuple[str, int, int]] = []
    for thing in layout.sheet.objects:
        points = layout.objects[thing.id].points
        way = [*points, points[0]] if thing.closed else list(points)
        spans.append((thing.id, len(segments), len(segments) + len(way) - 1))
        segments += pairwise(way)
    inked = line_chances(page.ink, segments, page.faint)
    for name, first, last in spans:
        yield _counted(name, inked[first:last])


def _counted(element: str, inked: Floats) -> Reading:
    why = "" if in_order(inked) else "line-doubtful"
    return Reading(element, prefix_chances(inked), why=why, doubt="line-doubtful")


def _constellation(page: InkPage, layout: Layout) -> Iterator[Reading]:
    if layout.sheet.constellation is None:
        return
    inked = line_chances(page.ink, list(pairwise(layout.path)), page.faint)
    yield _counted("constellation.lines", inked)
    stars = [n for n, star in enumerate(layout.sheet.constellation) if star is not None]
    ways = [layout.path[max(n - 1, 0) : n] + layout.path[n + 1 : n + 2] for n in stars]
    centers = [layout.path[n] for n in stars]
    circled = ring_chances(page.ink, centers, layout.star_radius, ways, page.faint)
    pen = pen_darkness(page.ink)
    discs = [Disc(center, layout.star_radius) for center in centers]
    marked = [disc for disc, chance in zip(discs, circled, strict=True) if chance > 0.5]
    drawn = [
        [
            layout.path[k]
            for k in (n - 1, n + 1)
            if 0 <= k < len(layout.path) and inked[min(n, k)] > 0.3
        ]
        for n in stars
    ]
    for star, chance, disc, to in zip(layout.sheet.stars, circled, discs, drawn, strict=True):
        reading = Reading(star, {False: 1 - float(chance), True: float(chance)})
        stray = stray_ink(page.clean, pen, disc, _AT_STAR, to, marked)
        yield _perhaps_odd(reading, stray, True)


def _thorns(page: InkPage, layout: Layout) -> Reading:
    segments: list[Segment] = [(thorn.start, thorn.end) for thorn in layout.thorns]
    inked = line_chances(page.ink, segments, page.faint)
    return Reading("thorns", count_chances(inked), doubt="count-doubtful")


def _solo(page: InkPage, layout: Layout) -> Reading:
    chance = ticked(page, layout.solo)
    return Reading("solo", {False: 1 - chance, True: chance})


def ticked(page: InkPage, box: Box) -> float:
    """How likely a box was ticked: ink inside it."""
    area = max(
        ink_area(cut(page.clean, box, -0.3), pen_darkness(page.ink)),
        faint_area(cut(255 - page.faint, box, -0.3)),
    )
    return float(1 / (1 + np.exp(-6.0 * (area - 0.8))))
