"""A teacher's own words for the dream cards, from a text file or a table."""

from __future__ import annotations

import csv
import unicodedata
from pathlib import Path

from rules.errors import HostError

MOST_TERMS = 2000
_LARGEST = 1_000_000
"""Bytes of a file: far more than any vocabulary."""


def read_terms(path: Path) -> list[str]:
    """Read terms: a line each from .txt, the first column from .csv.

    Lines that begin with # are left out, doubles are dropped, the order is kept.

    Raises:
        HostError: ``words-kind``, ``words-missing``, ``words-unreadable``, ``words-empty``
            or ``words-too-many``.
    """
    kind = path.suffix.lower()
    if kind not in (".csv", ".txt"):
        raise HostError("words-kind", file=path.name)
    text = _text_of(path)
    lines = text.splitlines() if kind == ".txt" else _first_column(text)
    terms = [" ".join(unicodedata.normalize("NFC", line).split()) for line in lines]
    found = list(dict.fromkeys(term for term in terms if term and not term.startswith("#")))
    if not found:
        raise HostError("words-empty", file=path.name)
    if len(found) > MOST_TERMS:
        raise HostError("words-too-many", file=path.name, count=len(found), most=MOST_TERMS)
    return found


def _text_of(path: Path) -> str:
    if not path.is_file():
        raise HostError("words-missing", file=str(path))
    try:
        data = path.read_bytes()[: _LARGEST + 1]
    except OSError:
        raise HostError("words-missing", file=str(path)) from None
    if len(data) > _LARGEST or b"\0" in data:
        raise HostError("words-unreadable", file=path.name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Spreadsheets on Windows still save tables this way.
        return data.decode("cp1252", errors="replace")


def _first_column(text: str) -> list[str]:
    first_line = text.partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)
    rows = csv.reader(text.splitlines(), delimiter=delimiter)
    try:
        return [row[0] for row in rows if row]
    except csv.Error:
        return text.splitlines()
