"""What took long to find out, kept in the data folder as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

from paperplay.folders import data_folder

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def found_once(file: str, key: str, kind: type[T], find: Callable[[], T]) -> T:
    """Give what a file remembers; if it is not there or spoilt, find it and remember it."""
    import msgspec

    try:
        return msgspec.convert(_remembered(file)[key], kind)
    except (KeyError, msgspec.ValidationError):
        found = find()
        _remember(file, key, asdict(found))
        return found


def _remembered(file: str) -> dict[str, Any]:
    """Read everything that a file remembers; a spoilt one remembers nothing."""
    try:
        data = json.loads((data_folder() / file).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _remember(file: str, key: str, value: object) -> None:
    """Keep one thing more; a folder that cannot be written to only costs the time again."""
    text = json.dumps({**_remembered(file), key: value}, indent=1, ensure_ascii=False)
    path = data_folder() / file
    # Each process has its own, so that two that end at once do not mix their halves.
    half_written = path.with_suffix(f".{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half_written.write_text(text, encoding="utf-8")
        half_written.replace(path)
    except (OSError, ValueError):
        return
