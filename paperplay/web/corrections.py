"""What people say about a sheet: the player's name, and what an element really shows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from paperplay.evening.names import LONGEST, tidy
from paperplay.evening.settle import Value, settled
from paperplay.web.reading import EXTRA
from paperplay.web.sheets import SheetRow, forget_photos, row_of
from paperplay.web.store import Store, now
from rules.errors import HostError
from templates.daydream.load import is_daydream

Json = dict[str, Any]


def correct(
    store: Store, number: int, answers: Sequence[tuple[str, Value]], who: str, *, forget: bool
) -> None:
    """Say what elements show; all of it is scored anew and kept, or nothing is.

    Raises:
        HostError: An element cannot show this.
        LookupError: The sheet is gone.
    """

    def change(db: sqlite3.Connection, row: SheetRow) -> Json:
        scan = row.scan
        for element, value in answers:
            before = scan[EXTRA]["values"].get(element)
            scan = corrected(scan, element, value)
            db.execute(
                "INSERT INTO corrections (sheet, element, value, before, who, at) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (row.id, element, json.dumps(value), json.dumps(before), who, now()),
            )
        return scan

    row = _changed(store, number, change)
    if forget and row.status == "ok":
        forget_photos(store, row.upload)


def corrected(scan: Json, element: str, value: Value) -> Json:
    """Give a scan on which an element shows this, whether it was doubtful or not.

    Raises:
        HostError: The element is not on the sheet, or cannot show this.
    """
    facts = scan[EXTRA]
    if element not in facts["may_be"]:
        raise HostError("review-element", element=element[:20])
    if not may_be(facts["may_be"][element], value):
        raise HostError("review-answer", answer=str(value)[:20])
    others = [item for item in scan["review"] if item["element"] != element]
    asked = {"element": element, "guess": facts["values"][element], "or": None, "why": ""}
    done = settled({**scan, "review": [*others, asked]}, element, value, "en")
    values = {**facts["values"], element: value}
    said = [each for each in facts.get("said", ()) if each != element]
    done[EXTRA] = {**facts, "values": values, "said": [*said, element]}
    return done


def may_be(domain: Any, value: Value) -> bool:
    """Say whether a value is possible: one of a list, or a number of so many digits."""
    if isinstance(domain, list):
        return any(value == each and type(value) is type(each) for each in domain)
    if value is None:
        return True
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return is_number and len(str(value)) <= int(domain)


def give_names(store: Store, number: int, names: Sequence[str]) -> None:
    """Say whose sheet it is, or who the players of a score sheet are."""

    def change(db: sqlite3.Connection, row: SheetRow) -> Json:
        if is_daydream(row.scan["board"]["sheet"]):
            db.execute("UPDATE sheets SET name = ? WHERE id = ?", (tidy(names[0]), row.id))
            return row.scan
        players = row.scan["board"].get("players") or []
        given = [tidy(name)[:LONGEST] or None for name in names[: len(players)]]
        board = {**row.scan["board"], "players": [*given, *players[len(given) :]]}
        return {**row.scan, "board": board}

    _changed(store, number, change)


def _changed(
    store: Store, number: int, change: Callable[[sqlite3.Connection, SheetRow], Json]
) -> SheetRow:
    """Change a sheet in one transaction."""
    with store.change() as db:
        found = db.execute(
            "SELECT * FROM sheets WHERE id = ? AND deleted IS NULL AND status <> 'unreadable'",
            (number,),
        ).fetchone()
        if found is None:
            raise LookupError(number)
        scan = change(db, row_of(found))
        db.execute(
            "UPDATE sheets SET now = ?, status = ?, version = version + 1, changed = ? "
            "WHERE id = ?",
            (json.dumps(scan, ensure_ascii=False), scan["status"], now(), number),
        )
        return row_of(db.execute("SELECT * FROM sheets WHERE id = ?", (number,)).fetchone())
