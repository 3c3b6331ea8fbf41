"""One at a time: several calls, and the page beside them, may want to change the same class."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from paperplay.classroom.store import class_folder
from rules.errors import HostError

_THREADS = threading.Lock()


@contextmanager
def changing() -> Iterator[None]:
    """Let nobody else change a class from when it is looked up until it is kept: some moments."""
    folder = class_folder("")
    with suppress(OSError):  # who keeps the class will say so
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _THREADS, _held(folder, wait=True):
        yield


@contextmanager
def in_hand(group: str) -> Iterator[None]:
    """Let nobody else change a class's lessons: answers know sheets by their places.

    Raises:
        HostError: ``class-in-use``.
    """
    try:
        with _held(class_folder(group), wait=False):
            yield
    except BlockingIOError:
        raise HostError("class-in-use", name=group) from None


@contextmanager
def _held(folder: Path, *, wait: bool) -> Iterator[None]:
    """Hold a folder, which leaves no trace; Windows, which cannot do that, keeps nobody out."""
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):  # or it is not there
        yield
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise
        except OSError:  # some network disks cannot either
            pass
        yield
    finally:
        os.close(handle)
