"""Rings that look odd to the reader of marks, and odd marks that are no rings."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.marks.places import CIRCLED, FILLED, NONE, ODD
from scanner.marks.plain_rings import is_plain_ring, with_plain_rings
from scanner.pictures import PX_PER_MM

CENTER, RADIUS, PEN = np.array([30.0, 30.0]), 2.2, 150.0
TURN = np.linspace(0, 2 * np.pi, 80)


def ring(wide=3.2, high=3.2, off=(0.0, 0.0), upto=80):
    return np.stack([wide * np.cos(TURN), high * np.sin(TURN)], 1)[:upto] + off


def ink(*strokes):
    page = np.zeros((400, 400), np.uint8)
    for points in strokes:
        fixed = np.round((np.array(points) + CENTER) * PX_PER_MM * 16).astype(np.int32)
        cv2.polylines(page, [fixed], False, PEN, 3, cv2.LINE_AA, 4)
    return page


RINGS = [
    [ring()],
    [ring(3.6, 1.5)],  # flat: it crosses the symbol
    [ring(off=(1.4, -0.9))],
    [ring(upto=76)],  # open
]
OTHERS = [
    [],
    [ring(upto=60)],  # half of one
    [[(-3, -3), (3, 3)], [(-3, 3), (3, -3)]],
    [[(-1.5, 0), (-0.3, 1.8), (2.6, -2.6)]],
    [[(-3, 2.6), (3, 2.6)]],
    [ring(), ring(4.6, 4.5)],  # twice: one of them may be of another symbol
    [ring(), [(-4, -1.4), (4, -2)], [(-4, 2), (4, 1.4)], [(-4, 0.3), (4, -0.3)]],  # struck out
]


@pytest.mark.parametrize("strokes", RINGS)
def test_a_ring_is_seen_once_in_every_direction(strokes):
    assert is_plain_ring(ink(*strokes), CENTER, RADIUS, PEN)


@pytest.mark.parametrize("strokes", OTHERS)
def test_other_marks_are_not(strokes):
    assert not is_plain_ring(ink(*strokes), CENTER, RADIUS, PEN)


@pytest.mark.parametrize(("odd", "circled"), [(0.9, 0.891), (0.2, 0.0)])
def test_only_what_looks_odd_is_looked_at(odd, circled):
    chances = np.zeros((1, 5))
    chances[0, ODD] = odd
    found = with_plain_rings(chances, ink(*RINGS[1]), CENTER[None], np.full((1, 2), RADIUS), PEN)
    assert found[0, CIRCLED] == pytest.approx(circled)
    assert found.sum() == pytest.approx(odd)


@pytest.mark.parametrize(
    ("kind", "large", "strokes", "circled"),
    [
        (FILLED, 0.0, [ring(1.5, 1.6)], True),  # small: for the reader of marks it fills its symbol
        (FILLED, 0.0, [ring(each, each) for each in (1.3, 1.6, 1.9, 2.2, 2.5)], False),  # thick
        (FILLED, 0.0, [ring(each, each) for each in (0.2, 0.5, 0.8, 1.1, 1.4)], False),
        (NONE, 0.4, [ring(4.2, 4.2, (1.0, 0.0))], True),  # large, for one that it takes for nothing
        (NONE, 0.1, [ring(4.2, 4.2)], False),  # a neighbour's
        (NONE, 0.4, [ring(upto=60)], False),
    ],
)
def test_small_and_large_rings_are_rings(kind, large, strokes, circled):
    chances = np.zeros((1, 5))
    chances[0, [kind, CIRCLED]] = 1 - large, large
    found = with_plain_rings(chances, ink(*strokes), CENTER[None], np.full((1, 2), RADIUS), PEN)
    assert bool(found[0, CIRCLED] > 0.9) is circled
    assert found.sum() == pytest.approx(1)
