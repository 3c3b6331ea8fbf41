"""Read every element of a Daydream sheet from the player's ink."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from scanner.daydream.drawn import Drawn
from scanner.daydream.extras import (
    read_links,
    read_polaroids,
    read_rewards,
    read_stars,
    with_doubtful_polaroids,
)
from scanner.daydream.mark_reading import (
    AT_SYMBOL,
    Chances,
    is_untouched,
    mark_reading,
    perhaps_odd,
)
from scanner.marks.lines import (
    count_chances,
    struck_share,
)
from scanner.marks.loops import with_loops
from scanner.marks.number_fields import NumberField, read_numbers
from scanner.marks.numbers import Field, faint_area, ink_area, read_fields
from scanner.marks.places import CIRCLED, CROSSED, FILLED, NONE, ODD, read_places
from scanner.marks.plain_rings import with_plain_rings
from scanner.marks.rings import LIGHTEST_PEN, ring_shares, with_ring
from scanner.marks.rings_away import without_rings
from scanner.marks.stray import stray_ink
from scanner.page.ink import InkPage
from scanner.pictures import PX_PER_MM, cut
from scanner.reading import INSTEAD, Reading
from templates.daydream.layout import Layout
from templates.daydream.places import TOTAL_DIGITS
from templates.game import Value
from templates.geometry import Box, Disc

_STRUCK = 0.05
"""The share of a symbol's middle that a line through it covers, at least."""
_MEANT = 0.97
"""How likely odd ink through both symbols of a row crosses them out."""
_ALL_AROUND, _CROSSED_RING = 0.8, 0.1
"""The share of its way that a ring covers which is struck out, and of its symbol's middle that the
strokes across cover, at least."""
_RINGED = 0.9
"""From this chance on a ring around a symbol is none of a digit's strokes."""
_SOME_ROWS = 3
"""So many coloured symbols, or ticked ones, make a habit."""
_CIRCLED_NOT_FILLED = np.eye(5)[CIRCLED] - np.eye(5)[FILLED]
_TICK, _TICKED = 0.75, 0.95
"""How likely an odd mark at one symbol of a row marks it, and if somebody makes many of them."""
_IS_CIRCLED, _IS_CROSSED, _IS_ODD = np.eye(5)[[CIRCLED, CROSSED, ODD]]


def read_sheet(page: InkPage, layout: Layout) -> dict[str, Reading]:
    """Read a whole sheet: every element's chances, each for itself."""
    seen = _struck_together(page, layout, _read_places(page, dict(_places(layout))))
    drawn = Drawn(page, layout)
    total = NumberField("total", layout.total, TOTAL_DIGITS)
    fields = list(_fields(layout))
    ringed = [at for row, at in _symbols(layout) if seen[row][CIRCLED] >= _RINGED]
    clean = without_rings(page.clean, ringed, page.pen)
    digits = read_fields(clean, fields, layout.strip, page.faint, page.pen)
    readings = [
        *digits,
        *_rows(layout, seen),
        *drawn.readings(),
        *_bonuses(page, layout, seen),
        *_leaves(layout, seen),
        *read_stars(page, layout, drawn.path),
        *_notes(layout, seen),
        *read_polaroids(page, layout, seen, {each.element: each for each in digits}),
        *read_links(page, layout, seen, drawn.joins),
        *read_rewards(page, layout, seen),
        _solo(page, layout),
        *read_numbers(page.clean, [total], page.faint, page.pen),
    ]
    return with_doubtful_polaroids({reading.element: reading for reading in readings})


def read_symbols(page: InkPage, layout: Layout) -> dict[str, Chances]:
    """Read both symbols of every row, each for itself, as ``r1.dot`` and ``r1.sun``."""
    places = {name: at for name, at in _places(layout) if name.endswith((".dot", ".sun"))}
    return _struck_together(page, layout, _read_places(page, places))


def _symbols(layout: Layout) -> Iterator[tuple[str, Disc]]:
    for row, symbols in layout.rows.items():
        yield f"{row}.dot", symbols.dot
        yield f"{row}.sun", symbols.sun


def _fields(layout: Layout) -> Iterator[Field]:
    for cloud, box in layout.clouds.items():
        yield Field(cloud, box)
    for polaroid, box in layout.polaroids.items():
        yield Field(f"{polaroid}.value", box, round=True, copied=True)
    for moon, disc in layout.chain.items():
        side = 2 * disc.radius
        yield Field(f"{moon}.value", Box(disc.center, (side, side)), round=True, copied=True)


