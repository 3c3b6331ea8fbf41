from itertools import product

import cv2
import hypothesis.strategies as st
import numpy as np
import pypdfium2 as pdfium
import pytest
import zxingcpp
from hypothesis import given, settings

from printkit.furniture import draw_furniture
from printkit.outline import outline
from printkit.pdf import PdfPen
from templates.games import all_sheets
from templates.page import PAPERS, Tag, page_of, tag_of
from templates.sheet_code import SheetCode, read_qr

DOTS_PER_MM = 150 / 25.4


def photographed(page, code):
    pen = PdfPen("x")
    pen.page(page.width, page.height)
    draw_furniture(pen, page, code)
    picture = pdfium.PdfDocument(pen.data())[0].render(scale=150 / 72, grayscale=True)
    return np.ascontiguousarray(picture.to_numpy().squeeze())


@pytest.mark.parametrize(
    ("sheet", "paper", "landscape"), [*product(all_sheets(), PAPERS, (False, True))][::3]
)
def test_others_can_read_every_tag_and_both_qr_codes(sheet, paper, landscape):
    page = page_of(paper, landscape=landscape)
    code = SheetCode(sheet, paper, "de", "light", 271_828, 4, 12, 3)
    grey = photographed(page, code)
    assert [read_qr(qr.text) for qr in zxingcpp.read_barcodes(grey)] == [code, code]

    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(grey)
    found = {
        tag_of(int(number)): corner for number, corner in zip(numbers.ravel(), corners, strict=True)
    }
    assert set(found) == {Tag(code.turn, place) for place in range(8)}
    for tag in page.tags:
        seen = found[Tag(code.turn, tag.place)].reshape(4, 2)
        assert seen.mean(axis=0) / DOTS_PER_MM == pytest.approx(tag.center, abs=0.15)
        assert seen[0][0] < seen[1][0] and seen[0][1] < seen[3][1], "the tag stands upright"


@settings(max_examples=60)
@given(
    st.integers(1, 9).flatmap(
        lambda width: st.lists(
            st.lists(st.booleans(), min_size=width, max_size=width), min_size=1, max_size=9
        )
    )
)
def test_an_outline_filled_even_odd_is_the_cells(cells):
    path = outline(cells, (0, 0), 1)
    rings = [
        [tuple(map(float, corner.split())) for corner in ring.strip(" Z").split(" L ")]
        for ring in path.split("M ")
        if ring
    ]
    for y, row in enumerate(cells):
        for x, black in enumerate(row):
            crossings = sum(_crosses(ring, x + 0.5, y + 0.5) for ring in rings)
            assert crossings % 2 == bool(black)


def _crosses(ring, x, y):
    """Count the upright sides that a ray from the point to the right meets."""
    ends = zip(ring, ring[1:] + ring[:1], strict=True)
    return sum(ax == bx and ax > x and min(ay, by) < y < max(ay, by) for (ax, ay), (bx, by) in ends)
