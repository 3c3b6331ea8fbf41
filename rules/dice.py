"""Shared rolls: the same seed gives the same dice at every table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a face are: columns and rows from the middle."""

Roll = tuple[int, int]


def rolls(seed: int | str) -> Iterator[Roll]:
    """Roll two dice again and again, the start first.

    The rolls come from SHA-256 of the seed and a counter, so that every version
    on every machine rolls alike. A byte of 252 or more is passed over, which
    keeps the six faces equally likely.
    """
    faces = _faces(str(seed))
    while True:
        yield next(faces), next(faces)


def _faces(seed: str) -> Iterator[int]:
    block = 0
    while True:
        for byte in hashlib.sha256(f"dice {seed} {block}".encode()).digest():
            if byte < 252:
                yield byte % 6 + 1
        block += 1
