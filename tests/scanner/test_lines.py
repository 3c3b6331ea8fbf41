"""Lines: ink along the way, and what a row of chances says about how many there are."""

from __future__ import annotations

import cv2
import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from scanner.marks.lines import (
    EVEN,
    count_chances,
    coverage,
    faint_coverage,
    in_order,
    less_shadow,
    line_chances,
    pen_darkness,
    prefix_chances,
    struck_share,
)
from scanner.pictures import PX_PER_MM
from templates.geometry import Disc

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
    drawn, empty = line_chances(paper(WAY), [WAY, BESIDE])
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
    assert least <= line_chances(paper(way), [WAY])[0] <= most


@pytest.mark.parametrize(
    ("width", "dark", "drawn"),
    [
        (0.45, 60, True),  # pencil
        (1.2, 25, True),  # a pale felt pen
        (2.2, 8, False),  # a tinted band that came out a little darker than it was printed
    ],
)
def test_a_band_that_fills_the_way_is_no_faint_line(width, dark, drawn):
    page = EVEN + paper(WAY, dark=dark, width=width)
    (found,) = faint_coverage(page, [WAY], np.zeros(1))
    assert (found > 0.9) if drawn else (found < 0.1)


def test_half_a_line_is_doubtful():
    half = [(30, 30), (37.6, 33.25)]
    assert 0.05 < line_chances(paper(half), [WAY])[0] < 0.95


def test_a_faint_pen_is_measured_by_itself():
    everywhere = [((10.0, y), (70.0, y)) for y in range(60, 90, 3)]
    faint = paper(WAY, *everywhere, dark=70)
    assert pen_darkness(faint) < 80
    assert line_chances(faint, [WAY])[0] > 0.99


def test_an_untouched_page_has_a_middling_pen():
    assert pen_darkness(paper()) == 90.0
    assert line_chances(paper(), [WAY, BESIDE]).max() < 0.01


ROWS = [((8.0, y), (22.0, y)) for y in range(8, 128, 4)]


@pytest.mark.parametrize(("grain", "believed"), [(1.0, True), (16.0, False)])
def test_what_may_be_the_grain_of_a_dim_photo_is_no_faint_line(grain, believed):
    """Of thirty ways six were drawn on; along one a trace is left, a sixth as dark as they are."""
    ink = paper(*ROWS[:6], noise=0.0)
    height = int(ROWS[21][0][1] * PX_PER_MM)
    cv2.line(ink, (48, height), (132, height), 25, 3)
    at = np.random.default_rng(3).normal(0, grain, (200, 200)).astype(np.float32)
    excess = EVEN + ink / 2 + cv2.resize(at, (800, 800), interpolation=cv2.INTER_CUBIC)
    found = line_chances(ink, ROWS, np.clip(excess, 0, 255).astype(np.uint8))
    assert found[:6].min() > 0.99
    assert (found[6:] > 0.2).tolist() == [believed and n == 21 for n in range(6, 30)]


def test_the_way_back_is_the_same_way():
    ink = paper([(30, 30), (36, 32.4)])
    there, back = coverage(ink, [WAY, WAY[::-1]], 120.0)
    assert there == pytest.approx(back, abs=0.02)


def test_no_lines():
    assert line_chances(paper(), []).shape == (0,)


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


# ---- what is looked at


@pytest.mark.parametrize(
    ("level", "pen"), [(46, 60.0), (50, 60.0), (100, 100.0), (220, 220.0), (255, 230.0), (45, 90.0)]
)
def test_the_pen_is_as_dark_as_its_darkest_ink(level, pen):
    ink = np.zeros((100, 100), np.uint8)
    ink[40:60] = level
    assert pen_darkness(ink) == pen


def test_a_few_dark_spots_are_no_pen():
    ink = np.zeros((100, 100), np.uint8)
    ink[::5, 0][:20] = 200
    ink[:20:5, 5] = 200
    assert (ink[::5, ::5] > 45).sum() == 24
    assert pen_darkness(ink) == 200.0
    ink[0, 0] = 0
    assert pen_darkness(ink) == 90.0


@pytest.mark.parametrize(
    ("share", "darkness", "covered"),
    [
        (1.0, 200, 1.0),
        (0.5, 200, 0.5),
        (0.0, 200, 0.0),
        (1.0, 48, 1.0),  # 0.48 of the pen is sure
        (1.0, 33, 0.5),
        (1.0, 18, 0.0),  # 0.18 of it is none
    ],
)
def test_how_much_of_a_way_is_covered(share, darkness, covered):
    ink = np.zeros((200, 400), np.uint8)
    ink[:, : round((5 + 40 * share) * PX_PER_MM)] = darkness if share else 0
    way = ((5.0, 12.5), (45.0, 12.5))
    assert coverage(ink, [way], 100.0)[0] == pytest.approx(covered, abs=0.03)


