"""Remembers finished files while a long call runs, so that a stopped one can go on.

The notes are kept until a call is through, never longer.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import IO, Any
from zlib import crc32

from paperplay import __version__
from paperplay.folders import data_folder
from paperplay.reading.job import Pages, note_of, noted
from paperplay.reading.photo_files import Photo
from scanner.stages import Keep


class Journal:
    """A line for each finished file, written as soon as it is done."""

    def __init__(self, path: Path, *, go_on: bool) -> None:
        """Open the notes of a call; without ``go_on``, what a former one left is dropped."""
        self._path = path
        self._lock = Lock()
        self._known: dict[str, tuple[list[int], int]] = {}
        self._file: IO[bytes] | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not go_on:
                path.unlink(missing_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            self._file = os.fdopen(handle, "r+b")
            self._index()
        except OSError:
            self._file = None  # notes are a help; a call works without them

    @property
    def count(self) -> int:
        """How many files are noted."""
        return len(self._known)

    def has(self, photo: Photo) -> bool:
        """Say whether a file is noted and has not changed since."""
        found = self._known.get(_key(photo))
        return self._file is not None and found is not None and found[0] == _state(photo)

    def known(self, photo: Photo) -> Pages | None:
        """Give what was read of a noted file."""
        if self._file is None or not self.has(photo):
            return None
        with self._lock:
            self._file.seek(self._known[_key(photo)][1])
            line = checked_line(self._file.readline())
        return [[noted(one) for one in sheets] for sheets in line["pages"]]

    def add(self, photo: Photo, pages: Pages) -> None:
        """Note a finished file."""
        if self._file is None:
            return
        line: dict[str, Any] = {
            "file": _key(photo),
            "state": _state(photo),
            "pages": [[note_of(one) for one in sheets] for sheets in pages],
        }
        with self._lock:
            try:
                at = self._file.seek(0, os.SEEK_END)
                self._file.write(summed_line(line))
                self._file.flush()
                self._known[_key(photo)] = (line["state"], at)
            except OSError:
                self._file = None

    def close(self, *, forget: bool) -> None:
        """End; a call that is through leaves nothing behind."""
        if self._file is not None:
            self._file.close()
            self._file = None
        if forget:
            with suppress(OSError):  # its folder may be none
                self._path.unlink(missing_ok=True)

    def _index(self) -> None:
        """Learn where each file's line is; the last one may have been cut off."""
        assert self._file is not None
        at = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                self._file.truncate(at)
                break
            try:
                data = checked_line(line)
                self._known[data["file"]] = (data["state"], at)
            except (ValueError, KeyError, TypeError):
                pass  # spoilt: the file is read anew
            at += len(line)


def summed_line(line: dict[str, Any]) -> bytes:
    """Write a line of JSON with its checksum."""
    text = json.dumps(line).encode()
    return b"%08x %b\n" % (crc32(text), text)


def checked_line(line: bytes) -> dict[str, Any]:
    """Read a line back; a ValueError says that a byte of it has changed."""
    given, _, text = line.rstrip(b"\n").partition(b" ")
    if int(given, 16) != crc32(text):
        raise ValueError(given)
    data: dict[str, Any] = json.loads(text)
    return data


def journal_of(
    words: Sequence[str], keep: Keep, *, go_on: bool, folder: Path | None = None
) -> Journal:
    """Open the notes of a call, which belong to its folder, its files and its keep.

    They are kept in ``folder``, by default with those of all evenings.
    """
    call = [__version__, str(Path.cwd()), *words, repr(keep)]
    name = hashlib.sha256("\0".join(call).encode("utf-8", "surrogateescape")).hexdigest()[:24]
    return Journal((folder or data_folder() / "unfinished") / f"{name}.jsonl", go_on=go_on)


def _key(photo: Photo) -> str:
    return os.path.realpath(photo.path)


def _state(photo: Photo) -> list[int]:
    try:
        found = photo.path.stat()
    except OSError:
        return []
    return [found.st_size, found.st_mtime_ns]
