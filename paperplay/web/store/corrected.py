"""What people say about a sheet: the players' names, and what an element really shows."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace

from paperplay.results.names import tidy
from paperplay.web.store.database import Store, now
from paperplay.web.store.sheets import SheetRow, forget_photos, row_of, text_of
from rules.errors import HostError
from scanner.scan import Scan
from scanner.scan_json import scan_from
from templates.game import Value


def correct(
    store: Store, number: int, answers: Sequence[tuple[str, Value]], who: str, *, forget: bool
) -> None:
    """Say what elements show; all of it is scored anew and kept, or nothing is.

    Raises:
        HostError: An element cannot show this.
        LookupError: The sheet is gone.
    """

    def change(db: sqlite3.Connection, scan: Scan) -> Scan:
        for element, value in answers:
            place, before = scan.layout.places.get(element), scan.values.get(element)
            if place and not place.allows(value):
                raise HostError("review-answer", answer=str(value)[:40])
            scan = scan.settled(element, value)
            db.execute(
                "INSERT INTO corrections (sheet, element, value, before, who, at, tap) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (number, element, json.dumps(value), json.dumps(before), who, now(), tap),
            )
        return scan

    tap = secrets.token_hex(8)
    row = _changed(store, number, change)
    if forget and row.status == "ok":
        forget_photos(store, row.upload)


def read_first(store: Store, number: int) -> dict[str, Value]:
    """Say what each element showed that somebody has corrected since."""
    rows = store.db.execute(
        "SELECT element, before FROM corrections WHERE sheet = ? ORDER BY id DESC", (number,)
    )
    return {row["element"]: json.loads(row["before"]) for row in rows}


def take_back(store: Store, who: str, evening: int) -> tuple[int, str] | None:
    """Take back what somebody said last, all that was said with one tap.

    Returns:
        The sheet and the element that are asked about again; None if there is nothing.
    """
    last = store.one(
        "SELECT corrections.* FROM corrections JOIN sheets ON sheets.id = sheet "
        "WHERE who = ? AND evening = ? AND deleted IS NULL ORDER BY corrections.id DESC LIMIT 1",
        who,
        evening,
    )
    if last is None:
        return None
    number = int(last["sheet"])

    def change(db: sqlite3.Connection, scan: Scan) -> Scan:
        db.execute(
            "DELETE FROM corrections WHERE id = ? OR (sheet = ? AND tap <> '' AND tap = ?)",
            (last["id"], number, last["tap"]),
        )
        # What was doubtful then is so again: everything else is said anew on what was read.
        row = db.execute("SELECT scanned FROM sheets WHERE id = ?", (number,)).fetchone()
        again = scan_from(json.loads(row["scanned"]))
        again = replace(again, ink=again.board.named(scan.board.names), key=number)
        for said in db.execute(
            "SELECT element, value FROM corrections WHERE sheet = ? ORDER BY id", (number,)
        ).fetchall():
            again = again.settled(said["element"], json.loads(said["value"]))
        return again

    _changed(store, number, change)
    return number, str(last["element"])


def give_names(store: Store, number: int, names: Sequence[str]) -> None:
    """Say whose sheet it is, or who the players of a score sheet are."""

    def change(db: sqlite3.Connection, scan: Scan) -> Scan:
        before = scan.board.names
        given = [tidy(name) for name in names[: len(before)]]
        return replace(scan, ink=scan.board.named([*given, *before[len(given) :]]))

    _changed(store, number, change)


def _changed(
    store: Store, number: int, change: Callable[[sqlite3.Connection, Scan], Scan]
) -> SheetRow:
    """Change a sheet in one transaction."""
    with store.change() as db:
        found = db.execute(
            "SELECT * FROM sheets WHERE id = ? AND deleted IS NULL AND status <> 'unreadable'",
            (number,),
        ).fetchone()
        if found is None:
            raise LookupError(number)
        scan = change(db, row_of(found).scan)
        db.execute(
            "UPDATE sheets SET now = ?, status = ?, changed = ? WHERE id = ?",
            (text_of(scan), scan.status, now(), number),
        )
        return row_of(db.execute("SELECT * FROM sheets WHERE id = ?", (number,)).fetchone())
