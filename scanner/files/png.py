"""PNG files without what is no picture: texts, profiles, films, thousands of them."""

from __future__ import annotations

from scanner.files.child import MOST_PIXELS
from scanner.files.jpeg import Broken

_START = b"\x89PNG\r\n\x1a\n"
_KEPT = {b"IHDR", b"PLTE", b"tRNS", b"eXIf", b"IDAT", b"IEND"}
_MOST_PARTS = 100_000
"""A program that writes 8 kB at a time needs 7,500 for the largest file that is opened."""
_MOST_BYTES = 260_000_000
"""Of the unpacked picture."""
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by the kind of colour in the header


def picture_in(data: bytes) -> bytes:
    """Keep the parts that show the picture and how it was held; too many parts are Broken."""
    kept, at = [_START], len(_START)
    for _ in range(_MOST_PARTS):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        kind = data[at + 4 : at + 8]
        if kind in _KEPT:
            kept.append(data[at:end])
        if kind == b"IEND" or end > len(data):
            return b"".join(kept)
        at = end
    raise Broken


def most_pixels(data: bytes) -> int:
    """Say how many pixels of this kind fit."""
    bits = max(data[24] * _CHANNELS.get(data[25], 4), 8)
    return min(MOST_PIXELS, 8 * _MOST_BYTES // bits)
