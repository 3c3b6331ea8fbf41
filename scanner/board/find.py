"""Find taught boards in a picture: features, a robust fit for each panel, then the best board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import HostError
from scanner.board.blank import board_features, lasting_features
from scanner.board.features import AT_A_GLANCE, CLOSER, SIDE, Features, features_of, matched
from scanner.board.hinged import PanelView, hinged, through
from scanner.board.likeness import is_repeating, steps
from scanner.board.stuck import agrees, by_stickers, is_stuck
from scanner.page.tags import SeenSheet, find_stickers
from scanner.pictures import Floats, Grey
from templates.board.check import lacks_of
from templates.board.marks import Marks
from templates.board.record import JUDGED_IN, OWN_JUDGED_IN
from templates.board.shelf import Board, boards
from templates.games import game_of
from templates.page import Page
from templates.sheet_code import SheetCode

LEAST = 18
"""Features that agree, from which a board may be there."""
_FIRST = 10
"""So many are enough to look around where each of the others should be."""
_AROUND = 8.0, 2.5
"""How far from there they are looked for, mm: first, and once they have moved the panels."""
_LOOKS = 0.8
"""They look at least this much like what they should be."""
_OFF = 2.5
"""How far a feature may be from where a panel has it, px of the copy in which it was found."""
_FIRST_OFF = 3.0
"""As many times as far off it may be at first: lenses bend, and boards do not lie flat."""
_FOLDED, _BENT = 14.0, 4.0
"""How far a fold may move what is on another panel, mm, and a lens what is on the same."""
_LEAST_PANEL = 8
"""Features that fix a panel for itself."""
_BEYOND = 3.0
"""What is this far beyond a fold still counts for a panel, mm."""
_TIMES = 3
"""How often lens and panels are fitted together, each time to more features."""
_ASIDE, _MOST_BESIDE = 3.0, 3
"""A board that repeats itself is looked for so far aside, mm, and in so many places besides."""
_AT_ONCE = 200
"""Features of a board that are compared at one time."""
_MOST_IN_PICTURE = 4
_ALONE = 0.4
"""Beside a board that fills more of the picture than this there is no room for another one."""
_LIKELY, _QUICK = 5, (800, 1500)
"""Of more boards than this the likeliest are looked for first with all features, as judged by so
many of the photo's and of each board's strongest ones.
"""
_RIVAL, _MOST_RIVALS = 0.3, 3
"""With this share of the best board's features another one has to be looked at as well."""


_CLEARLY_SEEN = 40
"""So many features that agree are enough in a quick look."""
_AT_FIRST = 1500, 3000
"""So many of the photo's and of a board's strongest features are enough there to say about where
it lies: from there on all of them are compared.
"""


@dataclass(frozen=True)
class SeenBoard:
    """A board that may be in a picture."""

    board: Board
    view: PanelView
    agree: int
    """How many features say so."""
    rivals: tuple[SeenBoard, ...] = ()
    """Other boards that it may be."""
    beside: tuple[SeenBoard, ...] = ()
    """Where else it may lie, one cell of its grid aside."""
    at_a_glance: bool = False
    """Whether it was found in a quick look."""

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
    def outline(self) -> NDArray[np.float64]:
        """Its corners in the picture."""
        return self.view.seen(_corners(self.board))

    @property
    def area(self) -> float:
        """How much of the picture it fills, px²."""
        return float(cv2.contourArea(self.outline.astype(np.float32)))

    @property
    def scale(self) -> float:
        """Pixels for a mm, about."""
        return _scale(self.view.plane, self.board)


def code_of(board: Board) -> SheetCode:
    """Give the code that a board would bear."""
    return SheetCode(board.sheet, fingerprint=board.fingerprint)


def find_boards(grey: Grey, *, glance: bool = True) -> list[SeenBoard]:
    """Find every taught board in a picture, the surest first; at a ``glance`` if that is enough."""
    known = [board for board in boards() if is_readable(board)]
    if not known:
        return []
    stuck = any(is_stuck(board_features(board)) for board in known)
    if glance and not stuck and (seen := _at_a_glance(grey, known)):
        return [seen]
    stickers = find_stickers(grey) if stuck else {}
    for side in (SIDE, CLOSER):
        found = list(_found(replace(features_of(grey, side), stickers=stickers), known))
        if found:
            return found
    return []


def unfinished(grey: Grey) -> Board | None:
    """Give the board that a picture shows clearly, but on which something is still to be marked."""
    open_ = [replace(board, marks=Marks()) for board in boards() if not is_readable(board)]
    if not open_:
        return None
    seen = next(_found(features_of(grey), open_), None)
    return seen.board if seen and seen.agree >= _CLEARLY_SEEN else None


def _at_a_glance(grey: Grey, known: Sequence[Board]) -> SeenBoard | None:
    """Find a board that a small copy of a picture shows clearly, and that fills most of it."""
    photo = features_of(grey, AT_A_GLANCE)
    found = next(_found(photo, known, few=True), None)
    if found is None or found.agree < _CLEARLY_SEEN or found.area < _ALONE * grey.size:
        return None
    repeats = any(is_repeating(each.board) for each in (found, *found.rivals))
    return None if repeats else replace(found, at_a_glance=True)


