"""Follow paper that is folded, waved or curled: from its tags over large pieces of print to small.

The page is a field of displacements on top of the plain perspective (``surface``): each round
flattens the page by what is known, looks for pieces of print, and finds the field anew from
everything that was seen.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.middle import quantile
from scanner.page.fit import GOOD_MATCH, IN_PLACE, LEAST_MATCH, Fit
from scanner.page.lens import BENT_TAGS, View
from scanner.page.pieces import Cut, Pieces, pieces_of
from scanner.page.surface import refined, surface
from scanner.page.tags import SeenSheet, page_corners
from scanner.page.warp import STEP, Warp, outside, page_nodes, sampled
from scanner.pictures import Floats, Grey
from templates.page import Page
from templates.sheet_code import SheetCode

STAGES = (
    (Cut(24.0, 2, 8.0), 8.0, 4),
    (Cut(16.0, 3, 4.0), 8.0, 2),
    (Cut(12.0, 3, 3.0, 260), 6.0, 3),
)
"""How the page is cut, coarse to fine; the field's nodes, mm; and the most looks at each."""
_GAIN = 0.03
"""Another look is worth while as long as so much more of the print is found."""
_ENOUGH = 0.8
"""With so much of the print in its place no other look is needed."""
_TURNS, _WELL = 8, 0.85
"""How often it all begins anew from what was found; with so much in place a page lies well."""
_PERFECT, _UNFIT = 0.93, 0.002
"""With so much in place, and so little of the page in doubt, nothing is left to find."""
_TAG_STEP = 12.0
"""The field's nodes, mm, where only tags are known."""
_TAG_SAYS = 1.0
"""How much a corner of a tag says beside a piece of print."""
_NEAR = 40.0
"""Pieces this close, mm, are neighbours."""
_STRETCH, _STIFF_STRETCH = 0.12, 0.02
"""By how much neighbours' moves may differ for each mm between them: of paper, and of a board."""
_AGREE, _STIFF_AGREE = 0.8, 0.2
"""By how much they may differ besides, mm."""
_SUPPORT = 2
_VOUCHED = 40.0
"""Nothing is known about a place this far, mm, from any print that was found."""
_BESIDE, _CLOSE = 28.0, 8.0
"""Beyond this, mm, print that was found does not vouch for a place whose own was not.

On a page that does not lie well, columns of clouds may pass for those beside them.
"""
_CLEAR = 0.75
"""If less of the print than this was found, it is faint wherever it lies."""
_CROWD, _SEVERAL = 16.0, 3
"""Where so many pieces within so many mm were missed, and hardly any was found, nothing fits."""


_Said = tuple[Floats, Floats, Floats]
"""Places, mm; how far they are displaced, mm; and how much that weighs."""


def follow(
    grey: Grey, seen: SeenSheet, code: SheetCode, page: Page, view: View, *, stiff: bool = False
) -> Fit:
    """Find out where every part of a page is that does not lie flat.

    What is ``stiff`` has no folds but those that its view knows.
    """
    # A sheet that was found by its outline has no tags.
    tags = [_tags_say(seen, page, view)] if seen.tags else []
    field = _tag_field(*tags[0], page) if tags else np.zeros_like(page_nodes(page))
    bent = is_bent(seen, page, view)
    best: Fit | None = None
    for _ in range(_TURNS):
        fit, field = _followed(grey, code, page, view, tags, field, bent, stiff)
        gained = _worth(fit) - _worth(best) if best else 1.0
        best = fit if best is None or gained > 0 else best
        if (best.own > _PERFECT and best.unfit < _UNFIT) or gained < _GAIN:
            break
    assert best is not None
    return best.within(grey)


def _worth(fit: Fit) -> float:
    return fit.own - fit.unfit


def _followed(
    grey: Grey,
    code: SheetCode,
    page: Page,
    view: View,
    tags: list[_Said],
    field: Floats,
    bent: bool,
    stiff: bool,
) -> tuple[Fit, Floats]:
    """Look for print around where a field has it, from large pieces to small."""
    found = -1.0
    for cut, step, most in STAGES:
        if found > _ENOUGH and cut is not STAGES[-1][0]:
            continue  # large pieces were found so well that middling ones add nothing
        pieces, found = pieces_of(code, cut), -1.0
        for _ in range(most):
            warp = _warp(page, view, field)
            moves, scores = pieces.moves(grey, warp)
            whole = moves + sampled(field, pieces.centers + moves)
            field = _field([*tags, _said(pieces.centers, whole, scores, stiff)], page, step)
            off = np.linalg.norm(whole - sampled(field, pieces.centers), axis=1)
            before, found = found, float(((scores > GOOD_MATCH) & (off < IN_PLACE)).mean())
            if found > _ENOUGH or found < before + _GAIN:
                break
    shown = ~outside(warp.at(pieces.centers), grey)
    return _judged(pieces, off, scores, shown, _warp(page, view, field), bent), field


def is_bent(seen: SeenSheet, page: Page, view: View) -> bool:
    """Say whether the tags alone show that the paper is folded or waves."""
    return len(seen.tags) >= 4 and view.misfit(seen, page) > BENT_TAGS


