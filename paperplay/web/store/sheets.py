"""Sheets in the store: how they get there, who they belong to, and how they go."""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from paperplay.web.store.archive import HALVES
from paperplay.web.store.database import Store, keep_file, moment, now, our_files
from paperplay.web.store.hands import known, remember_sure
from scanner.scan import Scan
from scanner.scan_json import scan_from, scan_json

STRAY = 3600
"""Seconds after which a file without a line is nobody's; a line follows its file at once."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One sheet as it is now."""

    id: int
    evening: int
    upload: str
    owner: str
    now: str
    """The scan as JSON, with all names and corrections."""
    status: str
    """``ok``, ``review`` or ``unreadable``."""
    flat: str | None

    @property
    def scan(self) -> Scan:
        """What is on the sheet."""
        return _scan(self.now, self.id)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that can be changed: one, or a score sheet's players."""
        return self.scan.board.names


@lru_cache(maxsize=4000)
def _scan(text: str, number: int) -> Scan:
    """Read a scan once for all who look at it: its score is counted once, too."""
    return replace(scan_from(json.loads(text)), key=number)


@dataclass(frozen=True, slots=True)
class SheetLine:
    """That there is a sheet, and in which state: what says whether it was counted before."""

    id: int
    changed: str
    flat: str | None


def row_of(row: sqlite3.Row) -> SheetRow:
    """Read a line of the table."""
    names = ("id", "evening", "upload", "owner", "now", "status", "flat")
    return SheetRow(**{name: row[name] for name in names})


def text_of(scan: Scan) -> str:
    """Write a scan as the table holds it."""
    return json.dumps(scan_json(scan, "en"), ensure_ascii=False)


def sheet(store: Store, number: int) -> SheetRow | None:
    """Give one sheet."""
    row = store.one("SELECT * FROM sheets WHERE id = ? AND deleted IS NULL", number)
    return row_of(row) if row else None


def count_read(store: Store, evening: int | None = None) -> int:
    """Count the sheets that could be read, of one evening or of all; the check page is none."""
    count = (
        "SELECT count(*) FROM sheets WHERE deleted IS NULL AND status <> 'unreadable'"
        " AND json_type(now, '$.check') IS NULL"
    )
    if evening is None:
        return int(store.db.execute(count).fetchone()[0])
    return int(store.db.execute(f"{count} AND evening = ?", (evening,)).fetchone()[0])


def count_owned(store: Store, evening: int) -> dict[str, int]:
    """Count an evening's sheets that could be read, by who handed them in."""
    rows = store.db.execute(
        "SELECT owner, count(*) FROM sheets WHERE evening = ? AND deleted IS NULL "
        "AND status <> 'unreadable' AND json_type(now, '$.check') IS NULL GROUP BY owner",
        (evening,),
    )
    return dict(rows.fetchall())


def count_doubts(store: Store, evening: int, owner: str | None = None) -> int:
    """Count what is open on an evening's sheets, of one owner or of all."""
    count = (
        "SELECT coalesce(sum(json_array_length(now, '$.review')), 0) FROM sheets "
        "WHERE evening = ? AND deleted IS NULL AND status = 'review' "
        "AND json_type(now, '$.check') IS NULL"
    )
    values = (evening,) if owner is None else (evening, owner)
    query = count if owner is None else f"{count} AND owner = ?"
    return int(store.db.execute(query, values).fetchone()[0])


def doubtful_sheets(store: Store, evening: int) -> list[SheetRow]:
    """Give an evening's sheets on which something is open; the others are not even opened."""
    rows = store.db.execute(
        "SELECT * FROM sheets WHERE evening = ? AND deleted IS NULL AND status = 'review' "
        "ORDER BY id",
        (evening,),
    )
    return [row_of(row) for row in rows.fetchall()]


def last_of(store: Store, evening: int, owner: str, most: int) -> list[SheetRow]:
    """Give what somebody handed in last on an evening, as far as it was read."""
    rows = store.db.execute(
        "SELECT * FROM sheets WHERE evening = ? AND owner = ? AND deleted IS NULL "
        "AND status <> 'unreadable' ORDER BY id DESC LIMIT ?",
        (evening, owner, most),
    )
    return [row_of(row) for row in rows.fetchall()]


def rows_of(store: Store, numbers: Iterable[int]) -> dict[int, SheetRow]:
    """Give some sheets; those that somebody has deleted are left out."""
    rows = store.db.execute(
        "SELECT * FROM sheets WHERE id IN (SELECT value FROM json_each(?)) AND deleted IS NULL",
        (json.dumps(list(numbers)),),
    )
    return {row["id"]: row_of(row) for row in rows.fetchall()}


def sheets_of(store: Store, evening: int) -> list[SheetRow]:
    """Give an evening's sheets in the order of their photos."""
    rows = store.db.execute(
        "SELECT sheets.* FROM sheets JOIN uploads ON uploads.id = upload "
        "WHERE sheets.evening = ? AND deleted IS NULL ORDER BY uploads.rowid, page, place",
        (evening,),
    )
    return [row_of(row) for row in rows.fetchall()]


def lines_of(store: Store, evening: int) -> list[SheetLine]:
    """List an evening's sheets in the order of their photos; not what is on them."""
    lines = store.lines(
        "uploads.rowid, page, place, sheets.id, changed, flat",
        "sheets JOIN uploads ON uploads.id = upload WHERE sheets.evening = ? AND deleted IS NULL",
        evening,
    )
    return [SheetLine(*line[3:]) for line in lines]


