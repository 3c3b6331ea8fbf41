"""Pictures of names and doubts, cut from the flattened page."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.crops import crops_of
from scanner.page.blank import blank_page
from scanner.pictures import PX_PER_MM
from scanner.scan import Doubt, Scan
from templates.sheet_code import SheetCode


def crops(code, *elements):
    doubts = tuple(Doubt(element, 1, 7, "mark-faint") for element in elements)
    scan = Scan("a.jpg", paper=code, doubts=doubts)
    page, layout = blank_page(code), scan.layout
    cut = crops_of(scan, page)
    return page, layout, {
        name: cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
        for name, png in cut.items()
    }  # fmt: skip


def at(page, center, size):
    left, top = (round((c - s / 2) * PX_PER_MM) for c, s in zip(center, size, strict=True))
    right, bottom = (round((c + s / 2) * PX_PER_MM) for c, s in zip(center, size, strict=True))
    return page[top:bottom, left:right]


def test_a_sheet_gives_its_name_and_what_is_doubtful():
    page, layout, cut = crops(SheetCode("daydream/BAC"), "c5", "r2", "constellation.lines", "?")
    assert set(cut) == {"name", "c5", "r2", "constellation.lines"}
    assert np.array_equal(cut["c5"], at(page, layout.clouds["c5"].center, (24, 16)))
    width, height = layout.name.size
    assert cut["name"].shape == at(page, layout.name.center, (width + 2, height + 2)).shape


@pytest.mark.parametrize("sheet", ["dreams/score", "when-i-dream/score"])
def test_a_score_sheet_gives_every_players_name(sheet):
    _, _, cut = crops(SheetCode(sheet, players=4), "total.2")
    assert set(cut) == {"name.1", "name.2", "name.3", "name.4", "total.2"}


def test_a_picture_ends_where_the_page_ends():
    code = SheetCode("daydream/A")
    scan = Scan("a.jpg", paper=code)
    layout = scan.layout
    # A page that was cut below the name: its picture is as high as what is left.
    height = round(layout.name.center[1] * PX_PER_MM)
    (png,) = crops_of(scan, blank_page(code)[:height]).values()
    piece = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
    whole = at(blank_page(code), layout.name.center, [side + 2 for side in layout.name.size])
    assert piece.shape[1] == whole.shape[1] and 0 < piece.shape[0] < whole.shape[0]
    assert crops_of(scan, blank_page(code)[:1]) == {}


def test_a_group_is_shown_whole():
    code = SheetCode("when-i-dream/score", players=4)
    page, layout, cut = crops(code, "r2.role.3", "r2.dreamer")
    for group in ("r2.role.3", "r2.dreamer"):
        xs, ys = zip(*(each.center for each in layout.choices if each.group == group), strict=True)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        size = max(24, max(xs) - min(xs) + 14), max(16, max(ys) - min(ys) + 14)
        assert np.array_equal(cut[group], at(page, middle, size))
