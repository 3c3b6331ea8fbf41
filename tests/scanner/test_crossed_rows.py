"""Rows that are crossed out otherwise than with two neat crosses."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from practice.boards import daydream_board
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from scanner import read_photo
from templates.daydream.load import load_daydream
from tests.scanner.photos import PX_PER_MM, page_of, png, seen_through

LAYOUT = load_daydream("BC")
CORNERS = np.array([[80, 60], [1936, 60], [1936, 1372], [80, 1372]], np.float32)
BLUE = (150, 60, 40)


def board_with_crossed_rows():
    """A game in which at least two rows have to be crossed out."""
    for seed in range(50):
        board = daydream_board(LAYOUT.sheet, Random(seed))
        crossed = [row for row, mark in board["rows"].items() if mark == "crossed"]
        if len(crossed) > 1:
            return board, crossed
    raise AssertionError("No such game was found.")


BOARD, CROSSED = board_with_crossed_rows()


def lines_of(kind, dot, sun):
    """From where to where a pen goes, mm."""
    a, b = np.array(dot.center), np.array(sun.center)
    way = (b - a) / np.linalg.norm(b - a)
    side = np.array([-way[1], way[0]])
    if kind == "large cross":
        return [(a - 2 * way - 1.6 * side, b + 2 * way + 1.6 * side),
                (a - 2 * way + 1.6 * side, b + 2 * way - 1.6 * side)]  # fmt: skip
    if kind == "long line":
        return [(a - 3 * way + 0.5 * side, b + 3 * way - 0.4 * side)]
    if kind == "slashes":
        lean = np.array([1.0, -1.0]) * 2.4
        return [(a - lean, a + lean), (b - lean, b + lean)]
    return [(a - 2.2, a + 2.2), (a - (2.2, -2.2), a + (2.2, -2.2))]


def scan_with(kind):
    board = {**BOARD, "rows": BOARD["rows"] | dict.fromkeys(CROSSED)}
    page = page_of(Order("daydream/BC"))
    image = fill(page, LAYOUT.as_json(), board, Hand(4), "blue", PX_PER_MM).image.copy()
    for row in CROSSED:
        symbols = LAYOUT.rows[row]
        for start, end in lines_of(kind, symbols.dot, symbols.sun):
            ends = [
                tuple(np.round(np.array(p) * PX_PER_MM).astype(int).tolist()) for p in (start, end)
            ]
            cv2.line(image, *ends, BLUE, 4, cv2.LINE_AA)
    (scan,) = read_photo(png(seen_through(image, CORNERS, (2016, 1432))[0]))
    return scan


@pytest.mark.parametrize("kind", ["large cross", "long line", "slashes"])
def test_lines_through_both_symbols_cross_them_out(kind):
    scan = scan_with(kind)
    asked = {doubt["element"] for doubt in scan["review"]}
    assert {row: scan["board"]["rows"][row] for row in CROSSED} == dict.fromkeys(CROSSED, "crossed")
    assert not asked & set(CROSSED)


def test_a_cross_through_one_symbol_is_asked_about():
    asked = {doubt["element"] for doubt in scan_with("only the dot")["review"]}
    assert set(CROSSED) <= asked
