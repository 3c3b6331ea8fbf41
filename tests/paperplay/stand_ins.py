"""Stand-ins for the scanner that worker processes can import."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

from paperplay.reading.job import Part, unreadable
from rules.errors import HostError
from tests.scans import scan_of

BOARD = {"format": 1, "sheet": "daydream/A", "seed": 0}


def found(photo):
    return scan_of(BOARD, file=photo.name, pictures={"name": photo.name.encode()})


def reads(photo, wishes, which):
    """The earlier a file, the longer it takes."""
    number = int(photo.path.stem)
    time.sleep(0.02 * (5 - number % 5))
    return Part([[found(photo)], [found(photo)]], 2)


def crashes(photo, wishes, which):
    """Two of the files end their process."""
    if photo.name in ("3.jpg", "4.jpg"):
        os._exit(9)
    return reads(photo, wishes, which)


def thirty_pages(photo, wishes, which):
    """A document; its tenth page ends the process."""
    pages = range(30)[which]
    if 9 in pages:
        os._exit(9)
    return Part([[replace(found(photo), page=page + 1)] for page in pages], 30)


def empty_pages(photo, wishes, which):
    """A document without a sheet."""
    pages = range(1000)[which]
    return Part([[unreadable(photo, HostError("no-sheet"), page + 1)] for page in pages], 1000)


def sheets_far_apart(photo, wishes, which):
    """A document with a sheet on every fiftieth page."""
    pages = [
        found(photo) if page % 50 == 0 else unreadable(photo, HostError("no-sheet"))
        for page in range(1, 301)[which]
    ]
    return Part([[page] for page in pages], 300)


def pid_then_wait(folder):
    """Say which process does this, and go on when there is a file ``go``."""
    (Path(folder) / f"{os.getpid()}.pid").touch()
    while not (Path(folder) / "go").exists():
        time.sleep(0.02)
    return os.getpid()


def asleep(seconds):
    time.sleep(seconds)
    return os.getpid()


def divided(number):
    return 1 / number


def not_to_be_sent():
    return lambda: None
