"""Ink on somebody else's print: on dark grounds, and where other light changes colours.

What is added to a board is as dark as its pen whatever it is drawn on, but differs less from a
dark ground than from a light one. And colours that look alike in one light differ in another: a
whole area is then a little darker than it was taught.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from scanner.page.ink import InkPage
from scanner.pictures import Grey

_DARKEST = 80
"""Ink on grounds that are darker than this is weighed as if it were on this."""
_WIDER = np.ones((15, 15), np.uint8)
"""Grounds are wider than this, px: lines and letters are none."""
_VEIL, _PALE = np.ones((9, 9), np.uint8), 0.2
"""What is wider than strokes, px, and paler than this share of the pen is no ink."""
_GRAIN = 7, 7


def evened(page: InkPage) -> InkPage:
    """Weigh ink by the ground on which it is, and leave out areas that are a little darker."""
    if page.printed is not None:
        ground = cv2.morphologyEx(page.printed, cv2.MORPH_CLOSE, _WIDER)
        page = replace(page, ink=_weighed(page.ink, ground))
    return replace(page, ink=_unveiled(page.ink, _PALE * page.pen))


def _weighed(ink: Grey, ground: Grey) -> Grey:
    light = cv2.max(ground, _DARKEST)
    return np.asarray(cv2.divide(ink, light, scale=255.0), np.uint8)


def _unveiled(ink: Grey, pale: float) -> Grey:
    veil = cv2.morphologyEx(cv2.blur(ink, _GRAIN), cv2.MORPH_OPEN, _VEIL)
    _, veil = cv2.threshold(veil, pale, 0, cv2.THRESH_TOZERO_INV)
    # The soft edge of what somebody drew is no veil.
    drawn = cv2.dilate(cv2.compare(ink, 2 * pale, cv2.CMP_GT), _VEIL)
    return np.asarray(cv2.subtract(ink, cv2.subtract(veil, drawn)), np.uint8)
