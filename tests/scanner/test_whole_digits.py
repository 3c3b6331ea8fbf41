"""Every crop shows the whole digit: what leads over its edge is followed, or doubted."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.decide import CLEAR
from scanner.marks.numbers import Field, read_fields
from scanner.marks.whole_digits import BEYOND, ROOM, whole_crop
from scanner.pictures import PX_PER_MM, cut
from templates.geometry import Box
from tests.scanner.test_numbers import CLOUD, Paper, is_asked

PEN = 165.0
MOON = Box((60.0, 40.0), (11.0, 11.0))
TWO = [np.array([[-2, -3], [0, -4.2], [2, -3], [1.6, -1], [-2, 3.2], [-2, 3.2]], float)]


def two(foot: float, at: Box, drop: float = 0.0) -> list[np.ndarray]:
    """A 2 in mm whose foot is so long."""
    line = np.array([[-2, 3.2], [-2 + foot, 3.2 + drop]], float)
    return [np.vstack([TWO[0], line]) + np.array(at.center)]


@pytest.mark.parametrize("foot", [4, 6, 8, 9])
@pytest.mark.parametrize("is_round", [False, True])
def test_a_two_with_a_long_foot_is_a_two_or_a_question(foot, is_round):
    box = MOON if is_round else CLOUD
    reading = Paper().draw(two(foot, box)).read(box, round=is_round)
    assert reading.guess == 2 or is_asked(reading)


def test_a_stroke_that_leads_out_is_followed():
    box = Box((60.0, 40.0), (7.0, 9.0))
    paper = Paper().draw(two(7.0, box))
    crop, is_cut = whole_crop(paper.clean, box, PEN)
    assert not is_cut
    assert crop.shape[1] > cut(paper.clean, box, BEYOND).shape[1]
    assert (crop[:, -1] > 200).all()


def test_a_stroke_that_leaves_even_the_room_around_is_doubted():
    box = Box((60.0, 40.0), (7.0, 9.0))
    paper = Paper().draw(two(15.0, box))
    assert whole_crop(paper.clean, box, PEN)[1]
    assert is_asked(paper.read(box))


def test_a_digit_well_inside_is_cut_out_as_ever():
    paper = Paper().digit(5)
    crop, is_cut = whole_crop(paper.clean, CLOUD, PEN)
    assert not is_cut
    np.testing.assert_array_equal(crop, cut(paper.clean, CLOUD, BEYOND))


def test_a_neighbour_that_reaches_in_is_not_followed():
    paper = Paper().digit(5)
    x = CLOUD.right + BEYOND
    paper.draw([np.array([[x - 0.7, 38.0], [x + 9, 38.0]])])
    crop, is_cut = whole_crop(paper.clean, CLOUD, PEN)
    assert not is_cut
    assert crop.shape == cut(paper.clean, CLOUD, BEYOND).shape


@pytest.mark.parametrize("deep", [0.6, 1.1])
def test_a_neighbours_ring_that_reaches_in_raises_no_doubt(deep):
    paper = Paper().digit(5)
    turn = np.linspace(0, 2 * np.pi, 60)
    middle = np.array([CLOUD.center[0], CLOUD.top + deep - 3.0])
    paper.draw([middle + 3.0 * np.stack([np.cos(turn), np.sin(turn)], 1)])
    assert not whole_crop(paper.clean, CLOUD, PEN)[1]


def test_the_follow_ends_where_other_fields_may_begin():
    box = Box((60.0, 40.0), (7.0, 9.0))
    crop, _ = whole_crop(Paper().draw(two(30.0, box)).clean, box, PEN)
    assert crop.shape[1] <= (7 + 2 * ROOM) * PX_PER_MM + 2


@pytest.mark.parametrize("value", range(10))
def test_a_grid_cells_lines_are_no_reason_to_call_a_digit_unclear(value):
    paper = Paper(seed=2).digit(value)
    alone = paper.read()
    edge = np.array([[CLOUD.left - 0.9, 20.0], [CLOUD.left - 0.9, 60.0]])
    paper.draw([edge, edge + [CLOUD.size[0] + 1.8, 0]], width=0.3)
    (reading,) = read_fields(paper.clean, [Field("c1", CLOUD)], [])
    assert reading.guess == alone.guess == value
    assert reading.confidence > alone.confidence - 0.002


@pytest.mark.parametrize(("beyond", "is_empty"), [(1.6, True), (-1.5, False)])
def test_a_ring_around_a_symbol_beside_a_field_is_no_digit(beyond, is_empty):
    middle = np.array([CLOUD.center[0], CLOUD.bottom + beyond])
    turns = np.linspace(0, 2 * np.pi, 40)
    ring = middle + 2.6 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    reading = Paper().draw([ring]).read(CLOUD)
    assert (reading.guess is None and not reading.why) == is_empty


@pytest.mark.parametrize("value", range(10))
def test_a_ring_that_runs_into_a_digit_leaves_it_the_guess(value):
    # All that hangs together is no digit; the field alone, without its surroundings, shows one.
    paper = Paper(seed=2).digit(value, Box(CLOUD.center, (12.0, 11.5)))
    turn = np.linspace(0, 2 * np.pi, 60)
    middle = np.array([CLOUD.right + 2.2, CLOUD.center[1]])
    reading = paper.draw([middle + 3.6 * np.stack([np.cos(turn), np.sin(turn)], 1)]).read()
    assert reading.guess == value
    assert is_asked(reading)


@pytest.mark.parametrize("value", [1, 4, 9])
def test_a_tail_that_leads_away_is_little_doubt_if_every_look_says_the_same(value):
    paper = Paper(seed=2)
    strokes = paper.hand.digit(value, CLOUD.center, (9.0, 10.0))
    end = strokes[-1][-1, :2]
    reading = paper.draw([*strokes, np.array([end, [end[0] + 1, CLOUD.bottom + 6]])]).read()
    assert reading.guess == value
    assert 0.95 < reading.confidence < CLEAR


@pytest.mark.parametrize("drop", [0.0, 0.6, 1.2])
@pytest.mark.parametrize("value", [1, 2, 8])
def test_a_digit_is_looked_at_from_nearer_where_a_ring_comes_close(value, drop):
    # The ring touches nothing, but in the crop its end makes no digit of a 1.
    box = Box((CLOUD.center[0], CLOUD.center[1] + drop), (6.5, 9.4))
    turn = np.linspace(0, 2 * np.pi, 60)
    middle = np.array([CLOUD.center[0] + 1, CLOUD.top - 2.0])
    paper = Paper(seed=2).digit(value, box)
    reading = paper.draw([middle + 2.6 * np.stack([np.cos(turn), np.sin(turn)], 1)]).read()
    assert reading.guess == value
    assert reading.confidence > 0.7
