"""Where photos are handed in: each is kept, waits for a reader, and is read once."""

from __future__ import annotations

import logging
import re
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name

from paperplay.reading.job import Part, prepare, unreadable
from paperplay.reading.photo_files import Photo
from paperplay.reading.pool import Pool
from paperplay.web.server.server_settings import ServerSettings
from paperplay.web.store.database import Store, keep_file, now
from paperplay.web.store.sheets import STRAY, add_sheets, drop_strays
from paperplay.web.uploads.quota import Busy, Quota, Sender
from rules.errors import HostError
from scanner.files.kinds import kind_of
from scanner.scan import Scan
from scanner.stages import Keep

MOST_BYTES = 40_000_000
"""Of one photo; a phone's best camera makes a third of it."""
MOST_FILM = 120_000_000
FILM_SECONDS = 900.0
"""A host may hand in a film of the whole pile, and its reading may take so long."""
MOST_TRIES = 3
"""So often a photo may be begun: it may be the one that the server falls over."""
UPLOAD_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")
_PATIENCE = 5.0
"""Seconds that the end waits for a photo under way; the next start takes it up again. A full
disk is asked again after as many."""
_ENDINGS = {"jpeg": "jpg"}
_FILM = "film"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Handed:
    """A photo that somebody hands in."""

    id: str
    sender: Sender
    shown: str
    """What the phone calls it."""
    player: str
    data: bytes
    by_host: bool = False


