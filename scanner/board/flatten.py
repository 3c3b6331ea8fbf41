"""Flatten a board that was found: the panels first, then everything that is printed on it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from scanner.board.find import SeenBoard, find_boards
from scanner.board.hinged import hinged
from scanner.page.fit import Fit
from scanner.page.follow import follow
from scanner.page.warp import STEP
from scanner.pictures import Grey, PhotoError
from templates.board.shelf import Board, is_proven

SURE, SURE_AT_FIRST = 0.7, 0.8
"""The share of its print that a board shows at least; more until photos were confirmed."""
_CLEARLY = 0.15
"""By how much it fits better than any other board."""
_NOT_ASIDE, _BACK = 0.04, 2.0
"""By how much a board that repeats itself fits better than one cell aside; what lies no further
than this from it, mm, is not aside.
"""
_LARGEST_MISFIT, _MOST_UNFIT = 0.6, 0.5
"""Beyond these, mm and the share of the board, it is not read."""
_ROUGH = 0.15
"""Print of a stiff board that lies further aside, mm, shows that a quick look went astray."""
_SMALLER, _EDGE = 0.8, 4.0
"""A part is smaller than this share of the whole; so far its corners may lie beside it, mm."""
_LEAST_LYING, _ALIKE = 24, 0.02
"""Pieces of print from which panels and lens are told; the second look finds nearly as many."""
_MOST_LOOKS = 3
"""Another look is taken while each finds more."""
_OUTSIDE = 26.0
"""Nobody knows where a place is this far, mm, outside of all print that was found: how it goes on
there is guessed, and the guess is the worse the further it is. Between print it is not.
"""
_SMALLEST = 2.6
"""Pixels per mm at full size below which digits cannot be told apart."""


def fitted(grey: Grey, found: SeenBoard) -> Fit:
    """Find out where every part of a board is in the picture.

    Print tells it more exactly than features; where there is none, what panels and lens say of
    all of it holds.
    """
    best = follow(grey, found.seen, found.code, found.page, found.view)
    if len(best.lying) < _LEAST_LYING:
        return best
    for _ in range(_MOST_LOOKS):
        view = hinged(found.board.folds, best.lying, best.warp.at(best.lying), grey.shape[::-1])
        if view is None:
            break
        again = follow(grey, found.seen, found.code, found.page, view, stiff=True)
        gained = again.own - best.own
        best = again if gained > -_ALIKE else best
        # Where the first look went astray, what it found tells panels and lens but roughly.
        if gained < _ALIKE:
            break
    return vouched(best)


def vouched(fit: Fit) -> Fit:
    """Doubt what is far outside of all print that was found."""
    free = np.ones(fit.warp.nodes.shape[:2], np.uint8)
    hull = cv2.convexHull((fit.lying / STEP).astype(np.float32))
    cv2.fillConvexPoly(free, np.round(hull).astype(np.int32), 0)
    outside = cv2.distanceTransform(free, cv2.DIST_L2, 5) * STEP > _OUTSIDE
    return replace(fit, doubtful=fit.doubtful | outside)


def surely(grey: Grey, found: SeenBoard) -> tuple[SeenBoard, Fit]:
    """Say which board it is, if that is certain, and lay it flat.

    What a quick look found is looked at closely before it is refused, or where it lies badly.

    Raises:
        PhotoError: ``board-unsure``, ``too-small`` or ``too-curled``.
    """
    try:
        best, fit = _surely(grey, found)
    except PhotoError:
        again = find_boards(grey, glance=False) if found.at_a_glance else []
        if not again:
            raise
        return _surely(grey, again[0])
    if found.at_a_glance and fit.misfit > _ROUGH:
        again = find_boards(grey, glance=False)
        return _surely(grey, again[0]) if again else (best, fit)
    return best, fit


def _surely(grey: Grey, found: SeenBoard) -> tuple[SeenBoard, Fit]:
    if found.scale < _SMALLEST:
        raise PhotoError("too-small")
    fits = [(found, _where(grey, found)), *((each, fitted(grey, each)) for each in found.rivals)]
    sure = [(each, fit) for each, fit in fits if fit.own >= _wanted(each.board)]
    if not sure:
        raise PhotoError("board-unsure", board=found.board.name)
    best, fit = max(sure, key=lambda one: one[0].area)
    if any(
        other.own > fit.own - _CLEARLY and not _is_part(each, best)
        for each, other in fits
        if each is not best
    ):
        raise PhotoError("board-unsure", board=best.board.name)
    if best is not found:
        fit = _where(grey, best)
    if fit.misfit > _LARGEST_MISFIT or fit.unfit > _MOST_UNFIT:
        raise PhotoError("too-curled")
    return best, fit


def _wanted(board: Board) -> float:
    return SURE if is_proven(board.name) else SURE_AT_FIRST


def _is_part(small: SeenBoard, large: SeenBoard) -> bool:
    """Whether a board lies within another one that is there: the panels that it was cut from."""
    outline = large.outline.astype(np.float32)
    inside = (
        cv2.pointPolygonTest(outline, (float(x), float(y)), True) > -_EDGE * large.scale
        for x, y in small.outline
    )
    return small.area < _SMALLER * large.area and all(inside)


def _where(grey: Grey, found: SeenBoard) -> Fit:
    """Fit a board; one that repeats itself must lie clearly better there than a cell aside."""
    best, *others = sorted(
        (fitted(grey, each) for each in (found, *found.beside)), key=lambda fit: -fit.own
    )
    aside = [other for other in others if not _lies_there(other, best, found.scale)]
    if any(best.own - other.own < _NOT_ASIDE for other in aside):
        raise PhotoError("board-unsure", board=found.board.name)
    return best


def _lies_there(one: Fit, other: Fit, scale: float) -> bool:
    """Whether two fits are one: a look a cell aside that found its way back."""
    away = np.linalg.norm(one.warp.nodes - other.warp.nodes, axis=2)
    return float(np.median(away)) < _BACK * scale
