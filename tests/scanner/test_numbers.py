"""Digits in clouds, polaroids and moons: written, empty, specks, scribbles, rings around them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from practice.numbers import number_strokes
from practice.strokes import Hand
from scanner.calibration import calibrated
from scanner.decide import CLEAR
from scanner.digits import NO_DIGIT
from scanner.marks.number_fields import NumberField, read_numbers
from scanner.marks.numbers import Field, _without_ring, ink_area, is_ringed, read_fields
from scanner.pictures import PX_PER_MM
from scanner.reading import CORRECTED, RUBBED_OUT
from templates.geometry import Box

CLOUD = Box((60.0, 40.0), (14.0, 11.0))
CLOUDS = [
    Box((20.0 + 20 * column, 20.0 + 18 * row), (13.0, 11.0))
    for row in range(4)
    for column in range(5)
]


class Paper:
    """White paper and a blue pen."""

    def __init__(self, seed=3):
        self.hand = Hand(seed)
        self.clean = np.full((960, 960), 255, np.uint8)

    def draw(self, strokes, width=0.45):
        for stroke in strokes:
            fixed = np.round(stroke[:, :2] * PX_PER_MM * 16).astype(np.int32)
            cv2.polylines(self.clean, [fixed], False, 90, round(width * PX_PER_MM), cv2.LINE_AA, 4)
        return self

    def digit(self, value, box=CLOUD):
        return self.draw(self.hand.digit(value, box.center, box.size))

    def read(self, box=CLOUD, *, round=False):
        (reading,) = read_fields(self.clean, [Field("c1", box, round)], [])
        return reading


def is_asked(reading):
    return bool(reading.why) or calibrated(reading).confidence < CLEAR


# ---- one field


@pytest.mark.parametrize("value", range(10))
def test_a_digit_is_read(value):
    reading = Paper(seed=2).digit(value).read()
    assert reading.guess == value
    assert reading.confidence > 0.9
    assert not reading.why


def test_an_empty_field_is_surely_empty():
    reading = Paper().read()
    assert reading.guess is None
    assert reading.confidence > 0.999


@pytest.mark.parametrize("radius", [0.1, 0.15, 0.2])
def test_a_speck_is_no_digit(radius):
    paper = Paper()
    at = tuple(round(c * PX_PER_MM) for c in CLOUD.center)
    cv2.circle(paper.clean, at, round(radius * PX_PER_MM), 90, -1, cv2.LINE_AA)
    assert (paper.read().guess, is_asked(paper.read())) == (None, False)


def test_faint_grain_is_no_ink():
    grain = np.random.default_rng(1).normal(245, 6, (100, 100))
    assert ink_area(np.clip(grain, 0, 255).astype(np.uint8), pen=120.0) < 0.05


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_scribble_is_asked_about(seed):
    paper = Paper(seed)
    for _ in range(2):
        paper.draw(paper.hand.scribble(CLOUD.center, (9.0, 8.0)))
    assert is_asked(paper.read())


def test_a_struck_out_digit_is_asked_about():
    x, y = CLOUD.center
    strokes = [np.array([[x - 5, y + s, 1.0], [x + 5, y - s, 1.0]]) for s in (-2, 0, 2.5)]
    assert is_asked(Paper().digit(6).draw(strokes).read())


@pytest.mark.parametrize(("old", "new"), [(7, 4), (3, 8), (6, 1), (2, 5)])
def test_a_digit_beside_a_struck_out_one_is_the_guess(old, new):
    left, right = Box((56.5, 40.0), (6.0, 8.0)), Box((64.0, 40.0), (5.5, 8.0))
    paper = Paper(seed=2).digit(old, left).digit(new, right)
    lines = [np.array([[53.0, 37.0 + k], [60.0, 42.0 + k]]) for k in (0.0, 1.6)]
    reading = paper.draw(lines).read()
    assert reading.why == CORRECTED
    assert reading.guess == new


def test_of_two_digits_beside_each_other_either_may_be_meant():
    left, right = Box((56.5, 40.0), (6.0, 8.0)), Box((64.0, 40.0), (5.5, 8.0))
    reading = Paper(seed=2).digit(3, left).digit(5, right).read()
    assert reading.why == CORRECTED
    assert reading.guess == 5  # what is written anew stands behind, but not always
    assert reading.chances[3] > 0.1
    assert reading.chances[3] + reading.chances[5] > 0.9


def test_chances_add_up_to_one():
    for paper in (Paper(), Paper().digit(4)):
        assert sum(paper.read().chances.values()) == pytest.approx(1.0)


# ---- what an eraser leaves


def among_others(tone, others=90):
    """A digit of one tone in the first of six clouds, darker ones in four, nothing in the last."""
    paper = Paper(seed=2)
    for digit, box in enumerate(CLOUDS[:5], start=4):
        layer = Paper(seed=2).digit(digit, box).clean
        dark = tone if digit == 4 else others
        paper.clean = np.minimum(paper.clean, 255 - (255 - layer) * ((255 - dark) / 165)).astype(
            np.uint8
        )
    fields = [Field(f"c{n}", box) for n, box in enumerate(CLOUDS[:6])]
    return read_fields(paper.clean, fields, [], faint=255 - paper.clean)


@pytest.mark.parametrize("tone", [241, 236, 230])
def test_a_digit_far_paler_than_all_others_is_rather_rubbed_out_and_asked_about(tone):
    ghost, *others, empty = among_others(tone)
    assert (ghost.guess, ghost.runner_up, ghost.why) == (None, 4, RUBBED_OUT)
    assert [other.guess for other in others] == [5, 6, 7, 8]
    assert not any(is_asked(other) for other in (*others, empty))
    assert sum(ghost.chances.values()) == pytest.approx(1.0)


def test_a_digit_somewhat_paler_than_the_others_is_asked_about_as_itself():
    first, *_ = among_others(200)
    assert (first.guess, first.why) == (4, "")
    assert is_asked(first)


def test_a_pale_pen_that_wrote_everything_rubs_nothing_out():
    assert [(each.guess, each.why) for each in among_others(238, 238)[:5]] == [
        (n, "") for n in range(4, 9)
    ]


@pytest.mark.parametrize(("places", "asked"), [(2, True), (9, False)])
def test_pale_shapes_that_are_no_digits_shine_through_where_there_are_many(places, asked):
    paper = Paper(seed=2)
    for box in CLOUDS[:places]:
        x, y = (round(each * PX_PER_MM) for each in box.center)
        cv2.ellipse(paper.clean, (x, y + 12), (30, 14), 0, 190, 350, 240, 5, cv2.LINE_AA)
    for digit, box in enumerate(CLOUDS[10:15], start=4):
        paper.digit(digit, box)
    fields = [Field(f"c{n}", box) for n, box in enumerate(CLOUDS)]
    found = read_fields(paper.clean, fields, [], faint=255 - paper.clean)
    assert [each.guess for each in found[10:15]] == [4, 5, 6, 7, 8]
    assert not any(is_asked(each) for each in found[places:])
    assert all(is_asked(each) is asked for each in found[:places])
    if not asked:
        assert all(each.guess is None for each in found[:places])


@pytest.mark.parametrize(("places", "asked"), [(2, True), (9, False)])
def test_a_copiers_grain_is_no_scribble_in_any_of_many_empty_places(places, asked):
    paper, rng = Paper(seed=2), np.random.default_rng(4)
    for box in CLOUDS[:places]:
        left, top = (round(edge * PX_PER_MM) for edge in (box.left, box.top))
        for x, y in rng.integers(6, 50, (40, 2)):
            cv2.circle(paper.clean, (left + int(x), top + int(y)), 1, 216, -1)
    for digit, box in enumerate(CLOUDS[10:15], start=4):
        paper.digit(digit, box)
    fields = [Field(f"c{n}", box) for n, box in enumerate(CLOUDS)]
    found = read_fields(paper.clean, fields, [], faint=255 - paper.clean)
    assert [each.guess for each in found[10:15]] == [4, 5, 6, 7, 8]
    assert all(each.guess is None for each in found[:places])
    assert all(is_asked(each) is asked for each in found[:places])


# ---- a circle around a polaroid


@pytest.mark.parametrize("value", [1, 4, 6, 8, 0])
def test_a_ring_around_a_polaroid_is_not_read(value):
    box = Box((60.0, 40.0), (12.0, 13.0))
    paper = Paper(seed=2).digit(value, box)
    alone = paper.read(box, round=True)
    paper.draw(paper.hand.circle(box.center, box.size))
    ringed = paper.read(box, round=True)
    assert alone.guess == ringed.guess == value


def test_a_ring_around_an_empty_polaroid_is_no_nought():
    box = Box((60.0, 40.0), (12.0, 13.0))
    paper = Paper(seed=2)
    paper.draw(paper.hand.circle(box.center, box.size))
    reading = paper.read(box, round=True)
    assert reading.guess is None or is_asked(reading)


POLAROID = Box((60.0, 40.0), (12.0, 13.0))


def has_ring(paper):
    return is_ringed(paper.clean, Field("p1.circled", POLAROID), 165.0)


@pytest.mark.parametrize("seed", [2, 5, 9])
@pytest.mark.parametrize("value", range(10))
def test_a_ring_inside_a_polaroid_is_seen_and_a_bare_digit_is_none(value, seed):
    paper = Paper(seed).draw(Hand(seed).digit(value, POLAROID.center, (6.0, 6.0)))
    assert not has_ring(paper)
    turn = np.linspace(0, 2.1 * np.pi, 60)
    ring = np.array(POLAROID.center) + 5.4 * np.stack([np.cos(turn), np.sin(turn)], 1)
    assert has_ring(paper.draw([ring]))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("value", range(10))
def test_a_digit_that_fills_a_polaroid_is_no_ring(value, seed):
    assert not has_ring(Paper(seed).digit(value, POLAROID))


# ---- one hand


def test_all_fields_keep_their_order():
    paper, values = Paper(seed=4), [7, None, 3, 1, 0, 9, None, 8, 2, 5]
    for value, box in zip(values, CLOUDS, strict=False):
        if value is not None:
            paper.digit(value, box)
    fields = [Field(f"c{n}", box) for n, box in enumerate(CLOUDS[: len(values)], 1)]
    read = read_fields(paper.clean, fields, [])
    assert [reading.element for reading in read] == [field.element for field in fields]
    assert [reading.guess for reading in read] == values


def test_nothing_written_anywhere():
    fields = [Field(f"c{n}", box) for n, box in enumerate(CLOUDS)]
    read = read_fields(Paper().clean, fields, [])
    assert {reading.guess for reading in read} == {None}


# ---- the total


@pytest.mark.parametrize("total", [0, 7, 12, 48, 105, -1, -7])
def test_totals_and_their_minus_sign(total):
    box = Box((60.0, 40.0), (28.0, 12.0))
    paper = Paper(seed=2)
    field = {"center": list(box.center), "size": list(box.size), "digits": 3}
    paper.draw(number_strokes(total, field, paper.hand))
    (reading,) = read_numbers(paper.clean, [NumberField("total", box, 3)])
    assert reading.guess == total


def test_an_empty_total_is_none():
    box = Box((60.0, 40.0), (28.0, 12.0))
    (reading,) = read_numbers(Paper().clean, [NumberField("total", box, 3)])
    assert (reading.guess, is_asked(reading)) == (None, False)


@pytest.mark.parametrize(
    ("value", "seed", "clear"),
    [(value, 4, False) for value in (2, 3, 5, 7, 8, 9)] + [(8, 5, True)],
)
def test_a_digit_that_touches_its_ring_is_read_from_nearer_and_doubted_unless_all_agree(
    value, seed, clear
):
    # Without the ring, and what of the digit goes with it, a 3 may be a 9, and a 7 a 1.
    turn = np.linspace(0, 2 * np.pi, 80)
    ring = np.array(POLAROID.center) + np.stack([5.8 * np.cos(turn), 4.4 * np.sin(turn)], 1)
    paper = Paper(seed).digit(value, Box(POLAROID.center, (8.0, 10.5)))
    reading = paper.draw([ring]).read(POLAROID, round=True)
    assert reading.guess == value
    assert (reading.confidence > 0.95) is clear
    assert is_asked(reading)  # by its ink alone: the rules may confirm it


@pytest.mark.parametrize("value", [0, 2, 3, 6, 8])
def test_the_end_of_a_ring_that_reaches_inside_spoils_no_digit_that_stands_apart(value):
    turn = np.linspace(np.pi, 3 * np.pi, 80)
    ring = np.array(POLAROID.center) + 5.8 * np.stack([np.cos(turn), np.sin(turn)], 1)
    inside = np.array(POLAROID.center) + [(-5.8, 0), (-5.2, -2.6), (-4.0, -3.0), (-3.4, 1.5)]
    paper = Paper(2).digit(value, Box((61.0, 40.0), (5.0, 7.0))).draw([ring, inside])
    reading = paper.read(POLAROID, round=True)
    assert reading.guess == value
    assert reading.confidence > 0.65  # another one to some looks, with the ring's end
    assert reading.chances[None] < 0.03


@pytest.mark.parametrize(
    ("rows", "nothing"),
    [
        (
            [(0.98, 0.01, 0.01), (0.1, 0.0, 0.9)],
            0.01,
        ),  # nearer, the ring is away
        ([(0.3, 0.0, 0.7), (0.1, 0.0, 0.9)], 0.8),  # a digit to neither
    ],
)
def test_what_is_a_digit_to_one_look_at_it_in_its_ring_is_one(rows, nothing):
    shown = np.zeros((len(rows), 11))
    shown[:, [3, 5, NO_DIGIT]] = rows
    found = _without_ring(shown)
    assert found[NO_DIGIT] == pytest.approx(nothing)
    assert found.sum() == pytest.approx(1)
    assert found[3] > found[5]


# ---- what is no answer


def scribbled_at(values, places, dashes):
    """A sheet of clouds with digits, small ones in a corner, and dashes."""
    paper = Paper(seed=4)
    for n, value in enumerate(values):
        paper.digit(value, CLOUDS[n])
    for n in places:
        x, y = CLOUDS[n].center
        paper.digit(2, Box((x + 3.0, y + 2.4), (2.6, 2.6)))
    for n in dashes:
        x, y = CLOUDS[n].center
        paper.draw([np.array([(x - 1.6, y), (x + 1.6, y + 0.3)])])
    fields = [Field(f"c{n}", box) for n, box in enumerate(CLOUDS)]
    return read_fields(paper.clean, fields, [])


@pytest.mark.parametrize("places", [[12], [12, 13, 14, 15]])
def test_small_digits_in_a_corner_beside_large_ones_are_notes(places):
    found = scribbled_at([4, 3, 2, 5, 6, 7, 8, 3], places, [])
    assert [each.guess for each in found[:8]] == [4, 3, 2, 5, 6, 7, 8, 3]
    assert all(found[n].guess is None for n in places)
    assert all(is_asked(found[n]) for n in places)  # by the ink alone


def test_a_hand_that_writes_small_takes_no_notes():
    assert all(each.guess is not None for each in scribbled_at([], range(8), [])[:8])


@pytest.mark.parametrize(("dashes", "asked"), [([12], True), ([12, 13, 14, 15, 16], False)])
def test_a_dash_is_no_digit_and_whoever_makes_many_is_not_asked(dashes, asked):
    found = scribbled_at([4, 3, 2], [], dashes)
    assert all(found[n].guess is None for n in dashes)
    assert all(not found[n].why for n in dashes)
    assert all(is_asked(found[n]) is asked for n in dashes)
