"""Hands redrawn: looser and less even than they were written, but still the same strokes."""

from __future__ import annotations

import numpy as np
import pytest

from training.paper import loosened, rebalanced

FIVE = [
    np.array([[10, 2], [8, 20], [25, 22], [30, 40], [5, 48]], np.float32),
    np.array([[10, 2], [32, 0]], np.float32),
]


@pytest.mark.parametrize("seed", range(8))
def test_a_rebalanced_digit_fills_the_same_box_in_the_same_order(seed):
    rng = np.random.default_rng(seed)
    moved = rebalanced(FIVE, rng)
    before, after = np.vstack(FIVE), np.vstack(moved)
    np.testing.assert_allclose(after.min(axis=0), before.min(axis=0), atol=1e-3)
    np.testing.assert_allclose(after.max(axis=0), before.max(axis=0), atol=1e-3)
    for axis in (0, 1):
        order = np.argsort(before[:, axis], kind="stable")
        assert (np.diff(after[order, axis]) >= -1e-3).all()
    assert not np.allclose(before, after)


@pytest.mark.parametrize("seed", range(8))
def test_loosened_strokes_stay_near_their_places_and_keep_their_length(seed):
    rng = np.random.default_rng(seed)
    long = [np.repeat(stroke, 12, axis=0) for stroke in FIVE]
    moved = loosened(long, rng)
    assert len(moved) == len(long)
    for before, after in zip(long, moved, strict=True):
        assert 0.7 * len(before) < len(after) <= len(before)
        assert np.abs(after.mean(axis=0) - before.mean(axis=0)).max() < 0.3 * 48


def test_a_single_stroke_is_not_moved_against_itself():
    line = [np.array([[0, 0], [0, 30]], np.float32)]
    np.testing.assert_array_equal(loosened(line, np.random.default_rng(1))[0], line[0])
