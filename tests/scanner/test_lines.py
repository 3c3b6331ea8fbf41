"""Lines: ink along the way, and what a row of chances says about how many there are."""

from __future__ import annotations

import cv2
import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from scanner.lines import (
    count_chances,
    coverage,
    in_order,
    line_chances,
    pen_darkness,
    prefix_chances,
)

PX_PER_MM = 8
CHANCES = st.lists(st.floats(0.0, 1.0), max_size=9)


def paper(*lines, dark=150, width=0.45, noise=2.0):
    ink = np.random.default_rng(1).normal(0, noise, (800, 800))
    ink = np.clip(ink, 0, 255).astype(np.uint8)
    for points in lines:
        fixed = np.round(np.array(points, float) * PX_PER_MM * 16).astype(np.int32)
        cv2.polylines(ink, [fixed], False, dark, round(width * PX_PER_MM), cv2.LINE_AA, 4)
    return ink


# ---- ink along the way

WAY = ((30.0, 30.0), (44.0, 36.0))
BESIDE = ((30.0, 40.0), (44.0, 46.0))


def test_a_drawn_line_is_told_from_one_that_is_not():
    drawn, empty = line_chances(paper(WAY), [WAY, BESIDE], PX_PER_MM)
    assert drawn > 0.99
    assert empty < 0.01


@pytest.mark.parametrize(
    ("way", "least", "most"),
    [
        ([(30, 30), (38, 32.4), (44, 36)], 0.99, 1.0),  # a pen sways
        ([(30.4, 29.2), (44.4, 35.2)], 0.99, 1.0),  # or goes a little aside
        ([(30, 30), (32.8, 31.2)], 0.0, 0.05),  # a line that ends here is another one's
        ([(37, 20), (37, 46)], 0.0, 0.05),  # or crosses
    ],
)
def test_how_a_pen_strays(way, least, most):
    assert least <= line_chances(paper(way), [WAY], PX_PER_MM)[0] <= most


def test_half_a_line_is_doubtful():
    half = [(30, 30), (37.6, 33.25)]
    assert 0.05 < line_chances(paper(half), [WAY], PX_PER_MM)[0] < 0.95


def test_a_faint_pen_is_measured_by_itself():
    everywhere = [((10.0, y), (70.0, y)) for y in range(60, 90, 3)]
    faint = paper(WAY, *everywhere, dark=70)
    assert pen_darkness(faint) < 80
    assert line_chances(faint, [WAY], PX_PER_MM)[0] > 0.99


def test_an_untouched_page_has_a_middling_pen():
    assert pen_darkness(paper()) == 90.0
    assert line_chances(paper(), [WAY, BESIDE], PX_PER_MM).max() < 0.01


def test_the_way_back_is_the_same_way():
    ink = paper([(30, 30), (36, 32.4)])
    there, back = coverage(ink, [WAY, WAY[::-1]], PX_PER_MM, 120.0)
    assert there == pytest.approx(back, abs=0.02)


def test_no_lines():
    assert line_chances(paper(), [], PX_PER_MM).shape == (0,)


# ---- how many: lines are drawn one after the other


@pytest.mark.parametrize(
    ("inked", "count"),
    [
        ([], 0),
        ([0.01, 0.01, 0.01], 0),
        ([0.99, 0.01, 0.01], 1),
        ([0.99, 0.99, 0.99], 3),
        ([0.99, 0.4, 0.01], 1),
        ([0.99, 0.6, 0.01], 2),
        ([0.99, 0.3, 0.99], 3),  # a weak line between strong ones was drawn
        ([0.1, 0.1, 0.6], 0),  # ink at the end alone is no line
    ],
)
def test_how_many_lines_were_drawn(inked, count):
    chances = prefix_chances(inked)
    assert max(chances, key=chances.get) == count


@given(CHANCES)
def test_chances_of_a_count_add_up(inked):
    for chances in (prefix_chances(inked), count_chances(inked)):
        assert list(chances) == list(range(len(inked) + 1))
        assert sum(chances.values()) == pytest.approx(1.0)
        assert all(chance >= 0 for chance in chances.values())


@given(CHANCES.filter(len), st.data())
def test_more_ink_never_means_fewer_lines(inked, data):
    place = data.draw(st.integers(0, len(inked) - 1))
    more = list(inked)
    more[place] = data.draw(st.floats(inked[place], 1.0))

    def expected(chances):
        return sum(count * chance for count, chance in chances.items())

    for law in (prefix_chances, count_chances):
        assert expected(law(more)) >= expected(law(inked)) - 1e-9


@given(st.integers(0, 8), st.integers(0, 8))
def test_clear_lines_are_counted(drawn, missing):
    chances = prefix_chances([0.999] * drawn + [0.001] * missing)
    assert chances[drawn] > 0.99


@pytest.mark.parametrize(
    ("inked", "ordered"),
    [
        ([], True),
        ([0.9], True),
        ([0.9, 0.9, 0.1], True),
        ([0.1, 0.1], True),
        ([0.1, 0.9], False),
        ([0.9, 0.2, 0.9], False),
    ],
)
def test_lines_without_a_gap(inked, ordered):
    assert in_order(inked) is ordered


# ---- how many: marks that stand for themselves


@pytest.mark.parametrize(
    ("inked", "chances"),
    [
        ([], {0: 1.0}),
        ([0.25], {0: 0.75, 1: 0.25}),
        ([0.5, 0.5], {0: 0.25, 1: 0.5, 2: 0.25}),
        ([1.0, 0.0, 1.0], {0: 0.0, 1: 0.0, 2: 1.0, 3: 0.0}),
    ],
)
def test_how_many_marks_were_made(inked, chances):
    assert count_chances(inked) == pytest.approx(chances)


@given(CHANCES)
def test_the_order_of_marks_does_not_matter(inked):
    assert count_chances(inked) == pytest.approx(count_chances(inked[::-1]))
