"""The invented camera: photos that are what they claim to be."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from practice.camera import SETTINGS, photograph

SMALL = (1008, 756)
SPOTS = [(120, 90), (720, 100), (700, 500), (110, 480), (420, 300)]


@pytest.fixture(scope="module")
def page():
    """A white page with a few black spots."""
    picture = np.full((594, 840, 3), 250, np.uint8)
    for spot in SPOTS:
        cv2.circle(picture, spot, 14, (20, 20, 20), -1, cv2.LINE_AA)
    return picture


def opened(photo):
    return cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)


def brightness(photo, places):
    picture = opened(photo)
    seen = cv2.perspectiveTransform(np.array([places], float), photo.homography)[0]
    return [
        float(picture[int(y) - 1 : int(y) + 2, int(x) - 1 : int(x) + 2].mean()) for x, y in seen
    ]


@pytest.mark.parametrize("level", SETTINGS)
@pytest.mark.parametrize("seed", range(8))
def test_the_homography_says_where_things_are(page, level, seed):
    photo = photograph(page, seed, level, SMALL)
    dark = brightness(photo, SPOTS)
    beside = brightness(photo, [(x + 40, y) for x, y in SPOTS])
    assert all(d < 0.75 * b for d, b in zip(dark, beside, strict=True))


@pytest.mark.parametrize("level", SETTINGS)
def test_the_whole_page_is_in_the_picture(page, level):
    for seed in range(15):
        photo = photograph(page, seed, level, SMALL)
        height, width = opened(photo).shape
        corners = np.array([[[0, 0], [840, 0], [840, 594], [0, 594]]], float)
        seen = cv2.perspectiveTransform(corners, photo.homography)[0]
        assert (seen > -1).all()
        assert (seen < [width + 1, height + 1]).all()


def test_the_same_seed_takes_the_same_photo(page):
    first, again, other = (photograph(page, seed, "hard", SMALL) for seed in (1, 1, 2))
    assert first.jpeg == again.jpeg
    assert first.jpeg != other.jpeg


def test_levels_get_harder(page):
    bows = {
        level: max(abs(photograph(page, seed, level, SMALL).bow) for seed in range(8))
        for level in SETTINGS
    }
    assert bows["flatbed"] == 0 < bows["good"] < bows["hard"] <= 0.01


def test_photos_are_upright_and_level_and_of_any_size(page):
    shapes = {opened(photograph(page, seed, "good", SMALL)).shape for seed in range(12)}
    assert shapes == {(756, 1008), (1008, 756)}
