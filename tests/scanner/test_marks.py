"""Tags in a picture: found, told apart sheet by sheet, and what they say about the page."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.page.outline import find_by_outline
from scanner.page.page_guess import check_whole, fit_page, guess_page
from scanner.page.sheets_apart import apart
from scanner.page.tags import find_sheets, page_corners
from scanner.page.warp import Warp
from scanner.pictures import PhotoError
from templates.load import load_layout
from templates.page import TAG, TURNS, tag_id, turn_of
from templates.tags import black_cells
from tests.scanner.photos import PX_PER_MM, plain, seen_through

SIZE = (1600, 1200)
TILTED = np.array([[180, 90], [1010, 130], [1120, 1120], [90, 1080]], np.float32)
UPRIGHT = np.array([[300, 60], [1060, 60], [1060, 1135], [300, 1135]], np.float32)


def turned(corners, times):
    """Lay the page with its top to another side."""
    return np.roll(corners, times, axis=0)


def half(corners, side):
    """Squeeze a place for a sheet into the left or the right half of the picture."""
    return corners * [0.5, 0.5] + [side * SIZE[0] / 2, SIZE[1] / 4]


def both(first, second):
    """Lay two sheets beside each other into one picture."""
    left, _ = seen_through(first, half(UPRIGHT, 0), SIZE)
    right, _ = seen_through(second, half(UPRIGHT, 1), SIZE)
    picture = left.copy()
    picture[:, SIZE[0] // 2 :] = right[:, SIZE[0] // 2 :]
    return picture


# ---- one sheet


@pytest.mark.parametrize("times", range(4))
def test_all_tags_are_found_to_a_fraction_of_a_pixel(times):
    photo, truth = seen_through(plain("A"), turned(TILTED, times), SIZE)
    (sheet,) = find_sheets(photo)
    assert sheet.turn == turn_of("daydream/A", 0)
    assert sorted(tag.place for tag in sheet.tags) == list(range(8))
    page = load_layout("daydream/A", paper="a4").page
    flat = np.concatenate([page_corners(page, tag.place) for tag in sheet.tags])
    wanted = cv2.perspectiveTransform(flat.reshape(-1, 1, 2), truth).reshape(-1, 2)
    off = np.linalg.norm(np.concatenate([tag.corners for tag in sheet.tags]) - wanted, axis=1)
    assert np.median(off) < 0.6
    assert off.max() < 3.0  # a single corner may be missed by a little: tags have 32


def test_a_copy_is_known_by_its_tags():
    photo, _ = seen_through(plain("A", copy=2), TILTED, SIZE)
    (sheet,) = find_sheets(photo)
    assert sheet.turn == (turn_of("daydream/A", 0) + 2) % TURNS


@pytest.mark.parametrize("tone", [0, 128, 255])
def test_an_even_picture_has_no_tags(tone):
    assert find_sheets(np.full((900, 1200), tone, np.uint8)) == []


def test_tags_of_others_are_passed_over():
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    picture = np.full((600, 900), 255, np.uint8)
    for at, number in ((100, 586), (500, 8)):
        picture[200:400, at : at + 200] = cv2.aruco.generateImageMarker(family, number, 200)
    (sheet,) = find_sheets(picture)
    assert [tag.place for tag in sheet.tags] == [0]  # 8 is ours, 586 belongs to no sheet


# ---- several sheets


def test_two_sheets_come_in_reading_order():
    a, d = turn_of("daydream/A", 0), turn_of("daydream/D", 0)
    assert [s.turn for s in find_sheets(both(plain("A"), plain("D")))] == [a, d]
    assert [s.turn for s in find_sheets(both(plain("D"), plain("A")))] == [d, a]


@pytest.mark.parametrize("upside_down", [False, True])
def test_photocopies_with_the_same_tags_are_taken_apart(upside_down):
    page = plain("A")
    first, second = find_sheets(
        both(page, cv2.rotate(page, cv2.ROTATE_180) if upside_down else page)
    )
    for sheet, side in ((first, 0), (second, 1)):
        assert sorted(tag.place for tag in sheet.tags) == list(range(8))
        assert np.abs(sheet.center - half(UPRIGHT, side).mean(axis=0)).max() < 3
        xs = [x for tag in sheet.tags for x, _ in tag.corners]
        assert all(side == int(x > SIZE[0] / 2) for x in xs)


def test_two_copies_of_one_print_are_told_apart_by_their_turn():
    sheets = find_sheets(both(plain("A"), plain("A", copy=1)))
    first = turn_of("daydream/A", 0)
    assert [(s.turn, len(s.tags)) for s in sheets] == [(first, 8), ((first + 1) % TURNS, 8)]


TABLE = (3200, 2400)
PLACES = {
    "A": [(560, 150), (1240, 90), (1330, 1060), (600, 1110)],
    "BAC": [(1700, 160), (2980, 300), (2860, 1190), (1600, 1000)],
    "D": [(1900, 2330), (1800, 1330), (2560, 1290), (2580, 2300)],
    "DA": [(250, 1300), (1560, 1180), (1640, 2080), (330, 2260)],
}
"""Where four sheets lie, tilted, turned and near to each other, each by its own corners."""


def four_on_a_table(covered=0):
    """Four different sheets with the same turn, each with some tags covered."""
    picture = np.full(TABLE[::-1], 120, np.uint8)
    for n, (name, corners) in enumerate(PLACES.items()):
        copy = (5 - turn_of(f"daydream/{name}", 0)) % TURNS
        page = retagged(plain(name), name, copy)
        for tag in list(load_layout(f"daydream/{name}", paper="a4").page.tags)[
            n : n + 2 * covered : 2
        ]:
            x, y = (round(c * PX_PER_MM) for c in tag.center)
            page[y - 45 : y + 45, x - 45 : x + 45] = 235
        laid, _ = seen_through(page, np.array(corners, np.float32), TABLE, table=0)
        picture = np.where(laid > 0, laid, picture)
    return picture


def retagged(page, name, copy):
    """Print the tags of another copy over those of the first."""
    page, turn = page.copy(), (turn_of(f"daydream/{name}", 0) + copy) % TURNS
    for tag in load_layout(f"daydream/{name}", paper="a4").page.tags:
        side = round(TAG * PX_PER_MM)
        x, y = (round((c - TAG / 2) * PX_PER_MM) for c in tag.center)
        cells = np.array(black_cells(tag_id(turn, tag.place)))
        drawn = cv2.resize(
            np.where(cells, 0, 255).astype(np.uint8), (side, side), interpolation=cv2.INTER_NEAREST
        )
        page[y : y + side, x : x + side] = drawn
    return page


@pytest.mark.parametrize("covered", [0, 1, 2])
def test_four_sheets_with_one_turn_are_told_apart_by_where_their_tags_lie(covered):
    sheets = find_sheets(four_on_a_table(covered))
    assert {sheet.turn for sheet in sheets} == {5}
    assert sorted(len(sheet.tags) for sheet in sheets) == 4 * [8 - covered]
    found = {}
    for sheet in sheets:
        page, homography = guess_page(sheet)
        flat = np.array([[[0, 0], [page.width, 0], [page.width, page.height], [0, page.height]]])
        corners = cv2.perspectiveTransform(flat.astype(np.float64), homography)[0]
        name = min(PLACES, key=lambda name: np.abs(corners - PLACES[name]).max())
        found[name] = np.abs(corners - PLACES[name]).max()
    assert sorted(found) == sorted(PLACES)
    assert max(found.values()) < 8  # px, about 2 mm


def test_halves_of_two_sheets_are_not_joined():
    """Two sheets of one turn of which one shows only its upper, the other its lower tags."""
    seen = find_sheets(both(plain("A"), plain("A")))
    left, right = sorted(seen, key=lambda sheet: sheet.center[0])
    tags = [tag for tag in left.tags if tag.place < 3] + [
        tag for tag in right.tags if tag.place in (4, 5, 6)
    ]
    assert sorted(sorted(tag.place for tag in one) for one in apart(tags)) == [[0, 1, 2], [4, 5, 6]]


# ---- what the tags say about the page


@pytest.mark.parametrize("sheet", ["A", "BC", "BAC"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("times", [0, 1])
def test_the_paper_is_guessed_from_the_tags(sheet, paper, times):
    photo, truth = seen_through(plain(sheet, paper=paper), turned(TILTED, times), SIZE)
    (seen,) = find_sheets(photo)
    page, homography = guess_page(seen)
    assert page.paper == paper
    middle = np.array([[[page.width / 2, page.height / 2]]])
    told = cv2.perspectiveTransform(middle, homography) - cv2.perspectiveTransform(middle, truth)
    assert np.abs(told).max() < 1.5


def test_one_tag_does_not_fix_a_page():
    photo, _ = seen_through(plain("A"), TILTED, SIZE)
    (seen,) = find_sheets(photo)
    with pytest.raises(PhotoError) as refused:
        fit_page(seen.tags[:1], load_layout("daydream/A", paper="a4").page)
    assert (refused.value.code, refused.value.facts["seen"]) == ("few-tags", 1)


@pytest.mark.parametrize(
    ("move", "whole"), [((0, 0), True), ((-340, 0), True), ((-700, 0), True), ((-820, 0), False)]
)
def test_enough_of_a_sheet_must_be_seen(move, whole):
    flat = np.array([[0, 0], [210, 0], [210, 297], [0, 297]], np.float32)
    homography = cv2.getPerspectiveTransform(flat, UPRIGHT + np.array(move, np.float32))
    picture = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    lain = Warp.plain(load_layout("daydream/A", paper="a4").page, homography)
    if whole:
        check_whole(lain, picture)
        return
    with pytest.raises(PhotoError) as refused:
        check_whole(lain, picture)
    assert refused.value.code == "half-sheet"


# ---- no tags at all


def without_tags(page, paper="a4"):
    """Stick a note over every tag."""
    spoilt = page.copy()
    for tag in load_layout("daydream/A", paper=paper).page.tags:
        x, y = (round(c * PX_PER_MM) for c in tag.center)
        spoilt[y - 45 : y + 45, x - 45 : x + 45] = 235
    return spoilt


@pytest.mark.parametrize("times", range(4))
def test_a_sheet_without_tags_is_found_by_its_edges(times):
    photo, truth = seen_through(without_tags(plain("A")), turned(TILTED, times), SIZE)
    assert find_sheets(photo) == []
    (found,) = find_by_outline(photo)
    assert (found.code.sheet, found.page.paper) == ("daydream/A", "a4")
    places = np.array([[[30.0, 30.0], [180.0, 30.0], [180.0, 260.0], [30.0, 260.0]]])
    told = cv2.perspectiveTransform(places, found.start)
    assert np.abs(told - cv2.perspectiveTransform(places, truth)).max() < 10  # 2.5 mm: SEARCH


def test_a_sheet_without_tags_and_edges_is_not_guessed():
    photo, _ = seen_through(without_tags(plain("A")), TILTED, SIZE, table=255)
    assert find_by_outline(photo) == []
