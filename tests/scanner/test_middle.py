"""The middle of values is what numpy says it is."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scanner.middle import median, medians


@pytest.mark.parametrize("count", range(1, 12))
@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.float64])
def test_the_middle_is_that_of_numpy(count, kind):
    values = (np.random.default_rng(count).random((7, count)) * 255).astype(kind)
    assert medians(values) == pytest.approx(np.median(values, axis=1), rel=1e-6)
    assert median(values) == pytest.approx(float(np.median(values)), rel=1e-6)


def test_of_nothing_it_is_no_number():
    assert math.isnan(median(np.zeros(0)))
