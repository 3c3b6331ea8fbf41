"""What the player added: the pen stays, the print, the light and folds go."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.marks.lines import coverage
from scanner.page.blank import PX_PER_MM, blank_page
from scanner.page.hard_shadows import hard_edges
from scanner.page.ink import creases, even_light, find_ink
from scanner.page.shown_print import BLURS, Print
from templates.sheet_code import INKS, SheetCode

DARK = 45
"""Ink from here on is taken for a pen."""
RIM = 8 * PX_PER_MM
INNER = slice(RIM, -RIM), slice(RIM, -RIM)
LINES = [
    ((40.0, 60.0), (75.0, 82.0)),
    ((120.0, 150.0), (150.0, 150.0)),
    ((90.0, 210.0), (90.0, 240.0)),
]


def blank(ink="colour", sheet="A"):
    return blank_page(SheetCode(f"daydream/{sheet}", ink=ink))


def photographed(page, *, light=(0.9, 0.55), blur=0.9, noise=3.0, seed=1):
    """Light a page from one side, blur it and add a sensor's noise."""
    soft = cv2.GaussianBlur(page, (0, 0), blur).astype(np.float32)
    fall = np.linspace(light[0], light[1], page.shape[1], dtype=np.float32)
    grain = np.random.default_rng(seed).normal(0, noise, page.shape)
    return np.clip(soft * fall + grain, 0, 255).astype(np.uint8)


def drawn(page, lines, tone=60, width=0.45):
    done = page.copy()
    for ends in lines:
        a, b = (tuple(round(16 * PX_PER_MM * c) for c in end) for end in ends)
        cv2.line(done, a, b, tone, round(width * PX_PER_MM), cv2.LINE_AA, 4)
    return np.minimum(done, page)


def share(ink):
    """The share of a page that is taken for ink, its outermost edge left out."""
    return float((ink[INNER] > DARK).mean())


@pytest.mark.parametrize("mode", INKS)
@pytest.mark.parametrize("sheet", ["A", "EDF"])
def test_an_untouched_page_has_almost_no_ink(mode, sheet):
    page = blank(mode, sheet)
    assert share(find_ink(photographed(page), Print(page), 0.05).ink) < 0.0005


@pytest.mark.parametrize("mode", INKS)
@pytest.mark.parametrize(("tone", "width"), [(50, 0.45), (120, 0.5)], ids=["pen", "pencil"])
def test_a_line_survives_over_print(mode, tone, width):
    page = blank(mode)
    ink = find_ink(photographed(drawn(page, LINES, tone, width)), Print(page), 0.05).ink
    assert coverage(ink, LINES, pen=110.0).min() > 0.9
    aside = [((a + 4, b - 4), (c + 4, d - 4)) for (a, b), (c, d) in LINES]
    assert coverage(ink, aside, pen=110.0).max() < 0.3


def test_the_paper_is_white_wherever_the_light_falls():
    page = blank()
    even = even_light(photographed(page, light=(1.0, 0.35), noise=0), Print(page))
    paper = (cv2.erode(page, np.ones((3 * PX_PER_MM, 3 * PX_PER_MM), np.uint8)) > 250)[INNER]
    assert paper.sum() > 1000
    assert np.percentile(even[INNER][paper], 2) > 235


def test_the_edge_of_a_shadow_is_no_ink():
    page = blank()
    photo = photographed(page).astype(np.float32)
    across = np.clip((np.arange(page.shape[0])[:, None] / PX_PER_MM - 137) / 8, 0, 1)
    photo *= 1 - 0.45 * across
    assert share(find_ink(photo.astype(np.uint8), Print(page), 0.05).ink) < 0.002


def test_a_hard_edge_of_a_shadow_is_no_ink_and_lines_go_on_across_it():
    page = blank()
    y, x = np.mgrid[: page.shape[0], : page.shape[1]]
    shadow = np.where(x + 0.4 * y > 0.75 * page.shape[1], 0.45, 1.0)
    empty, written = (
        find_ink((photographed(each) * shadow).astype(np.uint8), Print(page), 0.05).ink
        for each in (page, drawn(page, LINES))
    )
    assert share(empty) < 0.002
    assert coverage(written, LINES, pen=110.0).min() > 0.9


