"""A picture of what is wrong with a photo: corners that were found, and those that are missing.

It needs no words: a photo that cannot be read is shown with green rings at the corners that were
seen, red ones where others should be, arrows to those outside of it, and a glass over blur.
"""

from __future__ import annotations

from contextlib import suppress

import cv2
import numpy as np

from scanner.page.page_guess import Homography, guess_page
from scanner.page.tags import Points, SeenSheet
from scanner.pictures import Grey, PhotoError
from templates.page import TAG, Page

LONGEST = 900
"""Longer side of the picture, px."""
FOUND, LOST, PAPER = (60, 160, 40), (40, 40, 210), (220, 140, 40)
"""Blue, green, red."""
_UNCLEAR = ("blurred", "too-small")
_PALE = 0.35
"""How much of the photo's contrast is taken away, so that the drawing stands out."""


def trouble_picture(grey: Grey, sheet: SeenSheet | None, code: str) -> Grey:
    """Draw what a photo lacks.

    Args:
        grey: The photo, as small as it was looked at.
        sheet: What was seen of the sheet; None if nothing was.
        code: Why it could not be read.

    Returns:
        A picture in colour (height, width, 3), blue first.
    """
    scale = min(1.0, LONGEST / max(grey.shape))
    size = (max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale)))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    pale = (small * (1 - _PALE) + 255 * _PALE).astype(np.uint8)
    shown: Grey = cv2.cvtColor(pale, cv2.COLOR_GRAY2BGR).astype(np.uint8)
    tags = sheet.tags if sheet else ()
    if not tags:
        _frame(shown)
        return shown
    if sheet is not None:
        with suppress(PhotoError):
            _draw_lost(shown, *guess_page(sheet), {tag.place for tag in tags}, scale)
    for tag in tags:
        at = tag.corners.mean(axis=0) * scale
        _ring(shown, at, _radius(tag.corners, scale), FOUND)
    if code in _UNCLEAR:
        _glass(shown, grey, tags[0].corners, scale)
    return shown


def _radius(corners: Points, scale: float) -> int:
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    return max(9, round(side * scale))


def _width(shown: Grey) -> int:
    return max(2, max(shown.shape) // 220)


def _ring(shown: Grey, at: Points, radius: int, colour: tuple[int, int, int]) -> None:
    middle = (round(float(at[0])), round(float(at[1])))
    cv2.circle(shown, middle, radius, (255, 255, 255), 2 * _width(shown), cv2.LINE_AA)
    cv2.circle(shown, middle, radius, colour, _width(shown), cv2.LINE_AA)


def _draw_lost(
    shown: Grey, page: Page, homography: Homography, seen: set[int], scale: float
) -> None:
    """Draw the sheet's edge, and the corners that were not seen: here, or beyond the picture."""
    edge = np.array([[[0, 0]], [[page.width, 0]], [[page.width, page.height]], [[0, page.height]]])
    tags = np.array([[place.center] for place in page.tags], np.float64)
    both = np.concatenate([edge.astype(np.float64), tags])
    at = cv2.perspectiveTransform(both, homography)[:, 0] * scale
    if not np.isfinite(at).all() or np.abs(at).max() > 20 * LONGEST:
        return  # two tags beside each other say little about the rest
    cv2.polylines(shown, [at[:4].round().astype(np.int32)], True, PAPER, _width(shown), cv2.LINE_AA)
    height, width = shown.shape[:2]
    about = np.linalg.norm(at[0] - at[1]) / max(page.width, 1.0)
    for place, middle in enumerate(at[4:]):
        if place in seen:
            continue
        if 0 <= middle[0] < width and 0 <= middle[1] < height:
            _ring(shown, middle, max(9, round(about * TAG)), LOST)
        else:
            _arrow(shown, middle)


def _arrow(shown: Grey, beyond: Points) -> None:
    """Point to where something lies outside of the picture."""
    height, width = shown.shape[:2]
    rim = 0.015 * max(height, width)
    tip = np.clip(beyond, rim, np.array([width, height]) - 1 - rim)
    away = beyond - np.array([width, height]) / 2
    start = tip - away / max(float(np.linalg.norm(away)), 1.0) * 0.1 * max(height, width)
    ends = [tuple(int(round(float(x))) for x in each) for each in (start, tip)]
    for colour, wide in (((255, 255, 255), 4), (LOST, 2)):
        cv2.arrowedLine(shown, *ends, colour, wide * _width(shown), cv2.LINE_AA, tipLength=0.4)


def _frame(shown: Grey) -> None:
    """Draw four corners where those of a sheet should be."""
    height, width = shown.shape[:2]
    x, y, arm = round(width * 0.1), round(height * 0.1), round(min(height, width) * 0.12)
    for right in (False, True):
        for low in (False, True):
            at = (width - x if right else x, height - y if low else y)
            across = (at[0] + (-arm if right else arm), at[1])
            down = (at[0], at[1] + (-arm if low else arm))
            for end in (across, down):
                cv2.line(shown, at, end, (255, 255, 255), 4 * _width(shown), cv2.LINE_AA)
                cv2.line(shown, at, end, LOST, 2 * _width(shown), cv2.LINE_AA)


def _glass(shown: Grey, grey: Grey, corners: Points, scale: float) -> None:
    """Show a corner large, in the middle, so that one sees how unclear it is."""
    x, y, w, h = cv2.boundingRect(corners.astype(np.int32))
    room = max(4, max(w, h) // 2)
    piece = grey[max(y - room, 0) : y + h + room, max(x - room, 0) : x + w + room]
    side = round(min(shown.shape[:2]) * 0.4)
    if not piece.size or side < 8:
        return
    large = cv2.resize(piece, (side, side), interpolation=cv2.INTER_LINEAR)
    top, left = (shown.shape[0] - side) // 2, (shown.shape[1] - side) // 2
    inside = np.zeros((side, side), np.uint8)
    cv2.circle(inside, (side // 2, side // 2), side // 2 - 1, 255, -1)
    view = shown[top : top + side, left : left + side]
    view[inside > 0] = np.repeat(large[..., None], 3, axis=2)[inside > 0]
    _ring(shown, np.array([left + side / 2, top + side / 2]), side // 2, LOST)
    at = corners.mean(axis=0) * scale
    _ring(shown, at, _radius(corners, scale), LOST)
