"""PDF files that lost or changed something.

Viewers mend such files in silence: they look for objects that have moved, take streams that
are too short, and show what is left. A reader must not, so what a page is made of is checked
against what the file itself says about it: that every object is there, how long streams are,
their checksums, and the data of JPEG pictures.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from scanner.files import jpeg
from scanner.files.jpeg import Damaged

_STREAM = re.compile(rb"stream(?:\r\n|\n|\r)")
_LENGTH = re.compile(rb"/Length\s+(\d{1,10})(\s+\d+\s+R)?")
_NUMBER = re.compile(rb"obj\s+(\d{1,10})\s+endobj")
_OBJECT = re.compile(rb"obj\b")
_NAME = re.compile(rb"(\d{1,10})\s+\d+\s+$")
_TABLE = re.compile(rb"xref\s+(?=\d)")
_PART = re.compile(rb"\s*(\d{1,10})\s+(\d{1,10})\s*[\r\n]")
_ENTRY = re.compile(rb"\s*(\d{10}) \d{5} ([nf])")
_MASK = re.compile(rb"/S?Mask\s+(\d{1,10})\s")
_START = re.compile(rb"startxref\s+(\d{1,10})\s+%%EOF")
_IS_OBJECT = re.compile(rb"\s*(\d{1,10})\s+\d+\s+obj")
_HEAD = 4096  # bytes before a stream that may describe it
_SLACK = 2  # bytes by which programs miscount a stream: its last line's end
_PIECE = 1 << 20
_MOST_UNPACKED = 400_000_000
"""Bytes of one stream; a picture of 100 million pixels has 300 million."""
_MOST_OTHERS = 100_000_000
"""Bytes of all streams that are no pictures, together."""
_MOST_OBJECTS = 100_000
_FLATE, _JPEG = ("FlateDecode", "Fl"), ("DCTDecode", "DCT")
_UNSEEN = (b"/Metadata", b"/EmbeddedFile")


class Stream(NamedTuple):
    """A stream of a PDF."""

    number: int
    head: bytes
    """The words that describe it."""
    data: bytes
    whole: bool
    """It ends where the file says."""


class PdfCheck:
    """Checks one file; each check raises ``Damaged`` or ``Cut``."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def rest(self) -> None:
        """Check all but the pictures, which are checked with their page."""
        if self._is_lost():
            raise Damaged
        masks = {int(found[1]) for found in _MASK.finditer(self._data)}
        encrypted, unpacked = b"/Encrypt" in self._data, 0
        for stream in self._streams():
            picture = b"/Image" in stream.head and stream.number not in masks
            if picture or any(kind in stream.head for kind in _UNSEEN):
                continue
            if not stream.whole:
                raise Damaged
            if not encrypted and re.search(rb"/Filter\s*\[?\s*/FlateDecode", stream.head):
                unpacked += sum(map(len, _unpacked(stream.data, _MOST_OTHERS - unpacked)))

    def picture(self, raw: bytes, filters: list[str]) -> None:
        """Check the stream of a picture that a page shows."""
        at = self._data.find(raw)
        if at >= 0 and abs(self._length(self._head(at), len(raw)) - len(raw)) > _SLACK:
            raise Damaged
        if filters and filters[0] in _FLATE:
            pieces = _unpacked(raw, _MOST_UNPACKED)
            filters = filters[1:]
            if filters and filters[0] in _JPEG:
                raw = b"".join(pieces)
            for _ in pieces:
                pass
        if filters and filters[0] in _JPEG:
            check_jpeg(raw)

    def _streams(self) -> Iterator[Stream]:
        data, at, count = self._data, 0, 0
        while found := _STREAM.search(data, at):
            count += 1
            if count > _MOST_OBJECTS:
                raise Damaged
            start = at = found.end()
            head = self._head(found.start())
            if data[found.start() - 3 : found.start()] == b"end" or b"<<" not in head:
                continue
            length = self._length(head, -1)
            end = start + length
            whole = length < 0 or b"endstream" in data[max(start, end - _SLACK) : end + 14]
            if length < 0 or not whole:
                end = data.find(b"endstream", start)
                end = end if end >= 0 else len(data)
            name = _name_before(data, found.start() - len(head))
            yield Stream(name or 0, head, data[start:end], whole)
            at = end

    def _head(self, at: int) -> bytes:
        """Give the words before a stream, from the beginning of its object on."""
        words = self._data[max(0, at - _HEAD) : at]
        return words[max(0, words.rfind(b"obj")) :]

    def _length(self, head: bytes, unknown: int) -> int:
        """Find how long a stream is by the file's own account, which may stand elsewhere."""
        found = _LENGTH.search(head)
        if found is None:
            return unknown
        return self._numbers.get(int(found[1]), unknown) if found[2] else int(found[1])

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The objects that are nothing but a number."""
        found = {}
        for match in _NUMBER.finditer(self._data):
            if (name := _name_before(self._data, match.start())) is not None:
                found[name] = int(match[1])
        return found

    # -------------------------------------------------------------- objects

    def _is_lost(self) -> bool:
        """Say whether an object that the file lists is not in it."""
        tables = [
            table.end()
            for table in _TABLE.finditer(self._data)
            if self._data[table.start() - 5 : table.start()] != b"start"
        ]
        if not tables:
            return self._is_moved()
        listed = [entry for table in tables for entry in self._entries(table)]
        moved = {number for number, at in listed if self._number_at(at) != number}
        return bool(moved) and not moved <= self._objects()

    def _is_moved(self) -> bool:
        """Say whether the list of objects, where it is packed, is not in its place."""
        starts = [int(found[1]) for found in _START.finditer(self._data)]
        return any(at > 0 and self._number_at(at) is None for at in starts)

    def _number_at(self, at: int) -> int | None:
        """Read the number of the object that begins there, also behind a foreign beginning."""
        for shift in (0, max(0, self._data.find(b"%PDF-", 0, _HEAD))):
            if found := _IS_OBJECT.match(self._data, at + shift, at + shift + 64):
                return int(found[1])
        return None

    def _entries(self, at: int) -> Iterator[tuple[int, int]]:
        """Read a table of objects: their numbers, and where they begin."""
        while part := _PART.match(self._data, at):
            at = part.end()
            for number in range(int(part[1]), int(part[1]) + int(part[2])):
                entry = _ENTRY.match(self._data, at)
                if entry is None:
                    return
                at = entry.end()
                if entry[2] == b"n" and int(entry[1]):
                    yield number, int(entry[1])

    def _objects(self) -> set[int]:
        """List the objects that are in the file, wherever they are."""
        found: set[int] = set()
        for count, match in enumerate(_OBJECT.finditer(self._data)):
            if count > _MOST_OBJECTS:
                raise Damaged
            if (name := _name_before(self._data, match.start())) is not None:
                found.add(name)
        return found


def _name_before(data: bytes, at: int) -> int | None:
    """Read the number of the object whose ``obj`` stands there."""
    found = _NAME.search(data[max(0, at - 24) : at])
    return int(found[1]) if found else None


def check_jpeg(raw: bytes, filters: Sequence[str] = ()) -> None:
    """Check a JPEG picture inside another file."""
    try:
        jpeg.grey(jpeg.picture_in(raw), 8)
    except (OSError, ValueError):
        raise Damaged from None


def _unpacked(data: bytes, most: int) -> Iterator[bytes]:
    """Unpack a stream piece by piece; its checksum must fit."""
    work, done = zlib.decompressobj(), 0
    try:
        piece = work.decompress(data, _PIECE)
        while piece:
            yield piece
            done += len(piece)
            if done > most:
                raise Damaged
            piece = work.decompress(work.unconsumed_tail, _PIECE)
    except zlib.error:
        raise Damaged from None
    if not work.eof:
        raise Damaged
