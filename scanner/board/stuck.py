"""Stickers on a board: where print repeats itself they say how the board lies."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.board.features import Features
from scanner.board.hinged import PanelView
from scanner.pictures import Floats

ENOUGH = 2
"""Stickers that fix a board."""
_BESIDE = 4.0
"""A sticker lies this close to its place, mm, once the board is laid."""


def is_stuck(print_: Features) -> bool:
    """Whether a board has stickers to be known by."""
    return len(print_.stickers) >= ENOUGH


def by_stickers(photo: Features, print_: Features) -> NDArray[np.float64] | None:
    """Lay a board by its stickers alone, as one plane; None if too few of them are seen."""
    flat, at = _both(photo, print_)
    if len(flat) < 4 * ENOUGH:
        return None
    plane, _ = cv2.findHomography(flat, at, 0)
    return None if plane is None else np.asarray(plane, np.float64)


def agrees(photo: Features, print_: Features, view: PanelView, scale: float) -> bool:
    """Whether a view has every sticker where it is seen, ``scale`` px to the mm."""
    flat, at = _both(photo, print_)
    away = np.linalg.norm(view.seen(flat) - at, axis=1)
    return len(flat) >= 4 * ENOUGH and bool(away.max() < _BESIDE * scale)


def _both(photo: Features, print_: Features) -> tuple[Floats, Floats]:
    shared = sorted(photo.stickers.keys() & print_.stickers.keys())
    if not shared:
        return np.zeros((0, 2)), np.zeros((0, 2))
    return tuple(  # type: ignore[return-value]
        np.concatenate([each.stickers[number] for number in shared]).astype(np.float64)
        for each in (print_, photo)
    )
