"""What people say about a sheet: the players' names, and what an element really shows."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace

from paperplay.results.names import tidy
from paperplay.web.store.database import Store, moment, now
from paperplay.web.store.hands import amend, remember
from paperplay.web.store.odd import apart_on, take_together
from paperplay.web.store.sheets import SheetRow, doubtful_sheets, forget_photos, row_of, text_of
from rules.errors import HostError
from scanner.scan import Doubt, Scan
from scanner.scan_json import scan_from
from templates.game import Value


def correct(
    store: Store,
    number: int,
    answers: Sequence[tuple[str, Value]],
    who: str,
    *,
    forget: bool,
    others: Sequence[int] = (),
    tap: str = "",
) -> None:
    """Say what elements show; all of it is scored anew and kept, or nothing is.

    Answers about digits count for the same person's other sheets of the evening, too, and all
    answers for the ``others``, which are photos of the same sheet. What has the same ``tap`` is
    taken back together.

    Raises:
        HostError: An element cannot show this.
        LookupError: The sheet is gone.
    """
    heard: list[tuple[Doubt, Value]] = []

    def change(db: sqlite3.Connection, scan: Scan) -> Scan:
        apart = apart_on(db, number)
        for element, value in answers:
            place, before = scan.layout.places.get(element), scan
            if place and not place.allows(value):
                raise HostError("review-answer", answer=str(value)[:40])
            heard.extend((doubt, value) for doubt in scan.doubts if doubt.element == element)
            scan = scan.settled(element, value, apart)
            amend(db, number, element, value, tap)
            _note(db, number, before, scan, (who, tap), {element})
        remember(db, _owner(db, number), scan, heard, tap)
        return scan

    tap = tap or new_tap()
    row = _changed(store, number, change)
    rows = [row]
    for other in others:
        with suppress(LookupError):  # deleted meanwhile
            rows.append(_agree(store, other, answers, (who, tap)))
    rows += _tell_the_others(store, row, heard, (who, tap))
    for each in rows:
        if forget and each.status == "ok":
            forget_photos(store, each.upload)


def new_tap() -> str:
    """Name a tap."""
    return secrets.token_hex(8)


def _agree(
    store: Store, number: int, answers: Sequence[tuple[str, Value]], by: tuple[str, str]
) -> SheetRow:
    """Let what was said count on another photo of the same sheet."""

    def change(db: sqlite3.Connection, scan: Scan) -> Scan:
        apart = apart_on(db, number)
        for element, value in answers:
            before, scan = scan, scan.told(element, value, apart)
            if scan is not before:
                amend(db, number, element, value, by[1])
                _note(db, number, before, scan, by, {element})
        return scan

    return _changed(store, number, change)


def _owner(db: sqlite3.Connection, number: int) -> str:
    return str(db.execute("SELECT owner FROM sheets WHERE id = ?", (number,)).fetchone()["owner"])


def _note(
    db: sqlite3.Connection,
    number: int,
    before: Scan,
    after: Scan,
    by: tuple[str, str],
    said: Collection[str],
) -> None:
    """Write down what somebody said with one tap, and what changed because of it."""
    who, tap = by
    for element, value in after.values.items():
        was = before.values.get(element)
        if element in said or was != value:
            db.execute(
                "INSERT INTO corrections (sheet, element, value, before, who, at, tap) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (number, element, json.dumps(value), json.dumps(was), who, now(), tap),
            )


def _tell_the_others(
    store: Store, row: SheetRow, heard: Sequence[tuple[Doubt, Value]], by: tuple[str, str]
) -> list[SheetRow]:
    """Let answers count on other sheets of the evening that have the same name and owner."""
    writer = row.scan.writer
    told = []
    for other in doubtful_sheets(store, row.evening) if writer and heard else ():
        if other.id == row.id or other.owner != row.owner or other.scan.writer != writer:
            continue

        def change(db: sqlite3.Connection, scan: Scan, number: int = other.id) -> Scan:
            before, apart = scan, apart_on(db, number)
            for doubt, value in heard:
                scan = scan.heard(doubt, value, apart)
            _note(db, number, before, scan, by, ())
            return scan

        told.append(_changed(store, other.id, change))
    return told


def read_first(store: Store, number: int) -> dict[str, Value]:
    """Say what each element showed that somebody has corrected since."""
    rows = store.db.execute(
        "SELECT element, before FROM corrections WHERE sheet = ? ORDER BY id DESC", (number,)
    )
    return {row["element"]: json.loads(row["before"]) for row in rows}


def last_said(store: Store, who: str, evening: int) -> sqlite3.Row | None:
    """Give what somebody said last about a sheet of an evening."""
    return store.one(
        "SELECT corrections.* FROM corrections JOIN sheets ON sheets.id = sheet "
        "WHERE who = ? AND evening = ? AND deleted IS NULL ORDER BY corrections.id DESC LIMIT 1",
        who,
        evening,
    )


def take_back(store: Store, who: str, evening: int) -> tuple[int, str] | None:
    """Take back what somebody said last, all that was said with one tap.

    Returns:
        The sheet and the element that are asked about again; None if there is nothing.
    """
    last = last_said(store, who, evening)
    if last is None:
        return None
    of_tap = "id = ?" if not last["tap"] else "tap = ?"
    key = last["tap"] or last["id"]
    rows = store.db.execute(
        f"SELECT sheet, element FROM corrections WHERE {of_tap} ORDER BY id", (key,)
    ).fetchall()
    if last["tap"]:
        take_together(store, last["tap"])
    for number in dict.fromkeys(int(row["sheet"]) for row in rows):
        delete = f"DELETE FROM corrections WHERE sheet = ? AND {of_tap}"
        _take_back(store, number, delete, key)
    with store.change() as db:
        db.execute("DELETE FROM hands WHERE tap = ?", (last["tap"],))
    # The tap was about the first one; what followed from it on other photos comes after.
    return int(rows[0]["sheet"]), str(rows[0]["element"])


def _take_back(store: Store, number: int, delete: str, key: object) -> None:
    """Say everything anew on what was read of a sheet, but for what is taken back."""

    def change(db: sqlite3.Connection, scan: Scan) -> Scan:
        db.execute(delete, (number, key))
        row = db.execute("SELECT scanned FROM sheets WHERE id = ?", (number,)).fetchone()
        again = scan_from(json.loads(row["scanned"]))
        apart = apart_on(db, number)
        again = replace(again, ink=again.board.named(scan.board.names), key=number)
        for said in db.execute(
            "SELECT element, value FROM corrections WHERE sheet = ? ORDER BY id", (number,)
        ).fetchall():
            again = again.settled(said["element"], json.loads(said["value"]), apart)
        return again

    with suppress(LookupError):  # deleted meanwhile
        _changed(store, number, change)


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
            (text_of(scan), scan.status, moment(), number),
        )
        return row_of(db.execute("SELECT * FROM sheets WHERE id = ?", (number,)).fetchone())
