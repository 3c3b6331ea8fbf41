"""Lets ``python -m paperplay`` be the ``paperplay`` command."""

from __future__ import annotations

import sys

from paperplay.cli import main

if __name__ == "__main__":
    sys.exit(main())
