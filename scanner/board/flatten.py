"""Flatten a board that was found: the panels first, then everything that is printed on it."""

from __future__ import annotations

from scanner.board.find import SeenBoard
from scanner.board.hinged import PanelView, hinged
from scanner.page.fit import Fit
from scanner.page.follow import follow
from scanner.pictures import Grey, PhotoError
from templates.board.shelf import is_proven

SURE, SURE_AT_FIRST = 0.7, 0.8
"""The share of its print that a board shows at least; more until photos were confirmed."""
_CLEARLY = 0.15
"""By how much it fits better than any other board."""
_NOT_ASIDE = 0.04
"""By how much a board that repeats itself fits better than one cell aside."""
_LARGEST_MISFIT, _MOST_UNFIT = 0.6, 0.5
"""Beyond these, mm and the share of the board, it is not read."""
_LEAST_LYING, _ALIKE = 24, 0.02
"""Pieces of print from which panels and lens are told; the second look finds nearly as many."""
_SMALLEST = 2.6
"""Pixels per mm at full size below which digits cannot be told apart."""


def fitted(grey: Grey, found: SeenBoard) -> Fit:
    """Find out where every part of a board is in the picture.

    Print tells it more exactly than features; where there is none, what panels and lens say of
    all of it holds.
    """
    first = _followed(grey, found, found.view)
    if len(first.lying) < _LEAST_LYING:
        return first
    view = hinged(found.board.folds, first.lying, first.warp.at(first.lying), grey.shape[::-1])
    if view is None:
        return first
    again = _followed(grey, found, view)
    return again if again.own > first.own - _ALIKE else first


def _followed(grey: Grey, found: SeenBoard, view: PanelView) -> Fit:
    return follow(grey, found.seen, found.code, found.page, view)


def surely(grey: Grey, found: SeenBoard) -> Fit:
    """Lay a board flat if it is this one for certain.

    Raises:
        PhotoError: ``board-unsure``, ``too-small`` or ``too-curled``.
    """
    if found.scale < _SMALLEST:
        raise PhotoError("too-small")
    fit = _where(grey, found)
    wanted = SURE if is_proven(found.board.name) else SURE_AT_FIRST
    if fit.own < wanted:
        raise PhotoError("board-unsure", board=found.board.name)
    if fit.misfit > _LARGEST_MISFIT or fit.unfit > _MOST_UNFIT:
        raise PhotoError("too-curled")
    if any(fitted(grey, rival).own > fit.own - _CLEARLY for rival in found.rivals):
        raise PhotoError("board-unsure", board=found.board.name)
    return fit


def _where(grey: Grey, found: SeenBoard) -> Fit:
    """Fit a board; one that repeats itself must lie clearly better there than a cell aside."""
    best, *others = sorted(
        (fitted(grey, each) for each in (found, *found.beside)), key=lambda fit: -fit.own
    )
    if any(best.own - other.own < _NOT_ASIDE for other in others):
        raise PhotoError("board-unsure", board=found.board.name)
    return best
