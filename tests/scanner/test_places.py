"""Marks drawn here with plain geometry, unlike the hands that the reader was trained on."""

from __future__ import annotations

from functools import cache
from importlib import resources

import cv2
import numpy as np
import pytest

from scanner.marks.places import (
    ANGLES,
    CIRCLED,
    CROSSED,
    FILLED,
    INSIDE,
    NONE,
    ODD,
    RINGS,
    are_remains,
    darkest_pen,
    read_places,
)
from scanner.page.blank import PX_PER_MM

SIZE = (210 * PX_PER_MM, 297 * PX_PER_MM)
AT = (100.0, 80.0)
PENS = [(0.3, 60), (0.45, 150), (0.8, 210)]


@cache
def _noise():
    noise = np.random.default_rng(3).normal(0, 2, SIZE)
    return np.clip(noise, 0, 255).astype(np.uint8)


class Paper:
    def __init__(self, width=0.45, dark=160):
        self.width, self.dark = width, dark
        self.ink = _noise().copy()

    def line(self, *points):
        fixed = np.round(np.array(points, float) * PX_PER_MM * 16).astype(np.int32)
        thick = max(round(self.width * PX_PER_MM), 1)
        cv2.polylines(self.ink, [fixed], False, self.dark, thick, cv2.LINE_AA, 4)
        return self

    def arc(self, center, half, degrees=360.0, start=20.0):
        angle = np.radians(start + np.linspace(0, degrees, 90))
        ring = np.stack([np.cos(angle), np.sin(angle)], 1) * half + center
        return self.line(*ring)

    def cross(self, center, reach):
        (x, y), r = center, reach
        self.line((x - r, y - r), (x + r, y + r))
        return self.line((x - r, y + r), (x + r, y - r))

    def hatch(self, center, half, step=0.45):
        for at in np.arange(-half[1] + 0.2, half[1], step):
            wide = half[0] * np.sqrt(1 - (at / half[1]) ** 2)
            ends = (center[0] - wide, center[1] + at), (center[0] + wide, center[1] + at + 0.2)
            self.line(*ends)
        return self

    def read(self, half=(2.2, 2.2), center=AT, busy=None):
        return self.read_all([center], [half], None if busy is None else [busy])[0]

    def read_all(self, centers, halves, busy=None):
        return read_places(
            cv2.blur(self.ink, (3, 3)),
            np.array(centers, np.float32) * PX_PER_MM,
            np.array(halves, np.float32) * PX_PER_MM,
            None if busy is None else np.array(busy, bool),
        )


@pytest.fixture(params=PENS, ids=["pencil", "ball pen", "felt pen"])
def paper(request):
    return Paper(*request.param)


def test_nothing(paper):
    paper.cross((40, 40), 3)
    assert paper.read()[NONE] > 0.97


@pytest.mark.parametrize("half", [(2.0, 2.0), (2.6, 2.6), (3.0, 4.5), (6.0, 6.3)])
def test_a_circle_is_a_circle(paper, half):
    paper.arc(AT, np.array(half) + 0.5)
    assert paper.read(half)[CIRCLED] > 0.95


@pytest.mark.parametrize("open_", [20, 60])
def test_a_circle_may_be_open(paper, open_):
    paper.arc(AT, 2.9, 360 - open_)
    assert paper.read()[CIRCLED] > 0.8


def test_a_circle_may_be_off_centre(paper):
    paper.arc((AT[0] + 0.7, AT[1] - 0.5), 3.3)
    assert paper.read()[CIRCLED] > 0.9


def test_half_a_circle_is_odd(paper):
    paper.arc(AT, 2.9, 150)
    chances = paper.read()
    assert chances.argmax() == ODD
    assert chances[CIRCLED] < 0.3


def test_a_cross_is_a_cross(paper):
    assert paper.cross(AT, 2.0).read()[CROSSED] > 0.95


def test_one_line_through_is_odd_and_perhaps_a_cross(paper):
    chances = paper.line((AT[0] - 2.4, AT[1] + 2.4), (AT[0] + 2.4, AT[1] - 2.4)).read()
    assert list(chances.argsort()[::-1][:2]) == [ODD, CROSSED]


@pytest.mark.parametrize("half", [(1.5, 1.5), (3.0, 4.5)])
def test_hatching_fills(paper, half):
    paper.hatch(AT, np.array(half) * 0.9)
    assert paper.read(half)[FILLED] > 0.9


def test_circled_and_filled_is_filled(paper):
    half = np.array([3.0, 4.5])
    paper.arc(AT, half + 0.5).hatch(AT, half * 0.8)
    assert paper.read(tuple(half))[FILLED] > 0.9


def test_the_neighbours_circle_is_not_ours(paper):
    paper.arc((AT[0] + 7.2, AT[1]), 3.4)
    assert paper.read((2.0, 2.0))[NONE] > 0.9


def test_lines_to_a_star_are_no_mark(paper):
    paper.line((AT[0] - 7, AT[1]), AT, (AT[0] + 1, AT[1] + 7))
    assert paper.read(busy=True)[NONE] > 0.9
    assert paper.read(busy=False)[NONE] < 0.5
    paper.arc(AT, 2.8)
    assert paper.read(busy=True)[CIRCLED] > 0.9