def test_where_a_sheet_is_cut_off_there_is_no_shadow():
    page = blank()
    photo = photographed(page, light=(0.7, 0.6))
    cut = photo.shape[1] - 12 * PX_PER_MM
    photo[:, cut:] = page[:, cut:]  # as a page is filled up beyond the picture
    ink = find_ink(photo, Print(page), 0.05).ink
    assert float((ink[:, : cut - 3 * PX_PER_MM][INNER] > DARK).mean()) < 0.0005


@pytest.mark.parametrize(("lit", "is_edge"), [(0.9, True), (1.0, False)])
def test_an_edge_to_what_is_beyond_the_picture_is_none_of_a_shadow(lit, is_edge):
    light = np.full((297, 210), lit)
    light[:, :190] = 0.6 * lit
    assert (hard_edges(light, np.full(light.shape, 255.0)) is not None) == is_edge


@pytest.mark.parametrize("upright", [True, False])
def test_a_fold_is_removed_and_what_was_written_stays(upright):
    page = blank()
    fold = np.full(page.shape, 255, np.uint8)
    height, width = page.shape
    at = (87 if upright else 187) * PX_PER_MM
    ends = ((at, 0), (at + 12, height)) if upright else ((0, at), (width, at + 10))
    cv2.line(fold, *ends, 170, round(0.7 * PX_PER_MM), cv2.LINE_AA)
    folded = cv2.multiply(drawn(page, LINES), fold, scale=1 / 255)
    ink = find_ink(photographed(folded), Print(page), 0.05).ink
    plain = find_ink(photographed(drawn(page, LINES)), Print(page), 0.05).ink
    assert coverage(ink, LINES, pen=110.0).min() > 0.9
    along = (fold < 200)[INNER]
    assert (ink[INNER][along] > DARK).mean() < 0.1
    assert share(ink) < share(plain) + 0.0007


def test_no_line_of_a_player_is_taken_for_a_fold():
    ink = 255 - drawn(np.full((1600, 1600), 255, np.uint8), [((30, 100), (66, 100))], 90)
    assert max(found.max() for found in creases(ink)) == 0


def test_a_row_of_leaves_filled_with_felt_is_no_fold():
    paper = np.full((1600, 1600), 255, np.uint8)
    for n in range(10):
        center = (300 + round(8.9 * PX_PER_MM) * n, 800)
        axes = round(4.2 * PX_PER_MM), round(5 * PX_PER_MM)
        cv2.ellipse(paper, center, axes, 0, 0, 360, 30, -1)
    folds, grain = creases(255 - paper)
    assert max(folds.max(), grain.max()) < 40


@pytest.mark.parametrize("blur", BLURS[1:-1])
def test_blur_is_measured(blur):
    page = blank()
    told = BLURS.index(Print(page).blur_in(cv2.GaussianBlur(page, (0, 0), blur)))
    assert abs(told - BLURS.index(blur)) <= 1


def test_print_that_is_a_little_aside_is_not_ink():
    page = blank()
    moved = np.roll(page, (1, 1), (0, 1))
    tolerant, strict = (
        find_ink(photographed(moved), Print(page), misfit).ink for misfit in (0.25, 0.0)
    )
    assert share(tolerant) < 0.001
    assert share(tolerant) < share(strict) / 2


def test_thin_lines_beside_their_places_are_no_paper():
    page = blank("black", "BC")
    aside = photographed(np.roll(page, (3, 3), (0, 1)), blur=0.5, light=(1.0, 1.0))
    tones = Print(page).tones_in(aside, 0.5, 3)
    assert tones[100:180].max() < 200  # 254, if they are taken for paper
    assert tones[255] > 240


def test_clean_is_the_ink_on_white_paper():
    page = blank()
    found = find_ink(photographed(drawn(page, LINES)), Print(page), 0.05)
    assert np.array_equal(found.clean, 255 - found.ink)


def test_what_lies_on_dark_print_does_not_make_the_rest_as_light_as_paper():
    blank = blank_page(SheetCode("daydream/A"))
    page = blank.copy()
    dark = (blank >= 32) & (blank < 64)
    page[dark] = 230  # there is little of that tone, and most of it is covered
    tones = Print(blank).tones_in(page, BLURS[0])
    assert tones[200] < 215
    assert (np.diff(tones.astype(int)) >= 0).all()
