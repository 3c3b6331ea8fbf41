"""Paper is paper: folded, waved, bent by the lens, cut off and small, and still read."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scanner import read_photo
from scanner.page.blank import blank_page
from scanner.page.fit import Fit
from scanner.page.page_guess import fit_page, guess_page
from scanner.page.rectify import rectify, with_all_tags
from scanner.page.surface import refined, surface
from scanner.page.tags import find_sheets
from scanner.page.warp import STEP, Warp, page_nodes
from templates.geometry import Box
from templates.load import load_layout
from templates.sheet_code import SheetCode
from tests.scanner.folded import Bent, Camera, Fold, Wave
from tests.scanner.photos import filled, misread, png

NEAR = 0.5
"""How far nearly every place may be off, mm."""
HALF = (Fold((0.5, 0.5), 0.0, 28.0),)
THIRDS = (Fold((0.5, 0.33), 1.0, 20.0), Fold((0.5, 0.67), -1.0, -24.0))
QUARTERS = (Fold((0.5, 0.5), 0.0, -14.0), Fold((0.5, 0.5), 90.0, 16.0))
WAVES = (Wave(5.0, 150.0, 65.0),)
SMALL = Camera(tilt=8.0, turn=0.0, share=0.925, size=(800, 600))
BENT = [
    # folds, waves, radial distortion
    (HALF, (), 0.0),
    (THIRDS, (), 0.0),
    (QUARTERS, (), 0.0),
    ((), WAVES, 0.0),
    ((), (), -0.15),  # an ultra-wide lens
]


@pytest.mark.parametrize(("folds", "waves", "bulge"), BENT)
def test_a_bent_page_lands_where_its_print_has_it(folds, waves, bulge):
    code = SheetCode("daydream/A")
    page = load_layout(code.sheet, paper="a4").page
    paper = Bent(page, blank_page(code), folds, waves, Camera(bulge=bulge, focal=0.6))
    (seen,) = find_sheets(paper.photo)
    _, start, _ = fit_page(seen.tags, page)
    fit = rectify(paper.photo, seen, code, page, start)
    # By its tags alone the page is far off, so that the comparison can fail.
    assert paper.off(Warp.plain(page, start)).max() > 2.0
    assert np.percentile(paper.off(fit.warp), 95) < NEAR
    assert fit.misfit < 0.3
    assert fit.unfit < 0.1


@pytest.mark.parametrize(("folds", "waves"), [(HALF, ()), ((), WAVES)])
def test_a_folded_or_waved_sheet_is_read_as_it_was_filled_in(folds, waves):
    written = filled("BC", 2, ink="light", lang="fr")
    page = load_layout("daydream/BC", paper="a4").page
    photo = Bent(page, written.image, folds, waves).photo
    (scan,) = read_photo(png(photo))
    assert scan["status"] != "unreadable", scan["reason"]
    assert misread(scan, written.board) == {}
    assert len(scan["review"]) <= 4


def test_a_small_photo_is_read():
    """A landscape page 740 px wide, as messengers send them on."""
    written = filled("BC", 2, lang="fr")
    page = load_layout("daydream/BC", paper="a4").page
    photo = Bent(page, written.image, camera=SMALL).photo
    (scan,) = read_photo(png(photo))
    assert scan["status"] != "unreadable", scan["reason"]
    assert misread(scan, written.board) == {}
    assert len(scan["review"]) <= 5


def test_what_an_edge_cut_off_leaves_is_read_and_the_rest_is_named():
    written = filled("BC", 2, lang="fr")
    page = load_layout("daydream/BC", paper="a4").page
    paper = Bent(page, written.image, camera=Camera(tilt=8.0, turn=0.0))
    layout = load_layout("daydream/BC", paper="a4")
    places = {
        element: paper.seen_at(np.array(p.area.center)) for element, p in layout.places.items()
    }
    right = 0.8 * paper.photo.shape[1]
    (scan,) = read_photo(png(paper.photo[:, : round(right)]))
    assert scan["status"] == "review"
    cut = {element for element, (x, _) in places.items() if x > right + 20}
    seen = {element for element, (x, _) in places.items() if x < right - 60}
    assert cut and cut & set(scan["confidence"]) <= set(scan["unseen"])
    assert not seen & set(scan["unseen"])
    assert misread(scan, written.board) == {}


def test_the_shape_of_a_folded_page_is_told_by_its_tags():
    """Folded by 40 degrees, an upright page covers as much of the picture as one that is wide."""
    code = SheetCode("daydream/A")
    page = load_layout(code.sheet, paper="a4").page
    camera = Camera(tilt=30.0, towards=0.0)
    paper = Bent(page, blank_page(code), (Fold((0.5, 0.5), 0.0, 40.0),), camera=camera)
    (seen,) = find_sheets(paper.photo)
    assert not guess_page(seen)[0].is_wide


def test_a_bent_sheet_is_looked_at_closer_for_the_tags_that_were_missed():
    code = SheetCode("daydream/A")
    page = load_layout(code.sheet, paper="a4").page
    photo = Bent(page, blank_page(code), HALF).photo
    (seen,) = find_sheets(photo)
    some = replace(seen, tags=tuple(tag for tag in seen.tags if tag.place not in (1, 4)))
    _, start, _ = fit_page(some.tags, page)
    found = with_all_tags(photo, some, page, start)
    assert {tag.place for tag in found.tags} == set(range(8))
    assert with_all_tags(photo, seen, page, start) is seen


# ---- the surface


def _creased(at):
    """Straight on both sides of a crease."""
    beyond = np.maximum(at[..., 1] - 150.0, 0.0)
    return np.stack([0.06 * beyond, -0.1 * beyond], axis=-1)


def test_a_surface_breaks_along_a_crease_and_outvotes_mistakes():
    rng = np.random.default_rng(3)
    places = rng.uniform(0, 1, (160, 2)) * [210, 297]
    moves = _creased(places) + rng.normal(0, 0.05, places.shape)
    moves[:12] += [4.0, -3.0]  # one in thirteen was found elsewhere
    field = surface(places, moves, np.ones(160), (210.0, 297.0), 6.0)
    rows, columns = field.shape[:2]
    x, y = np.meshgrid(np.arange(columns) * 6.0, np.arange(rows) * 6.0)
    off = np.linalg.norm(field - _creased(np.stack([x, y], axis=-1)), axis=-1)
    assert np.percentile(off, 95) < 0.25
    # An even bend would be off by a mm at the crease.
    assert off[(y > 140) & (y < 160)].mean() < 0.5


def test_a_strip_beside_a_steep_crease_keeps_its_say():
    """Where a field is still round, what contradicts it is right, and not mistaken."""
    x, y = np.meshgrid(np.arange(6.0, 210.0, 12.0), np.arange(6.0, 297.0, 12.0))
    places = np.stack([x.ravel(), y.ravel()], axis=-1)
    moves = 4.0 * _creased(places)
    field = surface(places, moves, np.ones(len(places)), (210.0, 297.0), 6.0)
    fine = refined(field, 6.0, (75, 53), STEP)
    nodes = np.stack(np.meshgrid(np.arange(53) * STEP, np.arange(75) * STEP), axis=-1)
    off = np.linalg.norm(fine - 4.0 * _creased(nodes), axis=-1)
    assert off[:74].max() < 1.0  # 1.2 where the crease between two nodes is cut off
    assert np.percentile(off[:74], 95) < 0.2


# ---- what is not known


def test_a_place_is_unsure_where_print_does_not_meet():
    page = load_layout("daydream/A", paper="a4").page
    doubtful = np.zeros(page_nodes(page).shape[:2], bool)
    doubtful[10, 20] = True
    fit = Fit(Warp(page, page_nodes(page)), 0.1, 1.0, doubtful=doubtful)
    assert fit.unsure(Box((20 * STEP, 10 * STEP), (6.0, 6.0)))
    assert not fit.unsure(Box((20 * STEP, 14 * STEP), (6.0, 6.0)))
    assert 0 < fit.unfit < 0.01


def test_a_place_outside_the_picture_is_unsure():
    page = load_layout("daydream/A", paper="a4").page
    fit = Fit(Warp(page, page_nodes(page)), 0.1, 1.0).within(np.zeros((297, 150), np.uint8))
    assert fit.unsure(Box((170.0, 100.0), (8.0, 8.0)))
    assert not fit.unsure(Box((100.0, 100.0), (8.0, 8.0)))


def test_a_sheet_that_is_half_hidden_by_another_keeps_its_own_print():
    """Where a card covers the page, nothing vouches for it."""
    code = SheetCode("daydream/A")
    page = load_layout(code.sheet, paper="a4").page
    blank = blank_page(code).copy()
    cv2.rectangle(blank, (0, 780), (1260, 1400), 90, -1)
    paper = Bent(page, blank, HALF)
    (seen,) = find_sheets(paper.photo)
    _, start, _ = fit_page(seen.tags, page)
    fit = rectify(paper.photo, seen, code, page, start)
    assert fit.unsure(Box((105.0, 180.0), (10.0, 10.0)))
    assert not fit.unsure(Box((105.0, 60.0), (10.0, 10.0)))
