"""How somebody writes: confirmed digits that are kept for later evenings, if that person wishes."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from paperplay.web.store.database import Store
from scanner.scan import Doubt, Scan
from templates.game import Value

MOST = 300
"""Digits of one person; the oldest go first."""


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
    db.execute(
        "DELETE FROM hands WHERE person = ?1 AND id NOT IN "
        "(SELECT id FROM hands WHERE person = ?1 ORDER BY id DESC LIMIT ?2)",
        (owner, MOST),
    )


def known(db: sqlite3.Connection, owner: str, scan: Scan) -> Scan:
    """Answer on a new sheet what its writer has answered before; the last answer counts most."""
    if not (scan.doubts and _is_own(db, owner, scan)):
        return scan
    rows = db.execute("SELECT * FROM hands WHERE person = ? ORDER BY id DESC", (owner,)).fetchall()
    for row in rows:
        before = Doubt(element="", guess=row["guess"], other=None, why="", shape=row["shape"])
        scan = scan.heard(before, row["value"])
    return scan


def _is_own(db: sqlite3.Connection, owner: str, scan: Scan) -> bool:
    """Say whether a sheet is its owner's, by name, who wishes to be known."""
    row = db.execute("SELECT name FROM people WHERE id = ? AND keeps_hand", (owner,)).fetchone()
    return row is not None and scan.is_read and scan.writer == row["name"].strip().casefold()


def _is_digit(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9
