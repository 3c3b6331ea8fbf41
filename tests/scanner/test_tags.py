"""Which sheets a picture shows, by their tags: also those that lie further away than others."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.page import tags
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


@pytest.mark.parametrize("far", [1.7, 2.3])
def test_a_sheet_that_lies_further_away_than_another_is_found(far):
    sheets = find_sheets(table((FAR, far, (100, 120)), (NEAR, 4.0, (1000, 100))))
    assert [(sheet.turn, len(sheet.tags)) for sheet in sheets] == [(FAR.turn, 8), (NEAR.turn, 8)]


def test_a_sheet_on_a_bare_table_is_not_looked_for_twice(monkeypatch):
    looks = []
    looked = tags._numbered
    monkeypatch.setattr(tags, "_numbered", lambda *how: looks.append(how[1:]) or looked(*how))
    assert len(find_sheets(table((NEAR, 4.0, (1000, 100))))) == 1
    assert looks == [(tags.DETECT_SIDE, tags._QUICK)]
