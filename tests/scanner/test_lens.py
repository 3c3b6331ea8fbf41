"""A lens that bends lines is no curled paper; a fold is no lens."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.page import rectify as rectify_module
from scanner.page.blank import blank_page
from scanner.page.lens import BENT_TAGS, View, view_of
from scanner.page.page_guess import fit_page
from scanner.page.rectify import rectify
from scanner.page.tags import SeenSheet, SeenTag, find_sheets, page_corners
from templates.load import load_layout
from templates.sheet_code import SheetCode
from tests.scanner.folded import Bent, Camera, Fold, Wave

CODE = SheetCode("daydream/A")
PAGE = load_layout(CODE.sheet, paper="a4").page
GREY = np.full((1512, 2016), 255, np.uint8)
PLANE = np.array([[5.0, 0.6, 330.0], [-0.3, 4.6, 90.0], [4e-4, -1e-4, 1.0]])


def lens(bulge: float, aside=(0.0, 0.0)) -> View:
    return View(PLANE, bulge, np.array([1008.0, 756.0]) + aside, 1260.0)


def tagged(view: View, places=range(8)) -> SeenSheet:
    """A sheet whose tags are where a view has them."""
    tags = [
        SeenTag(0, place, view.seen(page_corners(PAGE, place)).astype(np.float32))
        for place in places
    ]
    return SeenSheet(0, tuple(tags))


def seen_of(view: View, **more) -> View:
    seen = tagged(view, **more)
    return view_of(seen, PAGE, fit_page(seen.tags, PAGE)[1], GREY)


@pytest.mark.parametrize("bulge", [-0.3, -0.1, 0.0, 0.08])
def test_a_view_is_turned_back(bulge):
    places = np.array([(10.0, 12.0), (105.0, 148.0), (200.0, 290.0)])
    view = lens(bulge, (60.0, -40.0))
    assert np.allclose(view.back(view.seen(places)), places, atol=1e-3)


@pytest.mark.parametrize("aside", [(0.0, 0.0), (120.0, -80.0)])
def test_a_lens_is_found_from_the_tags(aside):
    """Also where the picture was cut, so that the lens's middle is not the picture's."""
    found = seen_of(lens(-0.2, aside))
    assert found.bulge == pytest.approx(-0.2, abs=0.01)
    assert np.allclose(found.middle, np.array([1008.0, 756.0]) + aside, atol=12)


def test_a_good_lens_is_not_looked_for():
    assert seen_of(lens(-0.004)).bulge == 0.0


def test_few_tags_say_nothing_about_a_lens():
    assert seen_of(lens(-0.2), places=range(5)).bulge == 0.0


@pytest.mark.parametrize(
    ("folds", "waves"),
    [
        ((Fold((0.5, 0.5), 0.0, 28.0),), ()),
        ((Fold((0.5, 0.5), 0.0, -14.0), Fold((0.5, 0.5), 90.0, 16.0)), ()),
        ((), (Wave(8.0, 150.0, 65.0),)),
    ],
)
def test_bent_paper_is_no_lens(folds, waves):
    paper = Bent(PAGE, blank_page(CODE), folds, waves, Camera(focal=0.6))
    (seen,) = find_sheets(paper.photo)
    _, start, misfit = fit_page(seen.tags, PAGE)
    assert misfit > BENT_TAGS  # else a lens would not be looked for
    assert view_of(seen, PAGE, start, paper.photo).bulge == 0.0


def test_a_flat_sheet_through_an_ultra_wide_lens_is_not_followed_over_folds(monkeypatch):
    paper = Bent(PAGE, blank_page(CODE), camera=Camera(bulge=-0.15, focal=0.6))
    (seen,) = find_sheets(paper.photo)
    _, start, misfit = fit_page(seen.tags, PAGE)
    assert misfit > BENT_TAGS

    def follow(*_):
        raise AssertionError

    monkeypatch.setattr(rectify_module, "follow", follow)
    fit = rectify(paper.photo, seen, CODE, PAGE, start)
    assert np.percentile(paper.off(fit.warp), 95) < 0.3