def bent_by_tags(seen: SeenSheet, page: Page, view: View) -> Warp:
    """Where a page is that does not lie flat, as its tags alone suggest."""
    return _warp(page, view, _tag_field(*_tags_say(seen, page, view), page))


def _tags_say(seen: SeenSheet, page: Page, view: View) -> _Said:
    flat = np.concatenate([page_corners(page, tag.place) for tag in seen.tags]).astype(float)
    corners = np.concatenate([tag.corners for tag in seen.tags]).astype(float)
    return flat, view.back(corners) - flat, np.full(len(flat), _TAG_SAYS)


def _judged(
    pieces: Pieces, off: Floats, scores: Floats, shown: NDArray[np.bool_], warp: Warp, bent: bool
) -> Fit:
    """Say how well pieces lie that are so far, mm, from where the page now has them.

    On paper that is surely bent a piece that is missed lies elsewhere; else its print is faint.
    """
    good = scores[shown] > GOOD_MATCH
    right = (off < IN_PLACE) & (scores > LEAST_MATCH)
    own = right[pieces.own & shown]
    misfit = quantile(off[shown][good], 0.9) if good.any() else float("inf")
    found, own_share = (float(part.mean()) if part.size else 0.0 for part in (good, own))
    vouched, missed = (_gaps(pieces.centers[some], warp) for some in (right, ~right))
    bent = bent and found > _CLEAR
    beside = _CLOSE if bent and own_share < _WELL else _BESIDE
    doubtful = (vouched > _VOUCHED) | ((vouched > beside) & (missed < vouched))
    if bent:
        seen, lost = (_around(pieces.centers[some & shown], warp) for some in (right, ~right))
        doubtful |= (lost >= _SEVERAL) & (lost > 2 * seen)
    lying = pieces.centers[right & shown]
    return Fit(warp, misfit, found, own=own_share, doubtful=doubtful, lying=lying)


def _field(said: list[_Said], page: Page, step: float) -> NDArray[np.float64]:
    places, moves, weights = (np.concatenate(part) for part in zip(*said, strict=True))
    found = surface(places, moves, weights, (page.width, page.height), step)
    shape = page_nodes(page).shape[:2]
    return np.asarray(refined(found, step, shape, STEP))


def _tag_field(places: Floats, moves: Floats, weights: Floats, page: Page) -> NDArray[np.float64]:
    """The field that tags alone suggest."""
    return _found_field(places.tobytes(), moves.tobytes(), weights.tobytes(), page)


@lru_cache(maxsize=1)  # the code is looked for with it, and then the print
def _found_field(places: bytes, moves: bytes, weights: bytes, page: Page) -> NDArray[np.float64]:
    flat, off = (np.frombuffer(points).reshape(-1, 2) for points in (places, moves))
    return _field([(flat, off, np.frombuffer(weights))], page, _TAG_STEP)


def _warp(page: Page, view: View, field: Floats) -> Warp:
    there = (page_nodes(page) + field).reshape(-1, 2)
    return Warp(page, view.seen(there).reshape(field.shape))


def _said(places: Floats, moves: Floats, scores: Floats, stiff: bool) -> _Said:
    """What the pieces say that were found and are not alone with it."""
    good = scores > GOOD_MATCH
    places, moves = places[good], moves[good]
    return places, moves, scores[good] ** 2 * _supported(places, moves, stiff)


def _gaps(places: Floats, warp: Warp) -> Floats:
    """How far each node of a warp is from the nearest of some places, mm."""
    free = np.ones(warp.nodes.shape[:2], np.uint8)
    column, row = np.round(places / STEP).astype(int).T
    free[row, column] = 0
    # Without any place the transform gives the largest number there is.
    return np.minimum(cv2.distanceTransform(free, cv2.DIST_L2, 5), 1e6) * STEP


def _around(places: Floats, warp: Warp) -> Floats:
    """How many of some places are close to each node of a warp."""
    counted = np.zeros(warp.nodes.shape[:2], np.float32)
    column, row = np.round(places / STEP).astype(int).T
    np.add.at(counted, (row, column), 1.0)
    reach = 2 * round(_CROWD / STEP) + 1
    return cv2.boxFilter(counted, -1, (reach, reach), None, (-1, -1), False, cv2.BORDER_CONSTANT)


def _supported(places: Floats, moves: Floats, stiff: bool) -> NDArray[np.bool_]:
    """Say which places have neighbours that moved alike."""
    far, apart = _distances(places), _distances(moves)
    near = (far < _NEAR) & (far > 0)
    least, stretch = (_STIFF_AGREE, _STIFF_STRETCH) if stiff else (_AGREE, _STRETCH)
    agree = near & (apart < least + stretch * far)
    enough = np.minimum(_SUPPORT, near.sum(axis=1))
    share = agree.sum(axis=1) >= 0.34 * near.sum(axis=1)
    return np.asarray((agree.sum(axis=1) >= enough) & share)


def _distances(points: Floats) -> NDArray[np.float64]:
    """From each point to each other one."""
    across, down = (np.subtract.outer(points[:, axis], points[:, axis]) for axis in (0, 1))
    return np.sqrt(across**2 + down**2)