class Intake:
    """Takes photos and has them read in the order in which they came."""

    def __init__(self, store: Store, settings: ServerSettings) -> None:
        self._store, self._settings = store, settings
        self._waiting: deque[str] = deque()
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._read: Callable[[Photo, Keep], Part] = resolve_name(settings.read)
        self._pool = Pool(settings.workers, seconds=settings.seconds, nice=5)  # we go first
        self.quota = Quota(store.photos, settings.each, settings.bytes_each)
        self._handing = 0
        """Photos that are being stored at this moment."""
        self._threads = [
            threading.Thread(target=self._work, name=f"intake-{number}", daemon=True)
            for number in range(settings.workers)
        ]

    def begin(self) -> None:
        """Take up what a stopped server has left, and go on."""
        drop_strays(self._store, STRAY)
        self.take_up()
        for thread in self._threads:
            thread.start()

    def take_up(self) -> None:
        """Put every photo in the queue that the store says is waiting."""
        rows = self._store.db.execute(
            "SELECT id FROM uploads WHERE state = 'waiting' ORDER BY received, rowid"
        ).fetchall()
        with self._changed:
            self._waiting.extend(row["id"] for row in rows if row["id"] not in self._waiting)
            self._changed.notify_all()

    def end(self) -> None:
        """Stop after the photos under way; the others wait for the next start."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(_PATIENCE)
        self._pool.close()

    def hand_in(self, photo: Handed) -> bool:
        """Keep a photo and put it in the queue; say whether it is new.

        Raises:
            HostError: ``photo-not-a-picture``, ``photo-empty``, ``photo-too-large``, or
                ``web-too-many`` if a guest fills the disk.
            OSError: There is no room; nothing of it stays.
            Busy: Too many are waiting.
            PermissionError: Somebody else has used this id.
        """
        ending = _checked(photo)
        known = self._store.one("SELECT owner FROM uploads WHERE id = ?", photo.id)
        if known:
            return _is_again(known["owner"], photo)
        if not photo.by_host:
            self.quota.check(photo.sender, 0)
        with self._changed:
            if len(self._waiting) + self._handing >= self._settings.waiting:
                raise Busy
            self.quota.check_room(len(photo.data), len(self._waiting) + self._handing)
            self._handing += 1
        try:
            is_new = self._keep(photo, ending)
        finally:
            with self._changed:
                self._handing -= 1
        if is_new:
            if not photo.by_host:
                self.quota.add(photo.sender, len(photo.data))
            with self._changed:
                self._waiting.append(photo.id)
                self._changed.notify()
        return is_new

    def ahead_of(self, upload: str) -> int:
        """Count the photos that are read before this one."""
        with self._changed:
            return self._waiting.index(upload) if upload in self._waiting else 0

    def _keep(self, photo: Handed, ending: str) -> bool:
        """Store the photo first and its line then: a line never lacks its photo."""
        name = keep_file(self._store.photos, photo.data, ending)
        sender, is_new = photo.sender, False
        values = (photo.id, sender.evening, sender.guest, photo.shown, name, photo.player, now())
        try:
            with self._store.change() as db:
                done = db.execute(
                    "INSERT INTO uploads (id, evening, owner, shown, photo, player, state, received"
                    ") VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?) ON CONFLICT (id) DO NOTHING",
                    values,
                )
                row = db.execute("SELECT * FROM uploads WHERE id = ?", (photo.id,)).fetchone()
            is_new = bool(done.rowcount)
        finally:
            if not is_new:
                (self._store.photos / name).unlink(missing_ok=True)
        return is_new or _is_again(row["owner"], photo)

    # ------------------------------------------------------------------ reading

    def _work(self) -> None:
        with suppress(HostError, CancelledError):
            if self._settings.warm:
                self._pool.run(prepare)
        while (upload := self._next()) is not None:
            self._settle(upload)
        self._store.close()

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed.is_set())
            return None if self._closed.is_set() else self._waiting.popleft()

    def _settle(self, upload: str) -> None:
        """Have a photo read and keep its sheets, whatever goes wrong; a full disk is waited for."""
        found: Sequence[Scan] = ()
        is_told = False
        while not self._closed.is_set():
            try:
                found = found or self._sheets(upload)
                return add_sheets(self._store, upload, found, forget=self._settings.forget_photos)
            except CancelledError:
                return
            except (OSError, sqlite3.OperationalError) as error:
                _LOG.warning("A photo cannot be kept, and is tried again: %s", error)
            except Exception as error:
                _LOG.exception("A photo could not be kept")
                if is_told:
                    return  # others wait; the next start takes it up again
                is_told = True
                photo = Photo(Path(), found[0].file if found else "")
                crashed = HostError("photo-crashed", reason=type(error).__name__)
                found = [unreadable(photo, crashed)]
            self._closed.wait(_PATIENCE)

    def _sheets(self, upload: str) -> Sequence[Scan]:
        row = self._store.one("SELECT * FROM uploads WHERE id = ? AND state = 'waiting'", upload)
        if row is None:  # deleted while it waited
            return ()
        photo = Photo(self._store.photos / (row["photo"] or ""), row["shown"])
        try:
            if self._begun(upload) > MOST_TRIES:
                raise HostError("photo-ended")
            seconds = FILM_SECONDS if photo.path.suffix == f".{_FILM}" else None
            part = self._pool.run(self._read, photo, Keep(flat=True), seconds=seconds)
        except HostError as error:
            return [unreadable(photo, error)]
        return [scan for page in part.pages for scan in page]

    def _begun(self, upload: str) -> int:
        """Count a try before it is made, so that a photo that takes everything down is known."""
        with self._store.change() as db:
            db.execute("UPDATE uploads SET tries = tries + 1 WHERE id = ?", (upload,))
            row = db.execute("SELECT tries FROM uploads WHERE id = ?", (upload,)).fetchone()
        return int(row["tries"]) if row else MOST_TRIES + 1


def _checked(photo: Handed) -> str:
    """Refuse what is no picture by its first bytes, and give the ending for its file."""
    if not photo.data:
        raise HostError("photo-empty", file=photo.shown)
    kind = kind_of(photo.data)
    most = MOST_FILM if kind == _FILM and photo.by_host else MOST_BYTES
    if len(photo.data) > most:
        sizes = {"size": round(len(photo.data) / 1e6), "limit": round(most / 1e6)}
        raise HostError("photo-too-large", file=photo.shown, **sizes)
    if kind is None or (kind == _FILM and not photo.by_host):  # no guest keeps others waiting
        raise HostError("photo-not-a-picture", file=photo.shown)
    return _ENDINGS.get(kind, kind)


def _is_again(owner: str, photo: Handed) -> bool:
    """Take the same upload twice for one; another's stays another's."""
    if owner != photo.sender.guest:
        raise PermissionError
    return False
