"""Rings around stars that lines run through, and beside the reader of marks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.marks.places import CIRCLED, NONE
from scanner.marks.rings import (
    odd_ring_chances,
    ring_chances,
    ring_shares,
    shares_around,
    with_ring,
)
from scanner.pictures import PX_PER_MM

STAR = (50.0, 50.0)
RADIUS = 2.4
WAYS = [(40.0, 45.0), (60.0, 56.0)]
"""Where the lines from the star lead."""


class Sky:
    """Ink around one star."""

    def __init__(self):
        noise = np.random.default_rng(2).normal(0, 2, (800, 800))
        self.ink = np.clip(noise, 0, 255).astype(np.uint8)

    def line(self, *points):
        fixed = np.round(np.array(points, float) * PX_PER_MM * 16).astype(np.int32)
        cv2.polylines(self.ink, [fixed], False, 150, 4, cv2.LINE_AA, 4)
        return self

    def lines(self):
        for way in WAYS:
            self.line(STAR, way)
        return self

    def arc(self, radius=RADIUS + 0.9, degrees=360, start=0.0, off=(0.0, 0.0)):
        angle = np.radians(start + np.linspace(0, degrees, 120))
        ring = np.stack([np.cos(angle), np.sin(angle)], 1) * radius
        return self.line(*(ring + STAR + np.array(off)))

    def chance(self):
        return float(ring_chances(self.ink, [STAR], RADIUS, [WAYS])[0])

    def odd_chance(self):
        shares = shares_around(self.ink, [STAR], RADIUS, [WAYS], 150.0)
        return float(odd_ring_chances(shares)[0])

    def share(self):
        radii = np.full((1, 2), RADIUS)
        return float(ring_shares(self.ink, np.array([STAR]), radii)[0])


@pytest.mark.parametrize(
    ("sky", "circled"),
    [
        (Sky(), False),
        (Sky().lines(), False),
        (Sky().arc(), True),
        (Sky().lines().arc(), True),
        (Sky().lines().arc(degrees=320, start=30), True),  # not closed
        (Sky().lines().arc(off=(0.6, -0.5)), True),  # not in the middle
        (Sky().lines().arc(radius=RADIUS + 1.7), True),  # wide
        (Sky().lines().arc(degrees=90), False),  # a stroke in passing
        (Sky().arc(radius=RADIUS + 4), False),  # around something larger
    ],
)
def test_a_ring_is_told_from_lines(sky, circled):
    assert sky.chance() > 0.9 if circled else sky.chance() < 0.1


def test_lines_through_a_star_are_no_part_of_a_ring():
    assert Sky().lines().chance() == pytest.approx(Sky().chance(), rel=0.1)


def test_half_a_ring_is_doubtful():
    assert 0.05 < Sky().lines().arc(degrees=200, start=60).chance() < 0.95


def test_no_stars():
    assert ring_chances(Sky().ink, [], RADIUS, []).shape == (0,)


def test_shares_grow_with_the_ring():
    shares = [Sky().arc(degrees=d).share() for d in (1, 90, 180, 270, 360)]
    assert shares == sorted(shares)
    assert shares[0] < 0.1
    assert shares[-1] > 0.95


def test_a_ring_has_its_say_beside_the_reader_of_marks():
    unsure = np.array([[0.5, 0.5, 0.0, 0.0, 0.0]])
    full, none = (with_ring(unsure, np.array([share]))[0] for share in (1.0, 0.0))
    assert full[CIRCLED] > 0.95
    assert none[NONE] > 0.95


def test_a_ring_alone_does_not_overrule_a_sure_reader():
    sure = np.array([[0.9999, 0.0001, 0.0, 0.0, 0.0]])
    assert with_ring(sure, np.array([1.0]))[0][NONE] > 0.9


def test_chances_stay_chances():
    chances = np.random.default_rng(5).dirichlet(np.ones(5), 40)
    joined = with_ring(chances, np.linspace(0, 1, 40))
    assert joined.sum(axis=1) == pytest.approx(np.ones(40))


TURN = np.linspace(0, 2 * np.pi, 80)
FLAT = np.stack([4.2 * np.cos(TURN), 1.9 * np.sin(TURN)], 1)
TICK = [(-1.2, 0.2), (-0.2, 1.6), (2.4, -2.6)]


@pytest.mark.parametrize(
    ("sky", "circled"),
    [
        (Sky(), False),
        (Sky().lines(), False),
        (Sky().lines().line(*(FLAT + STAR)), True),  # flat: it crosses the star
        (Sky().lines().arc(off=(1.6, 1.0)), True),  # far aside
        (Sky().lines().arc(degrees=310, start=200), True),  # open
        (Sky().lines().line(*(np.array(TICK) + STAR)), False),
        (Sky().lines().line((47.5, 53.2), (52.5, 53.4)), False),  # underlined
    ],
)
def test_a_ring_may_be_flat_open_or_aside(sky, circled):
    assert sky.odd_chance() > 0.95 if circled else sky.odd_chance() < 0.05


def test_where_little_ink_is_nobody_drew_a_ring():
    assert Sky().lines().odd_chance() == 0