@lru_cache(maxsize=60)
def is_readable(board: Board) -> bool:
    """Whether nothing is missing on a board, and its name stands for nothing else."""
    try:
        ours = game_of(board.sheet).judge_in in (JUDGED_IN, OWN_JUDGED_IN)
    except HostError:  # nobody has said whose rules count, or that sheet is not here
        return False
    return ours and not lacks_of(board)


def _found(photo: Features, known: Sequence[Board], *, few: bool = False) -> Iterator[SeenBoard]:
    for number in range(_MOST_IN_PICTURE):
        first = likeliest(photo, known)
        # Beside a board that was found there is hardly ever another one.
        others = [board for board in known if board not in first and not number]
        seen = _all_of(photo, first, few) or _all_of(photo, others, few)
        if not seen:
            return
        best, *less = sorted(seen, key=lambda each: -each.agree)
        rivals = [each for each in less if each.agree > _RIVAL * best.agree]
        yield replace(best, rivals=tuple(rivals[:_MOST_RIVALS]))
        if best.area > _ALONE * photo.size[0] * photo.size[1]:
            return
        left = np.ones(len(photo), bool)
        left[_within(photo.at, best)] = False
        photo = photo.those(left)


def _all_of(photo: Features, known: Sequence[Board], few: bool) -> list[SeenBoard]:
    return [each for board in known if (each := registered(photo, board, few=few))]


def likeliest(photo: Features, known: Sequence[Board]) -> Sequence[Board]:
    """Say which boards may be in a picture: each feature votes for the one that it looks like."""
    if len(known) <= _LIKELY:
        return known
    quick = photo.strongest(_QUICK[0]).wide
    boards_ = [board_features(each).strongest(_QUICK[1]).wide for each in known]
    likes = np.stack(
        [
            (quick @ each.T).max(axis=1, initial=0) if len(each) else quick[:, 0] * 0
            for each in boards_
        ]
    )
    two = np.sort(likes, axis=0)[-2:]
    votes = np.bincount(likes.argmax(axis=0), two[1] - two[0], len(known))
    return [known[n] for n in np.argsort(-votes, kind="stable")[:_LIKELY]]


def _within(at: Floats, found: SeenBoard) -> NDArray[np.bool_]:
    """Which features of a picture lie on a board."""
    outline = found.outline.astype(np.float32)
    inside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in at]
    return np.array(inside, bool)


def registered(photo: Features, board: Board, *, few: bool = False) -> SeenBoard | None:
    """Lay a board where most features agree; None if too few do.

    The strongest ``few`` do where the board is seen well.
    """
    print_ = board_features(board)
    if is_stuck(print_):
        return _by_stickers(photo, board)
    ours, theirs = (
        matched(photo.strongest(_AT_FIRST[0]), print_.strongest(_AT_FIRST[1]))
        if few
        else matched(photo, print_)
    )
    if len(ours) < _FIRST:
        return None
    at, flat = photo.at[ours], print_.at[theirs]
    off = _OFF * photo.pixel
    whole, agree = _plane(flat, at, _FIRST_OFF * off)
    if whole is None or agree.sum() < _FIRST or not _is_proper(whole, board):
        return None
    planes, _ = _panels(board, whole, flat, at, off)
    found = _settled(photo, board, PanelView(whole, folds=board.folds, planes=tuple(planes)))
    return with_beside(photo, found) if found and is_repeating(board) else found


def _by_stickers(photo: Features, board: Board) -> SeenBoard | None:
    """Lay a board with stickers as they say, and in no other way: without them it is not read."""
    print_ = board_features(board)
    whole = by_stickers(photo, print_)
    if whole is None or not _is_proper(whole, board):
        return None
    planes = (whole,) * len(board.panels)
    found = _settled(photo, board, PanelView(whole, folds=board.folds, planes=planes))
    if found is None or not agrees(photo, print_, found.view, found.scale):
        return None
    return found


def _settled(photo: Features, board: Board, view: PanelView) -> SeenBoard | None:
    """Fit a board anew to all of its features that are about where a view has them."""
    print_, off = lasting_features(board), _OFF * photo.pixel
    count = 0
    for far in _AROUND:
        ours, theirs = _around(photo, print_, view, far * _scale(view.plane, board))
        if len(ours) < LEAST:
            return None
        flat, at = print_.at[theirs], photo.at[ours]
        planes, together = _panels(board, view.planes, flat, at, off)
        view = replace(view, planes=tuple(planes))
        view, together = _as_one(photo, board, view, (flat, at, together))
        # A feature counts once, however many of the picture's look like it.
        count = len(np.unique(theirs[together]))
    return SeenBoard(board, view, count) if count >= LEAST else None


