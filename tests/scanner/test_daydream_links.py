"""Links of the moon chain, stars on the constellation, and lines that are counted."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from scanner.daydream import elements as reader
from scanner.daydream import extras
from scanner.daydream.drawn import Drawn, _join, counted
from scanner.daydream.extras import (
    read_links,
    read_stars,
)
from scanner.page.blank import PX_PER_MM
from templates.geometry import Disc
from tests.scanner.marked_places import (
    MOONS,
    PLAIN,
    STARS,
    by_element,
    page,
    place,
    untouched,
)

# ---- the moon chain


def link(kind, *, joined, moon=2):
    """Read the link above a moon, with its circle and the line of the join."""
    moons = list(MOONS.chain)
    above, below = MOONS.chain[moons[moon - 1]], MOONS.chain[moons[moon]]
    lines = [_join(above, below)] if joined else []
    seen = untouched(MOONS) | {f"{moons[moon]}.linked": place(kind)}
    paper = page(MOONS, *lines)
    found = by_element(read_links(paper, MOONS, seen, Drawn(paper, MOONS).joins))
    assert list(found) == [f"{name}.linked" for name in moons]
    others = [each for name, each in found.items() if name != f"{moons[moon]}.linked"]
    assert all((each.guess, each.why) == (False, "") for each in others)
    return found[f"{moons[moon]}.linked"]


@pytest.mark.parametrize(
    ("kind", "joined", "guess", "why"),
    [
        ("-", False, False, ""),
        ("-", True, False, "join-without-circle"),  # one of the two was forgotten
        ("o", True, True, ""),
        ("o", False, True, ""),  # the line is for the eye, the circle counts
        ("?", True, True, "mark-odd"),  # circled, and struck out perhaps
    ],
)
def test_links(kind, joined, guess, why):
    found = link(kind, joined=joined)
    assert (found.guess, found.why) == (guess, why)


def test_a_small_ring_on_a_link_is_seen_by_its_shape():
    moons = list(MOONS.chain)
    disc = MOONS.links[moons[2]]
    turn = np.linspace(0, 2 * np.pi, 40)
    around = np.array(disc.center) + 0.8 * disc.radius * np.stack([np.cos(turn), np.sin(turn)], 1)
    # Its own ink looks like the line that goes past the link.
    joins = np.array([0.0, 0.9] + [0.0] * (len(moons) - 3))
    found = by_element(read_links(page(MOONS, *pairwise(around)), MOONS, untouched(MOONS), joins))
    mark = found[f"{moons[2]}.linked"]
    assert (mark.guess, mark.why) == (True, "")


def chord(disc, aside, way):
    """A stroke through a symbol, mm beside its middle, in some direction."""
    middle, way = np.array(disc.center), np.array(way) / np.linalg.norm(way)
    middle = middle + aside * np.array([-way[1], way[0]])
    return middle - 1.2 * disc.radius * way, middle + 1.2 * disc.radius * way


def ringed(disc):
    corners = np.linspace(0, 2 * np.pi, 25)
    ring = (
        np.array(disc.center) + 1.2 * disc.radius * np.stack([np.cos(corners), np.sin(corners)]).T
    )
    return list(pairwise(ring))


@pytest.mark.parametrize(
    ("strokes", "guess", "why"), [(0, True, ""), (1, False, "mark-odd"), (2, False, "mark-odd")]
)
def test_a_ring_on_a_link_that_strokes_cross_is_asked_about(strokes, guess, why):
    moons = list(MOONS.chain)
    above, disc, below = MOONS.chain[moons[1]], MOONS.links[moons[2]], MOONS.chain[moons[2]]
    join = np.subtract(below.center, above.center)
    across = [chord(disc, aside, (-join[1], join[0])) for aside in (-0.4, 0.6)[:strokes]]
    paper = page(MOONS, _join(above, below), *ringed(disc), *across)
    seen = untouched(MOONS) | {f"{moons[2]}.linked": place("o")}
    found = by_element(read_links(paper, MOONS, seen, Drawn(paper, MOONS).joins))
    assert (found[f"{moons[2]}.linked"].guess, found[f"{moons[2]}.linked"].why) == (guess, why)


@pytest.mark.parametrize(
    ("is_struck", "guess", "why"), [(False, True, ""), (True, False, "mark-odd")]
)
def test_a_ring_around_a_star_that_strokes_cross_is_asked_about(is_struck, guess, why):
    n = next(n for n, star in enumerate(STARS.sheet.constellation) if star)
    disc = Disc(STARS.path[n], STARS.star_radius)
    crossed = [chord(disc, aside, way) for aside, way in ((0.3, (1, 1)), (-0.5, (1, 1)))]
    paper = page(STARS, *ringed(disc), *(crossed if is_struck else []))
    star = next(iter(read_stars(paper, STARS, np.zeros(len(STARS.path) - 1))))
    assert (star.guess, star.why) == (guess, why)


@pytest.mark.parametrize("step", [0.4, 0.85])  # filled in, and hatched
def test_a_star_that_is_coloured_in_is_odd_but_not_struck_out(step):
    n = next(n for n, star in enumerate(STARS.sheet.constellation) if star)
    disc = Disc(STARS.path[n], STARS.star_radius)
    strokes = [chord(disc, aside, (1, 0.2)) for aside in np.arange(-2.4, 2.5, step)]
    paper = page(STARS, *ringed(disc), *strokes)
    star = next(iter(read_stars(paper, STARS, np.zeros(len(STARS.path) - 1))))
    assert (star.guess, star.why) == (True, "mark-odd")


@pytest.mark.parametrize(("aside", "wide"), [(0.0, 1.1), (0.7, 0.6)])
def test_a_ring_of_a_wide_pen_or_aside_strikes_no_link_out(aside, wide):
    moons = list(MOONS.chain)
    paper, disc = page(MOONS), MOONS.links[moons[2]]
    at = tuple(round((float(each) + aside) * PX_PER_MM) for each in disc.center)
    cv2.circle(paper.ink, at, round(disc.radius * PX_PER_MM), 200, round(wide * PX_PER_MM))
    seen = untouched(MOONS) | {f"{moons[2]}.linked": place("o")}
    found = by_element(read_links(paper, MOONS, seen, np.zeros(len(moons) - 1)))
    assert (found[f"{moons[2]}.linked"].guess, found[f"{moons[2]}.linked"].why) == (True, "")


@pytest.mark.parametrize("kind", ["-o", "-oo"])
def test_a_join_under_what_may_be_a_circle_is_no_reason_by_itself(kind):
    assert link(kind, joined=True).why == ""


def test_odd_ink_is_half_a_circle():
    assert link("-??", joined=False).chances == pytest.approx({False: 1 / 2, True: 1 / 2})


def test_the_first_moon_joins_nothing():
    joins = Drawn(page(MOONS), MOONS).joins
    (first, *_) = read_links(page(MOONS), MOONS, untouched(MOONS), joins)
    assert first.chances == {False: 1.0}


def test_a_join_goes_from_rim_to_rim():
    first, second = list(MOONS.chain.values())[:2]
    start, end = map(np.array, _join(first, second))
    assert np.linalg.norm(start - first.center) == pytest.approx(first.radius)
    assert np.linalg.norm(end - second.center) == pytest.approx(second.radius)
    whole = np.linalg.norm(np.subtract(second.center, first.center))
    assert np.linalg.norm(end - start) == pytest.approx(whole - first.radius - second.radius)


# ---- lines that are counted


@pytest.mark.parametrize(
    ("inked", "count", "why"),
    [
        ([0.99, 0.99, 0.01], 2, ""),
        ([0.01, 0.01, 0.01], 0, ""),
        ([0.99, 0.2, 0.99], 3, "line-doubtful"),
        ([0.01, 0.99, 0.01], None, "line-doubtful"),
    ],
)
def test_lines_with_a_gap_go_to_a_person(inked, count, why):
    found = counted("o1", np.array(inked))
    assert (found.why, found.doubt) == (why, "line-doubtful")
    assert count is None or found.guess == count


def test_objects_are_counted_one_by_one():
    closed = next(thing for thing in PLAIN.sheet.objects if thing.closed)
    opened = next(thing for thing in PLAIN.sheet.objects if not thing.closed)
    points = PLAIN.objects[closed.id].points
    whole = zip(points, [*points[1:], points[0]], strict=True)
    begun = PLAIN.objects[opened.id].points[:2]
    found = by_element(Drawn(page(PLAIN, *whole, begun), PLAIN).readings())
    expected = dict.fromkeys([*PLAIN.objects, "thorns"], 0)
    expected |= {closed.id: closed.segments, opened.id: 1}
    assert {name: each.guess for name, each in found.items()} == expected


def test_the_path_and_its_stars():
    lines = [STARS.path[n : n + 2] for n in range(4)]
    paper = page(STARS, *lines)
    drawn = Drawn(paper, STARS)
    assert by_element(drawn.readings())["constellation.lines"].guess == 4
    stars = {each.element: each.guess for each in read_stars(paper, STARS, drawn.path)}
    assert stars == dict.fromkeys(STARS.sheet.stars, False)
    assert list(read_stars(page(PLAIN), PLAIN, np.zeros(0))) == []


@pytest.mark.parametrize("star", [0, 1, 3, -1])
def test_a_star_knows_the_lines_that_lead_to_it(star, monkeypatch):
    """They are no part of a ring; the first and the last point have one line, others two."""
    points = len(STARS.sheet.constellation)
    signs = [None] * points
    signs[star] = STARS.sheet.stars[0]
    sheet = replace(STARS.sheet, constellation=tuple(signs))
    layout = SimpleNamespace(sheet=sheet, path=STARS.path, star_radius=1.0, page=STARS.page)
    asked = []
    monkeypatch.setattr(
        extras, "ring_chances", lambda ink, at, radius, ways, *_: asked.append((at, ways)) or [0.0]
    )
    list(read_stars(page(layout), layout, np.zeros(points - 1)))
    ((centers, ways),) = asked
    at = star % points
    assert centers == [layout.path[at]]
    assert [*ways[0]] == [layout.path[n] for n in (at - 1, at + 1) if 0 <= n < points]


@pytest.mark.parametrize("drawn", [0, 1, 3])
def test_thorns_are_counted(drawn):
    lines = [(thorn.start, thorn.end) for thorn in PLAIN.thorns[:drawn]]
    assert by_element(Drawn(page(PLAIN, *lines), PLAIN).readings())["thorns"].guess == drawn


@pytest.mark.parametrize("ticked", [False, True])
def test_solo_is_ink_in_its_box(ticked):
    (x, y), (w, h) = PLAIN.solo.center, PLAIN.solo.size
    lines = [((x - w / 3, y - h / 3), (x + w / 3, y + h / 3))] if ticked else []
    found = reader._solo(page(PLAIN, *lines), PLAIN)
    assert found.guess is ticked and found.confidence > 0.9
