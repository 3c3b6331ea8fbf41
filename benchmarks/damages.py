"""Damages to the bytes of a sound picture, each decided by chance."""

from __future__ import annotations

import struct
from random import Random


def truncated(data: bytes, rng: Random) -> bytes:
    """Cut the end off."""
    return data[: rng.randrange(len(data) + 1)]


def flipped(data: bytes, rng: Random) -> bytes:
    """Flip some bits anywhere."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 30, 300))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def flipped_head(data: bytes, rng: Random) -> bytes:
    """Flip bits where formats keep sizes and tables."""
    return flipped(data[:700], rng) + data[700:]


def overwritten(data: bytes, rng: Random) -> bytes:
    """Put noise, zeros or ones over a piece, as a bad card does."""
    start, size = _piece(data, rng)
    filling = rng.choice((rng.randbytes(size), bytes(size), b"\xff" * size))
    return data[:start] + filling[: len(data) - start] + data[start + size :]


def dropped(data: bytes, rng: Random) -> bytes:
    """Leave a piece out."""
    start, size = _piece(data, rng)
    return data[:start] + data[start + size :]


def doubled(data: bytes, rng: Random) -> bytes:
    """Send a piece twice."""
    start, size = _piece(data, rng)
    return data[: start + size] + data[start:]


def swapped(data: bytes, rng: Random) -> bytes:
    """Exchange two pieces."""
    a, b = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    size = min(rng.choice((64, 4096)), b - a)
    return (
        data[:a] + data[b : b + size] + data[a + size : b] + data[a : a + size] + data[b + size :]
    )


def extended(data: bytes, rng: Random) -> bytes:
    """Add something behind the end."""
    size = rng.choice((1, 100, 100_000))
    return data + rng.choice((rng.randbytes(size), b"\xff" * size, b"%PDF-1.4\n%%EOF", data[:size]))


def exif_junk(data: bytes, rng: Random) -> bytes:
    """Put Exif data that make no sense before a JPEG's own; other formats are flipped."""
    if data[:2] != b"\xff\xd8":
        return flipped_head(data, rng)
    turn = rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 65535))
    entries = struct.pack(">HHIHH", 0x112, rng.choice((3, 3, 3, 4, 99)), 1, turn, 0)
    follow = rng.choice((0, 8, 0xFFFFFFFF))
    tiff = b"MM\0*\0\0\0\x08" + struct.pack(">H", rng.choice((1, 1, 65535))) + entries
    body = b"Exif\0\0" + tiff + struct.pack(">I", follow) + rng.randbytes(rng.randrange(200))
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]


def _piece(data: bytes, rng: Random) -> tuple[int, int]:
    return rng.randrange(len(data) + 1), rng.choice((1, 16, 512, 4096, 65536))


DAMAGES = (
    truncated,
    truncated,
    flipped,
    flipped,
    flipped_head,
    overwritten,
    dropped,
    doubled,
    swapped,
    extended,
    exif_junk,
)
