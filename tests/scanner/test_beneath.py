"""Sheets that lie over one another."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.page.beneath import beneath
from scanner.page.fit import Fit
from scanner.page.tags import SeenSheet, SeenTag, page_corners
from scanner.page.warp import Warp
from templates.geometry import Box
from templates.page import page_of

PAGE = page_of("a4", landscape=True)
SCALE = 4.0


def laid(x, y):
    """The perspective of a sheet that lies flat with its top left corner at a place, mm."""
    return np.array([[SCALE, 0, SCALE * x], [0, SCALE, SCALE * y], [0, 0, 1.0]])


def sheet(x, y, without=()):
    """The tags of a sheet there."""
    there = SCALE * np.array([x, y])
    return SeenSheet(0, tuple(
        SeenTag(0, n, (SCALE * page_corners(PAGE, n) + there).astype(np.float32))
        for n in range(len(PAGE.tags)) if n not in without
    ))  # fmt: skip


def fit(x=0.0, y=0.0):
    return Fit(Warp.plain(PAGE, laid(x, y)), 0.1, 1.0)


def at(x, y):
    return Box((x, y), (8.0, 8.0))


def test_what_is_beneath_another_sheet_is_doubted():
    """The other one covers the lower right quarter, with the tags 3, 4 and 5."""
    found = beneath(fit(), sheet(0, 0, without=(3, 4, 5)), [sheet(100, 90)])
    assert found.unsure(at(200, 150))
    assert found.unsure(at(106, 150)), "its paper goes beyond its tags"
    assert not found.unsure(at(90, 150))
    assert not found.unsure(at(200, 70))


@pytest.mark.parametrize(
    ("without", "others"),
    [
        ((), [(100, 90)]),  # this is the upper one
        ((3, 4, 5), []),
        ((3, 4, 5), [(310, 0)]),  # beside it: something else hides them
        ((0,), [(100, 90)]),  # and here, too
    ],
)
def test_nothing_else_is(without, others):
    before = fit()
    after = beneath(before, sheet(0, 0, without), [sheet(*place) for place in others])
    assert not after.unsure(at(200, 150))
    assert after.unfit == before.unfit


def test_what_was_doubted_stays_so():
    before = fit()
    rows, columns = before.warp.nodes.shape[:2]
    doubtful = np.zeros((rows, columns), bool)
    doubtful[2, 2] = True
    before = Fit(before.warp, 0.1, 1.0, doubtful=doubtful)
    after = beneath(before, sheet(0, 0, without=(4,)), [sheet(100, 90)])
    assert after.unsure(at(8, 8)) and after.unsure(at(200, 150))
