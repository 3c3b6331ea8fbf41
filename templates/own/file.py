"""Opening sheet files and the pictures beside them: hostile until checked."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from rules.errors import HostError
from rules.own.sheet import OwnSheet
from templates.own.reading import MOST_BYTES, PictureError, read_sheet

MOST_PICTURE = 1_000_000
"""Bytes of a picture."""
MOST_PIXELS = 4_000_000
_PNG = b"\x89PNG\r\n\x1a\n"


def open_sheet(path: Path) -> OwnSheet:
    """Read and check a sheet file.

    Raises:
        HostError: It cannot be read; ``SheetFaults`` if it is wrong, with every fault.
    """
    file = path.name
    text = _bytes_of(path, MOST_BYTES, file)
    try:
        decoded = text.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise HostError("own-unreadable", file=file, reason="no text") from None
    return read_sheet(decoded, file, lambda name: picture_beside(path.parent, name))


def _bytes_of(path: Path, most: int, file: str) -> bytes:
    try:
        if not path.is_file():
            raise HostError("own-no-file", file=file)
        with path.open("rb") as opened:
            data = opened.read(most + 1)
    except OSError as error:
        raise HostError("own-unreadable", file=file, reason=error.strerror or "") from None
    if len(data) > most:
        raise HostError("own-large", file=file, most=most // 1000)
    return data


def picture_beside(folder: Path, name: str) -> bytes:
    """Read a PNG or JPEG in the same folder, nowhere else, and of a size that is no trap."""
    path = folder / name
    if name in (".", "..") or os.sep in name or path.is_symlink() or not path.is_file():
        raise PictureError(name)
    try:
        data = path.read_bytes() if path.stat().st_size <= MOST_PICTURE else b""
    except OSError:
        raise PictureError(name) from None
    size = size_of(data)
    if size is None or not 0 < size[0] * size[1] <= MOST_PIXELS:
        raise PictureError(name)
    return data


def size_of(data: bytes) -> tuple[int, int] | None:
    """Give a picture's width and height in pixels; None if it is neither PNG nor JPEG."""
    if data.startswith(_PNG) and len(data) > 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    return _jpeg_size(data) if data.startswith(b"\xff\xd8") else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + max(length, 2)
    return None
