"""Whole samples: a photo of a printed, filled-in sheet from one number."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from benchmarks.samples import sample
from practice.pages import blank_page
from printkit.order import Order
from rules.daydream.parse import board_from
from rules.daydream.score import score_of
from templates.daydream.load import load_sheet


@pytest.mark.parametrize(
    "sheet", ["daydream/A", "daydream/EDF", "dreams/score", "when-i-dream/score"]
)
def test_a_sample_shows_its_sheet(sheet):
    """Whatever reads tags must find the printed ones."""
    photo = sample(Order(sheet), 3, size=(2016, 1512))
    picture = cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    tags = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    _, found, _ = cv2.aruco.ArucoDetector(tags).detectMarkers(picture)
    assert found is not None
    assert len(found) >= 6


def test_a_sample_comes_from_its_seed_alone():
    first, again, other = (
        sample(Order("daydream/BC"), seed, size=(800, 600)) for seed in (1, 1, 2)
    )
    assert first.jpeg == again.jpeg
    assert first.board == again.board
    assert first.board != other.board


def test_mistakes_are_on_the_board_and_named():
    sheet = load_sheet("BAC")
    photo, flawless = (
        sample(Order("daydream/BAC"), 5, mistakes=slips, size=(800, 600)) for slips in (True, False)
    )
    assert photo.mistakes
    assert score_of(board_from(photo.board, sheet), sheet).problems
    assert not flawless.mistakes
    assert not score_of(board_from(flawless.board, sheet), sheet).problems


def test_a_page_is_as_large_as_its_paper():
    height, width, _ = blank_page(Order("daydream/A"), 4.0).shape
    assert (width, height) == pytest.approx((840, 1188), abs=1)
