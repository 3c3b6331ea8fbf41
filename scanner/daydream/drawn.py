"""Read every line that can be drawn on a Daydream sheet, all of them in one look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from scanner.marks.bowed import with_bowed
from scanner.marks.broad import broad_coverage
from scanner.marks.lines import (
    Segment,
    count_chances,
    in_order,
    less_shadow,
    likely,
    line_chances,
    prefix_chances,
)
from scanner.marks.struck import Odd, odd_ink
from scanner.page.ink import InkPage
from scanner.pictures import Floats
from scanner.reading import Reading
from templates.daydream.layout import Layout
from templates.geometry import Disc

_STRUCK = 0.3
"""How likely a line counts that seems to be struck out."""


@dataclass(frozen=True)
class Drawn:
    """The lines of one sheet; one pen draws most of them, so that they are judged together."""

    page: InkPage
    layout: Layout

    @cached_property
    def _ways(self) -> Mapping[str, list[Segment]]:
        layout = self.layout
        ways: dict[str, list[Segment]] = {}
        for thing in layout.sheet.objects:
            points = layout.objects[thing.id].points
            ways[thing.id] = list(pairwise([*points, points[0]] if thing.closed else points))
        ways["constellation.lines"] = list(pairwise(layout.path))
        ways["thorns"] = [(thorn.start, thorn.end) for thorn in layout.thorns]
        ways["joins"] = [_join(a, b) for a, b in pairwise(layout.chain.values())]
        return ways

    @cached_property
    def _chances(self) -> Mapping[str, Floats]:
        together = [segment for way in self._ways.values() for segment in way]
        look, page = self.page.lines, self.page
        chances = (
            look(together) if look else line_chances(page.ink, together, page.excess, page.pen)
        )
        if page.excess is not None and not look:
            things = [n for n, way in enumerate(self._ways.values()) for _ in way]
            broad = broad_coverage(page.excess, together, things)
            chances = np.where(broad > 0, np.maximum(chances, likely(broad)), chances)
        ends = np.cumsum([len(way) for way in self._ways.values()])
        by_way = dict(zip(self._ways, np.split(chances, ends[:-1]), strict=True))
        if look:
            return {name: _filled(way) for name, way in by_way.items()}
        for thing in self.layout.sheet.objects:
            way = self._ways[thing.id]
            by_way[thing.id] = with_bowed(page.ink, way, by_way[thing.id], page.pen)
        return by_way

    @cached_property
    def _odd(self) -> Mapping[str, Odd]:
        """Say what ink beside the lines of objects tells; circles lie beside all other lines."""
        names = [thing.id for thing in self.layout.sheet.objects]
        bonuses = [disc for at in self.layout.bonuses.values() for disc in (at.line, at.leaf)]
        ways, inked = [self._ways[name] for name in names], [self._chances[name] for name in names]
        page = self.page
        odd = odd_ink(page.ink, ways, inked, bonuses, page.pen, page.faint)
        return dict(zip(names, odd, strict=True))

    @property
    def path(self) -> Floats:
        """The chances of the constellation's lines."""
        return self._chances["constellation.lines"]

    @property
    def joins(self) -> Floats:
        """The chances of the lines from moon to moon."""
        return self._chances["joins"]

    def readings(self) -> Iterator[Reading]:
        """Read objects, constellation and thorns."""
        for thing in self.layout.sheet.objects:
            yield self._counted(thing.id)
        if self.layout.sheet.constellation is not None:
            yield counted("constellation.lines", self.path)
        yield Reading("thorns", count_chances(self._chances["thorns"]), doubt="count-doubtful")

    def _counted(self, element: str) -> Reading:
        inked, odd = self._chances[element], self._odd[element]
        if not odd.struck.any():
            reading = counted(element, inked)
            return replace(reading, why="line-doubtful") if odd.is_aside else reading
        rest = np.where(odd.struck, np.minimum(inked, _STRUCK), inked)
        return Reading(element, prefix_chances(rest), why="line-struck", doubt="line-doubtful")


def counted(element: str, inked: Floats) -> Reading:
    """Say how many lines were drawn from the first point on."""
    why = "" if in_order(inked) else "line-doubtful"
    chances = prefix_chances(less_shadow(inked))
    return Reading(element, chances, why=why, doubt="line-doubtful")


def _filled(chances: Floats) -> Floats:
    """Take lines that nobody can tell for as likely as those before and after, where they agree.

    Lines are drawn in order: before the first one is what comes after it.
    """
    known = np.flatnonzero(~np.isnan(chances))
    if known.size == 0:
        return np.full(len(chances), 0.5)
    after = np.searchsorted(known, np.arange(len(chances)))
    before = np.where(np.isnan(chances), after - 1, after)
    sides = (chances[known[each.clip(0, known.size - 1)]] for each in (before, after))
    return np.asarray(sum(sides) / 2)


def _join(above: Disc, below: Disc) -> Segment:
    """The way from one moon's rim to the next one's, past the number between them."""
    a, b = np.array(above.center), np.array(below.center)
    way = (b - a) / np.linalg.norm(b - a)
    start, end = a + way * above.radius, b - way * below.radius
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
