"""How somebody writes: digits that are kept for later evenings, if that person wishes.

Those that were confirmed, and those that were read surely on the same person's own sheets.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from paperplay.web.store.database import Store
from scanner.scan import Doubt, Scan
from templates.game import Value

MOST = 300
"""Confirmed digits of one person, and as many that were read surely; the oldest go first."""


def keeps_hand(store: Store, person: str) -> bool:
    """Say whether somebody wishes to be known by hand."""
    return store.one("SELECT 1 FROM people WHERE id = ? AND keeps_hand", person) is not None


def count_kept(store: Store, person: str) -> int:
    """Say how many digits of somebody are kept."""
    row = store.one("SELECT count(*) AS n FROM hands WHERE person = ?", person)
    return int(row["n"]) if row else 0


def wish(store: Store, person: str, *, kept: bool) -> None:
    """Keep somebody's digits from now on, or forget them all."""
    with store.change() as db:
        db.execute("UPDATE people SET keeps_hand = ? WHERE id = ?", (int(kept), person))
        if not kept:
            db.execute("DELETE FROM hands WHERE person = ?", (person,))


def remember(
    db: sqlite3.Connection, owner: str, scan: Scan, heard: Sequence[tuple[Doubt, Value]], tap: str
) -> None:
    """Keep what was said about digits on somebody's own sheet, if that is wished."""
    if not _is_own(db, owner, scan):
        return
    for doubt, value in heard:
        if doubt.shape and _is_digit(doubt.guess) and _is_digit(value):
            db.execute(
                "INSERT INTO hands (person, guess, value, shape, tap) VALUES (?, ?, ?, ?, ?)",
                (owner, doubt.guess, value, doubt.shape, tap),
            )
    _drop_oldest(db, owner)


def _drop_oldest(db: sqlite3.Connection, owner: str) -> None:
    for kind in ("IS NULL", "IS NOT NULL"):
        db.execute(
            f"DELETE FROM hands WHERE person = ?1 AND sheet {kind} AND id NOT IN (SELECT id FROM "
            f"hands WHERE person = ?1 AND sheet {kind} ORDER BY id DESC LIMIT ?2)",
            (owner, MOST),
        )


def remember_sure(db: sqlite3.Connection, owner: str, sheet: int, scan: Scan) -> None:
    """Keep the digits that were read surely on somebody's own sheet, if that is wished."""
    if not (scan.shapes and _is_own(db, owner, scan)):
        return
    db.executemany(
        "INSERT INTO hands (person, guess, value, shape, tap, sheet, element) "
        "VALUES (?1, ?2, ?2, ?3, '', ?4, ?5)",
        [
            (owner, scan.values[element], shape, sheet, element)
            for element, shape in scan.shapes.items()
            if element not in scan.doubtful and _is_digit(scan.values[element])
        ],
    )
    _drop_oldest(db, owner)


def amend(db: sqlite3.Connection, sheet: int, element: str, value: Value, tap: str) -> None:
    """Take what was said about a digit that had been read surely: the hand writes another so."""
    where = "sheet = ?1 AND element = ?2"
    if _is_digit(value):
        change = f"UPDATE hands SET value = ?3, tap = ?4 WHERE {where} AND value <> ?3"
        db.execute(change, (sheet, element, value, tap))
    else:
        db.execute(f"DELETE FROM hands WHERE {where}", (sheet, element))


def known(db: sqlite3.Connection, owner: str, scan: Scan) -> Scan:
    """Answer on a new sheet what its writer has answered before; the last answer counts most."""
    if not (scan.doubts and _is_own(db, owner, scan)):
        return scan
    rows = db.execute("SELECT * FROM hands WHERE person = ? ORDER BY id DESC", (owner,)).fetchall()
    for row in (row for row in rows if row["tap"]):
        before = Doubt(element="", guess=row["guess"], other=None, why="", shape=row["shape"])
        scan = scan.heard(before, row["value"])
    return scan.by_hand([(row["value"], row["shape"]) for row in rows])


def _is_own(db: sqlite3.Connection, owner: str, scan: Scan) -> bool:
    """Say whether a sheet is its owner's, by name, who wishes to be known."""
    row = db.execute("SELECT name FROM people WHERE id = ? AND keeps_hand", (owner,)).fetchone()
    return row is not None and scan.is_read and scan.writer == row["name"].strip().casefold()


def _is_digit(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9
