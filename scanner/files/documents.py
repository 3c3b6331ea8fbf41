"""Pages that are decoded in a child process, which is killed when it takes too long."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numpy as np

from scanner.files.child import MOST_PAGES, MOST_PIXELS, SECONDS, Packed, Size
from scanner.files.jpeg import Cut, Damaged
from scanner.files.pdf import PdfCheck, check_jpeg
from scanner.pictures import Grey, PhotoError

COMMAND = [sys.executable, "-P", str(Path(__file__).with_name("child.py"))]
MOST_FAILURES = 3
"""How often a document may kill its child before its other pages are given up."""
MOST_PACKED = 120_000_000
"""Bytes of the pictures of a page, as they are in the file; of which the largest has 60 million."""
_LONGEST_LINE = 1_000_000  # bytes of an answer's head: a TIFF may have thousands of tiles
_TIME_IS_UP = -getattr(signal, "SIGXCPU", signal.SIGTERM)  # how a child ends that was too busy


class ChildDocument:
    """A PDF, TIFF, HEIC or AVIF file, opened by a child of its own.

    The child starts when it is first needed and ends with this object. If it dies on one
    page, another child shows the next.
    """

    def __init__(self, data: bytes, kind: str, name: str) -> None:
        self._data, self._kind, self._name = data, kind, name
        self._child: subprocess.Popen[bytes] | None = None
        self._failures = 0
        self._given_up = "photo-decoder-failed"
        self._check = PdfCheck(data) if kind == "pdf" else None
        self._lock = threading.Lock()

    def sizes(self) -> list[Size]:
        """Say how large each page is, in pixels; it is a PhotoError if it cannot be opened."""
        with self._lock:
            answer = self._started()
        if self._check:
            self._checked(self._check.rest)
        try:
            return [(int(width), int(height)) for width, height in answer["sizes"]]
        except (KeyError, TypeError, ValueError):
            raise PhotoError("photo-decoder-failed", file=self._name) from None

    def show(self, page: int) -> Grey:
        """Decode a page in grey, counted from 0; a PhotoError if that fails or takes too long."""
        with self._lock:
            if self._child is None:
                self._started()
            order = json.dumps({"page": page}).encode() + b"\n"
            head, pixels, packed = self._asked(order, pixels=True)
        for raw, filters in packed:
            self._checked(self._check.picture if self._check else check_jpeg, raw, filters)
        width, height = head["size"]
        return np.frombuffer(pixels, np.uint8).reshape(height, width)

    def _checked(self, check: Callable[..., None], *values: object) -> None:
        """Refuse what lost or changed something, though it can be shown."""
        try:
            check(*values)
        except Cut:
            raise PhotoError("photo-truncated", file=self._name) from None
        except Damaged:
            raise PhotoError("photo-damaged", file=self._name) from None

    def _started(self) -> dict[str, Any]:
        """Start a child and let it open the document."""
        if self._child is not None:
            _end(self._child)
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        try:
            self._child = subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=nowhere)
        except OSError:  # the machine has no room for another process
            raise PhotoError("photo-decoder-failed", file=self._name) from None
        weakref.finalize(self, _end, self._child)
        order = {"kind": self._kind, "length": len(self._data)}
        return self._asked(json.dumps(order).encode() + b"\n" + self._data, pixels=False)[0]

    def _asked(self, order: bytes, *, pixels: bool) -> tuple[dict[str, Any], bytes, Packed]:
        """Send an order and wait for its answer, but not for ever."""
        child, slow = self._child, threading.Event()
        if child is None or self._failures >= MOST_FAILURES:
            raise PhotoError(self._given_up, file=self._name)

        def stop() -> None:
            slow.set()
            child.kill()

        timer = threading.Timer(SECONDS, stop)
        timer.start()
        try:
            return self._exchange(child, order, pixels)
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            self._failures += 1
            self._child = None
            _end(child)
            if slow.is_set() or child.returncode == _TIME_IS_UP:
                self._failures = MOST_FAILURES  # its other pages will be no better
                self._given_up = "photo-too-slow"
            raise PhotoError(self._given_up, file=self._name) from None
        finally:
            timer.cancel()

    def _exchange(
        self, child: subprocess.Popen[bytes], order: bytes, pixels: bool
    ) -> tuple[dict[str, Any], bytes, Packed]:
        assert child.stdin and child.stdout
        child.stdin.write(order)
        child.stdin.flush()
        head = json.loads(child.stdout.readline(_LONGEST_LINE))
        if "error" in head:
            raise _refusal(head["error"], head["facts"], self._name)
        if not pixels:
            return head, b"", []
        width, height = head["size"]
        if not 0 < width * height <= MOST_PIXELS:
            raise ValueError(head)
        data = _all_of(child.stdout, width * height)
        sizes = [(int(size), [str(each) for each in filters]) for size, filters in head["packed"]]
        if sum(size for size, _ in sizes) > MOST_PACKED:
            raise ValueError(sizes)
        return head, data, [(_all_of(child.stdout, size), filters) for size, filters in sizes]


def _all_of(source: IO[bytes], size: int) -> bytes:
    data = source.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _refusal(code: str, facts: dict[str, Any], name: str) -> PhotoError:
    """Take over a child's reason, and nothing else that it may say."""
    if code == "photo-truncated":
        return PhotoError("photo-truncated", file=name)
    if code == "photo-decoder-missing":
        return PhotoError("photo-decoder-missing", file=name, package=str(facts["package"]))
    if code == "pdf-locked":
        return PhotoError("pdf-locked", file=name)
    if code == "pdf-page-too-large":
        return PhotoError("pdf-page-too-large", file=name, page=int(facts["page"]))
    if code == "pdf-too-many-pages":
        pages = int(facts["pages"])
        return PhotoError("pdf-too-many-pages", file=name, pages=pages, limit=MOST_PAGES)
    return PhotoError("photo-decoder-failed", file=name)


def _end(child: subprocess.Popen[bytes]) -> None:
    """Stop a child and forget its pipes."""
    child.kill()
    for pipe in (child.stdin, child.stdout):
        if pipe:
            try:
                pipe.close()
            except OSError:  # what was still to be written to it is lost, rightly
                continue
    child.wait()
