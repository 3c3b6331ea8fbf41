"""Digits that somebody told apart from others of the same hand that look like them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from paperplay.web.store.database import Store


def set_apart(store: Store, places: Iterable[tuple[int, str]], tap: str) -> None:
    """Keep that elements of sheets are not what they were taken for."""
    with store.change() as db:
        db.executemany(
            "INSERT OR REPLACE INTO odd (sheet, element, tap) "
            "SELECT id, ?2, ?3 FROM sheets WHERE id = ?1 AND deleted IS NULL",
            [(sheet, element, tap) for sheet, element in places],
        )


def take_together(store: Store, tap: str) -> None:
    """Take back what was told apart with one tap."""
    with store.change() as db:
        db.execute("DELETE FROM odd WHERE tap = ?", (tap,))


def apart_on(db: sqlite3.Connection, sheet: int) -> set[str]:
    """Name the elements of a sheet that were told apart."""
    return {row["element"] for row in db.execute("SELECT * FROM odd WHERE sheet = ?", (sheet,))}


def apart_in(store: Store, evening: int) -> set[tuple[int, str]]:
    """Name what was told apart on all sheets of an evening."""
    rows = store.db.execute(
        "SELECT odd.* FROM odd JOIN sheets ON sheets.id = sheet WHERE evening = ?", (evening,)
    )
    return {(row["sheet"], row["element"]) for row in rows}
