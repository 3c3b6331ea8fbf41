"""How blurred a photo is, measured at its tags, and what a refusal says then."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner import read_photo
from scanner.page.tag_blur import tag_blur
from scanner.page.tags import find_sheets
from tests.scanner.photos import plain, png, seen_through

SIZE = (2016, 1512)
UPRIGHT = np.array([[500, 60], [1470, 60], [1470, 1432], [500, 1432]], np.float32)
PX_PER_MM = 970 / 210


@pytest.fixture(scope="module")
def sheet():
    """A sharp photo of a sheet, with its tags."""
    photo, _ = seen_through(plain("A"), UPRIGHT, SIZE)
    (seen,) = find_sheets(photo)
    return photo, seen.tags


def white_out(photo):
    """Leave only what is within a hand of the tags: neither codes nor print that tells a sheet."""
    (seen,) = find_sheets(photo)
    near = np.full_like(photo, 255)
    for tag in seen.tags:
        x, y = tag.corners.mean(axis=0).astype(int)
        part = np.s_[max(y - 33, 0) : y + 34, max(x - 33, 0) : x + 34]
        near[part] = photo[part]
    photo[:] = near


@pytest.mark.parametrize("blur", [1.0, 1.5, 2.0, 2.5])
def test_a_tag_tells_the_blur_in_millimetres(sheet, blur):
    photo, tags = sheet
    wanted = blur / PX_PER_MM
    found = tag_blur(cv2.GaussianBlur(photo, (0, 0), blur), tags)
    assert found == pytest.approx(wanted, abs=0.15 * wanted + 0.03)


def test_a_photo_that_was_moved_is_as_blurred_as_where_it_is_worst(sheet):
    photo, tags = sheet
    across, down = (tag_blur(cv2.blur(photo, size), tags) for size in ((9, 1), (1, 9)))
    assert min(across, down) > 2 * tag_blur(photo, tags)


def test_without_tags_there_is_nothing_to_measure(sheet):
    assert tag_blur(sheet[0], ()) == 0.0


@pytest.mark.parametrize("blur", [2.6, 3.0])
def test_a_blurred_photo_is_refused_as_blurred_even_if_its_codes_are_lost(sheet, blur):
    photo = sheet[0].copy()
    white_out(photo)
    (scan,) = read_photo(png(cv2.GaussianBlur(photo, (0, 0), blur)))
    assert scan["code"] == "blurred"


def test_a_small_photo_is_too_small_rather_than_blurred(sheet):
    photo = sheet[0].copy()
    white_out(photo)
    small = cv2.resize(photo, None, fx=0.48, fy=0.48, interpolation=cv2.INTER_AREA)
    (scan,) = read_photo(png(cv2.GaussianBlur(small, (0, 0), 0.8)))
    assert scan["code"] == "too-small"


def test_a_sharp_photo_without_codes_lacks_its_codes(sheet):
    photo = sheet[0].copy()
    white_out(photo)
    (scan,) = read_photo(png(photo))
    assert scan["code"] == "unknown-code"
