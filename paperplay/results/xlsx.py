"""The result as a workbook: who won, every row of every player, and what to look at."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable
from typing import Any

from paperplay.results.evening import Evening
from paperplay.results.tables import (
    Table,
    TableCell,
    harmless,
    kept_table,
    results_table,
    review_table,
    rows_table,
)

_WIDEST = 60
_PICTURE_COLUMN = 26
"""Width of a column with pictures, in signs."""
_PICTURE_HEIGHT = 48
"""Height of a line with a picture, in points."""
_PX_PER_POINT = 96 / 72
_PX_PER_SIGN = 7
_SHEET_NAME = 31  # letters that Excel allows


def xlsx_file(evening: Evening, lang: str) -> bytes:
    """Write the three sheets of an evening, and one of pictures where there are any."""
    tables = [results_table(evening, lang), rows_table(evening, lang), review_table(evening, lang)]
    kept = kept_table(evening, lang)
    return workbook([*tables, *([kept] if kept.lines else [])], lang)


def workbook(tables: Iterable[Table], lang: str) -> bytes:
    """Write a sheet for each table, with a header that stays, filters and fitting widths."""
    import xlsxwriter

    out = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(out, options) as book:
        head = book.add_format({"bold": True, "bottom": 1, "valign": "top", "bg_color": "#E8EEF7"})
        body = book.add_format({"valign": "top", "text_wrap": True})
        for table in tables:
            _fill(book.add_worksheet(table.title(lang)[:_SHEET_NAME]), table, lang, head, body)
    return out.getvalue()


def _fill(page: Any, table: Table, lang: str, head: Any, body: Any) -> None:
    header = table.header(lang)
    page.freeze_panes(1, 0)
    page.autofilter(0, 0, max(1, len(table.lines)), len(header) - 1)
    for column, words in enumerate(header):
        page.write_string(0, column, words, head)
        page.set_column(column, column, _width(table, column, words))
    for number, line in enumerate(table.lines, start=1):
        for column, cell in enumerate(line):
            _write(page, number, column, cell, body)


def _write(page: Any, line: int, column: int, cell: TableCell, body: Any) -> None:
    if isinstance(cell, bytes):
        page.set_row(line, _PICTURE_HEIGHT)
        size = dict.fromkeys(("x_scale", "y_scale"), _scale(cell))
        picture = {"image_data": io.BytesIO(cell), "object_position": 1, **size}
        page.insert_image(line, column, "picture.png", picture)
    elif isinstance(cell, str):
        page.write_string(line, column, harmless(cell), body)
    elif cell is not None:
        page.write_number(line, column, cell, body)


def _scale(png: bytes) -> float:
    """Shrink a picture into its cell; a PNG's size stands at its beginning."""
    width, height = struct.unpack(">II", png[16:24])
    room = _PICTURE_COLUMN * _PX_PER_SIGN, _PICTURE_HEIGHT * _PX_PER_POINT
    return float(min(room[0] / width, room[1] / height, 1.0))


def _width(table: Table, column: int, header: str) -> int:
    """Make a column as wide as its longest line, within reason, and its filter's arrow."""
    cells = [line[column] for line in table.lines]
    if any(isinstance(cell, bytes) for cell in cells):
        return _PICTURE_COLUMN
    texts = [str(cell) for cell in cells if cell is not None and not isinstance(cell, bytes)]
    lengths = [len(part) for text in texts for part in text.splitlines()]
    return min(_WIDEST, max([len(header) + 3, *lengths]) + 1)
