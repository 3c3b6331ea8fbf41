"""Print a sheet, fill it in, photograph it, read it: what comes out is what the pen did."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules.daydream.parse import board_from
from rules.daydream.score import score_of
from scanner import read_photo
from templates.daydream.load import load_sheet
from tests.scanner.photos import Sheet, filled, grey_of, misread, png

EIGHT = [
    # sheet, seed, paper, ink, language, pen
    ("A", 2, "a4", "colour", "en", "blue"),
    ("D", 2, "letter", "light", "de", "black"),
    ("BC", 2, "a4", "black", "fr", "pencil"),
    ("EF", 3, "letter", "colour", "it", "green"),
    ("AD", 2, "a4", "light", "sv", "red"),
    ("DA", 4, "letter", "black", "en", "felt"),
    ("BAC", 2, "letter", "colour", "de", "pencil"),
    ("EDF", 2, "a4", "black", "fr", "blue"),
]
FEW = 4
"""A scanner that asks about everything would be right about everything."""


def read(photo):
    """Read a photo that shows a single sheet."""
    (scan,) = read_photo(photo)
    assert scan["status"] != "unreadable", scan["reason"]
    return scan


def total_of(board):
    sheet = load_sheet(board["sheet"])
    return score_of(board_from(board, sheet), sheet).parts.total


def lying(*sheets, gap=60, table=120):
    """Lay sheets beside one another on a grey table; give their picture."""
    height = max(sheet.image.shape[0] for sheet in sheets) + 2 * gap
    width = sum(sheet.image.shape[1] + gap for sheet in sheets) + gap
    canvas = np.full((height, width, 3), table, np.uint8)
    left = gap
    for sheet in sheets:
        tall, wide = sheet.image.shape[:2]
        canvas[gap : gap + tall, left : left + wide] = sheet.image
        left += wide + gap
    return canvas


# ---- all eight sheets


@pytest.mark.parametrize(("sheet", "seed", "paper", "ink", "lang", "pen"), EIGHT)
def test_a_sheet_is_read_as_it_was_filled_in(sheet, seed, paper, ink, lang, pen):
    written = filled(sheet, seed, paper=paper, ink=ink, lang=lang, pen=pen)
    scan = read(written.photo(seed))
    assert misread(scan, written.board) == {}
    assert len(scan["review"]) <= FEW
    assert scan["score"]["total"] == total_of(written.board)


@pytest.mark.parametrize(("sheet", "seed", "paper", "ink", "lang", "pen"), EIGHT[:2])
def test_another_board_would_be_noticed(sheet, seed, paper, ink, lang, pen):
    written = filled(sheet, seed, paper=paper, ink=ink, lang=lang, pen=pen)
    scan = read(written.photo(seed))
    other = filled(sheet, seed + 1, paper=paper, ink=ink, lang=lang, pen=pen)
    assert len(misread(scan, other.board)) > 5
    cloud = next(c for c, number in written.board["clouds"].items() if number is not None)
    clouds = written.board["clouds"]
    changed = written.board | {"clouds": clouds | {cloud: (clouds[cloud] + 1) % 10}}
    assert set(misread(scan, changed)) == {cloud}


# ---- what players do


@pytest.mark.parametrize(("sheet", "seed"), [("BAC", 14), ("DA", 12), ("EF", 13)])
def test_mistakes_are_read_as_they_stand_and_reported(sheet, seed):
    written = filled(sheet, seed, mistakes=3)
    assert len(written.mistakes) == 3
    scan = read(written.photo(seed))
    assert misread(scan, written.board) == {}
    assert len(scan["review"]) <= FEW + 1  # and the written total, which contradicts
    topology = load_sheet(sheet)
    true = score_of(board_from(written.board, topology), topology).problems
    assert true
    found = {(problem["element"], problem["code"]) for problem in scan["score"]["problems"]}
    assert {(problem.element, problem.code) for problem in true} <= found


@pytest.mark.parametrize("seed", [24, 28])
def test_struck_out_and_overwritten_digits_are_right_or_in_review(seed):
    written = filled("A", seed, corrections=0.3)
    assert len(written.hard) >= 8
    scan = read(written.photo(seed))
    assert misread(scan, written.board) == {}


# ---- how people print and photograph


@pytest.fixture(scope="module")
def letter_d():
    """A sheet, its photo upright, and what is read from it."""
    written = filled("D", 2, paper="letter", ink="light", lang="de", pen="black")
    photo = grey_of(written.photo(2))
    return written, photo, read(png(photo))


@pytest.mark.parametrize(
    "turn", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE]
)
def test_a_turned_photo_shows_the_same(turn, letter_d):
    written, photo, upright = letter_d
    scan = read(png(cv2.rotate(photo, turn)))
    assert scan["board"] == upright["board"]
    assert misread(scan, written.board) == {}


@pytest.mark.parametrize("corner", range(4))
def test_one_corner_may_be_covered(corner):
    written = filled("BC", 2, ink="black", lang="fr", pen="pencil")
    covered = written.image.copy()
    height, width = covered.shape[:2]
    side = round(0.1 * height)
    x, y = [(0, 0), (width, 0), (width, height), (0, height)][corner]
    cv2.circle(covered, (x, y), side, (110, 140, 190), -1)  # a cup, over the corner's tag
    scan = read(Sheet(covered, written.board).photo(2))
    assert misread(scan, written.board) == {}
    assert scan["score"]["total"] == total_of(written.board)


def test_a_sheet_printed_at_94_percent():
    written = filled("AD", 2, ink="light", lang="sv", pen="red")
    height, width = written.image.shape[:2]
    small = cv2.resize(written.image, None, fx=0.94, fy=0.94, interpolation=cv2.INTER_AREA)
    paper = np.full_like(written.image, 255)
    top, left = (height - small.shape[0]) // 2, (width - small.shape[1]) // 2
    paper[top : top + small.shape[0], left : left + small.shape[1]] = small
    scan = read(Sheet(paper, written.board).photo(2))
    assert misread(scan, written.board) == {}
    assert len(scan["review"]) <= FEW
    assert scan["score"]["total"] == total_of(written.board)


def test_two_sheets_in_one_photo():
    left, right = filled("A", 2), filled("D", 2, ink="light", lang="de", pen="black")
    picture = Sheet(lying(left, right), {}).photo(5, size=(3024, 2268))
    first, second = read_photo(picture)
    assert (first["index"], second["index"]) == (1, 2)
    by_sheet = {scan["board"]["sheet"]: scan for scan in (first, second)}
    for written in (left, right):
        scan = by_sheet[written.board["sheet"]]
        assert misread(scan, written.board) == {}
        assert scan["score"]["total"] == total_of(written.board)
