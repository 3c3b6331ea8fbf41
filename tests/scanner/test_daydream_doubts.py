"""What chances at single places say together: marks, and why a person should look."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from scanner.daydream import elements as reader
from scanner.daydream.extras import (
    read_polaroids,
    read_rewards,
    with_doubtful_polaroids,
)
from scanner.daydream.mark_reading import mark_reading
from scanner.marks.number_fields import _above_each_other, _joined
from scanner.marks.places import CROSSED, ODD
from scanner.reading import SCRIBBLE, Reading
from tests.scanner.marked_places import (
    BONUS,
    DIFFERENT,
    MOONS,
    PLAIN,
    ROW,
    STARS,
    by_element,
    page,
    place,
    untouched,
)

# ---- rings that are struck out


@pytest.mark.parametrize(
    ("ringed", "strokes", "other", "crossed"),
    [
        (True, 2, "o", True),
        (True, 0, "o", False),  # odd in another way
        (False, 2, "o", False),  # a cross or a tick marks as well
        (True, 2, "-", False),  # nothing was marked instead
    ],
)
def test_a_ring_that_is_struck_out_beside_another_is_crossed_out(ringed, strokes, other, crossed):
    disc = PLAIN.rows[ROW].dot
    turn = np.linspace(0, 2 * np.pi, 40)
    ring = np.array(disc.center) + (disc.radius + 0.8) * np.stack([np.cos(turn), np.sin(turn)], 1)
    across = [((-2.5, -2.5), (2.5, 2.5)), ((-2.5, 2.5), (2.5, -2.5))][:strokes]
    lines = [*pairwise(ring)] if ringed else []
    lines += [[np.add(disc.center, end) for end in line] for line in across]
    seen = untouched(PLAIN) | {f"{ROW}.dot": place("?"), f"{ROW}.sun": place(other)}
    found = reader._struck_rings(page(PLAIN, *lines), PLAIN, seen)
    assert bool(found) is crossed
    if found:
        assert found[f"{ROW}.dot"][CROSSED] > 0.9


# ---- rows and bonuses


@pytest.mark.parametrize(
    ("dot", "sun", "guess", "why"),
    [
        ("-", "-", None, ""),
        ("o", "-", "dot", ""),
        ("-", "o", "sun", ""),
        ("x", "x", "crossed", ""),
        ("o", "o", "both", "both-circled"),
        ("x", "-", "crossed", "crossed-alone"),  # the other symbol was forgotten
        ("-", "x", "crossed", "crossed-alone"),
        ("x", "o", "sun", "crossed-beside"),  # corrected, or to be plain: the sun is meant
        ("o", "x", "dot", "crossed-beside"),
        ("?", "o", "sun", "crossed-alone"),  # a tick may mark it as well
        ("o", "?", "dot", "crossed-alone"),
        ("?", "?", None, "mark-odd"),
        ("?", "-", "dot", "mark-odd"),  # a tick, most likely
        ("-", "?", "sun", "mark-odd"),
        ("f", "-", None, "mark-odd"),
    ],
)
def test_rows(dot, sun, guess, why):
    seen = untouched(PLAIN) | {f"{ROW}.dot": place(dot), f"{ROW}.sun": place(sun)}
    found = by_element(reader._rows(PLAIN, seen))
    assert set(found) == {row.id for row in PLAIN.sheet.rows}
    assert (found[ROW].guess, found[ROW].why) == (guess, why)
    assert sum(found[ROW].chances.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("odd", "circled", "why"), [(3, 1, ""), (3, 2, "mark-odd"), (2, 0, "mark-odd")]
)
def test_whoever_ticks_rows_and_circles_hardly_any_means_circles(odd, circled, why):
    rows = [row.id for row in PLAIN.sheet.rows]
    seen = untouched(PLAIN)
    seen |= {f"{row}.sun": place("?") for row in rows[:odd]}
    seen |= {f"{row}.dot": place("o") for row in rows[odd : odd + circled]}
    found = by_element(reader._rows(PLAIN, seen))
    assert {(found[row].guess, found[row].why) for row in rows[:odd]} == {("sun", why)}


@pytest.mark.parametrize(
    ("line", "leaf", "guess", "why"),
    [
        ("-", "-", None, ""),
        ("o", "-", "line", ""),
        ("-", "o", "leaf", ""),
        ("o", "o", "both", ""),
        ("x", "-", "line", "mark-odd"),  # a cross marks it, and so does whatever is no ring
        ("-", "?", "leaf", "mark-odd"),
        ("f", "-", "line", "mark-odd"),
        ("x", "o", "leaf", "mark-odd"),  # corrected
        ("o", "?", "line", "mark-odd"),
        ("?", "?", "both", "mark-odd"),
    ],
)
def test_bonuses(line, leaf, guess, why):
    seen = untouched(PLAIN) | {f"{BONUS}.line": place(line), f"{BONUS}.leaf": place(leaf)}
    found = by_element(reader._bonuses(page(PLAIN), PLAIN, seen))[BONUS]
    assert (found.guess, found.why) == (guess, why)


@pytest.mark.parametrize("kind", ["?", "f"])
def test_whoever_makes_such_marks_at_rows_means_them_at_bonuses(kind):
    rows = [row.id for row in PLAIN.sheet.rows][:3]
    seen = untouched(PLAIN) | {f"{BONUS}.leaf": place(kind)}
    for others, why in (({}, "mark-odd"), ({f"{row}.sun": place(kind) for row in rows}, "")):
        found = by_element(reader._bonuses(page(PLAIN), PLAIN, seen | others))
        assert (found[BONUS].guess, found[BONUS].why) == ("leaf", why)
        assert all(each.guess is None for name, each in found.items() if name != BONUS)


def test_a_mark_that_is_odd_in_part_is_less_sure_of_everything():
    found = mark_reading("r1", {None: 0.0, "dot": 0.7, "sun": 0.0})
    assert found.chances == pytest.approx({None: 0.1, "dot": 0.8, "sun": 0.1})
    assert found.why == ""


@pytest.mark.parametrize(
    ("odd", "stranger", "why"),
    [
        (0.49, 0.4, ""),
        (0.5, 0.5, ""),
        (0.6, 0.4, "crossed-alone"),
        (0.6, 0.2, "mark-odd"),
        (0.8, 0.4, "mark-odd"),
    ],
)
def test_what_is_mostly_odd_goes_to_a_person(odd, stranger, why):
    found = mark_reading("r1", {"dot": 1 - odd, None: 0.0}, {"dot": stranger}, "crossed-alone")
    assert found.why == why
    assert found.guess == "dot"


def test_what_is_strange_counts_beside_what_is_proper():
    found = mark_reading("r1", {"dot": 0.2, None: 0.1}, {"dot": 0.2, "sun": 0.5}, "crossed-alone")
    assert found.chances == pytest.approx({"dot": 0.4, None: 0.1, "sun": 0.5})
    nothing = mark_reading("r1", {"dot": 0.0, None: 0.0})
    assert nothing.chances == {"dot": 0.5, None: 0.5}


# ---- leaves, notes, polaroids, rewards


@pytest.mark.parametrize(
    ("printed", "kind", "guess"),
    [
        (True, "-", "circled"),
        (True, "o", "circled"),  # a second ring around the printed one changes nothing
        (True, "f", "filled"),
        (True, "x", "filled"),
        (False, "-", None),
        (False, "o", "circled"),
        (False, "f", "filled"),
        (False, "x", "filled"),
    ],
)
def test_leaves(printed, kind, guess):
    leaf = next(leaf.id for leaf in PLAIN.sheet.leaves if leaf.circled == printed)
    found = by_element(reader._leaves(PLAIN, untouched(PLAIN) | {leaf: place(kind)}))
    assert found[leaf].guess == guess
    assert found[leaf].confidence == pytest.approx(1)
    rest = {leaf.id: "circled" if leaf.circled else None for leaf in PLAIN.sheet.leaves}
    assert {name: each.guess for name, each in found.items()} == rest | {leaf: guess}


@pytest.mark.parametrize(("kinds", "filled"), [("--", 0), ("f-", 1), ("-x", 1), ("o?", 2)])
def test_any_ink_on_a_head_fills_it(kinds, filled):
    note = next(note.id for note in STARS.sheet.notes if note.heads == 2)
    marks = {f"{note}.{n}": place(kind) for n, kind in enumerate(kinds)}
    found = by_element(reader._notes(STARS, untouched(STARS) | marks))
    assert found[note].guess == filled
    assert all(each.guess == 0 for name, each in found.items() if name != note)


@pytest.mark.parametrize(
    ("kind", "guess", "why"),
    [
        ("-", False, ""),
        ("o", True, ""),
        ("x", False, ""),
        ("f", False, ""),
        ("?", False, "mark-odd"),
    ],
)
def test_polaroids(kind, guess, why):
    polaroid = DIFFERENT.sheet.polaroids[0].id
    seen = untouched(DIFFERENT) | {f"{polaroid}.circled": place(kind)}
    found = by_element(read_polaroids(page(DIFFERENT), DIFFERENT, seen, numbered()))
    assert (found[f"{polaroid}.circled"].guess, found[f"{polaroid}.circled"].why) == (guess, why)
    assert len(found) == len(DIFFERENT.sheet.polaroids)


def numbered(sure=0.99, *, why=""):
    """The digits of all polaroids, as sure as that."""
    names = [f"{polaroid}.value" for polaroid in DIFFERENT.polaroids]
    return {name: Reading(name, {2: sure, None: 1 - sure}, why=why) for name in names}


@pytest.mark.parametrize(
    ("lines", "values", "guess"),
    [
        ([((-3, -3), (9, 5))], numbered(), False),  # a large digit that leads out of it
        ([((-3, -3), (9, 5))], numbered(0.7), True),  # no clear digit: a tick may run through it
        ([((-3, -3), (9, 5))], numbered(why=SCRIBBLE), True),
        ([((-2, -2), (2, 2)), ((-6, 6.6), (6, 7.6))], numbered(), True),  # a line below it
    ],
)
def test_ink_beside_a_polaroid_marks_it_unless_it_is_the_digits_own(lines, values, guess):
    polaroid, box = next(iter(DIFFERENT.polaroids.items()))
    drawn = [[np.add(box.center, end) for end in line] for line in lines]
    seen = untouched(DIFFERENT)
    found = by_element(read_polaroids(page(DIFFERENT, *drawn), DIFFERENT, seen, values))
    mark = found[f"{polaroid}.circled"]
    assert (mark.guess, bool(mark.why)) == (guess, guess)


@pytest.mark.parametrize(("likely", "sure"), [(0.4, 0.96), (0.8, 0.99), (1.0, 0.99)])
def test_a_ring_by_its_shape_confirms_what_may_be_a_circle(likely, sure, monkeypatch):
    monkeypatch.setattr("scanner.daydream.extras.is_ringed", lambda *_: True)
    polaroid = DIFFERENT.sheet.polaroids[0].id
    chances = likely * place("o") + (1 - likely) * place("-")
    seen = untouched(DIFFERENT) | {f"{polaroid}.circled": chances}
    found = by_element(read_polaroids(page(DIFFERENT), DIFFERENT, seen, numbered()))
    assert found[f"{polaroid}.circled"].chances[True] >= sure


@pytest.mark.parametrize(("why", "circled", "asked"), [(SCRIBBLE, 0.0, True), ("", 0.0, False)])
def test_what_spoils_a_polaroids_digit_may_mark_it(why, circled, asked):
    value = Reading("p1.value", {3: 0.6, None: 0.4}, why=why)
    mark = Reading("p1.circled", {False: 1 - circled, True: circled})
    found = with_doubtful_polaroids({"p1.value": value, "p1.circled": mark})
    assert bool(found["p1.circled"].why) == asked
    assert found["p1.value"] == value


@pytest.mark.parametrize(
    ("kind", "guess", "why"),
    [("-", None, ""), ("o", "circled", ""), ("x", "crossed", "")]
    + [("f", "circled", "mark-odd"), ("?", None, "mark-odd")],
)
def test_rewards(kind, guess, why):
    frame = MOONS.sheet.frames[1]
    seen = untouched(MOONS) | {f"{frame.id}.2": place(kind)}
    found = by_element(read_rewards(page(MOONS), MOONS, seen))
    assert (found[f"{frame.id}.2"].guess, found[f"{frame.id}.2"].why) == (guess, why)
    assert len(found) == 2 * len(MOONS.sheet.frames)


@pytest.mark.parametrize(("circled", "why"), [(True, ""), (False, "mark-odd")])
def test_a_ring_that_reaches_over_is_its_own_rewards(circled, why):
    frame = MOONS.sheet.frames[1].id
    own, other = (np.array(MOONS.rewards[frame][value].center) for value in (5, 2))
    towards = (other - own) / np.linalg.norm(other - own)
    edge = own + towards * (MOONS.rewards[frame][5].radius + 1.5)
    across = np.array([-towards[1], towards[0]])
    seen = untouched(MOONS) | ({f"{frame}.5": place("o")} if circled else {})
    inked = page(MOONS, (edge - 2 * across, edge + 2 * across))
    assert by_element(read_rewards(inked, MOONS, seen))[f"{frame}.2"].why == why


# ---- strokes of a number


@pytest.mark.parametrize(
    ("pieces", "joined"),
    [
        ([(0, 10), (12, 20)], [(0, 10), (12, 20)]),
        ([(0, 10), (9, 20)], [(0, 10), (9, 20)]),  # they hardly overlap
        ([(0, 10), (5, 15)], [(0, 15)]),  # the bar of a 5
        ([(0, 20), (5, 10)], [(0, 20)]),  # a stroke inside another ends where that one does
        ([(0, 20), (5, 10), (15, 30)], [(0, 30)]),
        ([(0, 20), (5, 10), (22, 30)], [(0, 20), (22, 30)]),
        ([(0, 10), (7, 17)], [(0, 10), (7, 17)]),  # just under a third
    ],
)
def test_strokes_above_each_other_are_one_digit(pieces, joined):
    found = _above_each_other([([n], *piece) for n, piece in enumerate(pieces)])
    assert [reach for _, *reach in found] == [list(reach) for reach in joined]
    assert sorted(label for labels, *_ in found for label in labels) == list(range(len(pieces)))


@pytest.mark.parametrize(
    ("pieces", "room", "joined"),
    [
        ([(0, 10), (12, 20)], 2, [(0, 10), (12, 20)]),
        ([(0, 10), (12, 20), (30, 40)], 2, [(0, 20), (30, 40)]),
        ([(0, 10), (20, 28), (30, 40)], 2, [(0, 10), (20, 40)]),
        ([(0, 30), (5, 10), (40, 50)], 2, [(0, 30), (40, 50)]),  # nested: the outer one's end
        ([(0, 10), (12, 20), (30, 40)], 1, [(0, 40)]),
    ],
)
def test_the_nearest_pieces_are_joined_where_there_is_no_room(pieces, room, joined):
    found = _joined([([n], *piece) for n, piece in enumerate(pieces)], room)
    assert [reach for _, *reach in found] == [list(reach) for reach in joined]


# ---- one line through both symbols of a row


@pytest.mark.parametrize(
    ("dot", "sun", "through", "crossed"),
    [
        ("?", "?", "both", True),
        ("?x", "?", "both", True),
        ("?", "?", "dot", False),  # no line goes through the sun
        ("?", "?", "", False),
        ("?-", "?", "both", True),  # as likely as not is enough
        ("?--", "?", "both", False),  # the dot is probably untouched
        ("?", "?oo", "both", False),
    ],
)
def test_lines_through_both_symbols_cross_them_out(dot, sun, through, crossed):
    symbols = PLAIN.rows[ROW]
    discs = {"both": (symbols.dot, symbols.sun), "dot": (symbols.dot,), "": ()}[through]
    lines = [
        ((x - r, y - r), (x + r, y + r)) for (x, y), r in ((d.center, d.radius) for d in discs)
    ]
    before = untouched(PLAIN) | {f"{ROW}.dot": place(dot), f"{ROW}.sun": place(sun)}
    after = reader._struck_together(page(PLAIN, *lines), PLAIN, before)
    for name, chances in before.items():
        odd = 0.03 * chances[ODD] if crossed and name.startswith(f"{ROW}.") else chances[ODD]
        assert after[name][ODD] == pytest.approx(odd)
        assert after[name][CROSSED] == pytest.approx(chances[CROSSED] + chances[ODD] - odd)
        assert after[name].sum() == pytest.approx(1)


# ---- which places are asked


def test_symbols_are_read_row_by_row_and_nothing_else():
    seen = reader.read_symbols(page(MOONS), MOONS)
    assert list(seen) == [f"{row}.{symbol}" for row in MOONS.rows for symbol in ("dot", "sun")]


def test_only_links_and_polaroids_hold_more_than_a_mark(monkeypatch):
    """Lines go past a link and a digit stands in a polaroid: ink there is no mark by itself."""
    asked = []
    real = reader.read_places
    monkeypatch.setattr(
        reader, "read_places", lambda *given: asked.append(given[3]) or real(*given)
    )
    busy = set()
    for layout in (PLAIN, DIFFERENT, MOONS, STARS):
        places = dict(reader._places(layout))
        reader._read_places(page(layout), places)
        busy |= {name for name, is_busy in zip(places, asked.pop(), strict=True) if is_busy}
    assert {name.partition(".")[2] for name in busy} == {"linked", "circled"}
    assert busy == {
        name
        for layout in (PLAIN, DIFFERENT, MOONS, STARS)
        for name in (
            *(f"{moon}.linked" for moon in layout.links),
            *(f"{polaroid}.circled" for polaroid in layout.polaroids),
        )
    }
