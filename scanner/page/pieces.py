"""Pieces of a sheet's blank, and where they are on a page that was flattened so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import hypot

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from scanner.page.blank import PX_PER_MM, blank_page
from scanner.page.warp import Warp
from scanner.pictures import Floats, Grey
from scanner.reader import layout_of
from templates.geometry import Box
from templates.page import CODE_LENGTH, CODE_LINE, CODE_SIZE, TAG, Page
from templates.sheet_code import SheetCode


@dataclass(frozen=True)
class Cut:
    """How a page is cut into pieces."""

    side: float
    """Of a piece, mm."""
    scale: int
    """At which pieces are looked for, px per mm."""
    reach: float
    """How far a piece may be from where it is expected, mm."""
    most: int = 120
    """More pieces than this are not needed: the weakest are left out."""


_LIKENESS = cv2.TM_CCOEFF_NORMED
_INK = 0.9
"""What is darker than this share of a piece's darkest print counts as that."""
_MARGIN = 3.6
"""Nothing is printed that close to the edge, mm."""
_LEAST_DISTINCT = 120.0
_GAP = 20.0
"""Where nothing is looked for within so many mm, nothing vouches for what is seen there."""


@dataclass(frozen=True)
class Pieces:
    """Pieces of the blank that can be recognised, and where they are."""

    cut: Cut
    pictures: NDArray[np.uint8]
    """(n, side, side)"""
    centers: Floats
    """(n, 2) mm."""
    own: NDArray[np.bool_]
    """(n,) whether a piece is this sheet's own: no part of a tag or a code, which all have."""

    def moves(self, grey: Grey, warp: Warp) -> tuple[Floats, Floats]:
        """Look for every piece around its place: how far it is off, mm, and how sure that is."""
        scale = self.cut.scale
        side, reach = round(self.cut.side * scale), round(self.cut.reach * scale)
        flat = warp.flatten(grey, scale)
        spare = max(0, reach - int(_MARGIN * scale)) + 1
        flat = cv2.copyMakeBorder(flat, *(spare,) * 4, cv2.BORDER_CONSTANT, value=255)
        corners = np.round(self.centers * scale - side / 2).astype(int) + spare - reach
        left, top = corners.T
        wide = side + 2 * reach
        around = sliding_window_view(flat, (wide, wide))[top, left]
        # Ink is darker than light print: it must not outweigh it.
        floors = np.rint(self._floors * around.max(axis=(1, 2))).astype(np.uint8)
        np.maximum(around, floors[:, None, None], out=around)
        # Matched in little more than half the time of bytes.
        shown, pieces = around.astype(np.float32), self.pictures.astype(np.float32)
        likeness = np.empty((len(pieces), 2 * reach + 1, 2 * reach + 1), np.float32)
        for place, piece, found in zip(shown, pieces, likeness, strict=True):
            cv2.matchTemplate(place, piece, _LIKENESS, found)
        return _peaks(likeness, reach, scale)

    @cached_property
    def _floors(self) -> Floats:
        """How dark each piece may at most be, as a share of its paper."""
        return _INK * self.pictures.min(axis=(1, 2)) / 255


@lru_cache(maxsize=24)
def pieces_of(code: SheetCode, cut: Cut) -> Pieces:
    """Cut the blank of a sheet into pieces."""
    blank = blank_page(code)
    scale = cut.scale
    small = cv2.resize(
        blank, None, fx=scale / PX_PER_MM, fy=scale / PX_PER_MM, interpolation=cv2.INTER_AREA
    )
    side, margin = round(cut.side * scale), round(_MARGIN * scale)
    height, width = small.shape
    places = [
        (top, left)
        for top in range(margin, height - side - margin + 1, side)
        for left in range(margin, width - side - margin + 1, side)
    ]
    strength = {
        (top, left): _distinctness(small[top : top + side, left : left + side])
        for top, left in places
    }
    chosen = [place for place in places if strength[place] > _LEAST_DISTINCT]
    chosen.sort(key=lambda place: -strength[place])
    # More than enough: leave out the weakest, but not all of a region of somebody's board.
    weak = [] if layout_of(code).page.tags else chosen[cut.most :]
    chosen = sorted([*chosen[: cut.most], *_far_from(chosen[: cut.most], weak, _GAP * scale)])
    centers = np.array([(x + side / 2, y + side / 2) for y, x in chosen]).reshape(-1, 2) / scale
    return Pieces(
        cut,
        np.array([small[y : y + side, x : x + side] for y, x in chosen], np.uint8).reshape(
            -1, side, side
        ),
        centers,
        ~_furnished(centers, layout_of(code).page, cut.side),
    )


def _far_from(
    chosen: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]], far: float
) -> list[tuple[int, int]]:
    """Give those of the others that are far from all that are chosen, and from each other."""
    found: list[tuple[int, int]] = []
    for y, x in others:
        if all(hypot(y - down, x - across) > far for down, across in (*chosen, *found)):
            found.append((y, x))
    return found


def _furnished(centers: Floats, page: Page, side: float) -> NDArray[np.bool_]:
    """Say which pieces share something with a tag or a code."""
    x, y = page.code_at
    code = Box.between(x, y - CODE_LINE - CODE_SIZE, x + CODE_LENGTH, y + 1.0)
    tags = [Box(tag.center, (TAG, TAG)) for tag in page.tags]
    touched = np.zeros(len(centers), bool)
    for box in (*page.qr_boxes, *tags, code):
        reach = (np.array(box.size) + side) / 2
        touched |= (np.abs(centers - box.center) < reach).all(axis=1)
    return touched


def _distinctness(piece: Grey) -> float:
    """How well the print of a piece fixes it in both directions."""
    across = cv2.Sobel(piece, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(piece, cv2.CV_32F, 0, 1)
    xx, yy, xy = (
        a.ravel() @ b.ravel() / a.size for a, b in ((across, across), (down, down), (across, down))
    )
    return float((xx + yy) / 2 - hypot((xx - yy) / 2, xy))


def _peaks(likeness: Floats, reach: int, scale: int) -> tuple[Floats, Floats]:
    """Where each likeness, (n, y, x), is greatest, mm from the middle, and how great it is.

    Nothing is known of pieces that are most like what is at the edge.
    """
    places = likeness.reshape(len(likeness), -1).argmax(axis=1)
    y, x = np.divmod(places, 2 * reach + 1)
    (inner,) = np.nonzero((x > 0) & (x < 2 * reach) & (y > 0) & (y < 2 * reach))
    moves, scores = np.zeros((len(likeness), 2)), np.zeros(len(likeness))
    x, y, found = x[inner], y[inner], likeness[inner].astype(np.float64)
    rows = np.arange(len(inner))
    best = scores[inner] = found[rows, y, x]
    dx = _tops(found[rows, y, x - 1], best, found[rows, y, x + 1])
    dy = _tops(found[rows, y - 1, x], best, found[rows, y + 1, x])
    moves[inner] = np.stack([x + dx - reach, y + dy - reach], axis=1) / scale
    return moves, scores


def _tops(before: Floats, at: Floats, after: Floats) -> Floats:
    """The tops of parabolas through three values each, from -0.5 to 0.5."""
    curve = np.minimum(before - 2 * at + after, 0.0)
    top = np.divide(before - after, 2 * curve, out=np.zeros_like(at), where=curve < 0)
    return np.clip(top, -0.5, 0.5)
