"""A ring around a symbol is taken away; the digit that it touches stays."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.marks.rings_away import without_rings
from scanner.pictures import PX_PER_MM
from templates.geometry import Disc

DISC = Disc((10.0, 10.0), 2.2)
PEN = 150.0


def page(*strokes, width=0.5):
    """Draw polylines, mm, on white paper."""
    paper = np.full((200, 200), 255, np.uint8)
    for points in strokes:
        fixed = np.rint((np.array(points) * PX_PER_MM - 0.5) * 8).astype(np.int32)
        cv2.polylines(
            paper, [fixed], False, int(255 - PEN), round(width * PX_PER_MM), cv2.LINE_AA, 3
        )
    return paper


def ring(radius, until=360, aside=0.4):
    turns = np.radians(np.arange(20, until + 21, 4))
    return np.stack([10 + aside + radius * np.cos(turns), 10 + 0.8 * radius * np.sin(turns)], 1)


def ink(paper):
    return int((paper < 255 - 0.25 * PEN).sum())


ONE = [(10.0, 13.0), (10.0, 22.0)]


@pytest.mark.parametrize("radius", [2.4, 3.2, 4.2])
def test_a_ring_is_taken_away_and_the_digit_it_touches_stays(radius):
    found = without_rings(page(ring(radius), ONE), [DISC], PEN)
    assert ink(found[: 12 * PX_PER_MM]) == 0
    beyond = np.s_[round(14.2 * PX_PER_MM) :]
    assert ink(found[beyond]) == ink(page(ONE)[beyond])


@pytest.mark.parametrize(
    "drawn",
    [
        ONE,  # no ring at all
        ring(3.2, until=260),  # open
        [(8.0, 8.0), (12.0, 12.0)],  # a stroke through it
    ],
)
def test_what_is_no_ring_stays(drawn):
    paper = page(drawn)
    assert without_rings(paper, [DISC], PEN) is paper


def test_a_page_without_marks_is_left_as_it_is():
    paper = page(ONE)
    assert without_rings(paper, [], PEN) is paper
