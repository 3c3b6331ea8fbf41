"""How people call this program: ``./play`` in a checkout, ``paperplay`` once it is installed."""

from __future__ import annotations

import os

INSTALLED = "paperplay"
VARIABLE = "PAPERPLAY_PROGRAM"
"""By it ``./play`` says how it was called when it hands over."""


def program() -> str:
    """Give what a person types before a command."""
    return os.environ.get(VARIABLE) or INSTALLED
