"""What took long to find out, kept in the data folder as JSON with a checksum."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

from paperplay.folders import data_folder

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def found_once(file: str, key: str, kind: type[T], find: Callable[[], T]) -> T:
    """Give what a file remembers; if it is not there or spoilt, find it and remember it."""
    import msgspec

    from templates.files import checked

    try:
        return checked(_remembered(file)[key], kind)
    except (KeyError, msgspec.ValidationError):
        found = find()
        _remember(file, key, asdict(found))
        return found


def checksum(data: object) -> int:
    """Give a number that changes with anything in plain data."""
    return crc32(json.dumps(data, sort_keys=True).encode())


def _remembered(file: str) -> dict[str, Any]:
    """Read everything that a file remembers; a spoilt one is put aside and said to be spoilt."""
    path = data_folder() / file
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        known = data["known"]
        if isinstance(known, dict) and data["sum"] == checksum(known):
            return known
    except OSError:
        return {}
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    _put_aside(path)
    return {}


def _put_aside(path: Path) -> None:
    import sys

    from paperplay.messages import complain, language_of
    from rules.errors import HostError

    aside = path.with_suffix(f"{path.suffix}.spoilt")
    with suppress(OSError):
        path.replace(aside)
        complain(HostError("remembered-spoilt", file=str(aside)), language_of(sys.argv))


def _remember(file: str, key: str, value: object) -> None:
    """Keep one thing more; a folder that cannot be written to only costs the time again."""
    known = {**_remembered(file), key: value}
    text = json.dumps({"sum": checksum(known), "known": known}, indent=1, ensure_ascii=False)
    path = data_folder() / file
    # Each process has its own, so that two that end at once do not mix their halves.
    half_written = path.with_suffix(f".{os.getpid()}.new")
    with suppress(OSError, ValueError):
        path.parent.mkdir(parents=True, exist_ok=True)
        half_written.write_text(text, encoding="utf-8")
        half_written.replace(path)
