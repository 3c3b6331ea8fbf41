"""A film of a pile of sheets: the sharpest frames of every sheet, each sheet read once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from scanner.files.film_child import A_SECOND
from scanner.files.films import Frame
from scanner.joining import joined
from scanner.likeness import Likeness, likeness
from scanner.page.identify import flat_piece
from scanner.page.page_guess import guess_page
from scanner.page.tags import SeenSheet, find_sheets
from scanner.pictures import Floats, Grey, PhotoError, Picture
from scanner.pipeline import read_picture, unreadable
from scanner.scan import Scan
from scanner.stages import Keep

_LEAST_TAGS = 4
_SHORTEST = 2
"""Frames in a row that a sheet must be seen in: in fewer it was only passing by."""
_GAP = 0.45
"""Seconds without it after which a sheet is looked for anew."""
_BEST = 2
"""Frames of a sheet that are read, the sharpest first; more only if the best leaves doubts."""
_THUMB = 1.5
"""Scale at which frames are compared, px per mm."""
_OTHER, _OTHER_INK = 0.12, 0.008
"""A place is different by this much of darkness; with this share of its places different a page
is another one. Two of these may still be one sheet: what is read on them tells.
"""
_BEYOND = 0.06
"""How much around the outer tags is cut out, as a share of the sheet."""


@dataclass(frozen=True)
class _View:
    """A sheet in one frame."""

    at: float
    sharpness: float
    crop: Grey
    thumb: Floats


@dataclass
class _Track:
    """One sheet for as long as it is in view."""

    turn: int
    began: float
    last: _View
    count: int = 1
    best: list[_View] = field(default_factory=list)

    def add(self, view: _View) -> None:
        self.last = view
        self.count += 1
        self.best = sorted([*self.best, view], key=lambda one: -one.sharpness)[:_BEST]


def read_film(name: str, film: Iterable[Frame], keep: Keep | None = None) -> list[Scan]:
    """Read every sheet that a film shows, once, in the order in which they appear."""
    read: list[Scan] = []
    failed: list[Scan] = []
    lost: list[Scan] = []
    try:
        for track in _tracks(film):
            scan = _read(track, name, keep)
            if scan.is_read:
                _take(read, scan)
            else:
                failed.append(scan)
    except PhotoError as error:  # what came before is read, and that the rest is missing is said
        lost = [unreadable(error, name)]
    # A sheet that is turned over is seen for a moment, bent: that it cannot be read then says
    # nothing, if it was read before or after.
    if not read:
        lost = lost or failed[:1] or [unreadable(PhotoError("no-sheet"), name)]
    return [replace(scan, index=n) for n, scan in enumerate([*read, *lost], start=1)]


def _take(read: list[Scan], scan: Scan) -> None:
    """Add a sheet, or complete it if it was seen before."""
    for place, known in enumerate(read):
        alike = likeness(known, scan)
        near = place == len(read) - 1
        if alike is Likeness.SAME or (alike is Likeness.PERHAPS and near):
            better, other = sorted([known, scan], key=lambda one: len(one.doubts))
            read[place] = replace(joined(better, other), joined=(), at=known.at)
            return
    read.append(scan)


def _tracks(film: Iterable[Frame]) -> Iterator[_Track]:
    """Follow the sheets from frame to frame."""
    tracks: list[_Track] = []
    at = 0.0
    striped = False
    for number, frame in enumerate(film):
        at = frame.at
        sheets = _whole_in(frame, striped=striped)
        if not (sheets or striped or number % A_SECOND):
            sheets = _whole_in(frame, striped=True)
            striped = bool(sheets)  # as one sheet of a pile is printed, so are the others
        for seen in sheets:
            view = _view(frame, seen)
            if view is None:
                continue
            same = next((one for one in tracks if _goes_on(one, seen.turn, view)), None)
            if same is None:
                tracks.append(_Track(seen.turn, at, view, best=[view]))
            else:
                same.add(view)
        ended = [one for one in tracks if at - one.last.at > _GAP]
        tracks = [one for one in tracks if one not in ended]
        yield from (one for one in ended if one.count >= _SHORTEST)
    yield from (one for one in tracks if one.count >= _SHORTEST)


def _whole_in(frame: Frame, *, striped: bool) -> list[SeenSheet]:
    found = find_sheets(frame.grey, striped=striped)
    return [seen for seen in found if len(seen.tags) >= _LEAST_TAGS]


def _goes_on(track: _Track, turn: int, view: _View) -> bool:
    if track.turn != turn or track.last.at == view.at:
        return False
    before, now = track.last.thumb, view.thumb
    if before.shape != now.shape:
        return False
    return float((np.abs(before - now) > _OTHER).mean()) < _OTHER_INK


def _view(frame: Frame, seen: SeenSheet) -> _View | None:
    """Cut a sheet out of a frame and judge how sharp it is."""
    try:
        page, start = guess_page(seen)
    except PhotoError:
        return None
    thumb = flat_piece(frame.grey, start, (0.0, 0.0), (page.width, page.height), _THUMB)
    corners = np.concatenate([tag.corners for tag in seen.tags])
    low, high = corners.min(axis=0), corners.max(axis=0)
    beyond = _BEYOND * float((high - low).max()) + 4
    left, top = np.maximum(low - beyond, 0).astype(int)
    right, bottom = np.ceil(high + beyond).astype(int)
    crop = frame.grey[top:bottom, left:right]
    return _View(frame.at, _sharpness(crop) * len(seen.tags), crop.copy(), _inked(thumb))


def _sharpness(crop: Grey) -> float:
    """How fine the finest detail is, whatever the light."""
    light = float(crop.mean()) + 1.0
    return float(cv2.Laplacian(crop, cv2.CV_32F).var()) / light**2


def _inked(thumb: Grey) -> Floats:
    """How dark a page is, against its own paper."""
    soft = cv2.GaussianBlur(thumb, (0, 0), 1.0).astype(np.float32)
    paper = cv2.blur(cv2.dilate(thumb, np.ones((15, 15), np.uint8)), (15, 15)).astype(np.float32)
    return 1.0 - soft / np.maximum(paper, 20.0)


def _read(track: _Track, name: str, keep: Keep | None) -> Scan:
    """Read the sharpest frames of a sheet, as many as are needed."""
    best: Scan | None = None
    for view in track.best:
        scan = replace(_read_view(view, track.turn, name, keep), at=view.at)
        if best is None or not best.is_read:
            best = scan
        elif scan.is_read and scan.code == best.code:
            better, other = sorted([best, scan], key=lambda one: len(one.doubts))
            best = replace(joined(better, other), joined=())
        if best.status == "ok":
            break
    assert best is not None
    return best


def _read_view(view: _View, turn: int, name: str, keep: Keep | None) -> Scan:
    height, width = view.crop.shape

    def decode(reduction: int) -> Grey:
        if reduction == 1:
            return view.crop
        size = (max(1, width // reduction), max(1, height // reduction))
        return cv2.resize(view.crop, size, interpolation=cv2.INTER_AREA)

    scans = read_picture(Picture(name, 1, (width, height), decode), keep)
    ours = [scan for scan in scans if scan.is_read and scan.code.turn == turn]
    others = [scan for scan in scans if not scan.is_read]
    return (ours or others or [unreadable(PhotoError("no-sheet"), name)])[0]
