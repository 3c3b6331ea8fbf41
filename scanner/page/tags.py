"""Find the tags in a picture, and say which sheets they belong to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pictures import Grey
from templates.page import PLACES, STICKERS, TAG, Page, tag_of

Points = NDArray[np.float32]
"""Points (n, 2), x to the right, y down."""

DETECT_SIDE = 1000
"""About the longer side of the small copy on which tags are looked for first, px."""
LARGER_SIDE = 2200
"""About the longer side of the second try, for small or blurred tags."""
ENOUGH_TAGS = 6
"""With this many of a sheet's tags found, no closer look is needed."""

_ROOM = 0.45
"""Beside sheets that fill less of a picture than this, others may lie that are further away."""
FEW_TAGS = 4
"""With fewer of every sheet's tags found, they may be striped with white by a clogged printer."""
STRIPES = (2, 3, 4)
"""How wide white stripes may be, px."""
_Look = tuple[int, int, float, float]
"""Of what width the surroundings are, at least and at most, that a tag is darker than, px; the
least perimeter of a tag, as a share of the picture's longer side; and by how much it is darker."""
# A patterned table has hundreds of squares, pale or too small to be read at the quick look's size.
_QUICK: _Look = (11, 11, 0.05, 15.0)
_PALER: _Look = (11, 11, 0.05, 7.0)
_CLOSE: _Look = (15, 15, 0.012, 7.0)
_THOROUGH: _Look = (5, 25, 0.012, 7.0)
_BESIDE: _Look = (11, 11, 0.025, 15.0)
_SQUARES = 3
"""So many squares beside the sheets that were found may be tags of others."""


@dataclass(frozen=True)
class SeenTag:
    """One tag in a picture."""

    turn: int
    place: int
    corners: Points
    """Its corners in the picture, (4, 2), from the tag's own top left, clockwise."""


@dataclass(frozen=True)
class SeenSheet:
    """The tags of one sheet in a picture."""

    turn: int
    tags: tuple[SeenTag, ...]

    @property
    def center(self) -> tuple[float, float]:
        """Roughly where the sheet is in the picture."""
        x, y = np.mean([tag.corners.mean(axis=0) for tag in self.tags], axis=0)
        return float(x), float(y)


def find_sheets(grey: Grey, *, striped: bool = True) -> list[SeenSheet]:
    """Find the tags of every sheet, sheets in reading order; a single tag is a sheet, too.

    Those that a clogged printer has ``striped`` with white take six looks more.
    """
    tags = _find_tags(grey, DETECT_SIDE, _QUICK)
    sheets = _sheets(tags)
    if not sheets or any(len(sheet.tags) < len(PLACES) for sheet in sheets):
        tags = _find_tags(grey, DETECT_SIDE, _PALER)
        sheets = _sheets(tags)
    # Few tags: they may be too small, too blurred or too unevenly lit for the quick look.
    if not sheets or any(len(sheet.tags) < ENOUGH_TAGS for sheet in sheets):
        if len(sheets) > 1:
            # Several sheets are small, and rather shown whole than single ones.
            close = _sheets(_find_tags(grey, LARGER_SIDE, _CLOSE))
            if len(close) >= len(sheets) and all(len(s.tags) == len(PLACES) for s in close):
                return sorted(close, key=_reading_order(grey.shape[0]))
        again = _find_tags(grey, LARGER_SIDE, _THOROUGH)
        sheets = max(sheets, _sheets(again), key=_tags_in)
        if striped and all(len(sheet.tags) < FEW_TAGS for sheet in sheets):
            sheets = _sheets(_striped([*tags, *again], grey))
    elif _share_of(sheets, grey) < _ROOM and _may_be_more(sheets, grey):
        sheets = max(sheets, _sheets(_find_tags(grey, LARGER_SIDE, _CLOSE)), key=_tags_in)
    return sorted(sheets, key=_reading_order(grey.shape[0]))


def _tags_in(sheets: Sequence[SeenSheet]) -> int:
    return sum(len(sheet.tags) for sheet in sheets)


def _share_of(sheets: Sequence[SeenSheet], grey: Grey) -> float:
    """The share of a picture that lies between the tags of its sheets."""
    return sum(cv2.contourArea(hull) for hull in _hulls(sheets)) / grey.size


def _hulls(sheets: Sequence[SeenSheet]) -> list[Points]:
    """What lies between the tags of each sheet."""
    corners = (np.concatenate([tag.corners for tag in sheet.tags]) for sheet in sheets)
    return [np.asarray(cv2.convexHull(each), np.float32) for each in corners]


def _may_be_more(sheets: Sequence[SeenSheet], grey: Grey) -> bool:
    """Whether some squares beside the sheets may be tags, too small to be read in a quick look."""
    small, factor = _reduced(grey, DETECT_SIDE)
    beside = small.copy()
    for hull in _hulls(sheets):
        cv2.fillConvexPoly(beside, np.round(hull / factor).astype(np.int32), 255)
    tags, _, squares = _detector(_BESIDE).detectMarkers(beside)
    return len(tags) + len(squares) >= _SQUARES


def enlarged(sheet: SeenSheet, grey: Grey, times: int) -> SeenSheet:
    """Find a sheet's tags in a larger picture than the one where they were seen."""
    tags = [
        replace(tag, corners=_refined(grey, ((tag.corners + 0.5) * times - 0.5).astype(np.float32)))
        for tag in sheet.tags
    ]
    return replace(sheet, tags=tuple(tags))


