from __future__ import annotations

import tomllib

import numpy as np
import pytest

from scanner.digits import NO_DIGIT
from scanner.marks.digit_crop import SIDE
from training.data import TRAIN, Source
from training.epoch import How, make_epoch
from training.pool import HERE, Pool, draw_part, load_pool

KIND = {"counts": {"strokes": 6, "own": 3, "none": 3}, "coarse": 0.0, "clean": 0.5}


@pytest.fixture
def strokes() -> Source:
    line = [np.array([[0, 0], [3, 9], [0, 20]], np.float32) * k for k in range(1, 5)]
    return Source(
        "strokes",
        [[one] for one in line],
        np.arange(4),
        np.arange(4),
        np.array([TRAIN] * 4),
        is_strokes=True,
        european=np.zeros(4, bool),
    )


def test_the_same_seed_draws_the_same_pictures(strokes):
    first, again = (make_epoch([strokes], KIND["counts"], {}, 3, How(0.0, 0.5)) for _ in "ab")
    assert first[0].shape == (12, SIDE, SIDE)
    np.testing.assert_array_equal(first[0], again[0])
    assert not np.array_equal(first[0], make_epoch([strokes], KIND["counts"], {}, 4)[0])


def test_dropped_items_are_not_drawn(strokes):
    dropped = {"strokes": np.array([1, 2])}
    labels = make_epoch([strokes], {"strokes": 20}, dropped, 3)[1]
    assert set(labels.tolist()) == {0, 3}


def test_parts_are_drawn_once_and_gathered(strokes, tmp_path):
    for number in (0, 1, 1):
        draw_part(number, [strokes], KIND, {}, 7, tmp_path)
    known: dict[str, Pool] = {}
    pictures, labels = load_pool(tmp_path, known)
    assert sorted(known) == ["part-000.npz", "part-001.npz"]
    assert pictures.shape == (24, SIDE, SIDE) and len(labels) == 24


def test_lost_ink_teaches_that_there_is_no_digit(tmp_path):
    pictures = np.zeros((2, SIDE, SIDE), np.uint8)
    pictures[1, 5:20, 14] = 255
    np.savez(tmp_path / "part-000.npz", pictures=pictures, labels=np.array([1, 1]))
    assert load_pool(tmp_path, {})[1].tolist() == [NO_DIGIT, 1]


def test_the_settings_name_every_part_once():
    settings = tomllib.loads((HERE / "settings.toml").read_text())
    numbers = [n for k in settings["parts"].values() for n in range(k["first"], k["last"] + 1)]
    assert sorted(numbers) == list(range(len(numbers)))
