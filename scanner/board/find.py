"""Find taught boards in a picture: features, a robust fit for each panel, then the best board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.board.blank import board_features
from scanner.board.features import CLOSER, Features, features_of, matched
from scanner.page.lens import View
from scanner.page.tags import SeenSheet
from scanner.pictures import Floats, Grey
from templates.board.check import lacks_of
from templates.board.record import JUDGED_IN
from templates.board.shelf import Board, boards
from templates.games import game_of
from templates.page import Page
from templates.sheet_code import SheetCode

LEAST = 18
"""Features that agree, from which a board may be there."""
_OFF = 2.5
"""How far a feature may be from where a panel has it, px of the copy in which it was found."""
_FOLDED = 14.0
"""How far a fold may move what is on another panel, mm."""
_LEAST_PANEL = 8
"""Features that fix a panel for itself."""
_BEYOND = 3.0
"""What is this far beyond a fold still counts for a panel, mm."""
_MOST_IN_PICTURE = 4
_RIVAL, _MOST_RIVALS = 0.3, 3
"""With this share of the best board's features another one has to be looked at as well."""


@dataclass(frozen=True)
class PanelView(View):
    """From mm on a board to pixels: each panel is a plane of its own."""

    folds: tuple[float, ...] = ()
    planes: tuple[NDArray[np.float64], ...] = ()

    def seen(self, places: Floats) -> NDArray[np.float64]:
        """Where places of the board, mm, (n, 2), are in the picture."""
        points = np.asarray(places, np.float64).reshape(-1, 1, 2)
        panel = np.searchsorted(self.folds, points[:, 0, 0])
        found = np.empty((len(points), 2))
        for number, plane in enumerate(self.planes):
            own = panel == number
            if own.any():
                found[own] = cv2.perspectiveTransform(points[own], plane).reshape(-1, 2)
        return found


@dataclass(frozen=True)
class SeenBoard:
    """A board that may be in a picture."""

    board: Board
    view: PanelView
    agree: int
    """How many features say so."""
    rivals: tuple[SeenBoard, ...] = ()
    """Other boards that it may be."""

    @property
    def code(self) -> SheetCode:
        """The code that such a board would bear."""
        return code_of(self.board)

    @property
    def seen(self) -> SeenSheet:
        """The board as a sheet without tags."""
        return SeenSheet(0, ())

    @property
    def page(self) -> Page:
        """The board as a page."""
        return self.board.page

    @property
    def scale(self) -> float:
        """Pixels for a mm, about."""
        return _scale(self.view.plane, self.board)


def code_of(board: Board) -> SheetCode:
    """Give the code that a board would bear."""
    return SheetCode(board.sheet, fingerprint=board.fingerprint)


def find_boards(grey: Grey) -> list[SeenBoard]:
    """Find every taught board in a picture, the surest first."""
    known = [board for board in boards() if is_readable(board)]
    if not known:
        return []
    return list(_found(features_of(grey), known)) or list(_found(features_of(grey, CLOSER), known))


@lru_cache(maxsize=60)
def is_readable(board: Board) -> bool:
    """Whether nothing is missing on a board, and its name stands for nothing else."""
    ours = board.is_daydream and game_of(board.sheet).judge_in == JUDGED_IN
    return ours and not lacks_of(board)


def _found(photo: Features, known: Sequence[Board]) -> Iterator[SeenBoard]:
    for _ in range(_MOST_IN_PICTURE):
        seen = [each for board in known if (each := registered(photo, board))]
        if not seen:
            return
        best, *others = sorted(seen, key=lambda each: -each.agree)
        rivals = [each for each in others if each.agree > _RIVAL * best.agree]
        yield replace(best, rivals=tuple(rivals[:_MOST_RIVALS]))
        left = np.ones(len(photo), bool)
        left[_within(photo.at, best)] = False
        photo = photo.those(left)


