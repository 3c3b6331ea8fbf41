"""Chance that is the same on every machine and in every version: numbers from a seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Numbers from SHA-256 of a name and a counter, as with the shared dice."""

    def __init__(self, name: str) -> None:
        """Begin with a name, such as ``fresh 1 BAC 27 grid``."""
        self._words = _words(name)

    def below(self, end: int) -> int:
        """Give a whole number from 0 to end - 1, all as likely as makes no difference."""
        return (next(self._words) * end) >> 64

    def word(self) -> int:
        """Give 64 bits."""
        return next(self._words)

    def choice(self, things: Sequence[T]) -> T:
        """Give one of several things."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Give the things in another order."""
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


def _words(name: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(f"{name} {block}".encode()).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1
