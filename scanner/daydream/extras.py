"""Read what only some Daydream sheets have: stars, polaroids, moons and rewards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from scanner.daydream.mark_reading import (
    AT_SYMBOL,
    Chances,
    is_untouched,
    mark_reading,
    perhaps_odd,
)
from scanner.marks.loops import is_enclosed
from scanner.marks.numbers import Field, is_ringed
from scanner.marks.places import CIRCLED, CROSSED, FILLED, NONE, ODD
from scanner.marks.plain_rings import is_plain_ring
from scanner.marks.rings import odd_ring_chances, ring_chances, shares_around
from scanner.marks.slashes import is_slash
from scanner.marks.stray import stray_beside, stray_ink
from scanner.page.ink import InkPage
from scanner.pictures import Floats, cut
from scanner.reading import SCRIBBLE, Reading, normalised
from templates.daydream.layout import Layout
from templates.game import Value
from templates.geometry import Box, Disc, Point

_AT_STAR = 2.6
"""How far around a star ink belongs to it, mm."""
_MIDDLE, _STRUCK = 0.5, 2.0
"""How far from its edge a star's middle begins, mm, and how much ink strikes it out, mm²."""
_IN_LINK, _LINK_STRUCK = 0.8, 0.3
"""The same of a link: wide pens reach far inside."""
_DARK, _COLOURED = 0.25, 0.8
"""How dark ink is at least, as a share of the pen's, and how much of a coloured star is as dark."""
_COUNTS = 0.3
"""How likely a ring counts that seems to be struck out."""
_AT_POLAROID, _BESIDE_POLAROID = 1.8, 0.8
"""How far around a polaroid ink belongs to it, mm, and how much of it marks one, mm²."""
_CLEAR_DIGIT = 0.85
"""From this chance on all that hangs together in a polaroid is its digit."""
_REWARD: tuple[Value, ...] = ("circled", "crossed")
"""How a reward is marked."""
_SPOILT = 0.3
"""How likely ink in a polaroid that is no digit has marked it as well."""
_SLASHED = 0.99
"""How likely a single stroke through a reward crosses it out, which half of them are."""
_IS_CROSSED, _IS_ODD = np.eye(5)[[CROSSED, ODD]]
_SMALL_RING = 0.97
"""How likely a ring on a link that seems to be none, by its shape, is one."""
_SURELY_RINGED = 0.99
"""From this chance on nothing more is looked for."""
_RING_INSIDE = 0.96
"""How likely a ring around the number in a polaroid was meant to circle it."""


def read_stars(page: InkPage, layout: Layout, lines: Floats) -> Iterator[Reading]:
    """Read which stars of the constellation are circled; ``lines`` are those along its path."""
    path = layout.path
    stars = [n for n, star in enumerate(layout.sheet.constellation or ()) if star is not None]
    ways = [path[max(n - 1, 0) : n] + path[n + 1 : n + 2] for n in stars]
    discs = [Disc(path[n], layout.star_radius) for n in stars]
    centers = [disc.center for disc in discs]
    around = np.concatenate([[0.0], lines, [0.0]])
    drawn_from = [[path[k] for k in (n - 1, n + 1) if around[max(n, k)] > 0.3] for n in stars]
    shares = shares_around(page.ink, centers, layout.star_radius, drawn_from, page.pen)
    circled = ring_chances(page.ink, centers, layout.star_radius, ways, page.faint, page.pen)
    circled = np.maximum(circled, odd_ring_chances(shares))
    marked = [disc for disc, chance in zip(discs, circled, strict=True) if chance > 0.5]
    for star, chance, disc, drawn in zip(
        layout.sheet.stars, circled, discs, drawn_from, strict=True
    ):
        reading = Reading(star, {False: 1 - float(chance), True: float(chance)})
        if reading.guess and stray_ink(page.clean, page.pen, disc, -_MIDDLE, drawn) > _STRUCK:
            coloured = _is_coloured(page, disc)
            reading = replace(reading, why="mark-odd") if coloured else _struck(reading)
        stray = partial(stray_ink, page.clean, page.pen, disc, _AT_STAR, drawn, marked)
        yield perhaps_odd(reading, stray, True)


def _is_coloured(page: InkPage, disc: Disc) -> bool:
    """Whether no paper is left within a symbol, as between a ring and the strokes across it."""
    side = float(np.sqrt(2)) * disc.radius
    return bool(
        (cut(page.ink, Box(disc.center, (side, side))) > _DARK * page.pen).mean() > _COLOURED
    )


def _struck(reading: Reading) -> Reading:
    """Ask about a ring that is struck out; rather it does not count."""
    return replace(reading, chances={False: 1 - _COUNTS, True: _COUNTS}, why="mark-odd")


