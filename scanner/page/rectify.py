"""Flatten a photographed page: first by its tags, then by everything that is printed on it.

Most paper lies nearly flat: a smooth bend fits it, found at little cost (``_settled``). Where
that leaves print aside, the page is followed over its folds and waves (``follow``).
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.middle import median, quantile
from scanner.page.fit import BENT_PRINT, GOOD_MATCH, IN_PLACE, LEAST_MATCH, Fit
from scanner.page.follow import bent_by_tags, follow, is_bent
from scanner.page.lens import View, view_of
from scanner.page.page_guess import Homography
from scanner.page.pieces import Cut, Pieces, pieces_of
from scanner.page.tags import SeenSheet, looked_closer, page_corners
from scanner.page.warp import Warp, outside, page_nodes, sampled
from scanner.pictures import Floats, Grey
from templates.geometry import Box
from templates.page import Page
from templates.sheet_code import SheetCode

CUT = Cut(16.0, 3, 2.6)
"""Pieces of a page that lies nearly flat."""
MOST_ASIDE = 0.03
"""The share of the print that may be so far aside: a corner that is turned up has more."""
_ALIKE = 0.03
"""The share of its own print by which a page that was followed may lie worse: small pieces miss."""
_ROUNDS = 3
_LOCAL = 20.0  # reach of a local correction, mm
_TRUST = 0.6  # weight of "no local correction" beside the pieces around


def rectify(grey: Grey, seen: SeenSheet, code: SheetCode, page: Page, start: Homography) -> Fit:
    """Find out where every part of the page is in the picture.

    Args:
        grey: The picture.
        seen: The sheet's tags.
        code: What the sheet says about itself: its blank is what we compare with.
        page: The page it is printed on.
        start: From mm on the page to pixels, as its tags suggest.
    """
    view = view_of(seen, page, start, grey)
    if is_bent(seen, page, view):
        return follow(grey, seen, code, page, view)
    fit = settled(grey, _by_tags(seen, page, view), code)
    if fit.misfit < BENT_PRINT and fit.aside < MOST_ASIDE:
        return fit
    followed = follow(grey, seen, code, page, view)
    return followed if followed.own > fit.own - _ALIKE else fit


def with_all_tags(grey: Grey, seen: SeenSheet, page: Page, start: Homography) -> SeenSheet:
    """Look closer for the tags of a sheet that is bent: each says much about a fold."""
    if len(seen.tags) == len(page.tags) or not is_bent(seen, page, View(start)):
        return seen
    return looked_closer(seen, grey)


def laid(grey: Grey, seen: SeenSheet, page: Page, start: Homography) -> Warp:
    """Where a page is in the picture, as its tags suggest."""
    view = view_of(seen, page, start, grey)
    return (bent_by_tags if is_bent(seen, page, view) else _by_tags)(seen, page, view)


def settled(grey: Grey, warp: Warp, code: SheetCode) -> Fit:
    """Bend a warp smoothly so that the print lies where it should."""
    pieces = pieces_of(code, CUT)
    found, misfit, own, aside = 0.0, float("inf"), 0.0, 0.0
    for round_ in range(_ROUNDS):
        moves, scores = pieces.moves(grey, warp)
        good, shown = scores > GOOD_MATCH, ~outside(warp.at(pieces.centers), grey)
        if good.sum() < 6:
            break
        bend, residual = _field(pieces.centers[good], moves[good], scores[good], warp.page)
        warp = warp.moved(bend)
        found = float(good[shown].mean())
        off = np.linalg.norm(moves - sampled(bend, pieces.centers), axis=1)
        own = _in_place(pieces, off, scores, shown)
        aside = float((off[good] > BENT_PRINT).mean())
        far = np.linalg.norm(moves[good], axis=1)
        # After a second look, what is still off was not mended by the first.
        misfit = quantile(far if round_ else residual, 0.9)
        if quantile(far, 0.95) < 0.4 * CUT.reach:
            break
    return Fit(warp, misfit, found, aside, own).within(grey)


def _in_place(pieces: Pieces, off: Floats, scores: Floats, shown: NDArray[np.bool_]) -> float:
    """The share of a sheet's own pieces that look most like the blank where the blank has them.

    Print that hardly shows still does so at its place; another sheet's print is like it anywhere.
    """
    right = (off < IN_PLACE) & (scores > LEAST_MATCH)
    own = right[pieces.own & shown]
    return float(own.mean()) if own.size else 0.0


def share_found(grey: Grey, warp: Warp, code: SheetCode, box: Box) -> float:
    """The share of the print inside a part of the page that lies where the blank has it."""
    pieces = pieces_of(code, CUT)
    moves, scores = pieces.moves(grey, warp)
    x, y = pieces.centers[:, 0], pieces.centers[:, 1]
    inside = (x > box.left) & (x < box.right) & (y > box.top) & (y < box.bottom)
    right = (scores > GOOD_MATCH) & (np.linalg.norm(moves, axis=1) < IN_PLACE)
    return float(right[inside].mean()) if inside.any() else 0.0


def _by_tags(seen: SeenSheet, page: Page, view: View) -> Warp:
    """Bend the plain perspective so that all tags lie where they were seen."""
    nodes = page_nodes(page)
    plain = Warp(page, view.seen(nodes.reshape(-1, 2)).reshape(nodes.shape))
    if len(seen.tags) < 4:
        return plain
    flat = np.concatenate([page_corners(page, tag.place) for tag in seen.tags])
    where = np.concatenate([tag.corners for tag in seen.tags])
    off = where - view.seen(flat)
    terms, wanted = _bend_terms(flat, page), _node_terms(page, False)
    weight = np.diag([0.0, 0.0, 0.0, 0.02, 0.02, 0.02]) * len(flat)
    bend = np.linalg.solve(terms.T @ terms + weight + 1e-6 * np.eye(6), terms.T @ off)
    return Warp(page, plain.nodes + (wanted @ bend).reshape(nodes.shape))


def _bend_terms(points: Floats, page: Page, cubic: bool = False) -> Floats:
    x = points[:, 0] / page.width * 2 - 1
    y = points[:, 1] / page.height * 2 - 1
    terms = [np.ones_like(x), x, y, x * x, x * y, y * y]
    if cubic:
        terms += [x**3, x * x * y, x * y * y, y**3]
    return np.stack(terms, axis=1)


@lru_cache(maxsize=8)
def _node_terms(page: Page, cubic: bool) -> Floats:
    return _bend_terms(page_nodes(page).reshape(-1, 2), page, cubic)


def _field(
    at: Floats, moves: Floats, scores: Floats, page: Page
) -> tuple[NDArray[np.float64], Floats]:
    """A smooth field of displacements at the nodes, mm, and what it leaves at each piece."""
    cubic = len(at) >= 24
    terms = _bend_terms(at, page, cubic)
    weight = scores**2
    ridge = np.eye(terms.shape[1]) * 0.05
    ridge[0, 0] = ridge[1, 1] = ridge[2, 2] = 1e-4
    for _ in range(4):
        weighted = terms * weight[:, None]
        bend = np.linalg.solve(terms.T @ weighted + ridge, weighted.T @ moves)
        left = moves - terms @ bend
        size = np.linalg.norm(left, axis=1)
        # Pieces that disagree with their surroundings were mistaken: they lose their say.
        spread = max(1.5 * median(size), 0.12)
        weight = scores**2 / (1 + (size / spread) ** 4)
    nodes = page_nodes(page)
    smooth = (_node_terms(page, cubic) @ bend).reshape(nodes.shape)
    local, kept = _local(nodes, at, left, weight)
    return smooth + local, np.linalg.norm(left - kept, axis=1)[weight > 0.2 * scores**2]


def _local(
    nodes: Floats, at: Floats, left: Floats, weight: Floats
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the pieces around still say, at the nodes and at the pieces themselves."""

    def smoothed(points: Floats) -> NDArray[np.float64]:
        across, down = (np.subtract.outer(points[:, axis], at[:, axis]) for axis in (0, 1))
        gap = across**2 + down**2
        say = weight[None, :] * np.exp(-gap / (2 * (_LOCAL / 2) ** 2))
        return np.asarray(say @ left / (say.sum(axis=1, keepdims=True) + _TRUST))

    # The field is smooth: every third node is enough, the others lie between.
    rows, columns = nodes.shape[:2]
    sparse = nodes[::3, ::3]
    found = smoothed(sparse.reshape(-1, 2)).reshape(sparse.shape)
    between = np.array([[1 / 3, 0, 0], [0, 1 / 3, 0]])
    dense = cv2.warpAffine(
        found,
        between,
        (columns, rows),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(dense, np.float64), smoothed(at)
