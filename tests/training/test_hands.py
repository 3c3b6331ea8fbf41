from __future__ import annotations

import numpy as np

from scanner.marks.styles import Styles
from scanner.marks.writer import join_hand
from training.hands import differences


def planted(seed: int, hands: int = 60, each: int = 6) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Digits in eight directions; hands differ in the first two alone."""
    rng = np.random.default_rng(seed)
    means = rng.normal(0, 5, (10, 8))
    rows, labels, writers = [], [], []
    for hand in range(hands):
        for digit in range(10):
            own = means[digit] + rng.normal(0, [3, 2, 0, 0, 0, 0, 0, 0])
            rows.append(own + rng.normal(0, 1, (each, 8)))
            labels += [digit] * each
            writers += [hand] * each
    return np.concatenate(rows), np.array(labels), np.array(writers)


def test_what_differs_between_hands_is_found():
    projection, means, between = differences(*planted(1), dimensions=8)
    assert projection.shape == (8, 8) and means.shape == (10, 8)
    np.testing.assert_allclose(between[:2], [9, 4], rtol=0.25)
    assert (between[2:] < 0.3).all()


def test_one_hand_varies_by_one_in_every_direction():
    rows, labels, writers = planted(2)
    projection, _, _ = differences(rows, labels, writers, dimensions=8)
    places = rows @ projection
    for digit in (0, 7):
        own = places[(labels == digit) & (writers == 3)]
        assert 0.2 < own.var(axis=0).mean() < 2.5


def test_a_crop_far_from_everybody_but_like_the_hand_is_read_as_the_hand_writes():
    styles = Styles(
        np.eye(2, dtype=np.float32) * 10, np.zeros((10, 2), np.float32), np.full(2, 30, np.float32)
    )
    styles.means[1], styles.means[7] = (10, 0), (0, 10)
    turned = np.array([np.cos(1.1), np.sin(1.1)], np.float32)  # this hand's 1 leans to the 7
    features = np.stack([turned] * 6 + [np.array([-0.3, 0.95], np.float32)] * 5)
    chances = np.full((11, 11), 1e-4, np.float32)
    chances[:5, 1] = chances[6:, 7] = 0.999
    chances[5, [1, 7]] = 0.4, 0.6
    assert join_hand(chances, features, styles=styles)[5].argmax() == 1
