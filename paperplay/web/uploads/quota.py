"""How much guests may send: before a byte of it is taken, and however often they join."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rules.errors import HostError

SPARE = 1_000_000_000
"""Bytes of the disk that guests never get."""
ROOM_TO_READ = 1_000_000
"""Bytes of the disk for what is read from one photo: its flattened page, most of all."""
_TIMES = {"guest": 1, "address": 3, "all": 10}
"""How much more than one guest an address may send, and the whole table."""
_UNDER_WAY = {"address": 150_000_000, "all": 400_000_000}
"""Bytes that may be on their way in at one time."""


class Busy(Exception):
    """Too many photos come in or wait; the sender should try again in a moment."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Whoever hands in photos on an evening; a new join is a new guest at an old address."""

    guest: str
    address: str
    evening: int

    @property
    def shares(self) -> dict[str, tuple[str, str, int]]:
        """Whose share it counts as."""
        whose = {"guest": self.guest, "address": self.address, "all": ""}
        return {kind: (kind, name, self.evening) for kind, name in whose.items()}


class Quota:
    """What guests have sent since the server began."""

    def __init__(self, folder: Path, photos: int, size: int) -> None:
        """Begin to count; a guest may send so many photos, and bytes, in an evening."""
        self._folder, self._most_photos, self._most_bytes = folder, photos, size
        self._lock = threading.Lock()
        self._photos: Counter[tuple[str, str, int]] = Counter()
        self._bytes: Counter[tuple[str, str, int]] = Counter()
        self._coming: Counter[tuple[str, str, int]] = Counter()

    @contextmanager
    def taking(self, sender: Sender, size: int) -> Iterator[None]:
        """Hold room for a body while it comes in.

        Raises:
            HostError: ``web-too-many``.
            Busy: Others are sending a lot just now.
        """
        with self._lock:
            self.check(sender, size)
            for kind, most in _UNDER_WAY.items():
                if self._coming[sender.shares[kind]] + size > most:
                    raise Busy
            self._coming.update(dict.fromkeys(sender.shares.values(), size))
        try:
            yield
        finally:
            with self._lock:
                self._coming.subtract(dict.fromkeys(sender.shares.values(), size))

    def check(self, sender: Sender, size: int) -> None:
        """Refuse what is more than a guest, an address or the whole table may send."""
        full = shutil.disk_usage(self._folder).free - size < SPARE
        for kind, share in sender.shares.items():
            held = self._bytes[share] + self._coming[share] + size
            full |= held > self._most_bytes * _TIMES[kind]
            full |= self._photos[share] >= self._most_photos * _TIMES[kind]
        if full:
            raise HostError("web-too-many", n=self._photos[sender.shares["guest"]])

    def check_room(self, size: int, waiting: int) -> None:
        """Refuse a photo that could be kept, but not read, beside those that wait.

        Raises:
            OSError: There is no room.
        """
        needed = size + ROOM_TO_READ * (waiting + 1)
        if shutil.disk_usage(self._folder).free < needed:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def add(self, sender: Sender, size: int) -> None:
        """Count a photo that was kept."""
        with self._lock:
            self._photos.update(sender.shares.values())
            self._bytes.update(dict.fromkeys(sender.shares.values(), size))
