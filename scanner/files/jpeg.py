"""JPEG files, complete or not: where the picture ends, and whether all of it is there."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryFile
from threading import Lock
from typing import IO

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.files.jpeg_tables import are_plausible

MOST_SCANS = 64
"""How often a picture may be refined; a camera does it some ten times, a bomb thousands."""

_MOST_PARTS = 4000
"""Parts of a header, and bytes that fill it; phones write a few hundred."""
_SPARED = {0xFE, *range(0xE0, 0xF0)} - {0xE0, 0xE1, 0xEE}
"""Notes of a header that say nothing about the picture: colour profiles, previews, comments."""
_EXIF = b"Exif\0\0"

_GREY = {
    1: cv2.IMREAD_GRAYSCALE,
    2: cv2.IMREAD_REDUCED_GRAYSCALE_2,
    4: cv2.IMREAD_REDUCED_GRAYSCALE_4,
    8: cv2.IMREAD_REDUCED_GRAYSCALE_8,
}
_DAMAGE = (b"Corrupt JPEG data", b"Premature end", b"Inconsistent progression")
"""What libjpeg says of a picture that is not what the camera wrote."""
_EXTRA = re.compile(rb"Corrupt JPEG data: (\d{1,9}) extraneous bytes before marker 0xd9")
_MOST_SAID = 4096
_HEARS = sys.platform != "win32"
"""Whether libraries share our standard error."""
_TERMINAL = Lock()
_END = b"\xff\xd9"
_SCAN = 0xDA  # the second byte of what begins a scan
_PIECE = 1 << 17  # what the processor's cache holds
_WITHOUT_LENGTH = {0x01, *range(0xD0, 0xD9)}
_NOTHING_DECODED = 128  # the grey that stands where data was missing
_PADDING = b"\x5a\x93" * 2048


class Cut(EOFError):
    """The end of the file is missing."""


class Damaged(ValueError):
    """The picture is there, but bytes of it were changed."""


class Broken(ValueError):
    """The file has its end, but cannot be decoded."""


def picture_in(data: bytes) -> bytes:
    """Cut off what phones add to a picture, before it and after: previews, films, notes.

    Raises:
        Cut: The picture has no end.
        Broken: It is not built as a JPEG is, or refined too often.
        Damaged: No camera writes such tables.
    """
    scans = 0
    header, start = _header(data)
    if not are_plausible(header):
        raise Damaged
    for places, markers in _markers(data, start):
        ends = np.flatnonzero(markers == _END[1])
        before = markers[: ends[0]] if ends.size else markers
        scans += int(np.count_nonzero(before == _SCAN))
        if scans > MOST_SCANS:
            raise Broken
        if ends.size:
            end = int(places[ends[0]]) + 2
            # Most files have nothing to cut off, and need not be copied.
            return data[:end] if len(header) == start else header + data[start:end]
    raise Cut


def _markers(data: bytes, start: int) -> Iterator[tuple[NDArray[np.intp], NDArray[np.uint8]]]:
    """Find each end and each begin of a scan from a place on, a piece of the file at a time.

    Within a scan a 0xff that is part of the picture is followed by 0.
    """
    numbers = np.frombuffer(data, np.uint8)
    for piece in range(start, len(data) - 1, _PIECE):
        part = numbers[piece : piece + _PIECE + 1]
        # Both second bytes at once, in the arithmetic of bytes: the end's, and one more.
        found = (part[:-1] == 0xFF) & (part[1:] - np.uint8(_END[1]) <= _SCAN - _END[1])
        if found.any():
            places = np.flatnonzero(found)
            yield places + piece, part[places + 1]


def scans_in(data: bytes) -> int:
    """Count how often a picture is refined, at the most."""
    return sum(int(np.count_nonzero(markers == _SCAN)) for _, markers in _markers(data, 0))


def _header(data: bytes) -> tuple[bytes, int]:
    """Give the header without its notes, and where it ends and the picture begins."""
    kept, at = [data[:2]], 2
    for _ in range(_MOST_PARTS):
        if at + 4 > len(data):
            raise Cut
        if data[at] != 0xFF:
            raise Broken
        marker, begin = data[at + 1], at
        if marker == _SCAN:
            return b"".join(kept), at
        if marker == 0xFF:
            at += 1
        elif marker in _WITHOUT_LENGTH:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
            if marker not in _SPARED and not (marker == 0xE1 and _is_spared(data, begin, kept)):
                kept.append(data[begin:at])
    raise Broken


def _is_spared(data: bytes, begin: int, kept: list[bytes]) -> bool:
    """Say whether a note is none about the camera, or a second one."""
    return data[begin + 4 : begin + 10] != _EXIF or any(one[4:10] == _EXIF for one in kept)


def grey(data: bytes, reduction: int) -> NDArray[np.uint8]:
    """Decode in grey, at 1/1, 1/2, 1/4 or 1/8 of the size, not turned.

    Raises:
        Cut: A part of the picture is missing.
        Damaged: The data contradicts itself.
        OSError: It cannot be decoded.
    """
    found, said = _decoded(data, _GREY[reduction])
    missing = (found[-1] == _NOTHING_DECODED).all() and (said or not _HEARS)
    if missing and _depends_on_more(data):
        raise Cut
    warnings = [line for line in said.splitlines() if not _is_filling(line, data)]
    if any(words in line for line in warnings for words in _DAMAGE):
        raise Damaged
    return found


def _is_filling(warning: bytes, data: bytes) -> bool:
    """Say whether libjpeg only found zeros that some cameras write before a picture's end."""
    found = _EXTRA.fullmatch(warning)
    return found is not None and not any(data[: -len(_END)][-int(found[1]) :])


def _decoded(data: bytes, how: int) -> tuple[NDArray[np.uint8], bytes]:
    """Decode, and give what libjpeg says about it on the terminal: nobody else tells."""
    with _TERMINAL, _overheard() as said:
        found = cv2.imdecode(np.frombuffer(data, np.uint8), how | cv2.IMREAD_IGNORE_ORIENTATION)
    if found is None:
        raise OSError
    return np.asarray(found, np.uint8), bytes(said)


@contextmanager
def _overheard() -> Iterator[bytearray]:
    """Catch what a library writes to standard error, where the system lets us."""
    said = bytearray()
    with ExitStack() as end:
        try:
            ear = end.enter_context(_ear())
        except OSError:  # no room: nothing is heard
            yield said
            return
        try:
            terminal = os.dup(2)
        except OSError:  # it is closed
            terminal = -1
        os.dup2(ear.fileno(), 2)
        try:
            yield said
        finally:
            if terminal < 0:
                os.close(2)
            else:
                os.dup2(terminal, 2)
                os.close(terminal)
            ear.seek(0)
            said += ear.read(_MOST_SAID)


def _ear() -> IO[bytes]:
    """Give a file to write to: in memory where the system can, as disks may be full."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("said"), "w+b")
    return TemporaryFile()


def _depends_on_more(data: bytes) -> bool:
    """Say whether data that follows would change the picture: then some is missing.

    Where a cut file was given a new end, decoders fill up with grey and do not mind. A
    picture that is really grey down there has all its data and ignores what is added.
    """
    padded = data[: -len(_END)] + _PADDING + _END
    return not np.array_equal(_decoded(data, _GREY[8])[0], _decoded(padded, _GREY[8])[0])
