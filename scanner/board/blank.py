"""The flat picture of a taught board: opened with care, since a file may be anybody's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from rules.errors import HostError
from scanner.board.features import CLOSER, Features, plain_features, rooted
from scanner.board.known import Known, keep_features, kept_features
from scanner.page.tags import find_stickers
from scanner.pictures import PX_PER_MM, Grey
from templates.board.layout import layout_on
from templates.board.panels import Strip
from templates.board.shelf import Board, blank_of
from templates.geometry import Box
from templates.own.file import size_of

_NEAR = 0.5
"""What is this close to a place where people write, mm, is not looked for."""


def size_px(size: tuple[float, float]) -> tuple[int, int]:
    """Give the width and height of a board's flat picture."""
    return int(size[0] * PX_PER_MM), int(size[1] * PX_PER_MM)


def board_blank(board: Board) -> Grey:
    """Open a board's picture; ``board-blank`` if it is not what it should be."""
    data = blank_of(board)
    # Before it is decoded: a small file may hold a picture that fills the memory.
    if size_of(data) != size_px(board.size):
        raise HostError("board-blank", name=board.name)
    found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if found is None or found.shape[::-1] != size_px(board.size):
        raise HostError("board-blank", name=board.name)
    return np.asarray(found, np.uint8)


def cut_out(blank: Grey, chosen: Sequence[Strip], size: tuple[float, float]) -> Grey:
    """Lay panels of a board side by side."""
    width, height = size_px(size)
    now = (np.arange(width) + 0.5) / PX_PER_MM
    strip = np.searchsorted([each.now for each in chosen], now, side="right") - 1
    moved = np.array([each.left - each.now for each in chosen])[strip]
    x = np.tile(((now + moved) * PX_PER_MM - 0.5).astype(np.float32), (height, 1))
    y = np.repeat(np.arange(height, dtype=np.float32)[:, None], width, axis=1)
    found = cv2.remap(blank, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.uint8)


def as_png(blank: Grey) -> bytes:
    """Give a picture as a file."""
    done, data = cv2.imencode(".png", blank)
    assert done, "A grey picture can be written."
    return data.tobytes()


@lru_cache(maxsize=60)  # six MB each
def board_features(board: Board) -> Features:
    """What a board is known by, in mm."""
    found = kept_features(board) or _learned(board)
    at, stickers = ((each + 0.5) / PX_PER_MM for each in (found.at, found.stickers))
    return Features(
        at,
        rooted(found.looks),
        rooted(found.wide),
        found.pixel / PX_PER_MM,
        size_px(board.size),
        {int(n): np.asarray(c, np.float32) for n, c in zip(found.numbers, stickers, strict=True)},
    )


def _learned(board: Board) -> Known:
    blank = board_blank(board)
    stickers = find_stickers(blank)
    corners = np.array([*stickers.values()], np.float64).reshape(-1, 4, 2)
    known = Known(*plain_features(blank, CLOSER), np.array([*stickers], int), corners)
    keep_features(board, known)
    return known


@lru_cache(maxsize=60)
def lasting_features(board: Board) -> Features:
    """Those of a board that nobody writes over."""
    found = board_features(board)
    if not board.is_marked:
        return found
    free = np.ones(len(found), bool)
    for place in layout_on(board).places.values():
        free &= ~_inside(found.at, place.area)
    return found.those(free)


def _inside(at: np.ndarray, box: Box) -> np.ndarray:
    # What is drawn around a symbol is drawn over what is beside it; an outline's points stay.
    reach = np.array(box.size) / 2 + (_NEAR if max(box.size) < 15 else -_NEAR)
    return np.asarray((np.abs(at - box.center) < reach).all(axis=1))
