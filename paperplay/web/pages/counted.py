"""The result of an evening, counted beside the pages: nobody waits for ten thousand sheets.

What was counted stays: a photo more is added to it, and only what somebody has changed is
counted anew. A page waits a moment for the result, then shows the last one there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread

from paperplay.results.duplicates import Piles
from paperplay.results.evening import Evening, evening_of
from paperplay.web.store.database import Store
from paperplay.web.store.sheets import SheetRow
from paperplay.web.store.verdicts import Verdicts, in_words
from scanner.scan import Scan

FEW = 300
"""So many sheets are counted at once, well within a second."""
PATIENCE = 0.5
"""Seconds that a page waits for more."""
_MOST_EVENINGS = 4

_Key = tuple[int, int]
_Place = tuple[Path, int]
"""A database, and an evening in it."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What is known about an evening."""

    evening: Evening | None
    """None while nothing has been counted yet."""
    is_all: bool = True
    """Whether everything is in it that there is."""


class _Counter:
    """The piles of one evening, and its result in each language."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._keys: list[_Key] = []
        self._verdicts: Verdicts = ()
        self._scans: dict[_Key, Scan] = {}
        self._piles = Piles()
        self._results: dict[str, Evening] = {}

    def count(self, rows: Sequence[SheetRow], lang: str, verdicts: Verdicts) -> Evening:
        """Say who won which game: once, however many phones ask."""
        with self._lock:
            keys = [(row.id, hash(row.now)) for row in rows]
            if (keys, verdicts) != (self._keys, self._verdicts):
                self._take(rows, keys, verdicts)
            if lang not in self._results:
                scans = [self._scans[key] for key in keys]
                said = in_words(verdicts)
                self._results[lang] = evening_of(scans, lang, said=said, piles=self._piles)
            return self._results[lang]

    def _take(self, rows: Sequence[SheetRow], keys: list[_Key], verdicts: Verdicts) -> None:
        before = len(self._keys)
        self._scans = {
            key: self._scans.get(key) or row.scan for key, row in zip(keys, rows, strict=True)
        }
        if keys[:before] != self._keys or verdicts != self._verdicts:
            self._piles, before = Piles(in_words(verdicts).pairs), 0
        for key in keys[before:]:
            self._piles.add(self._scans[key])
        self._keys, self._verdicts, self._results = keys, verdicts, {}


@dataclass(eq=False)
class _Job:
    """A result that is being counted."""

    asked: object
    done: Event = field(default_factory=Event)
    result: Evening | None = None
    error: Exception | None = None


_LOCK = Lock()
_COUNTERS: dict[_Place, _Counter] = {}
_JOBS: dict[tuple[_Place, str], _Job] = {}
_LAST: dict[tuple[_Place, str], Evening] = {}


def put_together(store: Store, rows: Sequence[SheetRow], lang: str, verdicts: Verdicts) -> Evening:
    """Say who won which game, however long it takes."""
    return _counter(_place(store, rows)).count(rows, lang, verdicts)


def put_together_soon(
    store: Store, rows: Sequence[SheetRow], lang: str, verdicts: Verdicts
) -> Counted:
    """Say who won which game as far as that is known in a moment."""
    if len(rows) <= FEW:
        return Counted(put_together(store, rows, lang, verdicts))
    place = (_place(store, rows), lang)
    asked = ([(row.id, hash(row.now)) for row in rows], verdicts)
    with _LOCK:
        job = _JOBS.get(place)
        if job is None or (job.done.is_set() and job.asked != asked):
            job = _JOBS[place] = _Job(asked)
            Thread(target=_work, args=(job, place, rows, verdicts), daemon=True).start()
    job.done.wait(PATIENCE)
    if job.error is not None:
        with _LOCK:
            _JOBS.pop(place, None)
        raise job.error
    if job.result is not None and job.asked == asked:
        return Counted(job.result)
    return Counted(_LAST.get(place), is_all=False)


def _work(
    job: _Job, place: tuple[_Place, str], rows: Sequence[SheetRow], verdicts: Verdicts
) -> None:
    try:
        result = _counter(place[0]).count(rows, place[1], verdicts)
        with _LOCK:
            _LAST.pop(place, None)
            _LAST[place] = result
            while len(_LAST) > _MOST_EVENINGS:
                _JOBS.pop(next(iter(_LAST)), None)
                del _LAST[next(iter(_LAST))]
        job.result = result
    except Exception as error:  # noqa: BLE001 - whoever asked is told
        job.error = error
    finally:
        job.done.set()


def _place(store: Store, rows: Sequence[SheetRow]) -> _Place:
    return store.file, rows[0].evening if rows else 0


def _counter(place: _Place) -> _Counter:
    """Find what is known about an evening; the one that was asked for longest ago is forgotten."""
    with _LOCK:
        found = _COUNTERS.pop(place, None) or _Counter()
        _COUNTERS[place] = found
        while len(_COUNTERS) > _MOST_EVENINGS:
            del _COUNTERS[next(iter(_COUNTERS))]
    return found