def _within(at: Floats, found: SeenBoard) -> NDArray[np.bool_]:
    """Which features of a picture lie on a board."""
    width, height = found.board.size
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    outline = found.view.seen(corners).astype(np.float32)
    inside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in at]
    return np.array(inside, bool)


def registered(photo: Features, board: Board) -> SeenBoard | None:
    """Lay a board where most features agree; None if too few do."""
    print_ = board_features(board)
    ours, theirs = matched(photo, print_)
    if len(ours) < LEAST:
        return None
    at, flat = photo.at[ours], print_.at[theirs]
    off = _OFF * photo.pixel
    whole, agree = _plane(flat, at, off)
    if whole is None or agree.sum() < LEAST // 2 or not _is_proper(whole, board):
        return None
    planes, together = _panels(board, whole, flat, at, off)
    # A feature counts once, however many of the picture's look like it.
    count = len(np.unique(theirs[together]))
    if count < LEAST:
        return None
    view = PanelView(whole, folds=board.folds, planes=tuple(planes))
    return SeenBoard(board, view, count)


def _plane(
    flat: Floats, at: Floats, off: float
) -> tuple[NDArray[np.float64] | None, NDArray[np.bool_]]:
    cv2.setRNGSeed(7)  # the same photo gives the same result
    plane, agree = cv2.findHomography(
        flat, at, cv2.USAC_MAGSAC, off, maxIters=6000, confidence=0.9999
    )
    if plane is None:
        return None, np.zeros(len(flat), bool)
    return np.asarray(plane, np.float64), np.asarray(agree, bool).ravel()


def _panels(
    board: Board, whole: NDArray[np.float64], flat: Floats, at: Floats, off: float
) -> tuple[list[NDArray[np.float64]], NDArray[np.bool_]]:
    """Fit every panel for itself where its features allow it."""
    away = np.linalg.norm(_seen(whole, flat) - at, axis=1)
    together = np.zeros(len(flat), bool)
    planes = []
    gate = _FOLDED * _scale(whole, board) if board.folds else 2 * off
    for left, right in board.panels:
        own = (flat[:, 0] > left - _BEYOND) & (flat[:, 0] < right + _BEYOND) & (away < gate)
        plane, numbers = whole, np.flatnonzero(own)
        if len(numbers) >= _LEAST_PANEL:
            found, agree = _plane(flat[numbers], at[numbers], off)
            if found is not None and agree.sum() >= _LEAST_PANEL and _is_proper(found, board):
                plane = found
        near = np.linalg.norm(_seen(plane, flat) - at, axis=1) < 1.5 * off
        together |= own & near
        planes.append(plane)
    return planes, together


def _seen(plane: NDArray[np.float64], flat: Floats) -> NDArray[np.float64]:
    points = np.asarray(flat, np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(points, plane).reshape(-1, 2))


def _corners(board: Board) -> NDArray[np.float64]:
    width, height = board.size
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], float)


def _scale(plane: NDArray[np.float64], board: Board) -> float:
    """Pixels for a mm, about."""
    seen = _seen(plane, _corners(board)).astype(np.float32)
    return float(np.sqrt(cv2.contourArea(seen) / (board.size[0] * board.size[1])))


def _is_proper(plane: NDArray[np.float64], board: Board) -> bool:
    """Whether a plane is one that a camera can see: not mirrored, not on edge, in front of it."""
    corners = _corners(board)
    ahead = np.concatenate([corners, np.ones((4, 1))], axis=1) @ plane[2]
    if (ahead * ahead[0] <= 0).any():
        return False
    seen = _seen(plane, corners)
    sides = np.roll(seen, -1, axis=0) - seen
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    area = float(cv2.contourArea(seen.astype(np.float32)))
    lengths = np.linalg.norm(sides, axis=1)
    return bool((turns > 0).all() and area > 0.15 * float(lengths.max()) ** 2 * _aspect(board))


def _aspect(board: Board) -> float:
    return min(board.size) / max(board.size)
