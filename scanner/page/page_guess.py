"""What the tags alone say about the page: its paper, and where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.middle import median
from scanner.page.tags import ENOUGH_TAGS, SeenSheet, SeenTag, page_corners
from scanner.page.warp import Warp, page_nodes
from scanner.pictures import Grey, PhotoError
from templates.daydream.regions import EDGE
from templates.page import PAPERS, Page, page_of

_FLAT = 0.7
"""How far the tags of a flat sheet are from their places at most, mm."""
_MOST_OUTSIDE = 0.6
"""If more than this share of a page is outside the picture, there is too little to read."""
Homography = NDArray[np.float64]
"""From mm on the page to pixels in the picture, (3, 3)."""


def guess_page(seen: SeenSheet) -> tuple[Page, Homography]:
    """Say on which paper and which way round a sheet was printed, and how it lies; ``few-tags``.

    The tags' places fit a page of either way round, but then all tags are squeezed; on paper that
    is folded this tells more than how well their places fit.
    """
    *papers, last = PAPERS
    # How a page is squeezed shows which way round it is, whatever its paper.
    either = [fit_page(seen.tags, page_of(last, landscape=wide)) for wide in (False, True)]
    fit = min(either, key=lambda each: _squeeze(seen.tags, each[1]))
    pages = (page_of(paper, landscape=fit[0].is_wide) for paper in papers)
    fits = [*(fit_page(seen.tags, other) for other in pages), fit]
    page, homography, _ = min(fits, key=lambda each: each[2])
    return page, homography


def _squeeze(tags: Sequence[SeenTag], homography: Homography) -> float:
    """How far most tags are from squares on the page: 0 for squares."""
    corners = np.stack([tag.corners for tag in tags]).astype(np.float64)
    laid = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), np.linalg.inv(homography))
    sides = np.linalg.norm(np.diff(laid.reshape(-1, 4, 2), axis=1), axis=2)
    across, down = sides[:, 0] + sides[:, 2], 2 * sides[:, 1]
    return median(np.abs(np.log(np.maximum(across, 1e-6) / np.maximum(down, 1e-6))))


def fit_page(tags: Sequence[SeenTag], page: Page) -> tuple[Page, Homography, float]:
    """Fit a page to its tags; the last value is the misfit in mm."""
    flat = np.concatenate([page_corners(page, tag.place) for tag in tags])
    seen = np.concatenate([tag.corners for tag in tags])
    if len(tags) < 2:
        raise PhotoError("few-tags", seen=len(tags))
    homography, _ = cv2.findHomography(flat, seen, 0)
    if homography is None:
        raise PhotoError("few-tags", seen=len(tags))
    back = cv2.perspectiveTransform(seen.reshape(-1, 1, 2), np.linalg.inv(homography))
    misfit = float(np.sqrt(np.mean(np.sum((back.reshape(-1, 2) - flat) ** 2, axis=1))))
    return page, homography, misfit


def lies_flat(seen: SeenSheet, page: Page) -> bool:
    """Say whether the tags alone show that the paper does not bend."""
    return len(seen.tags) >= ENOUGH_TAGS and fit_page(seen.tags, page)[2] < _FLAT


def check_whole(lain: Warp, grey: Grey) -> None:
    """Make sure that enough of what is read is in the picture; ``half-sheet``."""
    if float(lain.outside(grey)[_is_read(lain.page)].mean()) > _MOST_OUTSIDE:
        raise PhotoError("half-sheet")


@lru_cache(maxsize=16)  # there are few papers
def _is_read(page: Page) -> NDArray[np.bool_]:
    """Say which nodes of a page are where something is read."""
    nodes, size = page_nodes(page), np.array([page.width, page.height])
    return np.asarray(((nodes >= EDGE) & (nodes <= size - EDGE)).all(axis=2))
