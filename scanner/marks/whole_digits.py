"""Every crop shows the whole digit: strokes that lead over its edge are followed, or doubted."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pictures import PX_PER_MM, Grey, cut
from templates.geometry import Box

BEYOND = 1.3
"""How far beyond its field a digit is looked for, mm."""
ROOM = 3.0
"""How far around a field a pen's circle may go, and a stroke is followed, mm."""
WELL_INSIDE = 0.3
"""Ink is surely a field's that lies no farther beyond its edge, mm."""
OWN_SHARE = 0.7
"""The share of a stroke that lies inside a field, if it belongs there."""
_HALF = 0.5
"""From this share on it is no neighbour's ring, and what is cut off may have told another digit."""
_DARK = 0.25
"""From this share of the pen's darkness on something is a stroke."""
_SOME_INK = 1.0
"""So much of it has to be in the field, mm²: less is no digit's."""
_FOREIGN, _DEEP, _RINGS = 0.4, 2.0, 6.0
"""Of a ring around a symbol beside a field less than this share lies in the field, no deeper
than so many mm; all of it is within so many mm."""
_SQUARE = np.ones((3, 3), np.uint8)


def whole_crop(clean: Grey, box: Box, pen: float) -> tuple[Grey, bool]:
    """Cut out a field's digit with what it reaches over the edge; whether some of it is cut off."""
    crop = cut(clean, box, BEYOND)
    if not crop.size or not (_rim(crop) < 255 - _DARK * pen).any():
        return crop, False
    wide = cut(clean, box, ROOM)
    left, top = (
        round((edge - BEYOND) * PX_PER_MM) - max(round((edge - ROOM) * PX_PER_MM), 0)
        for edge in (box.left, box.top)
    )
    if min(left, top) < 0:  # the field lies at the very edge of the page
        return crop, True
    inside = np.zeros(wide.shape, bool)
    inside[top : top + crop.shape[0], left : left + crop.shape[1]] = True
    field = np.zeros(wide.shape, bool)
    rim = round(BEYOND * PX_PER_MM)
    field[top + rim : top + crop.shape[0] - rim, left + rim : left + crop.shape[1] - rim] = True
    own, is_cut = own_strokes(wide, inside, pen, field)
    shown = np.where(inside | own, wide, np.uint8(255)).astype(np.uint8)
    x, y, across, down = cv2.boundingRect((inside | own).astype(np.uint8))
    return np.ascontiguousarray(shown[y : y + down, x : x + across]), is_cut


def own_part(clean: Grey, box: Box, pen: float) -> Grey:
    """Cut out what is surely a field's, without strokes that only reach over its edge."""
    part = cut(clean, box, WELL_INSIDE)
    if not part.size or not (_rim(part) < 255 - _DARK * pen).any():
        return part
    wide = cut(clean, box, _RINGS)
    rim = round((_RINGS - WELL_INSIDE) * PX_PER_MM)
    (high, across), (height, width) = part.shape, wide.shape
    if abs(high + 2 * rim - height) > 1 or abs(across + 2 * rim - width) > 1:
        return part  # at the very edge of the page
    field = np.s_[rim : rim + high, rim : rim + across]
    dark = (255 - wide > _DARK * pen).view(np.uint8)
    count, found = cv2.connectedComponents(dark, connectivity=8)
    labels = np.asarray(found)
    all_ink = np.maximum(np.bincount(labels.ravel(), minlength=count), 1)
    inner = labels[field]
    foreign = np.bincount(inner.ravel(), minlength=count) < _FOREIGN * all_ink
    # A digit that touches a ring goes deeper.
    deep = round((WELL_INSIDE + _DEEP) * PX_PER_MM)
    foreign[inner[deep : high - deep, deep : across - deep]] = False
    foreign[0] = False
    ends = cv2.dilate(foreign.view(np.uint8).take(labels), _SQUARE)
    return np.where(ends[field] > 0, np.uint8(255), wide[field]).astype(np.uint8)


def own_strokes(
    wide: Grey, inside: NDArray[np.bool_], pen: float, field: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.bool_], bool]:
    """Find the strokes that belong to a field, wherever they end, and whether one is cut off.

    Args:
        wide: The field with its surroundings.
        inside: Where the field is in it, with what is looked at anyhow.
        pen: How dark the page's pen is.
        field: The field alone, if that is less: lines beside it are not its own.
    """
    dark = (255 - wide > _DARK * pen).view(np.uint8)
    count, found = cv2.connectedComponents(dark, connectivity=8)
    labels = np.asarray(found)
    # Each piece's ink, counted at once by where it is: outside, inside, in the field itself.
    where = inside.view(np.uint8) if field is None else inside.view(np.uint8) + field
    often = np.bincount((labels + count * where.astype(np.int32)).ravel(), minlength=3 * count)
    outside, beside, core = often.reshape(3, count)
    own_ink = beside + core
    core = own_ink if field is None else core
    all_ink = np.maximum(outside + own_ink, 1)
    leaves = np.zeros(count, bool)
    leaves[_rim(labels)] = True  # its end is not seen even here
    share = own_ink / all_ink
    enough = core >= _SOME_INK * PX_PER_MM**2
    enough[0] = False
    own = (share >= OWN_SHARE) & (core > 0)
    own[0] = False
    perhaps = enough & (own_ink < all_ink) & (core >= _HALF * all_ink)
    is_cut = bool((perhaps & (leaves | ~own)).any())
    if not own.any():
        return np.zeros(wide.shape, bool), is_cut
    ends = cv2.dilate(own.view(np.uint8).take(labels), _SQUARE)
    return np.asarray(ends > 0), is_cut


def _rim(picture: NDArray[Any]) -> NDArray[Any]:
    """Give the pixels along a picture's four sides."""
    return np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
