"""Numbers of several digits, written by a pen of our own."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from practice.ink import PENS, Ink
from practice.strokes import Hand
from scanner.marks.number_fields import NumberField, _numbers, read_numbers
from scanner.pictures import PX_PER_MM
from templates.geometry import Box

AT, SIZE = (40.0, 20.0), (26.0, 11.0)


def written(digits, pitch, *, seed=4, pen="black", minus=False):
    """Write digits side by side, their middles ``pitch`` mm apart."""
    paper = np.full((40 * PX_PER_MM, 80 * PX_PER_MM, 3), 255, np.uint8)
    hand = Hand(seed)
    ink = Ink(paper.shape[:2], PENS[pen], PX_PER_MM, hand.rng)
    first = AT[0] - pitch * (len(digits) - 1) / 2
    for place, digit in enumerate(digits):
        ink.draw(hand.digit(digit, (first + place * pitch, AT[1]), (6.0, 8.5)))
    if minus:
        ink.draw(hand.minus((first - 5.5, AT[1]), (4.0, 8.0)))
    return cv2.cvtColor(ink.over(paper), cv2.COLOR_BGR2GRAY)


def read(page, digits=3, signed=True):
    (reading,) = read_numbers(page, [NumberField("total.1", Box(AT, SIZE), digits, signed)])
    return reading


def pieces(page):
    return cv2.connectedComponents((page < 190).astype(np.uint8))[0] - 1


@pytest.mark.parametrize("digits", [[7], [1, 2], [4, 0], [1, 0, 8], [3, 6]])
def test_digits_apart(digits):
    reading = read(written(digits, 6.5))
    assert reading.guess == int("".join(map(str, digits)))
    assert not reading.why


@pytest.mark.parametrize(
    ("digits", "seed", "closer"),
    [
        ([3, 0], 4, 0),
        ([2, 8], 4, 0),
        ([3, 6], 4, 0),
        ([4, 2], 4, 0),
        # The lightest way between these goes through one of them.
        ([1, 9], 6, 0),
        ([4, 7], 7, 0),
        ([2, 0], 6, 0.5),
        ([3, 8], 7, 0.5),
    ],
)
def test_digits_that_touch(digits, seed, closer):
    far = np.arange(6.5, 2.0, -0.1)
    pitch = next(p for p in far if pieces(written(digits, p, seed=seed)) == 1)
    reading = read(written(digits, pitch - closer, seed=seed))
    assert reading.guess == int("".join(map(str, digits)))


@pytest.mark.parametrize("digit", [3, 5, 7])
def test_below_zero(digit):
    assert read(written([digit], 6.0, minus=True)).guess == -digit


@pytest.mark.parametrize("height", [AT[1] - 0.46 * SIZE[1], AT[1] + 0.46 * SIZE[1]])
def test_what_is_left_of_a_frame_is_no_minus_but_asked_about(height):
    page = written([7], 6.0)
    ends = np.round(np.array([(30, height), (35, height)]) * PX_PER_MM).astype(np.int32)
    cv2.polylines(page, [ends], False, 60, 3, cv2.LINE_AA)
    reading = read(page)
    assert (reading.guess, reading.runner_up) == (7, -7)
    assert reading.confidence < 0.95


def test_an_open_digit_is_one():
    # A four in two strokes that stand side by side, after a one, where two digits fit.
    page = np.full((40 * PX_PER_MM, 80 * PX_PER_MM), 255, np.uint8)
    for way in (
        [(33, 16), (33, 24)],
        [(39.4, 16), (38, 20.6), (41.3, 20.9)],
        [(42.6, 17.5), (42.4, 24.5)],
    ):
        fixed = np.round(np.array(way) * PX_PER_MM).astype(np.int32)
        cv2.polylines(page, [fixed], False, 40, 3, cv2.LINE_AA)
    assert pieces(page) == 3
    assert read(page, digits=2).guess == 14


@pytest.mark.parametrize(
    ("left", "four", "guess"),
    [
        ({(1, 1): 0.55, (6, 1): 0.4}, 0.99, 48),
        ({(1, 1): 0.998}, 0.99, 118),
        ({(6, 1): 0.9}, 0.2, 618),
    ],
)
def test_an_open_four_is_one_digit_where_its_left_stroke_is_none(left, four, guess):
    signs = [left, {(1, 1): 0.997}, {(8, 1): 0.999}]
    numbers = _numbers({(0, 0): 1.0}, signs, {0: four})
    assert max(numbers, key=numbers.__getitem__)[0] == guess
    assert sum(numbers.values()) <= 1.0 + 1e-9


@pytest.mark.parametrize("thickness", [3, 5, 9])
def test_a_nought_may_have_a_bar(thickness):
    page = written([3], 6.0)
    middle = (round(46.0 * PX_PER_MM), round(20.0 * PX_PER_MM))
    cv2.ellipse(page, middle, (10, 13), 0, 0, 360, 40, thickness, cv2.LINE_AA)
    ends = [(middle[0] - 19, middle[1] + 1), (middle[0] + 19, middle[1] - 2)]
    cv2.line(page, *ends, 40, thickness, cv2.LINE_AA)
    assert read(page).guess == 30


def test_a_first_digit_that_was_written_small_is_no_minus():
    page = written([7], 6.0)
    small = cv2.resize(written([2], 6.0), None, fx=0.55, fy=0.38, interpolation=cv2.INTER_AREA)
    rows, columns = np.flatnonzero((small < 200).any(1)), np.flatnonzero((small < 200).any(0))
    two = small[rows[0] - 1 : rows[-1] + 2, columns[0] - 1 : columns[-1] + 2]
    top, left = round(17.0 * PX_PER_MM), round(31.0 * PX_PER_MM)
    page[top : top + two.shape[0], left : left + two.shape[1]] = two
    for signed in (True, False):
        assert read(page, signed=signed).guess == 27


def test_nothing_and_a_scribble():
    empty = np.full((40 * PX_PER_MM, 80 * PX_PER_MM), 255, np.uint8)
    assert read(empty).guess is None and read(empty).confidence > 0.99
    rng = np.random.default_rng(1)
    scribble = empty.copy()
    ways = (rng.uniform((32, 16), (48, 24), (30, 2)) * PX_PER_MM).astype(np.int32)
    cv2.polylines(scribble, [ways], False, 40, 4, cv2.LINE_AA)
    assert read(scribble).why == "digit-scribble"
    assert read(scribble).guess is None


@pytest.mark.parametrize("digit", [3, 5, 7])
def test_a_dash_where_nothing_lies_below_zero_is_asked_about(digit):
    reading = read(written([digit], 6.0, minus=True), signed=False)
    assert (reading.guess, reading.runner_up) == (None, digit)
    assert reading.why == "number-below-zero" and min(value or 0 for value in reading.chances) == 0


@pytest.mark.parametrize("rise", [-1.4, -0.7, 0.0, 0.7, 1.4])
def test_a_minus_may_slant(rise):
    page = written([6, 5], 6.0)
    ends = np.round(np.array([(30.0, 20 + rise / 2), (32.4, 20 - rise / 2)]) * PX_PER_MM)
    cv2.polylines(page, [ends.astype(np.int32)], False, 60, 4, cv2.LINE_AA)
    assert read(page).guess == -65


def test_a_shadow_before_a_number_is_no_minus():
    page = written([3, 7], 6.0)
    corner = np.round(np.array([(28.0, 16.5), (34.0, 16.5), (28.0, 19.0)]) * PX_PER_MM)
    cv2.fillPoly(page, [corner.astype(np.int32)], 90)
    reading = read(page)
    assert reading.guess != -37 and reading.confidence < 0.9
