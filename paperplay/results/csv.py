"""The result as a table for any spreadsheet."""

from __future__ import annotations

import csv
import io

from paperplay.results.evening import Evening
from paperplay.results.tables import Table, TableCell, harmless, results_table


def csv_file(evening: Evening, lang: str) -> bytes:
    """Write a line for each player."""
    return table_file(results_table(evening, lang), lang)


def table_file(table: Table, lang: str) -> bytes:
    """Write a table; the mark at the beginning tells Excel that it is UTF-8."""
    # A picture has no place here.
    shown = [n for n, column in enumerate(table.columns) if column != "picture"]
    header = table.header(lang)
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([header[n] for n in shown])
    writer.writerows([_plain(line[n]) for n in shown] for line in table.lines)
    return out.getvalue().encode("utf-8-sig")


def _plain(cell: TableCell) -> str | int:
    if isinstance(cell, str):
        return harmless("; ".join(cell.splitlines()))
    return "" if cell is None or isinstance(cell, bytes) else cell
