"""Rings with tails: closed around a symbol they circle it, cut in two they are struck out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.marks.loops import is_enclosed, with_loops
from scanner.marks.places import CIRCLED, NONE, ODD
from scanner.pictures import PX_PER_MM
from templates.geometry import Box

PLACE = Box((20.0, 20.0), (5.0, 5.0))
PEN = 150.0


def inked(*strokes, radius=3.0, opening=0.0):
    """Draw a ring around a symbol, mm, and strokes from its middle, each two points, mm."""
    ink = np.zeros((40 * PX_PER_MM, 40 * PX_PER_MM), np.uint8)
    middle = (20 * PX_PER_MM, 20 * PX_PER_MM)
    if radius:
        reach = round(radius * PX_PER_MM)
        cv2.ellipse(ink, middle, (reach, reach), 0, opening, 360, 150, 2)
    for stroke in strokes:
        ends = [tuple(round((20 + each) * PX_PER_MM) for each in end) for end in stroke]
        cv2.line(ink, ends[0], ends[1], 150, 2)
    return ink


@pytest.mark.parametrize(
    ("ink", "enclosed"),
    [
        (inked(), True),
        (inked(((3, 0), (0.5, 0.5))), True),  # it ends inside
        (inked(((-4, 4), (4, -4))), False),  # struck out
        (inked(((-3, 1), (3, -1))), False),
        (inked(opening=40), False),  # open rings are for others to judge
        (inked(((-3, -3), (3, 3)), ((-3, 3), (3, -3)), radius=0), False),  # a cross
        (inked(radius=0), False),
        (inked(radius=1.0), False),  # a dot with a hole
    ],
)
def test_what_a_line_closes_around_is_circled(ink, enclosed):
    assert is_enclosed(ink, PLACE, PEN) is enclosed


def test_only_odd_marks_become_circles():
    odd, nothing = np.full((1, 5), 0.02), np.full((1, 5), 0.02)
    odd[0, ODD], nothing[0, NONE] = 0.92, 0.92
    ring = inked(((3, 0), (0.5, 0.5)))
    assert with_loops(odd, ring, [PLACE], PEN)[0, CIRCLED] > 0.9
    assert with_loops(odd, ring, [PLACE], PEN).sum() == pytest.approx(1)
    assert (with_loops(odd, inked(opening=40), [PLACE], PEN) == odd).all()
    assert (with_loops(nothing, ring, [PLACE], PEN) == nothing).all()


def test_a_symbol_at_the_edge_of_a_page_has_no_ring():
    assert not is_enclosed(inked(), Box((0.0, 0.0), (5.0, 5.0)), PEN)
