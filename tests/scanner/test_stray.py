"""Ink at a place that is no line: a tick is, and what belongs to a neighbour is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.marks.stray import stray_ink
from scanner.pictures import PX_PER_MM
from templates.geometry import Disc

PEN = 200.0
STAR, NEIGHBOUR = Disc((20, 20), 2.2), Disc((12, 20), 2.2)
TICK = [(22.5, 20), (23.2, 21.2), (24.4, 18.8)]


def page(rings=(), strokes=()):
    """Draw rings (middle and radius) and strokes through points, mm, on white paper."""
    clean = np.full((40 * PX_PER_MM, 40 * PX_PER_MM), 255, np.uint8)
    for (x, y), radius in rings:
        at = (round(x * PX_PER_MM), round(y * PX_PER_MM))
        cv2.circle(clean, at, round(radius * PX_PER_MM), 0, 4)
    for stroke in strokes:
        cv2.polylines(clean, [np.round(np.array(stroke) * PX_PER_MM).astype(np.int32)], False, 0, 4)
    return clean


@pytest.mark.parametrize(
    ("rings", "strokes", "least", "most"),
    [
        ((), (), 0, 0.01),
        ((), [TICK], 1, 4),
        ([((12.4, 20), 5.2)], (), 0, 0.01),  # a large ring, a little aside
        ([((12.4, 20), 5.2)], [TICK], 1, 4),
        ([((12, 20), 3)], [TICK], 1, 4),
    ],
)
def test_a_neighbours_ring_is_no_mark_however_large(rings, strokes, least, most):
    found = stray_ink(page(rings, strokes), PEN, STAR, 2.6, marked=[NEIGHBOUR])
    assert least <= found <= most
