"""What the pupil is called whose sheet it is, for the host alone."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from paperplay.classroom.store import class_file, kept_class, known_classes
from rules.errors import HostError
from scanner.scan import Scan

_Stamp = tuple[tuple[str, int], ...]


def pupil_name(scan: Scan) -> str:
    """Name the pupil for whom a sheet was printed; "" if no class that is kept has one."""
    if not scan.is_read or not scan.code.class_mark:
        return ""
    return _names(_stamp()).get((scan.code.class_mark, scan.code.copy), "")


def _stamp() -> _Stamp:
    """Say which classes there are, and when each was changed."""
    found = []
    for name in known_classes():
        with suppress(OSError):
            found.append((name, class_file(name).stat().st_mtime_ns))
    return tuple(found)


@lru_cache(maxsize=1)
def _names(stamp: _Stamp) -> dict[tuple[int, int], str]:
    names: dict[tuple[int, int], str] = {}
    for name, _ in stamp:
        with suppress(HostError):  # its own page says that it is spoilt
            group = kept_class(name)
            if group is not None:
                names |= {(group.mark, one.number): one.name for one in group.pupils}
    return names
