"""Ink beside the lines of things: it strikes them out, is a line that lies aside, or is nothing."""

from __future__ import annotations

from itertools import permutations

import cv2
import numpy as np
import pytest

from scanner.marks.struck import _strokes_across, odd_ink
from scanner.pictures import PX_PER_MM
from templates.geometry import Disc

SQUARE = [
    ((30.0, 30.0), (44.0, 30.0)),
    ((44.0, 30.0), (44.0, 44.0)),
    ((44.0, 44.0), (30.0, 44.0)),
    ((30.0, 44.0), (30.0, 30.0)),
]
SQUARE_ENDS = np.array(SQUARE)
DARK = 150.0


def slash(x, y=30.0, half=1.6):
    return ((x - 0.6, y - half), (x + 0.6, y + half))


TICK = ((36.0, 31.0), (36.8, 32.4), (38.2, 27.0))
ZIGZAG = ((30.0, 27.0), (33.0, 47.0), (36.0, 27.0), (39.0, 47.0), (42.0, 27.0))


def seen(drawn, *others, symbols=()):
    ink = np.zeros((400, 400), np.uint8)
    for points in [*SQUARE[:drawn], *others]:
        fixed = np.round(np.array(points, float) * PX_PER_MM * 16).astype(np.int32)
        cv2.polylines(ink, [fixed], False, DARK, round(0.5 * PX_PER_MM), cv2.LINE_AA, 4)
    inked = np.array([0.99] * drawn + [0.01] * (4 - drawn))
    return odd_ink(ink, [SQUARE], [inked], symbols, DARK)[0]


def struck(drawn, *others, symbols=()):
    return list(seen(drawn, *others, symbols=symbols).struck)


@pytest.mark.parametrize("drawn", [1, 2, 4])
def test_two_strokes_across_a_line_strike_it_out(drawn):
    assert struck(drawn, slash(34), slash(40)) == [True, False, False, False]


@pytest.mark.parametrize("drawn", [1, 3, 4])
def test_two_strokes_that_hardly_reach_beyond_a_line_strike_it_out(drawn):
    assert struck(drawn, slash(35, half=1.05), slash(38, half=1.05)) == [True, False, False, False]
    assert not any(struck(drawn, slash(35, half=1.05)))


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_each_end_of_a_leaning_stroke_is_opposite_to_its_own_other_end(order):
    """The nearest end on the other side belongs to the stroke beside it."""
    ends = np.array([(31.7, 28.8), (33.3, 28.8), (32.4, 31.2), (31.0, 31.2)])
    assert _strokes_across(SQUARE[0], ends[list(order)]) == 2


def test_one_stroke_strikes_out_a_line_of_an_unfinished_thing():
    assert struck(2, slash(37)) == [True, False, False, False]


@pytest.mark.parametrize(("ticked", "is_struck"), [(1, True), (2, True), (3, False)])
def test_ticks_on_several_finished_things_strike_nothing_out(ticked, is_struck):
    ink, ways = np.zeros((400, 800), np.uint8), []
    for n in range(4):
        away = np.array([24.0 * n, 0.0])
        ways.append([(tuple(start + away), tuple(end + away)) for start, end in SQUARE_ENDS])
        for points in [*ways[-1], *([np.array(TICK) + away] if n < ticked else [])]:
            fixed = np.round(np.array(points, float) * PX_PER_MM * 16).astype(np.int32)
            cv2.polylines(ink, [fixed], False, DARK, round(0.5 * PX_PER_MM), cv2.LINE_AA, 4)
    found = odd_ink(ink, ways, [np.full(4, 0.99)] * 4, (), DARK)
    assert [odd.struck.any() for odd in found] == [is_struck and n < ticked for n in range(4)]


def test_bowed_lines_of_a_finished_thing_strike_nothing_out():
    above, inside = ((31.0, 29.25), (34.0, 29.25)), ((30.75, 31.0), (30.75, 32.2))
    assert not any(struck(4, above, inside))
    assert any(struck(4, slash(32)))


def test_a_zigzag_over_a_thing_strikes_out_what_it_crosses():
    assert struck(4, ZIGZAG)[0]
    assert struck(1, ZIGZAG)[0]


def test_lines_alone_are_not_struck_out():
    for drawn in range(5):
        assert not any(struck(drawn))


def test_ink_on_one_side_strikes_nothing_out():
    assert not any(struck(2, ((34, 31.2), (34.5, 33)), ((38, 31.2), (38.5, 33))))


def test_a_ring_around_a_bonus_beside_a_line_strikes_nothing_out():
    ring = [(37 + 2.4 * np.cos(a), 30 + 2.4 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 40)]
    assert any(struck(2, ring))
    assert not any(struck(2, ring, symbols=[Disc((37.0, 30.0), 1.8)]))


def test_lines_of_an_unfinished_thing_that_lie_aside_are_noticed():
    aside = [(x + 1.7, y + 1.7) for x, y in (SQUARE[1][0], SQUARE[1][1], SQUARE[2][1])]
    assert seen(1, aside).is_aside
    assert seen(0, aside).is_aside
    for drawn in range(5):
        assert not seen(drawn).is_aside


def test_a_tick_or_a_short_stroke_beside_a_thing_is_no_line_of_it():
    assert not seen(4, TICK).is_aside
    assert not seen(1, ((38.0, 45.0), (41.0, 45.4))).is_aside


def test_a_line_that_goes_on_beyond_its_corner_strikes_nothing_out():
    start, end = np.array(SQUARE[0])
    assert not any(struck(2, (end, end + (1.4, 0.0)), (start, start - (1.4, 0.0))))


def test_a_bowed_line_of_an_unfinished_thing_is_one_line():
    bow = [(30 + 14 * t, 30 + 3.2 * t * (1 - t)) for t in np.linspace(0, 1, 30)]
    assert not seen(1, bow).is_aside
