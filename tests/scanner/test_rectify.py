"""Flattening: every part of a bowed, shifted or turned page lands where the print has it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.page.blank import PX_PER_MM, blank_page
from scanner.page.page_guess import fit_page
from scanner.page.rectify import rectify
from scanner.page.tags import SeenSheet, find_sheets
from scanner.page.warp import STEP, Warp, page_nodes
from templates.board.page import BoardPage
from templates.load import load_layout
from templates.sheet_code import SheetCode
from tests.scanner.bowed import Bowed

NEAR = 0.4
"""How far any place may be off, mm."""


def rectified(paper, tags=None, start=None):
    (seen,) = find_sheets(paper.photo)
    if tags is not None:
        kept = tuple(tag for tag in seen.tags if tag.place in tags)
        seen = SeenSheet(seen.turn, kept)
    if start is None:
        _, start, _ = fit_page(seen.tags, paper.page)
    return rectify(paper.photo, seen, paper.code, paper.page, start)


@pytest.mark.parametrize(
    ("sheet", "bow"), [("A", 0.0), ("A", 0.01), ("A", -0.01), ("BAC", 0.01), ("BAC", -0.015)]
)
def test_a_bowed_page_lands_within_reach_everywhere(sheet, bow):
    paper = Bowed(sheet, bow)
    fit = rectified(paper)
    assert paper.off(fit.warp).max() < NEAR
    assert fit.found > 0.6
    assert fit.misfit < NEAR


def test_the_measure_of_this_test_notices_a_bow():
    """Without matching its print, a bowed page is off by the bow."""
    paper = Bowed("A", 0.01)
    flat = Bowed("A", 0.0)
    assert paper.off(rectified(flat).warp).max() > 2.0


@pytest.mark.parametrize("shift", [(1.6, -1.2), (-2.0, 1.0)])
def test_print_brings_a_shifted_page_back(shift):
    """Tags that are badly found put the whole page a little aside."""
    paper = Bowed("A", 0.0)
    aside = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]])
    fit = rectified(paper, tags=(0, 4), start=paper.homography @ aside)
    assert paper.off(fit.warp).max() < NEAR


def test_three_tags_are_enough():
    paper = Bowed("A", 0.003)
    assert paper.off(rectified(paper, tags=(0, 2, 6)).warp).max() < NEAR


def test_another_print_fits_worse():
    paper = Bowed("A")
    (seen,) = find_sheets(paper.photo)
    other = rectify(paper.photo, seen, SheetCode("daydream/D"), paper.page, paper.homography)
    assert other.own < 0.8 < rectified(paper).own


def test_flattening_gives_the_page_back():
    paper = Bowed("A", 0.01)
    flat = rectified(paper).warp.flatten(paper.photo, PX_PER_MM)
    blank = blank_page(paper.code)
    assert flat.shape == blank.shape
    inner = slice(80, -80), slice(80, -80)
    soft = cv2.GaussianBlur(blank, (0, 0), 2.0)[inner].astype(float) * 0.85
    seen = cv2.GaussianBlur(flat, (0, 0), 1.0)[inner].astype(float)
    assert np.abs(seen - soft).mean() < 3.0
    assert np.corrcoef(seen.ravel()[::7], soft.ravel()[::7])[0, 1] > 0.95


def test_what_is_outside_the_photo_is_white():
    page = load_layout("daydream/A", paper="a4").page
    rows, columns = int(page.height // STEP) + 2, int(page.width // STEP) + 2
    far = np.full((rows, columns, 2), -500.0)
    flat = Warp(page, far).flatten(np.zeros((90, 90), np.uint8), 2)
    assert flat.min() == 255


@pytest.mark.parametrize("over", [0.0, 0.04, 0.28, 0.49, 0.5, 4.01])
@pytest.mark.parametrize("scale", [2, 3, PX_PER_MM])
def test_boards_are_as_high_as_they_are(over, scale):
    """A last row of nodes may lie less than a pixel inside a board."""
    page = BoardPage("board", 210.0 + over, 300.0 + over)
    grey = np.arange(0, 250, dtype=np.uint8)[:, None].repeat(200, 1)
    flat = Warp(page, page_nodes(page) * 0.6).flatten(grey, scale)
    assert flat.shape == (int((300 + over) * scale), int((210 + over) * scale))
    steps = np.diff(flat[:, 60].astype(int))
    assert (steps >= 0).all()
    assert steps.max() <= 1
