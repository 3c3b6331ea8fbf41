"""The cells of a list that a teacher has: CSV as any program writes it, or XLSX."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from rules.errors import HostError
from templates.telling import printable

LARGEST = 2_000_000
"""Bytes of a list; one of 400 names has 20,000."""
_LARGEST_INSIDE = 20_000_000
"""Bytes of an XLSX file when it is unpacked."""
MOST_LINES = 2_000
MOST_COLUMNS = 40
_SEPARATORS = (";", ",", "\t", "|")
_LOOKED_AT = 200  # lines that tell the separator
_ZIP = b"PK\x03\x04"

Cells = list[list[str]]
"""Line by line; empty lines are kept, so that a line's number is the one that a person sees."""


def read_cells(path: Path) -> Cells:
    """Read a list, whatever it is called.

    Raises:
        HostError: ``class-list-missing``, ``class-list-too-large`` or ``class-list-unreadable``.
    """
    data = _read(path)
    name = printable(path.name)
    cells = _xlsx_cells(data, name) if data.startswith(_ZIP) else _csv_cells(data, name)
    if len(cells) > MOST_LINES:
        raise HostError("class-list-too-large", file=name)
    return cells


def _read(path: Path) -> bytes:
    shown = printable(str(path))
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError):
        raise HostError("class-list-missing", file=shown) from None
    if len(data) > LARGEST:
        raise HostError("class-list-too-large", file=shown)
    return data


def _csv_cells(data: bytes, name: str) -> Cells:
    text = _decoded(data, name)
    first, _, rest = text.partition("\n")
    separator = ""
    if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:
        # Excel's own line; it is kept as an empty one, so that lines keep their numbers.
        separator, text = first.strip()[4], "\n" + rest
    lines = text.splitlines()[:_LOOKED_AT]
    try:
        separator = separator or _separator(lines)
        split = _unquoted if _is_left_open(text, separator) else _split
        return split(text, separator)
    except csv.Error:
        raise HostError("class-list-unreadable", file=name) from None


def _decoded(data: bytes, name: str) -> str:
    """Find out how the letters are written: Unicode with or without its mark, or Windows."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text.replace("\r\n", "\n").replace("\r", "\n")
    raise HostError("class-list-unreadable", file=name)


def _separator(lines: Sequence[str]) -> str:
    """Take the sign that splits most lines alike; a list of one column has none."""
    best, most = ";", 0
    for separator in _SEPARATORS:
        counts = [len(cells) for cells in _split("\n".join(lines), separator) if any(cells)]
        common = max(set(counts), key=counts.count, default=1)
        alike = counts.count(common) if common > 1 else 0
        if alike > most and 2 * alike >= len(counts):
            best, most = separator, alike
    return best


def _is_left_open(text: str, separator: str) -> bool:
    """Say whether a quotation mark that is never closed swallows lines, and the pupils on them."""
    strict = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True,
                        strict=True)  # fmt: skip
    try:
        for _ in strict:
            pass
    except csv.Error:
        return any("\n" in cell for line in _split(text, separator) for cell in line)
    return False


def _unquoted(text: str, separator: str) -> Cells:
    """Split lines in which quotation marks mean nothing."""
    lines = (line.split(separator) for line in text.splitlines())
    return [[cell.strip().strip('"').strip() for cell in line[:MOST_COLUMNS]] for line in lines]


def _split(text: str, separator: str) -> Cells:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    return [[cell.strip() for cell in line[:MOST_COLUMNS]] for line in reader]


def _xlsx_cells(data: bytes, name: str) -> Cells:
    """Read the first sheet that has something on it."""
    import zipfile

    from openpyxl import load_workbook

    try:
        _check_unpacked(data, name)
        # The one has the formulas, the other what they came to when the file was saved.
        books = [
            load_workbook(io.BytesIO(data), read_only=True, data_only=known)
            for known in (False, True)
        ]
        for pages in zip(*(book.worksheets for book in books), strict=True):
            both = (page.iter_rows(max_row=MOST_LINES + 1, max_col=MOST_COLUMNS) for page in pages)
            cells = [
                [_shown(*pair) for pair in zip(*lines, strict=True)]
                for lines in zip(*both, strict=True)
            ]
            if any(any(line) for line in cells):
                return cells
    except HostError:
        raise
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, OSError, SyntaxError):
        # An error of XML is a SyntaxError.
        raise HostError("class-list-unreadable", file=name) from None
    except Exception:  # noqa: BLE001 - openpyxl may stumble over a broken file in any way
        raise HostError("class-list-unreadable", file=name) from None
    return []


def _check_unpacked(data: bytes, name: str) -> None:
    """Refuse a file that unpacks to far more than a list, or that defines words of its own."""
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        if sum(each.file_size for each in packed.infolist()) > _LARGEST_INSIDE:
            raise HostError("class-list-too-large", file=name)
        for each in packed.infolist():
            inside = packed.read(each)
            if each.filename.endswith((".xml", ".rels")) and b"<!ENTITY" in inside:
                raise HostError("class-list-unreadable", file=name)


def _shown(cell: object, known: object) -> str:
    """Give a cell's words; of a formula what it came to, or a sign that nobody knows that."""
    value = getattr(known, "value", None)
    if value is None:
        return "=?" if getattr(cell, "data_type", "") == "f" else ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip()