def test_a_digit_in_a_polaroid_is_no_mark(paper):
    half = (6.0, 6.3)
    paper.line((98, 77), (102, 77), (99.5, 84))
    assert paper.read(half)[NONE] > 0.95
    paper.arc(AT, np.array(half) + 0.6)
    assert paper.read(half)[CIRCLED] > 0.95


def test_an_untouched_page_has_no_ink_anywhere():
    paper = Paper()
    centers = np.stack(np.meshgrid(np.arange(20, 190, 9), np.arange(20, 280, 9)), -1)
    centers = centers.reshape(-1, 2)
    chances = paper.read_all(centers, np.full(centers.shape, 2.2))
    assert chances[:, NONE].min() > 0.97


def test_places_do_not_depend_on_each_other():
    paper = Paper().arc(AT, 2.8).cross((60, 60), 2)
    together = paper.read_all([AT, (60, 60), (30, 200)], [(2.2, 2.2)] * 3)
    alone = [paper.read(center=at) for at in (AT, (60, 60), (30, 200))]
    assert np.allclose(together, alone, atol=1e-5)
    assert np.allclose(together.sum(axis=1), 1, atol=1e-5)
    assert list(together.argmax(axis=1)) == [CIRCLED, CROSSED, NONE]


def test_no_places_and_places_off_the_page():
    paper = Paper()
    assert paper.read_all(np.zeros((0, 2)), np.zeros((0, 2))).shape == (0, 5)
    assert np.isfinite(paper.read(center=(0.5, 0.5))).all()


def test_darkest_pen_follows_the_pen_but_not_the_paper():
    assert darkest_pen(Paper().ink) == 40
    for dark in (70, 140, 220):
        paper = Paper(0.5, dark)
        for x in range(50, 150, 12):
            paper.cross((x, 120), 3)
        assert abs(darkest_pen(paper.ink) - dark) < 0.15 * dark


# ---- traces


def looked_at_twice(ink, printed=None):
    """Read one place of a page on which something is written elsewhere."""
    ink = ink.copy()
    cv2.line(ink, (300, 800), (900, 800), 160, 3)
    at, half = (np.array([each], np.float32) * PX_PER_MM for each in (AT, (2.2, 2.2)))
    return read_places(ink, at, half, None, ink, printed)[0]


def test_where_nothing_is_darker_than_paper_nobody_drew():
    assert looked_at_twice(np.zeros(SIZE, np.uint8))[NONE] == 1.0
    assert looked_at_twice(_noise())[NONE] > 0.999


@pytest.mark.parametrize("half", [(2.7, 2.7), (4.5, 4.5)])  # around the symbol, and far around it
def test_a_pen_that_can_hardly_be_seen_leaves_a_trace(half):
    faint = Paper(0.4, 14)
    faint.ink[:] = 0
    assert looked_at_twice(faint.arc(AT, half).ink)[NONE] < 1.0


def test_what_print_leaves_behind_is_where_the_print_is():
    rng = np.random.default_rng(4)
    print_ = np.zeros((6, ANGLES, RINGS), np.float32)
    print_[:, :, :INSIDE] = 90
    behind = 0.2 * print_ + rng.normal(0, 2, print_.shape)
    drawn = np.zeros_like(print_)
    drawn[:, :, INSIDE + 2] = 20
    assert are_remains(behind, print_).all()
    assert not are_remains(drawn, print_).any()
    mixed = np.concatenate([behind[:4], drawn[:2]])
    assert are_remains(mixed, print_).tolist() == [True] * 4 + [False] * 2
    # One place like print among faint marks: a pen may have filled it in.
    assert not are_remains(np.concatenate([behind[:2], drawn[:4]]), print_).any()


def test_tints_that_stay_behind_are_no_mark():
    ink, printed = np.zeros(SIZE, np.uint8), np.full(SIZE, 255, np.uint8)
    at = tuple(round(each * PX_PER_MM) for each in AT)
    cv2.circle(ink, at, 2 * PX_PER_MM, 30, -1)
    cv2.circle(printed, at, 2 * PX_PER_MM, 120, -1)
    assert looked_at_twice(ink)[NONE] < 0.5
    assert 0.9 < looked_at_twice(ink, printed)[NONE] < 1.0


@pytest.mark.parametrize("side", [-1, 1])
def test_the_edge_of_a_shadow_over_a_symbol_fills_nothing_in(side):
    """Where light changes within a few mm, a veil stays behind, and the print in it is missing."""
    filled = np.zeros(SIZE, np.uint8)
    at = tuple(round(each * PX_PER_MM) for each in AT)
    cv2.circle(filled, at, round(1.7 * PX_PER_MM), 20, -1)
    across = np.abs(np.arange(SIZE[1]) / PX_PER_MM - AT[0] - side)
    shadow = np.where(across < 3, 20, 0).astype(np.uint8)[None, :].repeat(SIZE[0], 0)
    shadow[: round((AT[1] - 6) * PX_PER_MM)] = shadow[round((AT[1] + 6) * PX_PER_MM) :] = 0
    cv2.circle(shadow, at, round(2.2 * PX_PER_MM), 0, 4)
    assert looked_at_twice(filled)[FILLED] > 0.5
    assert looked_at_twice(shadow)[FILLED] < 0.05


def test_the_weights_stay_small():
    size = len(resources.files("scanner").joinpath("places.npz").read_bytes())
    assert size <= 150 * 1024
