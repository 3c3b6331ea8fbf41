"""Films: hostile files, decoded in a child that is killed when it takes too long."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np

from scanner.files.film_child import MOST_PIXELS, MOST_SECONDS
from scanner.pictures import Grey, PhotoError

COMMAND = [sys.executable, "-P", str(Path(__file__).with_name("film_child.py"))]
PATIENCE = 600
"""Seconds that a film may take, reading included."""
_LONGEST_LINE = 1000  # bytes of a frame's head


@dataclass(frozen=True)
class Frame:
    """One picture of a film."""

    grey: Grey
    at: float
    """Seconds from the beginning."""


def frames(source: Path | bytes, name: str) -> Iterator[Frame]:
    """Show some frames of every second of a film.

    Raises:
        PhotoError: It cannot be decoded, or takes too long.
    """
    with _as_file(source) as path:
        command = [*COMMAND, str(path.absolute())]
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        try:
            child = subprocess.Popen(command, stdin=nowhere, stdout=pipe, stderr=nowhere)
        except OSError:  # the machine has no room for another process
            raise PhotoError("photo-decoder-failed", file=name) from None
        slow = threading.Event()

        def stop() -> None:
            slow.set()
            child.kill()

        timer = threading.Timer(PATIENCE, stop)
        timer.start()
        try:
            yield from _received(child, name)
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            code = "photo-too-slow" if slow.is_set() else "photo-decoder-failed"
            raise PhotoError(code, file=name) from None
        finally:
            timer.cancel()
            child.kill()
            child.communicate()


def _received(child: subprocess.Popen[bytes], name: str) -> Iterator[Frame]:
    assert child.stdout
    seen = False
    while True:
        head = json.loads(child.stdout.readline(_LONGEST_LINE))
        if "end" in head:
            break
        width, height = (int(side) for side in head["size"])
        if not (width > 0 and height > 0 and width * height <= MOST_PIXELS):
            raise ValueError(head)
        pixels = child.stdout.read(width * height)
        if len(pixels) < width * height:
            raise EOFError
        yield Frame(np.frombuffer(pixels, np.uint8).reshape(height, width), float(head["at"]))
        seen = True
    if head.get("long"):
        raise PhotoError("film-too-long", file=name, limit=MOST_SECONDS // 60)
    if seen and head.get("cut"):
        raise PhotoError("photo-truncated", file=name)
    if not seen:
        raise PhotoError("photo-decoder-failed", file=name)


@contextmanager
def _as_file(source: Path | bytes) -> Iterator[Path]:
    """Give the film as a file: decoders want to jump about in it."""
    if isinstance(source, Path):
        yield source
        return
    with NamedTemporaryFile(suffix=".film") as file:
        file.write(source)
        file.flush()
        yield Path(file.name)
