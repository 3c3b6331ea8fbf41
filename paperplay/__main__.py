"""Lets ``python -m paperplay`` be the ``paperplay`` command."""

from __future__ import annotations

import gc
import sys

_RARELY = 100_000
"""New objects after which Python looks for garbage: its own 700 cost a short command a twelfth."""


def run() -> int:
    """Run the command; Ctrl-C ends it quietly also while it is still being loaded."""
    gc.set_threshold(_RARELY)
    try:
        from paperplay.cli import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run())
