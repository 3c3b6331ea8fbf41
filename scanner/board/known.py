"""What a board is known by, kept beside it: to look for it anew takes seconds a board."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scanner.board.features import Bytes
from scanner.pictures import Floats
from templates.board.shelf import Board

ENDING = ".known"
_EDITION = b"paperplay board known by 1\n"
"""Another one whenever features are looked for in another way."""
_ROW = np.dtype([("at", "<f8", 2), ("looks", "u1", 128), ("wide", "u1", 128)])
_STICKER = np.dtype([("number", "<i4"), ("corners", "<f8", (4, 2))])
_HEAD = np.dtype([("pixel", "<f8"), ("stickers", "<i4"), ("features", "<i4")])
_MOST_BYTES = 4_000_000
_DIGEST = 32


@dataclass(frozen=True)
class Known:
    """Features and stickers of a board's picture, px."""

    at: Floats
    looks: Bytes
    wide: Bytes
    pixel: float
    numbers: NDArray[np.int_]
    """Of its stickers."""
    stickers: Floats
    """(n, 4, 2) their corners."""


def keep_features(board: Board, known: Known) -> None:
    """Keep what a board is known by; a place that cannot be written to does no harm."""
    path = _path(board)
    if path is None:
        return
    rows = np.empty(len(known.at), _ROW)
    rows["at"], rows["looks"], rows["wide"] = known.at, known.looks, known.wide
    stuck = np.empty(len(known.numbers), _STICKER)
    stuck["number"], stuck["corners"] = known.numbers, known.stickers
    head = np.array([(known.pixel, len(stuck), len(rows))], _HEAD)
    data = b"".join(part.tobytes() for part in (head, stuck, rows))
    half = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        half.write_bytes(_sealed(board, data) + data)
        half.replace(path)
        for other in path.parent.glob(f"*{ENDING}"):
            if other != path:
                other.unlink()


def kept_features(board: Board) -> Known | None:
    """Give what was kept of this very picture; None if there is nothing, or it was changed."""
    path = _path(board)
    try:
        if path is None or not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return None
        told = path.read_bytes()
    except OSError:
        return None
    seal, data = told[:_DIGEST], told[_DIGEST:]
    if seal != _sealed(board, data):
        return None
    (head,) = np.frombuffer(data, _HEAD, 1)
    after = _HEAD.itemsize + head["stickers"] * _STICKER.itemsize
    stuck = np.frombuffer(data, _STICKER, head["stickers"], _HEAD.itemsize)
    rows = np.frombuffer(data, _ROW, head["features"], after)
    looks, wide = (np.ascontiguousarray(rows[name]) for name in ("looks", "wide"))
    at, pixel = rows["at"].copy(), float(head["pixel"])
    return Known(at, looks, wide, pixel, stuck["number"].astype(int), stuck["corners"].copy())


def _path(board: Board) -> Path | None:
    """Where it is kept: one for all versions that have the same picture; none of a draft."""
    if board.folder == Path():
        return None
    return board.folder.parent / (board.blank[:16] + ENDING)


def _sealed(board: Board, data: bytes) -> bytes:
    return hashlib.sha256(_EDITION + board.blank.encode() + data).digest()
