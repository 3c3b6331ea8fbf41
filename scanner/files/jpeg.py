"""JPEG files, complete or not: where the picture ends, and whether all of it is there."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL.JpegImagePlugin import JpegImageFile

MOST_SCANS = 64
"""How often a picture may be refined; a camera does it some ten times, a bomb thousands."""

_END = b"\xff\xd9"
_SCAN = 0xDA  # the second byte of what begins a scan
_PIECE = 1 << 20
_WITHOUT_LENGTH = {0x01, *range(0xD0, 0xD9)}
_NOTHING_DECODED = 128  # the grey that stands where data was missing
_PADDING = b"\x5a\x93" * 2048


class Cut(EOFError):
    """The end of the file is missing."""


class Broken(ValueError):
    """The file has its end, but cannot be decoded."""


def picture_in(data: bytes) -> bytes:
    """Cut off what phones append to a picture: previews, films, notes.

    Raises:
        Cut: The picture has no end.
        Broken: It is not built as a JPEG is, or refined too often.
    """
    scans = 0
    for places, markers in _markers(data, _first_scan(data)):
        ends = np.flatnonzero(markers == _END[1])
        before = markers[: ends[0]] if ends.size else markers
        scans += int(np.count_nonzero(before == _SCAN))
        if scans > MOST_SCANS:
            raise Broken
        if ends.size:
            return data[: places[ends[0]] + 2]
    raise Cut


def _markers(data: bytes, start: int) -> Iterator[tuple[NDArray[np.intp], NDArray[np.uint8]]]:
    """Find each 0xff from a place on, and what follows it, a piece of the file at a time.

    Within a scan a 0xff that is part of the picture is followed by 0.
    """
    numbers = np.frombuffer(data, np.uint8)
    for piece in range(start, len(data) - 1, _PIECE):
        part = numbers[piece : piece + _PIECE + 1]
        places = np.flatnonzero(part[:-1] == 0xFF)
        yield places + piece, part[places + 1]


def _first_scan(data: bytes) -> int:
    """Find where the headers end and the picture begins."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            raise Broken
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
        elif marker == _SCAN:
            return at
        elif marker in _WITHOUT_LENGTH:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    raise Cut


def grey(data: bytes, reduction: int) -> NDArray[np.uint8]:
    """Decode in grey, at 1/1, 1/2, 1/4 or 1/8 of the size, not turned.

    Raises:
        Cut: A part of the picture is missing.
        OSError: It cannot be decoded.
    """
    found = _decoded(data, reduction)
    if (found[-1] == _NOTHING_DECODED).all() and _depends_on_more(data):
        raise Cut
    return found


def _decoded(data: bytes, reduction: int) -> NDArray[np.uint8]:
    """Let Pillow decode: as fast as OpenCV to 1 ms, and it does not talk to the terminal."""
    image = JpegImageFile(BytesIO(data))
    width, height = image.size
    image.draft("L", (max(width // reduction, 1), max(height // reduction, 1)))
    wanted = (-(-width // reduction), -(-height // reduction))
    if image.size != wanted:  # of a tiny picture
        image.load()
        return np.asarray(image.convert("L").resize(wanted))
    return np.asarray(image if image.mode == "L" else image.convert("L"))


def _depends_on_more(data: bytes) -> bool:
    """Say whether data that follows would change the picture: then some is missing.

    Where a cut file was given a new end, decoders fill up with grey and do not mind. A
    picture that is really grey down there has all its data and ignores what is added.
    """
    padded = data[: -len(_END)] + _PADDING + _END
    return not np.array_equal(_decoded(data, 8), _decoded(padded, 8))