def read_polaroids(
    page: InkPage, layout: Layout, seen: Mapping[str, Chances], values: Mapping[str, Reading]
) -> Iterator[Reading]:
    """Read which polaroids are circled; ``values`` are the digits in them, among others."""
    symbols = [disc for row in layout.rows.values() for disc in (row.dot, row.sun)]
    for polaroid, box in layout.polaroids.items():
        name = f"{polaroid}.circled"
        chances = seen[name]
        weights: dict[Value, float] = {
            False: 1 - chances[CIRCLED] - chances[ODD],
            True: float(chances[CIRCLED]),
        }
        # A ring around the number inside the polaroid is meant just so.
        if weights[True] < _SURELY_RINGED and is_ringed(page.clean, Field(name, box), page.pen):
            other = (1 - _RING_INSIDE) * (1 - weights[True] if weights[True] > 0.5 else 1.0)
            weights = {False: other, True: 1 - other}
        reading = mark_reading(name, weights)
        value = values[f"{polaroid}.value"]
        clear = value.guess is not None and not value.why and value.confidence >= _CLEAR_DIGIT
        yield perhaps_odd(reading, partial(_beside_polaroid, page, box, symbols, clear), True)


def with_doubtful_polaroids(readings: Mapping[str, Reading]) -> dict[str, Reading]:
    """Doubt that a polaroid is not circled if what is written in it is no digit.

    A tick beside the digit, or a ring that cuts through it, may be what spoils it.
    """
    found = dict(readings)
    for element, reading in readings.items():
        name, _, part = element.partition(".")
        if part != "circled" or not is_untouched(reading):
            continue
        if readings[f"{name}.value"].why == SCRIBBLE:
            chances: dict[Value, float] = {False: 1 - _SPOILT, True: _SPOILT}
            found[element] = replace(reading, chances=chances, why="mark-odd")
    return found


def _beside_polaroid(page: InkPage, box: Box, symbols: Sequence[Disc], is_clear: bool) -> float:
    # Children write larger than a polaroid: what reaches out of it is their digit.
    stray = stray_beside(page.clean, page.pen, box, _AT_POLAROID, symbols, own=is_clear)
    return stray if stray > _BESIDE_POLAROID else 0.0


def read_links(
    page: InkPage, layout: Layout, seen: Mapping[str, Chances], joins: Floats
) -> Iterator[Reading]:
    """Read which moons are linked; ``joins`` are the lines between them."""
    for first in list(layout.chain)[:1]:
        yield Reading(f"{first}.linked", {False: 1.0})
    moons = [moon.center for moon in layout.chain.values()]
    for moon, ways, joined in zip(list(layout.chain)[1:], pairwise(moons), joins, strict=True):
        chances = seen[f"{moon}.linked"]
        circled = float(chances[CIRCLED] + chances[ODD] * 0.5)
        weights: dict[Value, float] = {False: float(chances[NONE]), True: circled}
        link = layout.links[moon]
        why = "join-without-circle" if joined > 0.7 and chances[NONE] > 0.5 else ""
        if why and is_plain_ring(page.ink, np.array(link.center), link.radius, page.pen):
            why, weights = "", {False: 1 - _SMALL_RING, True: _SMALL_RING}
        why = "mark-odd" if chances[ODD] > 0.5 else why
        reading = Reading(f"{moon}.linked", normalised(weights), why=why)
        if reading.guess and _is_crossed(page, link, ways):
            reading = _struck(reading)
        stray = partial(stray_ink, page.clean, page.pen, link, AT_SYMBOL)
        yield perhaps_odd(reading, stray, True)


def _is_crossed(page: InkPage, link: Disc, ways: Sequence[Point]) -> bool:
    """Whether a ring on a link has strokes across that are no join, and is not merely aside."""
    if stray_ink(page.clean, page.pen, link, -_IN_LINK, ways) <= _LINK_STRUCK:
        return False
    box = Box(link.center, (2 * link.radius, 2 * link.radius))
    return not is_enclosed(page.ink, box, page.pen)


def read_rewards(page: InkPage, layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    """Read which rewards are circled or crossed out."""
    marked = [
        disc
        for frame, rewards in layout.rewards.items()
        for value, disc in rewards.items()
        if seen[f"{frame}.{value}"][NONE] < 0.5
    ]
    for frame, rewards in layout.rewards.items():
        for value, disc in rewards.items():
            chances = seen[f"{frame}.{value}"]
            if chances[ODD] > 0.5 and is_slash(page.ink, disc, page.pen):
                chances = chances + _SLASHED * chances[ODD] * (_IS_CROSSED - _IS_ODD)
            weights: dict[Value, float] = {
                None: chances[NONE],
                "circled": chances[CIRCLED],
                "crossed": chances[CROSSED],
            }
            # Blackened, so that it does not count, or coloured in as somebody's way of marking.
            coloured = {value: chances[FILLED] / 2 for value in _REWARD}
            reading = mark_reading(f"{frame}.{value}", weights, coloured)
            stray = partial(stray_ink, page.clean, page.pen, disc, AT_SYMBOL, (), marked)
            yield perhaps_odd(reading, stray, "circled")
