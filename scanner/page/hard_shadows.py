"""Shadows with a hard edge: a phone's or a hand's beneath a single lamp.

Light is smooth for whoever evens it out. Along an edge at which it is not, what is dark beside
the light would be left over as a long band that looks like ink, or like a 1 in a cloud.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pictures import Floats, Grey, reduced

_STEP = 0.75
"""Light that is this much darker a millimetre further on has a hard edge there."""
_LONG = 30
"""Edges shorter than this, mm, are those of things."""
_AROUND = 17
"""Within so many mm there is the light of either side, and the edge spoils what is smooth."""
_THIN = 14
"""What is narrower than this, mm, is no shadow but ink, or a tag."""
_PX_PER_MM = 3
"""At this scale it is told where a shadow ends."""
_PALEST_PRINT = 150.0
"""Print that is darker than this tells nothing about light."""
_GROUND = 5
"""Dark print that is wider than this, mm, is a ground."""
_WHITE, _BESIDE = 0.004, 7
"""So close to white is what lies beyond a picture; and so many millimetres around it."""
_SOFT = 3
"""So many pixels at an edge are as dark as neither side."""


def hard_edges(light: Floats, printed: Floats) -> NDArray[np.bool_] | None:
    """Say within which millimetres a page's light has long hard edges; None if nowhere.

    Args:
        light: The light of each square millimetre, before it is smoothed.
        printed: The tone of its print: a board's dark ground ends at white clouds.
    """
    three = np.ones((3, 3), np.uint8)
    sharp = cv2.erode(light, three) < _STEP * cv2.dilate(light, three)
    dark = _is_dark(printed)
    sharp &= ~dark
    # Where a sheet is cut off its own print goes on, in a light that no photo has.
    beyond = (np.abs(light - 1) < _WHITE).astype(np.uint8)
    sharp &= cv2.dilate(beyond, np.ones((_BESIDE, _BESIDE), np.uint8)) == 0
    if np.count_nonzero(sharp) < _LONG:
        return None
    joined = cv2.dilate(sharp.astype(np.uint8), three)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    long = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) >= _LONG
    long[0] = False
    if not long.any():
        return None
    around = np.ones((_AROUND, _AROUND), np.uint8)
    return np.asarray((cv2.dilate(long[labels].astype(np.uint8), around) > 0) & ~dark)


def _is_dark(printed: Floats) -> NDArray[np.bool_]:
    """Where print is dark that is wider than lines and letters, and close to it."""
    around = np.ones((_GROUND, _GROUND), np.uint8)
    ground = cv2.dilate(printed, around) < _PALEST_PRINT
    # As wide again, and the millimetres at whose edge light is compared.
    wider = np.ones((_GROUND + 4, _GROUND + 4), np.uint8)
    return np.asarray(cv2.dilate(ground.astype(np.uint8), wider) > 0)


def with_edges(
    paper: Grey, flat: Grey, blank: Grey, light: Floats, near: NDArray[np.bool_]
) -> Grey:
    """Give the brightness that paper has everywhere, with a hard edge where its light has one.

    Args:
        paper: The same where light is smooth, as large as the page.
        flat: The page.
        blank: Its print.
        light: The light of each square millimetre, before it is smoothed.
        near: Which of them are near hard edges.
    """
    around = np.ones((_AROUND, _AROUND), np.uint8)
    size = (flat.shape[1] // 2, flat.shape[0] // 2)
    bright, dark = (
        cv2.resize(way(light, around), size, interpolation=cv2.INTER_LINEAR)
        for way in (cv2.dilate, cv2.erode)
    )
    seen = reduced(flat) / np.maximum(reduced(blank).astype(np.float32), _PALEST_PRINT)
    step = dark < _STEP * bright
    # Where there is no step nothing is told, so that a shadow goes on there.
    shadow = np.asarray(~step | (seen < np.sqrt(bright * dark)), np.uint8)
    thin = _THIN * _PX_PER_MM
    shadow = cv2.morphologyEx(shadow, cv2.MORPH_OPEN, np.ones((thin, thin), np.uint8))
    shadow = cv2.dilate(shadow * step, np.ones((_SOFT, _SOFT), np.uint8))
    sides = np.clip(np.where(shadow > 0, dark, bright) * 255, 13, 255).astype(np.uint8)
    there = step & (cv2.resize(near.astype(np.uint8), size) > 0)
    wide, close = (
        cv2.resize(each, flat.shape[::-1], interpolation=cv2.INTER_NEAREST)
        for each in (sides, there.astype(np.uint8))
    )
    return np.where(close > 0, wide, paper)
