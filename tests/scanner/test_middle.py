"""The middle of values is what numpy says it is."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scanner.middle import largest, median, medians, quantile, quantiles


@pytest.mark.parametrize("count", range(1, 12))
@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.float64])
def test_the_middle_is_that_of_numpy(count, kind):
    values = (np.random.default_rng(count).random((7, count)) * 255).astype(kind)
    assert medians(values) == pytest.approx(np.median(values, axis=1), rel=1e-6)
    assert median(values) == pytest.approx(float(np.median(values)), rel=1e-6)


@pytest.mark.parametrize("share", [0.0, 0.03, 0.35, 0.8, 0.95, 1.0])
@pytest.mark.parametrize("count", [1, 2, 9, 50])
def test_a_share_is_below_as_numpy_has_it(count, share):
    values = np.random.default_rng(count).random((5, count))
    assert quantiles(values, share) == pytest.approx(np.quantile(values, share, axis=1))
    assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)))


def test_of_nothing_it_is_no_number():
    assert math.isnan(median(np.zeros(0)))


@pytest.mark.parametrize("dark", [0, 3, 30])
def test_the_largest_are_found_however_few_are_dark(dark):
    values = np.array([20, 0, 7, 200, *[90] * dark], np.uint8)
    assert sorted(largest(values, 3)) == sorted(sorted(values)[-3:])
    assert largest(values, 3)[0] == sorted(values)[-3]