def looked_closer(sheet: SeenSheet, grey: Grey) -> SeenSheet:
    """Look for tags of a sheet that the quick look missed, such as those on a steep part of it."""
    from scanner.page.sheets_apart import apart

    places = {tag.place for tag in sheet.tags}
    again = _find_tags(grey, LARGER_SIDE, _CLOSE)
    more = [tag for tag in again if tag.turn == sheet.turn and tag.place not in places]
    found = apart([*sheet.tags, *more]) if more else []
    whole = (one for one in found if all(any(tag is other for other in one) for tag in sheet.tags))
    tags = next(whole, None)
    return replace(sheet, tags=tuple(tags)) if tags else sheet


@lru_cache(maxsize=256)  # asked again for every paper that a sheet may be printed on
def page_corners(page: Page, place: int) -> Points:
    """Where the corners of a tag are on the page, in mm."""
    x, y = page.tags[place].center
    half = TAG / 2
    return np.array(
        [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)],
        np.float32,
    )


@cache
def _detector(look: _Look) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = look[:2]
    parameters.adaptiveThreshWinSizeStep = 10
    parameters.minMarkerPerimeterRate, parameters.adaptiveThreshConstant = look[2:]
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return cv2.aruco.ArucoDetector(family, parameters)


def _find_tags(grey: Grey, side: int, look: _Look) -> list[SeenTag]:
    found: list[SeenTag] = []
    for number, corners in _numbered(grey, side, look):
        meaning = tag_of(number)
        if meaning is not None:
            found.append(SeenTag(meaning.turn, meaning.place, _refined(grey, corners)))
    return found


def find_stickers(grey: Grey) -> dict[int, Points]:
    """Find the stickers of a board: the corners of each that is there once, by its number."""
    found: dict[int, list[Points]] = {}
    for number, corners in _numbered(grey, LARGER_SIDE, _CLOSE):
        if number in STICKERS:
            found.setdefault(number, []).append(_refined(grey, corners))
    return {number: each[0] for number, each in found.items() if len(each) == 1}


def _numbered(grey: Grey, side: int, look: _Look) -> list[tuple[int, Points]]:
    """Find tags, whatever their numbers mean, to about a pixel."""
    small, factor = _reduced(grey, side)
    corners, ids, _ = _detector(look).detectMarkers(small)
    if ids is None:
        return []
    return [
        (int(number), (four.reshape(4, 2) + 0.5) * factor - 0.5)
        for number, four in zip(ids.ravel(), corners, strict=True)
    ]


def _striped(tags: Sequence[SeenTag], grey: Grey) -> list[SeenTag]:
    """Find more tags once white stripes are closed; each look finds others."""
    found = {(tag.turn, tag.place): tag for tag in reversed(tags)}
    for wide in STRIPES:
        closed = np.asarray(cv2.erode(grey, np.ones((wide, wide), np.uint8)), np.uint8)
        for side, look in ((DETECT_SIDE, _QUICK), (LARGER_SIDE, _THOROUGH)):
            for tag in _find_tags(closed, side, look):
                found.setdefault((tag.turn, tag.place), tag)
    return list(found.values())


def _reduced(grey: Grey, side: int) -> tuple[Grey, float]:
    """Make a small copy and say by how much it is smaller.

    By a whole number first: averaging is far quicker so than with any other.
    """
    if 1.3 * max(grey.shape) < side:
        # So small that the squares of a tag are hardly more than pixels.
        return cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), 0.5
    whole = max(1, max(grey.shape) // side)
    small = grey
    if whole > 1:
        height, width = (length // whole for length in grey.shape)
        even = grey[: height * whole, : width * whole]
        small = cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)
    rest = max(small.shape) / side
    if rest < 1.1:
        return small, float(whole)
    small = cv2.resize(small, None, fx=1 / rest, fy=1 / rest, interpolation=cv2.INTER_AREA)
    return small, whole * rest


def _refined(grey: Grey, corners: Points) -> Points:
    """Find the corners to a fraction of a pixel in the large picture."""
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())
    window = int(np.clip(side / 14, 2, 8))
    around = corners.reshape(-1, 1, 2).astype(np.float32).copy()
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 0.03)
    exact = cv2.cornerSubPix(grey, around, (window, window), (-1, -1), stop).reshape(4, 2)
    # A refinement that runs away has found something else.
    moved = np.linalg.norm(exact - corners, axis=1)
    return np.where((moved < side / 6)[:, None], exact, corners).astype(np.float32)


def _sheets(tags: Sequence[SeenTag]) -> list[SeenSheet]:
    from scanner.page.sheets_apart import apart  # it needs the types above

    turns: dict[int, list[SeenTag]] = {}
    for tag in tags:
        turns.setdefault(tag.turn, []).append(tag)
    return [SeenSheet(turn, tuple(one)) for turn, group in turns.items() for one in apart(group)]


def _reading_order(height: int) -> Callable[[SeenSheet], tuple[int, float]]:
    """Sort key: bands of a third of the picture from the top, each from the left."""

    def key(sheet: SeenSheet) -> tuple[int, float]:
        x, y = sheet.center
        return int(3 * y / max(height, 1)), x

    return key
