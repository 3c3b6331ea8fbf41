from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.decide import SURE
from scanner.digits import NO_DIGIT, look, read_digits
from scanner.marks.styles import Styles
from scanner.marks.writer import join_hand, read_together

CROPS = Path(__file__).parent / "crops"
# Hands that differ far more than one hand's digits, in a space of two directions.
PLAIN = Styles(
    np.eye(3, 2, dtype=np.float32) * 20,
    np.zeros((10, 2), np.float32),
    np.full(2, 60, np.float32),
)


def crops(pattern: str) -> list[np.ndarray]:
    return [cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in sorted(CROPS.glob(pattern))]


def hand(rows: list[tuple[int, float, tuple[float, float]]]) -> tuple[np.ndarray, np.ndarray]:
    """Chances and features of crops given as (digit, chance, shape)."""
    chances = np.full((len(rows), 11), 1e-4, np.float32)
    features = np.zeros((len(rows), 3), np.float32)
    for i, (digit, chance, shape) in enumerate(rows):
        chances[i, digit] = chance
        chances[i, 1 if digit == 7 else 7] += 1 - chance
        features[i] = (*shape, 1.0)
    return chances / chances.sum(axis=1, keepdims=True), features


def test_sure_crops_decide_one_that_looks_like_them():
    ones = [(1, 0.999, (1.0, 0.0))] * 5
    sevens = [(7, 0.999, (0.0, 1.0))] * 5
    doubtful = (7, 0.55, (1.0, 0.05))
    chances, features = hand([*ones, *sevens, doubtful])
    assert chances[-1].argmax() == 7
    assert join_hand(chances, features, styles=PLAIN)[-1].argmax() == 1


def test_doubtful_crops_do_not_talk_each_other_into_certainty():
    chances, features = hand([(1, 0.55, (1.0, 0.0))] * 30)
    assert join_hand(chances, features, styles=PLAIN)[:, 1].max() < 0.95


@pytest.mark.parametrize(("far", "raised"), [(6, True), (100, False)])
def test_crops_unlike_everybodys_do_not_talk_each_other_into_certainty(far, raised):
    styles = Styles(np.eye(3, 2, dtype=np.float32) * far, PLAIN.means, np.full(2, 20, np.float32))
    chances, features = hand([(1, 0.95, (1.0, 0.0))] * 8)
    assert (join_hand(chances, features, styles=styles)[0, 1] > 0.97) == raised


def test_a_known_example_speaks_for_its_like():
    chances, features = hand([(7, 0.6, (1.0, 0.0)), (1, 0.99, (1.0, 0.02))])
    known = np.zeros((1, 11), np.float32)
    known[0, 1] = 1.0
    joined = join_hand(chances[:1], features, known, PLAIN)
    assert joined[0, 1] > chances[0, 1]


def test_the_hand_has_no_say_on_whether_there_is_a_digit():
    chances, features = look(crops("*.png"))
    joined = join_hand(chances, features)
    np.testing.assert_allclose(joined[:, NO_DIGIT], chances[:, NO_DIGIT], atol=1e-6)
    np.testing.assert_allclose(joined.sum(axis=1), 1, atol=1e-4)


def test_a_lonely_crop_is_read_as_it_is():
    one = crops("4-shape0-0.png")
    np.testing.assert_allclose(read_together(one), read_digits(one), atol=1e-5)


def test_nothing_is_read_from_nothing():
    assert read_together([]).shape == (0, 11)


def test_all_drawn_digits_together_are_read_right():
    paths = sorted(CROPS.glob("[0-9]-*.png"))
    joined = read_together(crops("[0-9]-*.png"))
    assert [int(row.argmax()) for row in joined] == [int(path.stem[0]) for path in paths]


@pytest.mark.parametrize("content", ["none-empty-0.png", "none-scribble-0.png"])
def test_a_strip_box_without_a_digit_says_nothing(content):
    some = crops("[0-9]-shape0-0.png")
    with_strip = read_together(some, {7: crops(content)[0]})
    np.testing.assert_allclose(with_strip, read_together(some), atol=1e-5)


def test_what_the_strip_calls_by_another_name_is_asked_about():
    some = crops("[0-9]-shape0-0.png")
    alone, with_strip = read_together(some), read_together(some, {7: crops("3-shape0-1.png")[0]})
    others = [n for n in range(10) if n != 3]
    np.testing.assert_allclose(with_strip[others], alone[others], atol=1e-5)
    assert with_strip[3].argmax() == 3  # one box does not overrule ink
    assert with_strip[3, 3] < SURE and with_strip[3, 7] > 0.04
    assert alone[3, 3] > SURE


def test_a_filled_strip_makes_its_own_kind_surer():
    sevens = crops("7-shape1-*.png")
    alone = read_together(sevens[:1])
    with_strip = read_together(sevens[:1], {7: sevens[1]})
    assert with_strip[0, 7] >= alone[0, 7]
