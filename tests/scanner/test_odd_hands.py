"""A digit that is unlike everybody's is not believed as readily."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.digits import NO_DIGIT
from scanner.marks.odd_hands import confused, widened
from scanner.marks.styles import Styles, strangeness

STYLES = Styles(
    np.eye(4, dtype=np.float32),
    np.repeat(np.arange(10, dtype=np.float32)[:, None], 4, axis=1),
    np.full(4, 1.0, np.float32),
)


def sure_of(digit: int, sure: float) -> np.ndarray:
    row = np.full((1, 11), (1 - sure) / 10, np.float32)
    row[0, digit] = sure
    return row


def test_strangeness_grows_with_the_distance_from_the_digit_that_was_read():
    places = np.array([[9, 9, 9, 9], [9, 9, 12, 9], [4, 4, 4, 4]], np.float32)
    strange = strangeness(places, np.repeat(sure_of(9, 0.99), 3, axis=0), STYLES)
    assert strange[0] == 0 < strange[1] < strange[2]
    assert strange[1] == pytest.approx(9 / 3 / 4)


def test_a_strange_digit_stays_the_guess_but_leaves_more_to_others():
    usual, strange = (
        widened(sure_of(9, 0.9999), np.array([far], np.float32))[0] for far in (0.3, 3.0)
    )
    assert strange.argmax() == usual.argmax() == 9
    assert 1 - strange[9] > 5 * (1 - usual[9])
    assert strange.sum() == pytest.approx(1, abs=1e-5)


def test_the_readers_second_best_gets_most_of_it():
    row = sure_of(9, 0.999)
    row[0, 4] += 0.0005
    wide = widened(row / row.sum(), np.array([4.0], np.float32))[0]
    assert wide.argsort()[-2] == 4


@pytest.mark.parametrize("digit", [3, NO_DIGIT])
def test_what_is_in_doubt_or_no_digit_stays_as_it_is(digit):
    row = sure_of(digit, 0.4 if digit == 3 else 0.999)
    np.testing.assert_allclose(widened(row, np.array([5.0], np.float32)), row, atol=1e-6)


def test_no_reading_becomes_surer():
    for sure in (0.6, 0.9, 0.99, 0.99999):
        for far in (1e-6, 0.2, 1.0, 9.0):
            wide = widened(sure_of(5, sure), np.array([far], np.float32))
            assert wide[0, 5] <= np.float32(sure) + 1e-6


@pytest.mark.parametrize(
    ("at", "read", "doubted"), [(9.0, 9, True), (9.0, 4, False), (40.0, 9, False)]
)
def test_only_what_looks_like_the_box_and_was_read_like_it_is_doubted(at, read, doubted):
    chances = sure_of(read, 0.999)
    place = np.full((1, 4), at, np.float32)
    wide = confused(chances, place, np.full(4, 9.5, np.float32), (4, 9))
    assert (wide[0, read] < 0.96) == doubted
    assert wide.sum() == pytest.approx(1, abs=1e-5)


def test_a_box_without_a_digit_raises_no_doubt():
    chances, place = sure_of(9, 0.999), np.full((1, 4), 9.0, np.float32)
    assert confused(chances, place, place[0], (4, NO_DIGIT)) is chances
