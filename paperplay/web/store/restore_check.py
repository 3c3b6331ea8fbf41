"""Whether a database that came in a backup can be used: its tables, and every line in them.

The page trusts its own store, so whatever the store holds must have passed here: names of
files that are names and not paths, boards that the rules accept, sheets that can be shown.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from datetime import datetime

from paperplay.web.rounds.tapping import board_from, count_rounds
from paperplay.web.store.database import our_tables, steps, tables, version_of
from rules.errors import HostError
from scanner.scan import Scan
from scanner.scan_json import scan_from, scan_json

LONGEST_TEXT = 400
_FILE = re.compile(r"[0-9a-f]{32}\.[a-z0-9]{1,5}")
_UPLOAD = re.compile(r"[A-Za-z0-9_-]{16,64}")
_PAGE_BYTES = 4096
_LONG = {("sheets", "scanned"), ("sheets", "now"), ("score_games", "board"), ("taps", "before")}
_LONG |= {("vocabularies", "terms"), ("corrections", "value"), ("corrections", "before")}
"""Columns of JSON, which may be longer than a text that people type."""
_LONGEST_JSON = 1_000_000
_LARGEST_NUMBER = 1 << 50
"""The next line's number is one more, and has to fit as well."""
_YEARS = range(2000, 9000)


def check_restored(db: sqlite3.Connection) -> None:
    """Refuse a database that the page could not use: ``backup-newer`` or ``backup-broken``."""
    db.row_factory = sqlite3.Row
    _check_schema(db)
    try:
        there = {name for kind, name, *_ in tables(db) if kind == "table"}
        for table, check in _CHECKS.items():
            if table not in there:  # an older backup
                continue
            columns = [row["name"] for row in db.execute(f"PRAGMA table_info({table})")]
            for row in db.execute(f"SELECT * FROM {table}"):
                _check_texts(table, columns, row)
                check(row)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError, HostError):
        raise HostError("backup-broken") from None


def _check_schema(db: sqlite3.Connection) -> None:
    """Compare with what our own migrations make: not a table, index or trigger more."""
    version = version_of(db)
    if version > len(steps()):
        raise HostError("backup-newer")
    pages = int(db.execute("PRAGMA page_size").fetchone()[0])
    if version < 1 or tables(db) != our_tables(version) or pages != _PAGE_BYTES:
        raise HostError("backup-broken")


def _check_texts(table: str, columns: list[str], row: sqlite3.Row) -> None:
    for column in columns:
        value = row[column]
        most = _LONGEST_JSON if (table, column) in _LONG else LONGEST_TEXT
        if isinstance(value, str) and len(value) > most:
            raise ValueError(column)
        if isinstance(value, int) and abs(value) >= _LARGEST_NUMBER:
            raise ValueError(column)


def _check_file(name: object) -> None:
    if name is not None and not (isinstance(name, str) and _FILE.fullmatch(name)):
        raise ValueError(name)


def _check_started(row: sqlite3.Row) -> None:
    """Refuse another form than ``now()`` gives: without a zone, no start could compare it."""
    if datetime.strptime(row["started"], "%Y-%m-%dT%H:%M:%SZ").year not in _YEARS:
        raise ValueError(row["started"])


def _check_upload(row: sqlite3.Row) -> None:
    _check_file(row["photo"])
    if not _UPLOAD.fullmatch(row["id"]):
        raise ValueError(row["id"])


def _check_sheet(row: sqlite3.Row) -> None:
    _check_file(row["flat"])
    if row["deleted"] is not None:
        return
    for column in ("scanned", "now"):
        scan = scan_from(json.loads(row[column]))
        if scan.is_read:
            _check_scan(scan)
    if scan.status != row["status"]:
        raise ValueError(row["status"])


def _check_scan(scan: Scan) -> None:
    """Have everything made that pages show of a sheet: its places, values and score."""
    places = scan.layout.places
    if not (scan.values.keys() <= places.keys() and places.keys() >= {*scan.doubtful}):
        raise ValueError(scan.sheet)
    json.dumps(scan_json(scan, "en"), allow_nan=False)


def _check_game(row: sqlite3.Row) -> None:
    _check_board(row["board"])
    _check_started(row)


def _check_board(text: str) -> None:
    if not count_rounds(board_from(json.loads(text))):
        raise ValueError(text)


def _check_timer(row: sqlite3.Row) -> None:
    if not 0 <= row["remaining"] <= 3_600_000 or not 0 <= (row["started"] or 0) < _LARGEST_NUMBER:
        raise ValueError(row["remaining"])


def _check_dice(row: sqlite3.Row) -> None:
    if not -1 <= row["turn"] <= 400:
        raise ValueError(row["turn"])


def _check_vocabulary(row: sqlite3.Row) -> None:
    terms = json.loads(row["terms"])
    if not isinstance(terms, list) or not all(isinstance(term, str) for term in terms):
        raise TypeError(row["id"])


_CHECKS: Mapping[str, Callable[[sqlite3.Row], object]] = {
    # Of some there is nothing more to ask: the table's own constraints say it all.
    "settings": lambda row: None,
    "evenings": _check_started,
    "uploads": _check_upload,
    "sheets": _check_sheet,
    "corrections": lambda row: None,
    "score_games": _check_game,
    "taps": lambda row: _check_board(row["before"]),
    "timers": _check_timer,
    "dice": _check_dice,
    "vocabularies": _check_vocabulary,
    "people": lambda row: None,
    "phones": lambda row: None,
    "hands": lambda row: None,
    "verdicts": lambda row: None,
    "odd": lambda row: None,
}
