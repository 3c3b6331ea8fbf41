"""What a live camera is told: the same photo, spoilt in one way each."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.viewfinder import look

SAMPLE = Path(__file__).parents[2] / "samples" / "photos" / "BAC.jpg"
SIDE = 960


@pytest.fixture(scope="module")
def photo():
    return cv2.imread(str(SAMPLE), cv2.IMREAD_GRAYSCALE)


def small(photo):
    scale = SIDE / max(photo.shape)
    return cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def far(photo, share):
    """Put the photo, made smaller, on a grey table."""
    table = np.full_like(photo, 120)
    part = cv2.resize(photo, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    table[: part.shape[0], : part.shape[1]] = part
    return table


def hand(photo, left, right):
    covered = photo.copy()
    covered[:, round(left * photo.shape[1]) : round(right * photo.shape[1])] = 90
    return covered


def stain(photo, code):
    """Cover a code, given by its corners as shares of the picture."""
    height, width = photo.shape
    covered, hull = photo.copy(), (np.array(code) * (width, height)).astype(np.int32)
    return cv2.fillConvexPoly(covered, hull, 90)


def glare(photo):
    height, width = photo.shape
    spot = np.zeros(photo.shape, np.float32)
    cv2.circle(spot, (round(0.3 * width), height // 2), width // 12, 200, -1)
    return np.clip(0.8 * photo + cv2.GaussianBlur(spot, (0, 0), 8), 0, 255).astype(np.uint8)


def light(photo, reach=0.14):
    """Let a lamp wash out a quarter of the picture."""
    height, width = photo.shape
    across, down = np.meshgrid(np.arange(width) / width - 0.35, np.arange(height) / height - 0.5)
    lamp = np.exp(-((across / reach) ** 2) - (down / (1.4 * reach)) ** 2)
    return np.clip(photo + 400 * lamp, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("more", [1.08, 1.15, 1.3, 1.5])
def test_bright_paper_all_over_is_no_glare(photo, more):
    assert look(small(cv2.convertScaleAbs(photo, alpha=more)), photo.shape[1]).hint == "good"


def test_a_good_photo_is_good_and_shows_its_corners(photo):
    view = look(small(photo), photo.shape[1])
    assert view.hint == "good"
    assert len(view.corners) == 8
    assert all(0 < x < 1 and 0 < y < 1 for x, y in view.corners)


@pytest.mark.parametrize(
    ("hint", "spoil"),
    [
        ("no-sheet", lambda photo: np.full_like(photo, 140)),
        ("dark", lambda photo: np.full_like(photo, 20)),
        ("back", lambda photo: photo[:, photo.shape[1] // 4 :]),
        ("covered", lambda photo: hand(photo, 0.35, 0.65)),
        ("blurred", lambda photo: cv2.GaussianBlur(photo, (0, 0), photo.shape[1] / 900)),
        ("glare-left", glare),
        ("glare-left", light),
        ("glare-left", lambda photo: light(photo, 0.1)),
    ],
)
def test_what_is_in_the_way_is_named(photo, hint, spoil):
    assert look(small(spoil(photo)), photo.shape[1]).hint == hint


def test_a_code_is_shown_where_it_can_be_read(photo):
    codes = look(small(photo), photo.shape[1]).codes
    assert [len(code) for code in codes] == [4, 4]
    without = photo
    for left, code in enumerate(codes, start=1):
        without = stain(without, code)
        view = look(small(without), photo.shape[1])
        assert len(view.codes) == 2 - left
        assert view.hint == ("good" if view.codes else "codes")


def test_a_camera_with_few_pixels_has_to_come_closer(photo):
    frame = small(far(photo, 0.6))
    assert look(frame, 1280).hint == "closer"
    assert look(frame, 6000).hint == "good"
