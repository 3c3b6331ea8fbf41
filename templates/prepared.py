"""TOML files made ready once: what was parsed is kept as JSON, which is read in far less time.

A kept file carries the checksum of what it holds, and is found by that of the text it was made of.
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from pathlib import Path
from typing import Any

_SUM = 64
"""Signs before what is kept: its checksum."""
_LONG = 4000
"""Shorter texts are parsed as quickly as a file is opened."""


def cache_folder() -> Path:
    """Name the folder for what can be made again at any time."""
    chosen = os.environ.get("PAPERPLAY_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return (Path(chosen) if chosen else Path.home() / ".cache") / "paperplay"


def toml_of(text: str) -> dict[str, Any]:
    """Parse TOML, or give what an earlier call has made of the same text."""
    if len(text) < _LONG:
        return tomllib.loads(text)
    path = cache_folder() / "toml" / f"{_sum(text)[:32]}.json"
    found = _kept(path)
    if found is None:
        found = tomllib.loads(text)
        _keep(path, found)
    return found


def _kept(path: Path) -> dict[str, Any] | None:
    """Give what was kept, unless a sign of it has changed since."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    made: dict[str, Any] = json.loads(text[_SUM:]) if _sum(text[_SUM:]) == text[:_SUM] else {}
    return made or None


def _keep(path: Path, made: dict[str, Any]) -> None:
    """Keep it for the next call; a place that cannot be written to does no harm."""
    try:
        text = json.dumps(made)
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{os.getpid()}.tmp")
        half.write_text(_sum(text) + text, encoding="utf-8")
        half.replace(path)
    except (OSError, TypeError):  # or a date, which JSON does not have
        pass


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
