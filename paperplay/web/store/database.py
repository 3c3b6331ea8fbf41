"""What the page remembers: one SQLite file, and folders of pictures beside it."""

from __future__ import annotations

import json
import os
import re
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rules.errors import HostError

MIGRATIONS = Path(__file__).with_name("migrations")
_OURS = re.compile(r"\.?[0-9a-f]{32}\.[a-z0-9]{1,5}")
_LEAST = 512
"""Bytes of a database."""
_WAIT = 15.0
"""Seconds to wait for another writer."""


class Store:
    """The database and the pictures; every thread has a connection of its own."""

    def __init__(self, folder: Path) -> None:
        """Open a folder, make it if need be, and bring its tables up to date.

        Raises:
            HostError: ``web-data-folder`` if it cannot be written, ``web-data-newer`` if a newer
                paperplay has used it, ``web-data-broken`` if it is damaged or not ours.
        """
        self.folder = folder
        self.file = folder / "paperplay.db"
        self.photos, self.pages = folder / "photos", folder / "pages"
        self._mine = threading.local()
        try:
            for each in (folder, self.photos, self.pages):
                each.mkdir(parents=True, exist_ok=True, mode=0o700)
            if self.file.exists():
                only_read = f"{self.file.absolute().as_uri()}?mode=ro"
                with closing(sqlite3.connect(only_read, uri=True)) as db:
                    check_opened(db)
                    self._check_begun(version_of(db))
            else:
                self._check_begun(0)
            migrate(self.db)
        except (OSError, sqlite3.OperationalError) as error:
            raise HostError("web-data-folder", folder=str(folder), reason=str(error)) from None
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise HostError("web-data-broken", file=str(self.file), reason=str(error)) from None

    def _check_begun(self, version: int) -> None:
        """Refuse a file that lost what it held: SQLite takes less than a head for a new one.

        Pictures that no line names would be removed.
        """
        cut = self.file.exists() and 0 < self.file.stat().st_size < _LEAST
        pictures = (path for folder in (self.photos, self.pages) for path in folder.iterdir())
        if not version and (cut or any(pictures)):
            raise sqlite3.DatabaseError("nothing in it")

    @property
    def db(self) -> sqlite3.Connection:
        """This thread's connection; rows are read by their columns' names."""
        found: sqlite3.Connection | None = getattr(self._mine, "db", None)
        if found is None:
            found = sqlite3.connect(self.file, timeout=_WAIT, isolation_level=None)
            self._mine.db = found  # also of a damaged file, so that it can be closed
            found.row_factory = sqlite3.Row
            found.execute("PRAGMA journal_mode = WAL")
            # What was said to be kept survives the machine's fall, too.
            found.execute("PRAGMA synchronous = FULL")
            found.execute("PRAGMA foreign_keys = ON")
        return found

    def one(self, query: str, *values: object) -> sqlite3.Row | None:
        """Give the first row that a query finds."""
        row: sqlite3.Row | None = self.db.execute(query, values).fetchone()
        return row

    def lines(self, columns: str, where: str, *values: object) -> list[list[Any]]:
        """Give many small rows, sorted by their columns, in one step of the database.

        Row by row, each would wait for its turn while another thread counts an evening.
        """
        query = f"SELECT json_group_array(json_array({columns})) FROM {where}"
        return sorted(json.loads(self.db.execute(query, values).fetchone()[0]))

    def change(self) -> AbstractContextManager[sqlite3.Connection]:
        """Change several things together or not at all."""
        return _whole(self.db)

    def setting(self, name: str) -> str | None:
        """Give a remembered setting."""
        row = self.one("SELECT value FROM settings WHERE name = ?", name)
        return row["value"] if row else None

    def remember(self, name: str, value: str) -> None:
        """Remember a setting."""
        with self.change() as db:
            db.execute(
                "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = ?2",
                (name, value),
            )

    def close(self) -> None:
        """Close this thread's connection."""
        if getattr(self._mine, "db", None) is not None:
            self._mine.db.close()
            self._mine.db = None


def check_opened(db: sqlite3.Connection) -> None:
    """Refuse a database that is damaged, or that another program has made.

    Raises:
        HostError: ``web-data-newer``.
        sqlite3.DatabaseError: It is not ours, or not whole.
    """
    if version_of(db) > len(steps()):
        raise HostError("web-data-newer")
    # How SQLite words a table after a step may differ from one of its versions to the next.
    if {made[:2] for made in tables(db)} != {made[:2] for made in our_tables(version_of(db))}:
        raise sqlite3.DatabaseError("other tables")
    told = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    if told != "ok":
        raise sqlite3.DatabaseError(told)


def our_tables(version: int) -> set[tuple[object, ...]]:
    """Give what our own steps make up to a version."""
    with closing(sqlite3.connect(":memory:")) as ours:
        for path in steps()[:version]:
            for statement in statements(path.read_text(encoding="utf-8")):
                ours.execute(statement)
        return tables(ours)


def tables(db: sqlite3.Connection) -> set[tuple[object, ...]]:
    """List each table, index, view and trigger: its kind, name, table and wording."""
    return {tuple(row) for row in db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")}


def steps() -> list[Path]:
    """List our numbered migrations."""
    return sorted(MIGRATIONS.glob("[0-9]*.sql"))


def migrate(db: sqlite3.Connection) -> None:
    """Bring the tables up to date, one numbered file after the other, each whole or not at all."""
    for number, path in enumerate(steps(), start=1):
        if int(re.match(r"\d+", path.name)[0]) != number:  # type: ignore[index]
            raise ValueError(f"{path.name}: migrations are numbered from 0001, without gaps")
        with _whole(db):  # another process may do the same at this moment
            if version_of(db) < number:
                for statement in statements(path.read_text(encoding="utf-8")):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {number}")


@contextmanager
def _whole(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk may have ended it already
            db.execute("ROLLBACK")
        raise


def statements(script: str) -> Iterator[str]:
    """Take a script apart; ``executescript`` would end the transaction around it."""
    begun = ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            yield begun
            begun = ""


def now() -> str:
    """Say what time it is, as the tables hold it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment() -> str:
    """Say what time it is so exactly that no change of a sheet has the time of another."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def keep_file(folder: Path, data: bytes, ending: str) -> str:
    """Write a file under a name of our own, safely on the disk, and give the name."""
    name = f"{secrets.token_hex(16)}.{ending}"
    half = folder / f".{name}"
    handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        half.replace(folder / name)
    finally:
        half.unlink(missing_ok=True)
    return name


def our_files(folder: Path) -> Iterator[Path]:
    """Give what has a name as we give it; the folder may be a link, and others' pictures there."""
    for path in folder.iterdir():
        if _OURS.fullmatch(path.name) and not path.is_dir():
            yield path


def version_of(db: sqlite3.Connection) -> int:
    """Say how many of our steps have made a database."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])
