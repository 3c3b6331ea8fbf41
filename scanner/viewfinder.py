"""What a camera sees before the photo is taken, and what is in the way of a good one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from scanner.page.identify import ASIDE, qr_at
from scanner.page.page_guess import guess_page
from scanner.page.tags import Points, SeenSheet, find_sheets
from scanner.pictures import Floats, Grey, PhotoError
from templates.geometry import Box
from templates.page import TAG

LEAST_TAGS = 7
"""One tag may be covered: the others say where the sheet is."""
NEAR = 4.5
"""Pixels per mm that a photo should have to be read with few questions."""
SHARP = 0.17
"""How much of a tag's contrast changes over half a mm, at least. Good photos, made as small as a
frame, have 0.18 to 0.23; blurred by a pixel more, most have less than this."""
DARK, BURNT = 60, 250
GLARE = 0.006
"""The share of the sheet that a burnt-out spot may have."""
LARGE_GLARE, MOST_BRIGHT = 0.04, 0.8
"""Where much is bright: the share that a spot without any print may have, and how much of the paper
is bright where it is only bright paper. On 21 photos made up to half brighter such spots are below
0.03 or more than 0.8 is bright; on all with a large light upon them they are above 0.08, and at
most 0.7 is bright."""
BORDER = 0.015
"""Of the picture's side: a tag nearer than this is about to leave it."""


CODE_PX_PER_MM = 6.0
Point = tuple[float, float]
Marked = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class View:
    """One small frame."""

    hint: str
    """``good``, or what is in the way: ``no-sheet``, ``dark``, ``closer``, ``back``, ``covered``,
    ``blurred``, ``codes``, ``glare-left`` and so on."""
    corners: tuple[Point, ...] = ()
    """The tags that are seen, as shares of the picture's width and height."""
    codes: tuple[tuple[Point, ...], ...] = ()
    """The corners of the codes that can be read, likewise."""


def look(grey: Grey, full_width: int) -> View:
    """Say what a frame shows; the photo itself will be ``full_width`` pixels wide."""
    sheets = find_sheets(grey)
    if not sheets:
        return View("dark" if float(np.median(grey)) < DARK else "no-sheet")
    sheet = max(sheets, key=lambda each: len(each.tags))
    width = grey.shape[1]
    centers = np.array([tag.corners.mean(axis=0) for tag in sheet.tags])
    codes = list(_codes(grey, sheet))
    hint = _hint(grey, sheet, full_width / width)
    if hint == "good" and not codes:
        hint = "codes"
    return View(hint, _shares(centers, grey), tuple(_shares(code, grey) for code in codes))


def _shares(points: Floats, grey: Grey) -> tuple[Point, ...]:
    height, width = grey.shape
    return tuple((round(float(x / width), 3), round(float(y / height), 3)) for x, y in points)


def _codes(grey: Grey, sheet: SeenSheet) -> Iterator[Floats]:
    """Give the corners of the sheet's codes that can be read in a frame as small as this."""
    try:
        page, homography = guess_page(sheet)
    except PhotoError:
        return
    for box in page.qr_boxes:
        around = Box(box.center, (box.size[0] + ASIDE, box.size[1] + ASIDE))
        try:
            is_read = bool(qr_at(grey, homography, around, CODE_PX_PER_MM))
        except PhotoError:  # of a newer version: what that means is said of the photo
            is_read = True
        if is_read:
            (left, top), (wide, high) = (box.left, box.top), box.size
            square = [
                [left, top],
                [left + wide, top],
                [left + wide, top + high],
                [left, top + high],
            ]
            yield cv2.perspectiveTransform(np.array([square]), homography)[0]


def _hint(grey: Grey, sheet: SeenSheet, larger: float) -> str:
    height, width = grey.shape
    every = np.concatenate([tag.corners for tag in sheet.tags])
    shares = every / (width, height)
    if min(shares.min(), 1 - shares.max()) < BORDER or _is_cut(sheet, width, height):
        return "back"
    is_sharp = _sharpness(grey, sheet) >= SHARP
    if len(sheet.tags) < LEAST_TAGS:
        return "covered" if is_sharp else "blurred"
    side = float(np.median([_side(tag.corners) for tag in sheet.tags]))
    if side / TAG * larger < NEAR:
        return "closer"
    glare = _glare(grey, every)
    if glare:
        return f"glare-{glare}"
    return "good" if is_sharp else "blurred"


def _is_cut(sheet: SeenSheet, width: int, height: int) -> bool:
    """Say whether a tag lies outside the picture, by where the others are."""
    try:
        page, homography = guess_page(sheet)
    except PhotoError:
        return False
    tags = np.array([[tag.center] for tag in page.tags], np.float64)
    at = cv2.perspectiveTransform(tags, homography)[:, 0] / (width, height)
    return bool(at.min() < 0 or at.max() > 1)


def _side(corners: Points) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _glare(grey: Grey, points: Points) -> str:
    """Say on which side of the sheet the light burns a spot out; empty if it does not."""
    hull = cv2.convexHull(points.astype(np.int32))
    sheet = np.zeros_like(grey)
    cv2.fillConvexPoly(sheet, hull, 255)
    inside = sheet > 0
    least, brush = GLARE, 5
    if float(np.percentile(grey[inside], 80)) >= BURNT - 10:
        if _bright_share(grey, inside, cv2.boundingRect(hull)) > MOST_BRIGHT:
            return ""  # bright paper all over is no spot
        least, brush = LARGE_GLARE, int(np.sqrt(inside.sum()) / 12)  # no print, however bright
    burnt = ((grey >= BURNT) & inside).astype(np.uint8)
    burnt = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, np.ones((brush, brush), np.uint8))
    count, _, stats, centers = cv2.connectedComponentsWithStats(burnt)
    if count < 2:
        return ""
    spot = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    if stats[spot, cv2.CC_STAT_AREA] < least * int(inside.sum()):
        return ""
    x, y, w, h = cv2.boundingRect(hull)
    across, down = (centers[spot][0] - x) / w - 0.5, (centers[spot][1] - y) / h - 0.5
    if abs(across) >= abs(down):
        return "left" if across < 0 else "right"
    return "top" if down < 0 else "bottom"


def _bright_share(grey: Grey, inside: Marked, around: Sequence[int]) -> float:
    """Give the share of the sheet's parts whose paper is nearly burnt out."""
    x, y, w, h = around
    levels = []
    for n in range(64):
        left, top = x + n % 8 * w // 8, y + n // 8 * h // 8
        part = np.s_[top : top + h // 8, left : left + w // 8]
        if 2 * int(inside[part].sum()) > inside[part].size:
            levels.append(float(np.percentile(grey[part][inside[part]], 90)))
    return float(np.mean([level >= BURNT - 10 for level in levels])) if levels else 1.0


def _sharpness(grey: Grey, sheet: SeenSheet) -> float:
    """Measure how quickly black turns to white at the tags, whatever their size."""
    found = []
    for tag in sheet.tags:
        x, y, w, h = cv2.boundingRect(tag.corners.astype(np.int32))
        patch = grey[max(y, 0) : y + h, max(x, 0) : x + w].astype(np.float32)
        if min(patch.shape) < 6:
            continue
        low, high = np.percentile(patch, (5, 95))
        steps = np.abs(np.diff(patch, axis=1)).mean() / max(float(high - low), 20.0)
        found.append(steps * w / 20)  # a tag of 10 mm at half a mm a pixel
    return float(np.median(found)) if found else 0.0
