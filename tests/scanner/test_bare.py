"""Pictures of scanner apps that leave only black and white are read, or refused as such."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner import pipeline, read_photo
from scanner.daydream.drawn import Drawn
from scanner.page.ink import InkPage
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


def test_a_line_far_wider_than_digits_is_not_taken_for_none():
    code, page = _of_a()
    ways = [tuple(page.objects[thing].points[:2]) for thing in ("o3", "o4")]
    image = filled("A", 3).image.copy()
    ends = [(round(8 * x), round(8 * y)) for x, y in ways[0]]
    cv2.line(image, *ends, (40, 40, 40), 18, cv2.LINE_AA)
    flat = cv2.resize(in_black_and_white(image)[30:-30, 30:-30], (1260, 1782))
    ink = pipeline.bare_page(flat, code, page, 0.05)
    drawn, empty = ink.lines(ways)
    assert drawn >= 0.5 > 0.1 > empty


@pytest.mark.parametrize(
    ("chances", "likely"),
    [
        ([1, np.nan, 1, 0], {3: 1.0}),
        ([1, 1, np.nan, 0], {2: 0.5, 3: 0.5}),  # nobody can say
        ([np.nan, 1, 0, 0], {2: 1.0}),  # lines are drawn in order
        ([np.nan, 0, 0, 0], {0: 1.0}),
        ([1, 1, 1, np.nan], {4: 1.0}),
    ],
)
def test_a_line_that_nobody_can_tell_is_as_those_beside_it(chances, likely):
    page = load_layout("daydream/A", paper="a4")
    thing = page.sheet.objects[0].id  # a mug, of four lines

    def told(segments):
        return np.array([*chances, *np.zeros(len(segments) - 4)], float)

    empty = np.zeros((1782, 1260), np.uint8)
    ink = InkPage(255 - empty, empty, lines=told)
    reading = next(each for each in Drawn(ink, page).readings() if each.element == thing)
    for count, chance in likely.items():
        assert reading.chances[count] == pytest.approx(chance, abs=0.01)


def test_an_empty_sheet_tells_nothing_about_the_pen():
    assert pipeline.bare_page(np.full((1782, 1260), 255, np.uint8), *_of_a(), 0.05) is None


def _of_a():

    return SheetCode("daydream/A"), load_layout("daydream/A", paper="a4")
