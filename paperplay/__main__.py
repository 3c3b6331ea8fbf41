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
        if _answered(sys.argv[1:]):
            return 0
        from paperplay.cli import main

        return main()
    except KeyboardInterrupt:
        return 130


def _answered(words: list[str]) -> bool:
    """Answer at once what needs no command; what goes wrong then is said by those who do more."""
    from paperplay.front import answer

    said = answer(words)
    if said is None:
        return False
    try:
        sys.stdout.write(said)
        sys.stdout.flush()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(run())
