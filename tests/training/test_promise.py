"""The bound by hands: its p-value, the threshold that it proves, and how it is checked."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.lies import silent
from benchmarks.promise import LEVELS, MISS, Hand, checked, choose, p_value, upper


@pytest.mark.parametrize("count", [20, 100, 1000])
def test_without_a_loss_the_bound_is_that_of_a_coin(count):
    promise = 1 - MISS ** (1 / count)
    assert p_value(0.0, count, promise * 1.001) <= MISS < p_value(0.0, count, promise * 0.999)


def test_more_losses_prove_less_and_more_hands_prove_more():
    assert p_value(0.0, 100, 0.05) < p_value(0.01, 100, 0.05) < p_value(0.04, 100, 0.05)
    assert p_value(0.01, 400, 0.05) < p_value(0.01, 100, 0.05)
    assert p_value(0.06, 100, 0.05) == 1.0


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_a_true_null_is_seldom_refuted(share):
    """Hands whose loss is just as high as promised; some lose only half of their sheets."""
    rng, promise, count = np.random.default_rng(3), 0.1, 80
    loss = 1 - share
    refuted = sum(
        p_value(float((rng.random(count) < promise / loss).mean()) * loss, count, promise) <= MISS
        for _ in range(2000)
    )
    assert refuted / 2000 <= MISS + 0.015


def test_the_sequence_stops_at_the_first_threshold_that_is_not_proved():
    losses = np.zeros((100, len(LEVELS)))
    losses[:20, 30:] = 1.0
    assert choose(losses, 0.05) == 29
    losses[:20, 5] = 1.0
    assert choose(losses, 0.05) == 4  # what comes later is not looked at
    assert choose(losses, 0.001) is None


def test_a_hand_loses_where_a_lie_is_believed():
    losses = Hand("tiny", (0.0, 0.95), (0.9,) * 40).losses()
    assert set(losses[LEVELS > 0.95]) == {0.0}
    assert set(losses[(LEVELS <= 0.95) & (LEVELS > 0)]) == {0.5}


def test_splits_keep_a_promise_that_is_true():
    rng = np.random.default_rng(1)
    lies = np.where(rng.random(400) < 0.02, 0.97, 0.0)
    losses = np.array([Hand("tiny", (lie,), (0.9,)).losses() for lie in lies])
    kept, made = checked(losses, ["tiny"] * 400, 0.1, 50)
    assert made == 50 and kept >= 48


def test_the_exact_bound_of_no_hit_is_the_rule_of_three():
    assert upper(0, 300, 0.05) == pytest.approx(3 / 300, rel=0.01)
    assert upper(3, 300, 0.05) > upper(0, 300, 0.05)


def test_a_misread_digit_never_makes_a_wrong_total_in_silence_here():
    found = [silent(number) for number in range(16)]
    assert any(wrong for wrong, _ in found)  # else nothing was tried
    assert not any(quiet for _, quiet in found)
