"""A straight stroke through a symbol, and other odd marks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.marks.slashes import is_slash
from scanner.pictures import PX_PER_MM
from templates.geometry import Disc

CENTER, PEN = (30.0, 30.0), 150.0
TURN = np.linspace(0, 1.6 * np.pi, 50)


def is_one(*strokes):
    page = np.zeros((400, 400), np.uint8)
    for points in strokes:
        fixed = np.round((np.array(points) + CENTER) * PX_PER_MM * 16).astype(np.int32)
        cv2.polylines(page, [fixed], False, PEN, 3, cv2.LINE_AA, 4)
    return is_slash(page, Disc(CENTER, 2.5), PEN)


@pytest.mark.parametrize("line", [((-3, 3), (3, -3)), ((-4, 0.6), (4, 0.2)), ((0, -2.2), (0.4, 3))])
def test_a_stroke_from_side_to_side_is_a_slash(line):
    assert is_one(line)


@pytest.mark.parametrize(
    "strokes",
    [
        [],
        [((-1.5, 0), (-0.3, 1.8), (2.6, -2.6))],  # a tick
        [((-3, 2.4), (3, 2.4))],  # under it
        [((-3, 3), (3, -3)), ((-3, -3), (3, 3))],  # a cross
        [((-3, 0), (-0.5, 0))],  # from one side only
        [np.stack([3 * np.cos(TURN), 3 * np.sin(TURN)], 1)],  # an open ring
    ],
)
def test_other_marks_are_none(strokes):
    assert not is_one(*strokes)
