"""Pictures of scanner apps that leave only black and white are read, or refused as such."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner import pipeline, read_photo
from templates.load import load_layout
from templates.sheet_code import SheetCode
from tests.scanner.photos import filled, misread, png


def in_black_and_white(picture: np.ndarray, near: float = 6.0, limit: float = 9.0) -> np.ndarray:
    """Make a page, 8 px to the mm, black where it is darker than what is around."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    soft = cv2.GaussianBlur(grey, (0, 0), 1.2)
    mean = cv2.ADAPTIVE_THRESH_MEAN_C
    black = cv2.adaptiveThreshold(soft, 255, mean, cv2.THRESH_BINARY, int(8 * near) | 1, limit)
    return cv2.GaussianBlur(cv2.copyMakeBorder(black, *(30,) * 4, cv2.BORDER_REPLICATE), (0, 0), 1)


@pytest.mark.parametrize(("sheet", "seed", "near"), [("A", 3, 6.0), ("BC", 5, 5.0), ("D", 2, 7.0)])
def test_pen_and_print_are_told_apart(sheet, seed, near):
    written = filled(sheet, seed)
    (scan,) = read_photo(png(in_black_and_white(written.image, near)))
    assert scan["status"] != "unreadable"
    assert len(scan["review"]) <= pipeline.MOST_BARE
    assert misread(scan, written.board) == {}


def test_without_it_everything_would_be_asked_about(monkeypatch):
    """So that the test above can fail."""
    monkeypatch.setattr(pipeline, "_told_apart", lambda flat, layout: flat)
    (scan,) = read_photo(png(in_black_and_white(filled("A", 3).image)))
    assert scan["code"] == "black-and-white"


def test_an_empty_sheet_tells_nothing_about_the_pen():
    assert pipeline.bare_page(np.full((1782, 1260), 255, np.uint8), *_of_a(), 0.05) is None


def _of_a():

    return SheetCode("daydream/A"), load_layout("daydream/A", paper="a4")