def _as_one(
    photo: Features,
    board: Board,
    view: PanelView,
    matches: tuple[Floats, Floats, NDArray[np.bool_]],
) -> tuple[PanelView, NDArray[np.bool_]]:
    """Fit lens and panels together, which meet at their folds, to matches that agree."""
    flat, at, together = matches
    for _ in range(_TIMES):
        if together.sum() < LEAST:
            break
        found = hinged(board.folds, flat[together], at[together], photo.size)
        if found is None or not all(_is_proper(plane, board) for plane in found.planes):
            break
        near = np.linalg.norm(found.seen(flat) - at, axis=1) < 1.5 * _OFF * photo.pixel
        if near.sum() < 0.9 * together.sum():
            break
        view, together = found, near
    return view, together


def with_beside(photo: Features, found: SeenBoard) -> SeenBoard:
    """Add where else a board may lie that repeats itself: a cell aside."""
    others: list[SeenBoard] = []
    for right, down in _steps_on(found.board):
        for way in (1, -1):
            aside = np.array([[1, 0, way * right], [0, 1, way * down], [0, 0, 1.0]])
            moved = tuple(plane @ aside for plane in found.view.planes)
            view = replace(found.view, plane=found.view.plane @ aside, planes=moved)
            other = _settled(photo, found.board, view)
            if other and not any(_same(other, each) for each in (found, *others)):
                others.append(other)
    others.sort(key=lambda each: -each.agree)
    return replace(found, beside=tuple(others[:_MOST_BESIDE]))


@lru_cache(maxsize=60)
def _steps_on(board: Board) -> list[tuple[float, float]]:
    return steps(lasting_features(board))


def _same(one: SeenBoard, other: SeenBoard) -> bool:
    """Whether two views show a board in the same place."""
    corners = _corners(one.board)
    away = np.linalg.norm(one.view.seen(corners) - other.view.seen(corners), axis=1)
    return float(away.min()) < _ASIDE * one.scale


def _around(
    photo: Features, print_: Features, view: PanelView, far: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Match a board's features with those that the picture has about where they should be."""
    seen = view.seen(print_.at)
    best = np.full(len(print_), -1, np.intp)
    # From left to right, so that each few are compared with a strip of the picture alone.
    order, along = np.argsort(seen[:, 0]), np.argsort(photo.at[:, 0])
    across = photo.at[along, 0]
    for start in range(0, len(print_), _AT_ONCE):
        some = order[start : start + _AT_ONCE]
        first, last = seen[some[0], 0] - far, seen[some[-1], 0] + far
        strip = along[np.searchsorted(across, first) : np.searchsorted(across, last)]
        if not len(strip):
            continue
        likes = print_.looks[some] @ photo.looks[strip].T
        for axis in (0, 1):
            likes[np.abs(np.subtract.outer(seen[some, axis], photo.at[strip, axis])) > far] = -1
        nearest = likes.argmax(axis=1)
        good = likes[np.arange(len(some)), nearest] > _LOOKS
        best[some[good]] = strip[nearest[good]]
    theirs = np.flatnonzero(best >= 0)
    return best[theirs], theirs


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
    board: Board,
    known: NDArray[np.float64] | Sequence[NDArray[np.float64]],
    flat: Floats,
    at: Floats,
    off: float,
) -> tuple[list[NDArray[np.float64]], NDArray[np.bool_]]:
    """Fit every panel for itself where its features allow it; else it stays as it is known."""
    before = [known] * len(board.panels) if isinstance(known, np.ndarray) else list(known)
    together = np.zeros(len(flat), bool)
    planes = []
    for (left, right), whole in zip(board.panels, before, strict=True):
        away = np.linalg.norm(through(whole, flat) - at, axis=1)
        gate = (_FOLDED if board.folds else _BENT) * _scale(whole, board)
        own = (flat[:, 0] > left - _BEYOND) & (flat[:, 0] < right + _BEYOND) & (away < gate)
        plane, numbers = whole, np.flatnonzero(own)
        if len(numbers) >= _LEAST_PANEL:
            found, agree = _plane(flat[numbers], at[numbers], off)
            if found is not None and agree.sum() >= _LEAST_PANEL and _is_proper(found, board):
                plane = found
        near = np.linalg.norm(through(plane, flat) - at, axis=1) < 1.5 * off
        together |= own & near
        planes.append(plane)
    return planes, together


def _corners(board: Board) -> NDArray[np.float64]:
    width, height = board.size
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], float)


def _scale(plane: NDArray[np.float64], board: Board) -> float:
    """Pixels for a mm, about."""
    seen = through(plane, _corners(board)).astype(np.float32)
    return float(np.sqrt(cv2.contourArea(seen) / (board.size[0] * board.size[1])))


def _is_proper(plane: NDArray[np.float64], board: Board) -> bool:
    """Whether a plane is one that a camera can see: not mirrored, not on edge, in front of it."""
    corners = _corners(board)
    ahead = np.concatenate([corners, np.ones((4, 1))], axis=1) @ plane[2]
    if (ahead * ahead[0] <= 0).any():
        return False
    seen = through(plane, corners)
    sides = np.roll(seen, -1, axis=0) - seen
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    area = float(cv2.contourArea(seen.astype(np.float32)))
    lengths = np.linalg.norm(sides, axis=1)
    return bool((turns > 0).all() and area > 0.15 * float(lengths.max()) ** 2 * _aspect(board))


def _aspect(board: Board) -> float:
    return min(board.size) / max(board.size)