@pytest.mark.parametrize(("aside", "seen"), [(0, 1), (1.2, 1), (-1.2, 1), (1.6, 0), (-1.6, 0)])
def test_how_far_a_line_may_be_from_its_way(aside, seen):
    for turn in (False, True):
        ink = np.zeros((400, 400), np.uint8)
        at = round((25 + aside) * PX_PER_MM)
        ink[at - 1 : at + 1] = 200
        way = ((5.0, 25.0), (45.0, 25.0))
        if turn:
            ink, way = ink.T.copy(), tuple(end[::-1] for end in way)
        assert coverage(ink, [way], 150.0)[0] == pytest.approx(seen, abs=0.01)


def test_the_ends_of_a_way_are_left_out():
    ink = np.zeros((400, 400), np.uint8)
    ink[:, : 12 * PX_PER_MM] = ink[:, 42 * PX_PER_MM :] = 200
    way = ((5.0, 25.0), (49.0, 25.0))  # 44 mm, of which 7 are left out at either end
    assert coverage(ink, [way], 150.0)[0] == pytest.approx(0, abs=0.04)


def test_a_line_is_likelier_than_not_from_a_little_more_than_half_of_it():
    ink = np.zeros((200, 400), np.uint8)
    for share, chance in ((0.58, 0.5), (0.68, 0.82), (0.48, 0.18)):
        ink[:] = 0
        # Between the ends that are left out, so much of the way is covered.
        ink[:, : round((5 + 40 * (0.16 + 0.68 * share)) * PX_PER_MM)] = 200
        found = line_chances(ink, [((5.0, 12.5), (45.0, 12.5))])[0]
        assert found == pytest.approx(chance, abs=0.14)


LEFT, ABOVE = slice(0, 20 * PX_PER_MM), slice(0, 30 * PX_PER_MM)


@pytest.mark.parametrize(
    ("center", "inked", "share"),
    [
        ((20.0, 30.0), (slice(None), slice(None)), 1.0),
        ((20.0, 30.0), (slice(None), LEFT), 0.5),
        ((20.0, 30.0), (ABOVE, slice(None)), 0.5),
        ((20.0, 30.0), (ABOVE, LEFT), 0.25),
        ((20.0, 30.0), (slice(0, 0), slice(0, 0)), 0.0),
        ((-20.0, 30.0), (slice(None), slice(None)), 0.0),  # off the page
        ((0.0, 30.0), (slice(None), slice(None)), 1.0),  # half of it
    ],
)
def test_the_middle_of_a_symbol(center, inked, share):
    ink = np.zeros((400, 400), np.uint8)
    ink[inked] = 41
    symbol = Disc(center, 2.5)
    assert struck_share(ink, symbol, 100.0) == pytest.approx(share, abs=0.01)
    assert struck_share(ink, symbol, 102.5) == 0.0  # 0.4 of the pen is no line


def test_a_ring_leaves_the_middle_free():
    ink = np.zeros((400, 400), np.uint8)
    cv2.circle(ink, (20 * PX_PER_MM, 30 * PX_PER_MM), round(0.9 * 2.5 * PX_PER_MM), 200, 2)
    assert struck_share(ink, Disc((20.0, 30.0), 2.5), 100.0) < 0.01


def test_lines_count_as_drawn_from_one_half_on():
    assert in_order([0.51, 0.49])
    assert not in_order([0.49, 0.51, 0.51])
    assert in_order([0.5, 0.5, 0.5])
    assert not in_order([0.5, 0.51, 0.51])


def test_a_single_faint_line_after_a_gap_may_be_a_shadow():
    assert in_order([0.9, 0.1, 0.65, 0.1])
    assert not in_order([0.9, 0.1, 0.71, 0.1])
    assert not in_order([0.9, 0.1, 0.65, 0.65])


def test_a_count_is_as_likely_as_its_lines_together():
    found = prefix_chances([0.8, 0.4])
    weights = {0: 0.2 * 0.6, 1: 0.8 * 0.6, 2: 0.8 * 0.4}
    assert found == pytest.approx({n: w / sum(weights.values()) for n, w in weights.items()})
    sure = prefix_chances([1.0, 0.0])
    assert sure[1] == pytest.approx(1, abs=1e-5) and 0 < sure[0] < 2e-6


@pytest.mark.parametrize(
    ("inked", "believed"),
    [
        ([0.0, 0.66, 0.0], 0.25),  # as a fold's shadow may lie
        ([0.66, 0.0, 0.0], 0.45),  # an object is begun there: nobody can say
        ([0.66, 0.66, 0.0], 0.66),
        ([0.9, 0.0, 0.0], 0.9),
    ],
)
def test_a_single_line_in_doubt_is_rather_a_shadow_but_not_where_an_object_is_begun(
    inked, believed
):
    assert less_shadow(np.array(inked)).max() == believed
