"""Sheets in the store: how they get there, who they belong to, and how they go."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperplay.evening.settle import Value
from paperplay.web.reading import EXTRA, ReadSheet
from paperplay.web.security import Visitor
from paperplay.web.store import Store, keep_file, now
from templates.daydream.load import is_daydream

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One sheet as it is now."""

    id: int
    evening: int
    upload: str
    owner: str
    scan: Json
    """With all corrections."""
    status: str
    """``ok``, ``review`` or ``unreadable``."""
    name: str
    version: int
    flat: str | None

    def may_change(self, visitor: Visitor) -> bool:
        """Say whether somebody may correct or delete it."""
        return visitor.is_host or (visitor.is_in and visitor.id == self.owner)


def row_of(row: sqlite3.Row) -> SheetRow:
    """Read a line of the table."""
    names = ("id", "evening", "upload", "owner", "status", "name", "version", "flat")
    return SheetRow(scan=json.loads(row["now"]), **{name: row[name] for name in names})


def sheet(store: Store, number: int) -> SheetRow | None:
    """Give one sheet."""
    row = store.db.execute(
        "SELECT * FROM sheets WHERE id = ? AND deleted IS NULL", (number,)
    ).fetchone()
    return row_of(row) if row else None


def read_first(store: Store, number: int, element: str) -> Value:
    """Say what an element showed before anybody corrected it."""
    row = store.db.execute("SELECT scanned FROM sheets WHERE id = ?", (number,)).fetchone()
    value: Value = json.loads(row["scanned"])[EXTRA]["values"].get(element)
    return value


def count_read(store: Store, evening: int | None = None) -> int:
    """Count the sheets that could be read, of one evening or of all."""
    count = "SELECT count(*) FROM sheets WHERE deleted IS NULL AND status <> 'unreadable'"
    if evening is None:
        return int(store.db.execute(count).fetchone()[0])
    return int(store.db.execute(f"{count} AND evening = ?", (evening,)).fetchone()[0])


def sheets_of(store: Store, evening: int) -> list[SheetRow]:
    """Give an evening's sheets in the order of their photos."""
    rows = store.db.execute(
        "SELECT sheets.* FROM sheets JOIN uploads ON uploads.id = upload "
        "WHERE sheets.evening = ? AND deleted IS NULL ORDER BY uploads.rowid, page, place",
        (evening,),
    )
    return [row_of(row) for row in rows.fetchall()]


def add_sheets(store: Store, upload: str, found: Sequence[ReadSheet], *, forget: bool) -> None:
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
                for each, flat in zip(found, kept, strict=True):
                    _add(db, row, each.scan, flat, alone=len(found) == 1)
                db.execute("UPDATE uploads SET state = 'done' WHERE id = ?", (upload,))
                used = True
    finally:
        if not used:
            for flat in filter(None, kept):
                (store.pages / flat).unlink(missing_ok=True)
    if forget:
        forget_photos(store, upload)


def _add(db: sqlite3.Connection, row: sqlite3.Row, scan: Json, flat: str | None, *,
         alone: bool) -> None:  # fmt: skip
    given = row["player"] if alone else ""
    name = given if "board" in scan and is_daydream(scan["board"]["sheet"]) else ""
    text = json.dumps(scan, ensure_ascii=False)
    db.execute(
        "INSERT INTO sheets (evening, upload, page, place, owner, scanned, now, status, name, "
        "flat, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row["evening"], row["id"], scan["page"], scan["index"], row["owner"], text, text,
         scan["status"], name, flat, now()),
    )  # fmt: skip


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
            "UPDATE sheets SET deleted = ?, scanned = '{}', now = '{}', name = '', flat = NULL "
            "WHERE id = ?",
            (now(), number),
        )
        db.execute("DELETE FROM corrections WHERE sheet = ?", (number,))
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
        for folder in (store.photos, store.pages):
            for path in folder.iterdir():
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


def _unlink(folder: Path, name: str | None) -> None:
    if name:
        (folder / name).unlink(missing_ok=True)


def vacuum(store: Store) -> None:
    """Write over what was deleted, in the database's log, too."""
    store.db.execute("VACUUM")
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
