"""Which sheets a picture shows, by their tags: also those that lie further away than others."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.page.blank import PX_PER_MM, blank_page
from scanner.page.tags import find_sheets
from templates.sheet_code import SheetCode

NEAR, FAR = SheetCode("daydream/D"), SheetCode("daydream/A")


def table(*sheets: tuple[SheetCode, float, tuple[int, int]]) -> np.ndarray:
    """A dark table with sheets: how many pixels they have to the mm, and where they lie."""
    photo = np.full((1512, 2016), 70, np.uint8)
    for code, scale, (left, top) in sheets:
        times = scale / PX_PER_MM
        page = cv2.resize(blank_page(code), None, fx=times, fy=times, interpolation=cv2.INTER_AREA)
        photo[top : top + page.shape[0], left : left + page.shape[1]] = page
    return photo


def test_a_sheet_that_lies_further_away_than_another_is_found():
    sheets = find_sheets(table((FAR, 2.3, (100, 120)), (NEAR, 4.0, (1000, 100))))
    assert [(sheet.turn, len(sheet.tags)) for sheet in sheets] == [(FAR.turn, 8), (NEAR.turn, 8)]
