"""Pages that are decoded in a child process, which is killed when it takes too long."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.child import MOST_PIXELS, SECONDS, Size
from scanner.pictures import PhotoError

COMMAND = [sys.executable, "-P", str(Path(__file__).with_name("child.py"))]
MOST_FAILURES = 3
"""How often a document may kill its child before its other pages are given up."""
_LONGEST_LINE = 100_000  # bytes of an answer's head


class Document:
    """A PDF, TIFF, HEIC or AVIF file, opened by a child of its own.

    The child starts when it is first needed and ends with this object. If it dies on one
    page, another child shows the next.
    """

    def __init__(self, data: bytes, kind: str, name: str) -> None:
        self._data, self._kind, self._name = data, kind, name
        self._child: subprocess.Popen[bytes] | None = None
        self._failures = 0
        self._lock = threading.Lock()

    def sizes(self) -> list[Size]:
        """Say how large each page is, in pixels.

        Raises:
            PhotoError: The document cannot be opened, or a limit is exceeded.
        """
        with self._lock:
            answer = self._started()
        try:
            return [(int(width), int(height)) for width, height in answer["sizes"]]
        except (KeyError, TypeError, ValueError):
            raise self._error("photo-decoder-failed") from None

    def show(self, page: int, colour: bool) -> NDArray[np.uint8]:
        """Decode a page, counted from 0: (height, width) grey, or (height, width, 3) BGR.

        Raises:
            PhotoError: It cannot be decoded, or not in time.
        """
        with self._lock:
            if self._child is None:
                self._started()
            order = json.dumps({"page": page, "colour": colour}).encode() + b"\n"
            head, pixels = self._asked(order, 3 if colour else 1)
        width, height = head["size"]
        shape = (height, width, 3) if colour else (height, width)
        return np.frombuffer(pixels, np.uint8).reshape(shape)

    def _started(self) -> dict[str, Any]:
        """Start a child and let it open the document."""
        if self._child is not None:
            _end(self._child)
        self._child = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        weakref.finalize(self, _end, self._child)
        order = {"kind": self._kind, "length": len(self._data)}
        return self._asked(json.dumps(order).encode() + b"\n" + self._data, 0)[0]

    def _asked(self, order: bytes, channels: int) -> tuple[dict[str, Any], bytes]:
        """Send an order and wait for its answer, but not for ever."""
        child, slow = self._child, threading.Event()
        if child is None or self._failures >= MOST_FAILURES:
            raise self._error("photo-decoder-failed")

        def stop() -> None:
            slow.set()
            child.kill()

        timer = threading.Timer(SECONDS, stop)
        timer.start()
        try:
            return self._exchange(child, order, channels)
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            self._failures += 1
            self._child = None
            _end(child)
            raise self._error(
                "photo-too-slow" if slow.is_set() else "photo-decoder-failed"
            ) from None
        finally:
            timer.cancel()

    def _exchange(
        self, child: subprocess.Popen[bytes], order: bytes, channels: int
    ) -> tuple[dict[str, Any], bytes]:
        assert child.stdin and child.stdout
        child.stdin.write(order)
        child.stdin.flush()
        head = json.loads(child.stdout.readline(_LONGEST_LINE))
        if "error" in head:
            raise self._error(str(head["error"]), **head.get("facts", {}))
        if not channels:
            return head, b""
        width, height = head["size"]
        if not 0 < width * height <= MOST_PIXELS:
            raise ValueError(head)
        pixels = child.stdout.read(width * height * channels)
        if len(pixels) < width * height * channels:
            raise EOFError
        return head, pixels

    def _error(self, code: str, **facts: object) -> PhotoError:
        return PhotoError(code, **{"file": self._name, **facts})


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
