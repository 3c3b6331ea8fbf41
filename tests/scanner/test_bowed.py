"""Lines that bow are drawn all the same; what leads elsewhere is none of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.marks.bowed import leads_over, with_bowed
from scanner.pictures import PX_PER_MM

PEN = 200.0
CORNERS = [(10.0, 10.0), (26.0, 10.0), (26.0, 20.0), (10.0, 20.0)]
WAY = [(CORNERS[n], CORNERS[(n + 1) % 4]) for n in range(4)]


def drawn(*strokes):
    """Draw strokes through points, mm."""
    ink = np.zeros((40 * PX_PER_MM, 40 * PX_PER_MM), np.uint8)
    for stroke in strokes:
        points = np.round(np.array(stroke) * PX_PER_MM).astype(np.int32)
        cv2.polylines(ink, [points], False, 255, thickness=4)
    return ink


def bow(line, height, until=1.0):
    """Lead from one end of a line towards the other, so far aside in its middle."""
    start, way = np.array(line[0]), np.subtract(line[1], line[0])
    normal = np.array([-way[1], way[0]]) / np.hypot(*way)
    return [start + t * way + 4 * height * t * (1 - t) * normal for t in np.linspace(0, until, 30)]


@pytest.mark.parametrize(
    ("height", "until", "leads"),
    [(0, 1, True), (2.2, 1, True), (-2.2, 1, True), (2.2, 0.8, False), (6, 1, False)],
)
def test_a_stroke_leads_over_if_it_ends_where_the_line_ends(height, until, leads):
    assert leads_over(drawn(bow(WAY[0], height, until)), WAY[0], PEN) is leads


def test_lines_that_begin_at_both_ends_do_not_lead_over():
    assert not leads_over(drawn(*WAY[1:]), WAY[0], PEN)
    assert not leads_over(drawn(WAY[1], WAY[3], [(14, 10), (22, 10)]), WAY[0], PEN)


@pytest.mark.parametrize(
    ("chances", "found"),
    [
        ([0.1, 1.0, 1.0, 0.0], [0.9, 1.0, 1.0, 0.0]),
        ([0.1, 1.0, 0.5, 0.0], [0.1, 1.0, 0.5, 0.0]),  # too little is known of this hand
        ([1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]),
    ],
)
def test_what_bows_counts_where_other_lines_were_drawn(chances, found):
    ink = drawn(bow(WAY[0], 2), WAY[1], WAY[2])
    assert with_bowed(ink, WAY, np.array(chances), PEN).tolist() == found
