"""Crops as pages give them: white paper, a digit somewhere, remains of print beside it."""

from __future__ import annotations

import numpy as np
import pytest

from training.fields import cut_out
from training.loose import loose_digit
from training.paper import draw_strokes


@pytest.mark.parametrize("seed", range(10))
def test_a_field_is_white_and_has_the_digits_ink(seed):
    rng = np.random.default_rng(seed)
    crop = cut_out(draw_strokes(loose_digit(seed, rng), rng), rng)
    assert crop.dtype == np.uint8 and crop.ndim == 2
    assert np.median(crop) > 240
    assert crop.min() < 235


def test_the_same_seed_gives_the_same_field():
    one, other = (
        cut_out(draw_strokes(loose_digit(4, rng), rng), rng)
        for rng in (np.random.default_rng(5), np.random.default_rng(5))
    )
    assert one.shape == other.shape
    assert np.abs(one.astype(int) - other.astype(int)).mean() < 3  # grain has a seed of its own


@pytest.mark.parametrize("digit", range(10))
def test_loose_digits_are_strokes_of_two_points_or_more(digit):
    strokes = loose_digit(digit, np.random.default_rng(1))
    assert strokes and all(len(stroke) > 1 and stroke.shape[1] == 2 for stroke in strokes)
