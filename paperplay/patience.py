"""Let a person who looks on know that a long search still runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from templates.wording import say

_SOON = 1.5
"""Seconds after which one wonders."""


@contextmanager
def patient(lang: str) -> Iterator[None]:
    """Say once on a terminal, where something takes long, that it goes on."""
    told = f"paperplay: {say('cli.working', lang)}"
    timer = Timer(_SOON, lambda: print(told, file=sys.stderr, flush=True))
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
