"""Keeps memory that was given back, for the next picture: asking for it anew costs a fifteenth."""

from __future__ import annotations

import ctypes

_TRIM, _MAP = -1, -3  # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of glibc's malloc.h
_KEPT, _LARGE = 32 << 20, 16 << 20
"""How many bytes are kept at the most, and from how many on a picture is given back at once."""


def keep_memory() -> None:
    """Let this process keep what it frees; systems without such a setting do as they like."""
    try:
        setting = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    setting(_MAP, _LARGE)
    setting(_TRIM, _KEPT)
