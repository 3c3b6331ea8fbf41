"""Keeps memory that was given back, for the next picture: asking for it anew costs a fifteenth.

And looks for garbage rarely: reading leaves none that Python does not see at once, and each look
through all that was ever prepared takes as long as a quarter of a reading.
"""

from __future__ import annotations

import ctypes
import gc

_TRIM, _MAP = -1, -3  # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of glibc's malloc.h
_KEPT, _LARGE = 32 << 20, 16 << 20
"""How many bytes are kept at the most, and from how many on a picture is given back at once."""
_RARELY = 100_000
"""New objects after which Python looks for garbage; a reading leaves a thousand, all in use."""


def keep_memory() -> None:
    """Let this process keep what it frees; systems without such a setting do as they like."""
    if 0 < gc.get_threshold()[0] < _RARELY:
        gc.set_threshold(_RARELY)
    try:
        setting = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    setting(_MAP, _LARGE)
    setting(_TRIM, _KEPT)
