from __future__ import annotations

import numpy as np
import pytest

from benchmarks.curves import calibration_error, risk_by_coverage, surest
from training.data import (
    CALIBRATE,
    TEST,
    TRAIN,
    UNUSED,
    MissingData,
    Source,
    check_apart,
    data_folder,
    load_sources,
)


def source(splits: list[str], writers: list[int], marks: list[int] | None = None) -> Source:
    """A collection of tiny pictures; pictures with the same mark are the same ink."""
    marks = list(range(len(splits))) if marks is None else marks
    items = [np.full((2, 2), mark, np.uint8) for mark in marks]
    count = len(splits)
    return Source("tiny", items, np.zeros(count, int), np.array(writers), np.array(splits))


@pytest.mark.parametrize("side", [TEST, CALIBRATE])
def test_a_writer_on_two_sides_is_refused(side):
    check_apart(source([TRAIN, side], [1, 2]))
    with pytest.raises(ValueError, match="writer 1"):
        check_apart(source([TRAIN, side], [1, 1]))


def test_the_same_ink_on_two_sides_is_refused_even_under_two_writers():
    with pytest.raises(ValueError, match="share"):
        check_apart(source([TRAIN, TEST], [1, 2], marks=[7, 7]))


def test_what_is_unused_may_repeat():
    check_apart(source([TRAIN, UNUSED, TEST], [1, 1, 2], marks=[7, 7, 8]))


def make_collections(folder):
    """Write tiny collections in the form of the real ones, with repeats across writers."""
    rng = np.random.default_rng(0)

    def pictures(count, side):
        return rng.integers(0, 255, (count, side, side), dtype=np.uint8)

    order = np.tile(np.arange(1116), 2).astype(np.int16)
    labels = np.repeat([1, 7], 1116).astype(np.uint8)
    np.savez(folder / "swiss.npz", images=pictures(2232, 4), labels=labels, order=order)
    writers = np.repeat(np.arange(200), 3).astype(np.int16)
    np.savez(
        folder / "mnist_train.npz",
        images=pictures(600, 4),
        labels=np.tile(np.arange(10), 60).astype(np.uint8),
        writers=writers,
    )
    labels = np.repeat(np.arange(10), 660).astype(np.uint8)
    np.savez(folder / "ardis_train.npz", images=pictures(6600, 3), labels=labels)
    labels = np.tile(np.repeat(np.arange(10), 2), 6).astype(np.uint8)
    np.savez(folder / "semeion.npz", images=pictures(120, 4), labels=labels)
    labels = np.tile(np.arange(10), 288).astype(np.uint8)
    np.savez(folder / "optdigits.npz", images=pictures(2880, 4), labels=labels)
    np.savez(
        folder / "cheques.npz",
        images=pictures(2000, 4),
        labels=np.tile(np.arange(10), 200).astype(np.uint8),
        writers=np.repeat(np.arange(500), 4).astype(np.int32),
    )
    strokes = rng.integers(0, 99, (80, 2, 2)).astype(np.int16)
    strokes[1] = strokes[0]  # writers 0 and 1 share a digit
    origin = np.repeat(["USA", "Spain", "United Kingdom", "Germany"], 20)
    np.savez(
        folder / "unipen_strokes.npz",
        points=strokes.reshape(-1, 2),
        stroke_offsets=np.arange(0, 161, 2).astype(np.int32),
        digit_offsets=np.arange(81).astype(np.int32),
        labels=np.tile(np.arange(10), 8).astype(np.uint8),
        writers=np.arange(80),
        sources=np.repeat(["syn", "val", "imp", "gmd"], 20),
        countries=origin,
    )


def test_every_collection_is_split_with_all_sides_filled_and_apart(tmp_path):
    make_collections(tmp_path)
    sources = load_sources(tmp_path)  # refuses by itself what is not apart
    assert len(sources) == 7
    for one in sources:
        assert {TRAIN, CALIBRATE, TEST} <= set(one.split.tolist()), one.name
        for writer in np.unique(one.writers):
            used = set(one.split[one.writers == writer].tolist()) - {UNUSED}
            assert len(used) <= 1, (one.name, writer)


def test_writers_who_share_ink_become_one(tmp_path):
    make_collections(tmp_path)
    unipen = next(one for one in load_sources(tmp_path) if one.is_strokes)
    assert unipen.writers[0] == unipen.writers[1]
    assert unipen.split[1] == UNUSED


def test_missing_data_is_said_in_words(tmp_path, monkeypatch):
    monkeypatch.delenv("PAPERPLAY_HANDWRITING", raising=False)
    with pytest.raises(MissingData, match="--data"):
        data_folder()
    monkeypatch.setenv("PAPERPLAY_HANDWRITING", str(tmp_path))
    with pytest.raises(MissingData, match=r"swiss\.npz"):
        data_folder()


def test_the_surest_are_kept():
    right = np.array([True, False, True, True])
    sure = np.array([0.9, 0.1, 0.8, 0.7], np.float32)
    assert surest(right, sure, 0.75).all()
    assert surest(right, sure, 1.0).mean() == 0.75


def test_calibration_error_is_nought_for_honest_chances_and_large_for_boasts():
    rng = np.random.default_rng(0)
    sure = rng.uniform(0.5, 1, 20000).astype(np.float32)
    right = rng.random(20000) < sure
    assert calibration_error(right, sure) < 0.02
    assert calibration_error(right, np.full(20000, 0.99, np.float32)) > 0.2


def test_risk_rises_where_the_unsure_are_wrong():
    right = np.array([True, True, True, False])
    coverage, risk = risk_by_coverage(right, np.array([0.9, 0.8, 0.7, 0.2], np.float32))
    assert coverage.tolist() == [0.25, 0.5, 0.75, 1.0]
    assert risk.tolist() == [0.0, 0.0, 0.0, 0.25]
