"""Take the tags of sheets that share a turn apart: a page is where most tags fit their places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np

from scanner.page.tags import SeenTag, page_corners
from scanner.pictures import Floats
from templates.page import TAG, Page, page_of

_SHAPES = (page_of("a4"), page_of("a4", landscape=True))
"""Papers are so alike that one of each way round finds the tags of all."""
_REACH = (40.0, 20.0, 20.0)
"""How far from its place a tag may be seen, mm: at first sight, and once more tags are known."""
_SKEW = 0.35
"""How much a tag's sides may differ from those of its place, as a share of a tag."""
_FOLDED = (60.0, 35.0, 35.0), 0.75
"""The same where all tags may be one sheet, which is folded then."""


def apart(tags: Sequence[SeenTag]) -> list[list[SeenTag]]:
    """Divide tags of one turn into sheets, each with no place twice.

    Where every place occurs once and all tags fit one page, that is the sheet. Otherwise the
    page on which most tags lie well is taken away first, then the next.
    """
    left, sheets = list(tags), []
    while left:
        best = _whole(left) or max(_pages(left), key=_worth, default=([0], 0.0))
        sheets.append([left[n] for n in best[0]])
        left = [tag for n, tag in enumerate(left) if n not in best[0]]
    return sheets


_Found = tuple[list[int], float]
"""Which tags make a page, and how far they are from their places, mm."""


def _worth(found: _Found) -> tuple[int, float]:
    return len(found[0]), -found[1]


def _whole(tags: Sequence[SeenTag]) -> _Found | None:
    """All tags, if they can be one sheet."""
    every = list(range(len(tags)))
    if len({tag.place for tag in tags}) < len(tags):
        return None
    if len(tags) == 1:
        return every, 0.0
    fits = (_grown(tags, every, page, *_FOLDED) for page in _SHAPES)
    return next((found for found in fits if len(found[0]) == len(tags)), None)


def _pages(tags: Sequence[SeenTag]) -> list[_Found]:
    """The page that each two tags suggest, with all tags that lie on it."""
    pairs = [(a, b) for a, b in combinations(range(len(tags)), 2) if tags[a].place != tags[b].place]
    grown = [_grown(tags, list(pair), page) for pair in pairs for page in _SHAPES]
    return [found for found in grown if len(found[0]) > 1]


def _grown(
    tags: Sequence[SeenTag],
    seed: list[int],
    page: Page,
    reaches: Sequence[float] = _REACH,
    skew: float = _SKEW,
) -> _Found:
    """From some tags to all that lie where the page puts them."""
    places = np.stack([page_corners(page, tag.place) for tag in tags]).astype(np.float64)
    corners = np.stack([tag.corners for tag in tags]).astype(np.float64)
    members, by, off = seed, [-1], 0.0
    for reach in reaches:
        if members != by:  # else all lies as it did
            by = members
            to_page, _ = cv2.findHomography(corners[by].reshape(-1, 2), places[by].reshape(-1, 2))
            if to_page is None:
                return [], 0.0
            laid = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), to_page).reshape(-1, 4, 2)
            far, turned = _judged(laid, places)
        fits = (far < reach) & (turned < skew * TAG)
        members = _nearest(np.flatnonzero(fits).tolist(), tags, far)
        if len(members) < 2:
            return [], 0.0
        off = float(far[members].mean())
    return members, off


def _judged(laid: Floats, places: Floats) -> tuple[Floats, Floats]:
    """How far each tag is from its place, and how far a side of it is from its place's, mm."""
    far = np.linalg.norm(laid.mean(axis=1) - places.mean(axis=1), axis=1)
    sides = np.diff(laid, axis=1) - np.diff(places, axis=1)
    return far, np.linalg.norm(sides, axis=2).max(axis=1)


def _nearest(members: Sequence[int], tags: Sequence[SeenTag], far: Floats) -> list[int]:
    """One tag for each place: the nearest."""
    by_place: dict[int, int] = {}
    for n in sorted(members, key=lambda n: far[n]):
        by_place.setdefault(tags[n].place, n)
    return sorted(by_place.values())