def _places(layout: Layout) -> Iterator[tuple[str, Disc | Box]]:
    """Every place that can be circled, crossed out or filled, by a name of its own."""
    yield from _symbols(layout)
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
    middles, reaches = centers * PX_PER_MM - 0.5, radii * PX_PER_MM
    chances = read_places(page.soft, middles, reaches, busy, page.faint, page.printed)
    # What is filled in may have a ring as well, so that rings say nothing about it.
    ringed = np.array([name[0] not in "ln" for name in places])
    shares = ring_shares(page.ink, centers, radii, page.pen)
    lighter = (chances[:, CIRCLED] > 0.2) & (shares < 0.5)
    if lighter.any():
        shares[lighter] = ring_shares(page.faint, centers[lighter], radii[lighter], LIGHTEST_PEN)
    boxes = [
        place if isinstance(place, Box) else Box(place.center, (2 * place.radius, 2 * place.radius))
        for place in places.values()
    ]
    looped = np.where(busy[:, None], chances, with_loops(chances, page.ink, boxes, page.pen))
    joined = np.where(ringed[:, None], with_ring(looped, shares), chances)
    plain = with_plain_rings(joined, page.ink, centers, radii, page.pen)
    joined = np.where((ringed & ~busy)[:, None], plain, joined)
    return dict(zip(places, joined, strict=True))


def _struck_together(
    page: InkPage, layout: Layout, seen: Mapping[str, Chances]
) -> dict[str, Chances]:
    """Take both symbols of a row for crossed out where lines of any kind go through both.

    One large cross, a long line or a slash each is no proper cross at either symbol, but nobody
    draws through both for another reason.
    """
    joined = dict(seen) | _struck_rings(page, layout, seen)
    for row, symbols in layout.rows.items():
        pair = {f"{row}.dot": symbols.dot, f"{row}.sun": symbols.sun}
        if any(seen[name][CROSSED] + seen[name][ODD] < 0.5 for name in pair):
            continue
        if min(struck_share(page.ink, disc, page.pen) for disc in pair.values()) < _STRUCK:
            continue
        for name in pair:
            meant = _MEANT * seen[name][ODD]
            joined[name] = seen[name] + meant * (_IS_CROSSED - _IS_ODD)
    return joined


def _struck_rings(page: InkPage, layout: Layout, seen: Mapping[str, Chances]) -> dict[str, Chances]:
    """Take an odd mark for crossed out that is a ring with strokes across, beside a plain ring."""
    struck = {}
    for row, symbols in layout.rows.items():
        places = {f"{row}.dot": symbols.dot, f"{row}.sun": symbols.sun}
        for (one, disc), other in zip(places.items(), reversed(places), strict=True):
            if seen[one][ODD] < 0.5 or seen[other][CIRCLED] < _RINGED:
                continue
            center, radii = np.array([disc.center]), np.full((1, 2), disc.radius)
            around = float(ring_shares(page.ink, center, radii, page.pen)[0])
            if around >= _ALL_AROUND and struck_share(page.ink, disc, page.pen) >= _CROSSED_RING:
                struck[one] = seen[one] + _MEANT * seen[one][ODD] * (_IS_CROSSED - _IS_ODD)
    return struck


