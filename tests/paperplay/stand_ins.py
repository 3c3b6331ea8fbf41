"""Stand-ins for the scanner that worker processes can import."""

from __future__ import annotations

import os
import time

from paperplay.evening.duplicates import Found


def found(photo):
    return Found({"file": photo.name, "status": "ok"}, {"name": photo.name.encode()})


def reads(photo, wishes):
    """The earlier a file, the longer it takes."""
    number = int(photo.path.stem)
    time.sleep(0.02 * (5 - number % 5))
    return [[found(photo)], [found(photo)]]


def crashes(photo, wishes):
    """Two of the files end their process."""
    if photo.name in ("3.jpg", "4.jpg"):
        os._exit(9)
    return reads(photo, wishes)
