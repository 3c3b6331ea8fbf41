"""Lets ``python -m paperplay`` be the ``paperplay`` command."""

from __future__ import annotations

import sys


def run() -> int:
    """Run the command; Ctrl-C ends it quietly also while it is still being loaded."""
    try:
        from paperplay.cli import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run())
