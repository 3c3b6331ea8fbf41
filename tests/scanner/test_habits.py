"""Ordinary habits: lighter pens, ticks, lines that are struck out or rubbed out, things on top."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from practice.ink import InkPen
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from scanner import read_photo
from scanner.daydream.drawn import Drawn
from scanner.daydream.extras import read_stars
from scanner.marks.lines import EVEN
from scanner.page.blank import PX_PER_MM, page_px
from scanner.page.ink import InkPage
from templates.daydream.load import load_daydream
from tests.scanner.photos import PX_PER_MM as PAGE_PX
from tests.scanner.photos import Sheet, filled, misread, page_of

PLAIN, STARS = load_daydream("A"), load_daydream("BAC")
POINTS = PLAIN.objects["o1"].points
OTHERS = [PLAIN.objects[name].points[:4] for name in ("o2", "o3")]


def page(layout, *strokes):
    """A flattened page with strokes on it: how dark, and the points, mm."""
    width, height = page_px(layout.page)
    ink = np.zeros((height, width), np.uint8)
    for dark, points in strokes:
        fixed = np.round(np.array(points, float) * PX_PER_MM * 16).astype(np.int32)
        cv2.polylines(ink, [fixed], False, dark, 3, cv2.LINE_AA, 4)
    return InkPage(255 - ink, ink, excess=cv2.add(ink // 2 + ink % 2, EVEN))


def lines(*strokes):
    return {each.element: each for each in Drawn(page(PLAIN, *strokes), PLAIN).readings()}


# ---- lines


@pytest.mark.parametrize("dark", [40, 60, 200])
def test_lines_of_any_pen_are_read_beside_dark_writing(dark):
    writing = [(220, [(20 + n, 120), (22 + n, 130)]) for n in range(0, 60, 4)]
    found = lines(*writing, (dark, POINTS[:4]))["o1"]
    assert (found.guess, found.why) == (3, "")
    assert found.confidence > 0.95


def test_a_line_far_fainter_than_the_others_is_asked_about():
    found = lines(*((220, points) for points in OTHERS), (44, POINTS[:3]))["o1"]
    assert found.confidence < 0.95


def test_lines_that_are_struck_out_are_asked_about():
    (ax, ay), (bx, by) = POINTS[:2]
    away = np.array([-(by - ay), bx - ax]) / np.hypot(bx - ax, by - ay) * 2.5
    zigzag = [
        np.array([ax, ay]) + share * np.array([bx - ax, by - ay]) + sign * away
        for share, sign in zip(np.linspace(0.1, 0.9, 9), [1, -1] * 5, strict=False)
    ]
    found = lines((200, POINTS[:2]), (200, zigzag))["o1"]
    assert (found.guess, found.why) == (0, "line-struck")
    assert lines((200, POINTS[:2]))["o1"].why == ""


# ---- stars


@pytest.mark.parametrize(
    ("mark", "asked"),
    [
        ([], False),
        ([(3.0, 0.5), (3.8, 1.8), (5.0, -2.0)], True),  # a tick
        ([(-2.5, 3.2), (2.5, 3.2)], True),  # a line under it
    ],
)
def test_what_stands_beside_a_star_is_asked_about(mark, asked):
    n = next(n for n, star in enumerate(STARS.sheet.constellation) if star)
    strokes = [(200, STARS.path[n] + np.array(mark))] if mark else []
    star = next(iter(read_stars(page(STARS, *strokes), STARS, np.zeros(len(STARS.path) - 1))))
    assert bool(star.why) == asked
    assert star.guess is asked


# ---- whole photos


def test_lines_in_orange_are_read():
    sheet = filled("A", 5, pen="black")
    data = PLAIN.as_json()
    only = {**sheet.board, "clouds": {}, "rows": {}, "bonuses": {}, "leaves": {}, "total": None}
    orange = InkPen((90, 165, 240), 0.5, 0.9)
    drawn = {**sheet.board, "objects": {}, "thorns": 0}
    written = fill(page_of(Order("daydream/A")), data, drawn, Hand(5), "black", PAGE_PX).image
    both = fill(written, data, only, Hand(5), orange, PAGE_PX).image
    (scan,) = read_photo(Sheet(both, sheet.board).photo())
    assert misread(scan, sheet.board) == {}
    assert not [doubt for doubt in scan["review"] if doubt["element"].startswith("o")]


@pytest.mark.parametrize(("shade", "reach"), [(246, 0.6), (140, 1.1), (25, 1.1)])
def test_what_a_scrap_or_a_card_covers_is_unseen_and_asked_about(shade, reach):
    sheet = filled("A", 5, pen="black")
    cloud = next(name for name, value in sheet.board["clouds"].items() if value is not None)
    image, box = sheet.image.copy(), PLAIN.clouds[cloud]
    corners = [
        tuple((np.add(box.center, np.multiply(box.size, share)) * PAGE_PX).astype(int).tolist())
        for share in (-reach, reach)
    ]
    cv2.rectangle(image, *corners, (shade,) * 3, -1)
    (scan,) = read_photo(Sheet(image, sheet.board).photo())
    assert cloud in scan["unseen"]
    assert set(scan["unseen"]) <= {doubt["element"] for doubt in scan["review"]}
    assert misread(scan, sheet.board) == {}


def test_on_a_plain_photo_all_is_seen():
    (scan,) = read_photo(filled("A", 5, pen="black").photo())
    assert scan["unseen"] == []
