"""Where photos and films are handed in: each is kept, waits for a reader, and is read once."""

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
from paperplay.teaching import remember
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
MOST_FILM_BYTES = 120_000_000
"""Of one film: a minute, at least, as phones take them."""
MOST_FILMS = 6
"""Films that may wait; each may take minutes."""
MOST_HELD = 8
"""So many wait at once for what becomes of a photo; others ask again."""
HELD = 2.0
"""Seconds that one of them waits."""
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


class _Lane:
    """Those who wait for one kind of reader: a film keeps no photo waiting."""

    def __init__(self, pool: Pool, most: int) -> None:
        self.pool, self.most = pool, most
        self.waiting: deque[str] = deque()
        self.handing = 0
        """How many are being stored at this moment."""

    @property
    def length(self) -> int:
        """How many there are, those under way to it included."""
        return len(self.waiting) + self.handing


class Intake:
    """Takes photos and films, and has each kind read in the order in which they came."""

    def __init__(self, store: Store, settings: ServerSettings) -> None:
        self._store, self._settings = store, settings
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._settled = threading.Condition()
        self._held = 0
        self._read: Callable[[Photo, Keep], Part] = resolve_name(settings.read)
        photos = Pool(settings.workers, seconds=settings.seconds, nice=5)  # we go first
        films = Pool(1, seconds=settings.film_seconds, nice=10)  # it starts with the first film
        self._photos = _Lane(photos, settings.waiting)
        self._films = _Lane(films, MOST_FILMS)
        self.quota = Quota(store.photos, settings.each, settings.bytes_each)
        lanes = [self._photos] * settings.workers + [self._films]
        self._threads = [
            threading.Thread(target=self._work, args=(lane,), name=f"intake-{number}", daemon=True)
            for number, lane in enumerate(lanes)
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
            "SELECT id, photo FROM uploads WHERE state = 'waiting' ORDER BY received, rowid"
        ).fetchall()
        with self._changed:
            for row in rows:
                lane = self._lane((row["photo"] or "").rpartition(".")[2])
                if row["id"] not in lane.waiting:
                    lane.waiting.append(row["id"])
            self._changed.notify_all()

    def _lane(self, ending: str) -> _Lane:
        return self._films if ending == _FILM else self._photos

    def end(self) -> None:
        """Stop after the photos under way; the others wait for the next start."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        self._tell()
        for thread in self._threads:
            thread.join(_PATIENCE)
        for lane in (self._photos, self._films):
            lane.pool.close()

    def hand_in(self, photo: Handed) -> bool:
        """Keep a photo and put it in the queue; say whether it is new.

        Raises:
            HostError: ``photo-not-a-picture``, ``photo-empty``, ``photo-too-large``, or
                ``web-too-many`` if a guest fills the disk.
            OSError: There is no room; nothing of it stays.
            Busy: Too many are waiting, or another film of this guest.
            PermissionError: Somebody else has used this id.
        """
        ending = _checked(photo)
        known = self._store.one("SELECT owner FROM uploads WHERE id = ?", photo.id)
        if known:
            return _is_again(known["owner"], photo)
        if not photo.by_host:
            self.quota.check(photo.sender, 0)
        lane = self._lane(ending)
        with self._changed:
            if lane.length >= lane.most or (lane is self._films and self._has_film(photo)):
                raise Busy
            self.quota.check_room(len(photo.data), self._photos.length + self._films.length)
            lane.handing += 1
        try:
            is_new = self._keep(photo, ending)
        finally:
            with self._changed:
                lane.handing -= 1
        if is_new:
            if not photo.by_host:
                self.quota.add(photo.sender, len(photo.data))
            with self._changed:
                lane.waiting.append(photo.id)
                self._changed.notify_all()
        return is_new

    def _has_film(self, photo: Handed) -> bool:
        """Say whether a film of this guest is not read yet: nobody fills the lane alone."""
        waits = self._store.one(
            "SELECT 1 FROM uploads WHERE owner = ? AND state = 'waiting' AND photo LIKE ?",
            photo.sender.guest, f"%.{_FILM}",
        )  # fmt: skip
        return waits is not None and not photo.by_host

    def wait_for(self, upload: str) -> None:
        """Wait a moment for a photo to be read, unless too many wait already."""

        def is_done() -> bool:
            row = self._store.one("SELECT state FROM uploads WHERE id = ?", upload)
            return self._closed.is_set() or row is None or row["state"] != "waiting"

        with self._settled:
            if self._held >= MOST_HELD:
                return
            self._held += 1
            try:
                self._settled.wait_for(is_done, HELD)
            finally:
                self._held -= 1

    def ahead_of(self, upload: str) -> int:
        """Count what is read before this one."""
        with self._changed:
            for lane in (self._photos, self._films):
                if upload in lane.waiting:
                    return lane.waiting.index(upload)
        return 0

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

    def _work(self, lane: _Lane) -> None:
        with suppress(HostError, CancelledError):
            if self._settings.warm and lane is self._photos:
                lane.pool.run(prepare)
        while (upload := self._next(lane)) is not None:
            self._settle(upload, lane)
            self._tell()
        self._store.close()

    def _tell(self) -> None:
        with self._settled:
            self._settled.notify_all()

    def _next(self, lane: _Lane) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: lane.waiting or self._closed.is_set())
            return None if self._closed.is_set() else lane.waiting.popleft()

    def _settle(self, upload: str, lane: _Lane) -> None:
        """Have a photo read and keep its sheets, whatever goes wrong; a full disk is waited for."""
        found: Sequence[Scan] = ()
        is_told = False
        while not self._closed.is_set():
            try:
                found = found or self._sheets(upload, lane)
                add_sheets(self._store, upload, found, forget=self._settings.forget_photos)
                return remember(found)
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

    def _sheets(self, upload: str, lane: _Lane) -> Sequence[Scan]:
        row = self._store.one("SELECT * FROM uploads WHERE id = ? AND state = 'waiting'", upload)
        if row is None:  # deleted while it waited
            return ()
        photo = Photo(self._store.photos / (row["photo"] or ""), row["shown"])
        try:
            if self._begun(upload) > MOST_TRIES:
                raise HostError("photo-ended")
            part = lane.pool.run(self._read, photo, Keep(flat=True))
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
    most = MOST_FILM_BYTES if kind == _FILM else MOST_BYTES
    if len(photo.data) > most:
        sizes = {"size": round(len(photo.data) / 1e6), "limit": round(most / 1e6)}
        raise HostError("photo-too-large", file=photo.shown, **sizes)
    if kind is None:
        raise HostError("photo-not-a-picture", file=photo.shown)
    return _ENDINGS.get(kind, kind)


def _is_again(owner: str, photo: Handed) -> bool:
    """Take the same upload twice for one; another's stays another's."""
    if owner != photo.sender.guest:
        raise PermissionError
    return False