def scans_of(store: Store, sheets: Iterable[int]) -> dict[int, Scan]:
    """Open some sheets; those that somebody has deleted are left out."""
    rows = store.db.execute(
        "SELECT id, now FROM sheets WHERE id IN (SELECT value FROM json_each(?)) "
        "AND deleted IS NULL",
        (json.dumps(list(sheets)),),
    )
    return {row["id"]: _scan(row["now"], row["id"]) for row in rows}


def add_sheets(store: Store, upload: str, found: Sequence[Scan], *, forget: bool) -> None:
    """Put a photo's sheets into the store, all of them once, and say that it was read."""
    kept: list[str | None] = []
    used = False
    try:
        kept.extend(keep_file(store.pages, e.flat, "jpg") if e.flat else None for e in found)
        with store.change() as db:
            row = db.execute(
                "SELECT * FROM uploads WHERE id = ? AND state = 'waiting'", (upload,)
            ).fetchone()
            if row is not None:
                for scan, flat in zip(found, kept, strict=True):
                    _add(db, row, scan, flat, row["player"] if len(found) == 1 else "")
                db.execute("UPDATE uploads SET state = 'done' WHERE id = ?", (upload,))
                used = True
    finally:
        if not used:
            for flat in filter(None, kept):
                (store.pages / flat).unlink(missing_ok=True)
    if forget:
        forget_photos(store, upload)


def _add(
    db: sqlite3.Connection, row: sqlite3.Row, scan: Scan, flat: str | None, player: str
) -> None:
    named = scan
    if player and scan.is_read and not scan.game.for_table:
        named = replace(scan, ink=scan.board.named([player]))
        named = known(db, row["owner"], named)
        scan = replace(named, ink=named.board.named(scan.board.names))
    added = db.execute(
        "INSERT INTO sheets (evening, upload, page, place, owner, scanned, now, status, flat, "
        "changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row["evening"], row["id"], scan.page, scan.index, row["owner"], text_of(scan),
         text_of(named), scan.status, flat, moment()),
    )  # fmt: skip
    remember_sure(db, row["owner"], int(added.lastrowid or 0), named)


def forget_photos(store: Store, upload: str) -> None:
    """Drop the pictures of a photo on which nothing is doubtful any more."""
    with store.change() as db:
        open_ones = db.execute(
            "SELECT 1 FROM sheets WHERE upload = ? AND status = 'review' AND deleted IS NULL",
            (upload,),
        ).fetchone()
        if open_ones is None:
            drop_pictures(store, db, upload)


def delete_sheet(store: Store, number: int) -> None:
    """Delete a sheet for good: what was read, and its photo if no other sheet is on it."""
    with store.change() as db:
        row = db.execute("SELECT upload, flat FROM sheets WHERE id = ?", (number,)).fetchone()
        if row is None:
            return
        db.execute(
            "UPDATE sheets SET deleted = ?, scanned = '{}', now = '{}', flat = NULL WHERE id = ?",
            (now(), number),
        )
        db.execute("DELETE FROM corrections WHERE sheet = ?", (number,))
        db.execute("DELETE FROM hands WHERE sheet = ?", (number,))
        db.execute("DELETE FROM odd WHERE sheet = ?", (number,))
        _unlink(store.pages, row["flat"])
        left = db.execute(
            "SELECT 1 FROM sheets WHERE upload = ? AND deleted IS NULL", (row["upload"],)
        ).fetchone()
        if left is None:
            drop_pictures(store, db, row["upload"])


def delete_evening(store: Store, number: int) -> None:
    """Delete an evening with everything that belongs to it."""
    with store.change() as db:
        uploads = db.execute("SELECT id FROM uploads WHERE evening = ?", (number,)).fetchall()
        for row in uploads:
            drop_pictures(store, db, row["id"])
        db.execute("DELETE FROM evenings WHERE id = ?", (number,))
    vacuum(store)


def delete_everything(store: Store) -> None:
    """Delete all evenings, and every picture that there is."""
    with store.change() as db:
        db.execute("DELETE FROM evenings")
        db.execute("DELETE FROM vocabularies")
        db.execute("DELETE FROM people")
        for folder in (store.photos, store.pages):
            for path in our_files(folder):
                path.unlink(missing_ok=True)
    vacuum(store)


def drop_pictures(store: Store, db: sqlite3.Connection, upload: str) -> None:
    """Drop a photo, and the flattened pages of all sheets on it."""
    for row in db.execute("SELECT flat FROM sheets WHERE upload = ?", (upload,)).fetchall():
        _unlink(store.pages, row["flat"])
    row = db.execute("SELECT photo FROM uploads WHERE id = ?", (upload,)).fetchone()
    _unlink(store.photos, row["photo"] if row else None)
    db.execute("UPDATE sheets SET flat = NULL WHERE upload = ?", (upload,))
    db.execute("UPDATE uploads SET photo = NULL WHERE id = ?", (upload,))


def drop_strays(store: Store, seconds: float = 0.0) -> None:
    """Remove pictures of this age that no line names, such as after a fall.

    A file with a dot before its name may just be being written.
    """
    named = {
        store.photos: "SELECT photo FROM uploads WHERE photo IS NOT NULL",
        store.pages: "SELECT flat FROM sheets WHERE flat IS NOT NULL",
    }
    for folder, query in named.items():
        known = {row[0] for row in store.db.execute(query)}
        for path in our_files(folder):
            least = STRAY if path.name.startswith(".") else seconds
            with suppress(OSError):
                if path.name not in known and time.time() - path.stat().st_mtime >= least:
                    path.unlink()
    for path in (path for half in HALVES for path in store.folder.glob(half)):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime >= STRAY:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _unlink(folder: Path, name: str | None) -> None:
    if name:
        (folder / name).unlink(missing_ok=True)


def vacuum(store: Store) -> None:
    """Write over what was deleted, in the database's log, too."""
    store.db.execute("VACUUM")
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