def _rows(layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    meant = _as_meant(layout, seen)
    for row in layout.rows:
        dot, sun = meant(f"{row}.dot", f"{row}.sun")
        odd_dot, odd_sun = _odd_alone(dot, sun)
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
        if odd_dot + odd_sun > 0.5:
            reason = "mark-odd"
        else:
            crosses = dot[CROSSED] * sun[CIRCLED] + sun[CROSSED] * dot[CIRCLED]
            is_instead = crosses > max(strange["crossed"], 0.5)  # a tick marks as well
            reason = INSTEAD if is_instead else "crossed-alone"
        # A tick at one of the two marks it; a single stroke may cross it out as well.
        strange["dot"] += _TICK * odd_dot
        strange["sun"] += _TICK * odd_sun
        strange["crossed"] += (1 - _TICK) * (odd_dot + odd_sun)
        reading = mark_reading(row, weights, strange, reason)
        # One ring around both looks much the same, and a ring that is struck out is a ring.
        is_both = reading.guess == "both" and not reading.why
        yield replace(reading, why="both-circled") if is_both else reading


def _as_meant(
    layout: Layout, seen: Mapping[str, Chances]
) -> Callable[[str, str], tuple[Chances, Chances]]:
    """Take the marks at two symbols for rings if somebody makes such ones instead of rings."""
    names = [f"{row}.{name}" for row in layout.rows for name in ("dot", "sun")]
    coloured = _are_coloured([seen[name] for name in names])
    ticked = _are_ticked([(seen[f"{row}.dot"], seen[f"{row}.sun"]) for row in layout.rows])

    def meant(*pair: str) -> tuple[Chances, Chances]:
        one, other = (
            seen[name] + coloured * seen[name][FILLED] * _CIRCLED_NOT_FILLED for name in pair
        )
        if ticked and max(_odd_alone(one, other)) > 0.5:
            one, other = (
                each + _TICKED * each[ODD] * (_IS_CIRCLED - _IS_ODD) for each in (one, other)
            )
        return one, other

    return meant


def _odd_alone(dot: Chances, sun: Chances) -> tuple[float, float]:
    """Say how likely there is an odd mark at one symbol, and nothing at the other."""
    return float(dot[ODD] * sun[NONE]), float(sun[ODD] * dot[NONE])


def _are_ticked(rows: Sequence[tuple[Chances, Chances]]) -> bool:
    """Whether somebody ticks one symbol of a row instead of circling it, on the whole sheet."""
    ticked = sum(max(_odd_alone(*row)) > 0.5 for row in rows)
    circled = sum(max(dot[CIRCLED], sun[CIRCLED]) > 0.5 for dot, sun in rows)
    return ticked >= _SOME_ROWS and ticked > 2 * circled


def _are_coloured(symbols: Sequence[Chances]) -> bool:
    """Whether somebody colours in symbols instead of circling them, on the whole sheet."""
    filled = sum(chances[FILLED] > 0.5 for chances in symbols)
    circled = sum(chances[CIRCLED] > 0.5 for chances in symbols)
    return filled >= _SOME_ROWS and filled > 4 * circled


def _bonuses(page: InkPage, layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    meant = _as_meant(layout, seen)
    for bonus, place in layout.bonuses.items():
        line, leaf = meant(f"{bonus}.line", f"{bonus}.leaf")
        weights: dict[Value, float] = {
            None: line[NONE] * leaf[NONE],
            "line": line[CIRCLED] * leaf[NONE],
            "leaf": line[NONE] * leaf[CIRCLED],
            "both": line[CIRCLED] * leaf[CIRCLED],
        }
        # Nobody has a reason to cross one out: a cross marks it, as a tick, a dot or colour does.
        odd_line, odd_leaf = (float(1 - each[NONE] - each[CIRCLED]) for each in (line, leaf))
        strange: dict[Value, float] = {
            "line": _TICK * odd_line * leaf[NONE] + odd_leaf * line[CIRCLED],
            "leaf": _TICK * odd_leaf * line[NONE] + odd_line * leaf[CIRCLED],
            "both": _TICK * odd_line * odd_leaf,
        }
        strange[None] = 1 - sum(weights.values()) - sum(strange.values())
        reading = mark_reading(bonus, weights, strange)
        marked = {"line": place.line, "leaf": place.leaf}
        if not is_untouched(reading):
            yield reading
            continue
        strays = {
            name: stray_ink(page.clean, page.pen, at, AT_SYMBOL) for name, at in marked.items()
        }
        most = max(strays, key=strays.__getitem__)
        yield perhaps_odd(reading, partial(strays.__getitem__, most), most)


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
        yield mark_reading(leaf.id, weights)


def _notes(layout: Layout, seen: Mapping[str, Chances]) -> Iterator[Reading]:
    for note, heads in layout.notes.items():
        filled = [_filled(seen[f"{note}.{n}"]) for n in range(len(heads))]
        yield Reading(note, count_chances(filled))


def _filled(chances: Chances) -> float:
    """A head is small: a cross or a ring over it was meant to fill it."""
    return float(1 - chances[NONE])


def _solo(page: InkPage, layout: Layout) -> Reading:
    chance = ticked(page, layout.solo)
    return Reading("solo", {False: 1 - chance, True: chance})


def ticked(page: InkPage, box: Box) -> float:
    """How likely a box was ticked: ink inside it."""
    area = max(
        ink_area(cut(page.clean, box, -0.3), page.pen),
        faint_area(255 - cut(page.faint, box, -0.3)),
    )
    return float(1 / (1 + np.exp(-6.0 * (area - 0.8)))) if area else 0.0
