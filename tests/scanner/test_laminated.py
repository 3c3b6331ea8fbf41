"""Our own sheets, laminated or in a pocket: they shine, and ink of the last game may be left."""

from __future__ import annotations

from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

from practice.boards import daydream_board
from practice.camera import encoded, photograph
from practice.pages import PX_PER_MM, blank_page
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from scanner import scans_of
from scanner.joining import joined
from scanner.unseen import UNSEEN
from templates.load import load_layout

SHEET = "daydream/A"


@cache
def played(seed):
    """Give a game and the sheet on which it was written."""
    layout = load_layout(SHEET, paper="a4")
    board = daydream_board(layout.design.sheet, Random(seed))
    page = blank_page(Order(SHEET))
    return board, fill(page, layout.as_json(), board, Hand(1), "black", PX_PER_MM).image


def photo_of(image, seed):
    return photograph(image, seed, "good", (1600, 1200))


def read(jpeg):
    (scan,) = scans_of(jpeg)
    assert scan.is_read
    return scan


def wrong_in(scan, board):
    """Give what is read wrongly of clouds, rows and the written total."""
    true = {**board["clouds"], **board["rows"], "total": board["total"]}
    return {element for element, value in true.items() if scan.values[element] != value}


@pytest.mark.parametrize("left", [0.2, 0.32])
def test_ink_left_from_the_last_game_is_asked_about(left):
    (board, now), (_, before) = played(52), played(2)
    blank = blank_page(Order(SHEET)).astype(np.float32)
    wiped = 1 - left * (1 - before / np.maximum(blank, 1))
    scan = read(photo_of(np.clip(now * wiped, 0, 255).astype(np.uint8), 2).jpeg)
    wrong = wrong_in(scan, board)
    assert len(wrong) > 3  # it does look like a game
    assert wrong <= {doubt.element for doubt in scan.doubts}


def test_what_shines_in_one_photo_is_taken_from_another():
    board, image = played(52)
    clouds = load_layout(SHEET, paper="a4").clouds
    scans = []
    for seed, shining in enumerate((("c3", "c4"), ("c15", "c20"))):
        photo = photo_of(image, seed)
        seen = cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_COLOR)
        for cloud in shining:
            at = np.array([[clouds[cloud].center]], np.float64) * PX_PER_MM
            x, y = cv2.perspectiveTransform(at, photo.homography)[0, 0]
            cv2.ellipse(seen, (round(x), round(y)), (60, 45), 0, 0, 360, (255, 255, 255), -1)
        scan = read(encoded(seen, 90))
        unseen = {doubt.element for doubt in scan.doubts if doubt.why == UNSEEN}
        assert set(shining) <= unseen
        scans.append(scan)
    whole = joined(*scans)
    assert not any(doubt.why == UNSEEN for doubt in whole.doubts)
    assert wrong_in(whole, board) <= {doubt.element for doubt in whole.doubts}
    assert not {"c3", "c4", "c15", "c20"} & wrong_in(whole, board)
