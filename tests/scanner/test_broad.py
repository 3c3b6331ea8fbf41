"""Lines of a marker: pale, broad, as dark all over, and sharp at their edges."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.marks.broad import broad_coverage
from scanner.marks.lines import EVEN, likely
from scanner.pictures import PX_PER_MM

SQUARE = [(20.0, 20.0), (40.0, 20.0), (40.0, 40.0), (20.0, 40.0)]
WAYS = [(SQUARE[n - 1], SQUARE[n]) for n in range(4)]
THINGS = [0, 0, 0, 0]


def page(*lines, width=3.0, darker=30, soft=0.0):
    """Paper with such lines on it: how much darker than its print it is."""
    excess = np.full((420, 420), EVEN, np.uint8)
    for line in lines:
        ends = (np.round(np.array(end) * PX_PER_MM * 16).astype(int).tolist() for end in line)
        a, b = ends
        cv2.line(excess, a, b, EVEN + darker, round(width * PX_PER_MM), cv2.LINE_AA, 4)
    return cv2.GaussianBlur(excess, (0, 0), soft) if soft else excess


@pytest.mark.parametrize("width", [2.0, 3.0, 4.5])
@pytest.mark.parametrize("darker", [18, 40])
def test_lines_of_a_marker_are_lines(width, darker):
    found = likely(broad_coverage(page(*WAYS, width=width, darker=darker), WAYS, THINGS))
    assert (found > 0.95).all()


def test_a_few_may_be_something_else_and_stay_in_doubt():
    found = broad_coverage(page(*WAYS[:2]), WAYS, THINGS)
    assert (found[2:] == 0).all()
    assert ((likely(found[:2]) > 0.5) & (likely(found[:2]) < 0.8)).all()


@pytest.mark.parametrize(
    "seen",
    [
        page(),
        page(*WAYS, darker=8),  # grain, or a tint that is a little too dark
        page(*WAYS, width=0.6),  # a pen: others look for its lines
        page(*WAYS, width=9.0, soft=9.0),  # a shadow
        page(((30.0, 5.0), (30.0, 60.0)), width=40.0),  # coloured in, or a thing on the sheet
    ],
)
def test_what_is_no_band_with_edges_is_no_line(seen):
    assert not broad_coverage(seen, WAYS, THINGS).any()


def test_a_line_that_ends_half_way_is_none():
    (start, end) = WAYS[1]
    half = (start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    assert not broad_coverage(page(half), [WAYS[1]], [0]).any()


@pytest.mark.parametrize(("thing", "drawn"), [(0, True), (1, False)])
def test_beside_a_line_of_its_thing_one_edge_is_enough(thing, drawn):
    """In a sharp corner the next line hides the other edge; elsewhere it may be a shadow's."""
    seen = page(WAYS[0])
    cv2.rectangle(seen, (230, 110), (320, 250), EVEN + 30, -1)  # to the right of the way up
    found = broad_coverage(seen, [WAYS[0], WAYS[2]], [0, thing])
    assert list(found > 0) == [True, drawn]


def test_much_darker_bands_are_another_pens():
    seen = page(*WAYS[1:])
    cv2.line(seen, (120, 130), (120, 230), EVEN + 100, 18)
    assert list(broad_coverage(seen, WAYS, THINGS) > 0) == [False, True, True, True]


def test_a_page_without_lines_has_none():
    assert broad_coverage(page(*WAYS), [], []).size == 0
