"""The result of an evening, counted beside the pages: nobody waits for ten thousand sheets.

What was counted stays: a photo more is added to it, and only what somebody has changed is
counted anew. A page waits a moment for the result, then shows the last one there is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread

from paperplay.results.duplicates import Kept, Piles
from paperplay.results.evening import Evening, evening_of
from paperplay.web.store.database import Store
from paperplay.web.store.sheets import SheetLine, lines_of, scans_of
from paperplay.web.store.verdicts import Verdicts, in_words, said_of
from scanner.scan import Scan

FEW = 300
"""So many sheets are counted at once, well within a second."""
PATIENCE = 0.5
"""Seconds that a page waits for more."""
_MOST_EVENINGS = 4

_Open = Callable[[Collection[int]], Mapping[int, Scan]]
"""Gives sheets by their numbers; one that was deleted a moment ago is missing."""
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
        self._lines: list[SheetLine] = []
        self._verdicts: Verdicts = ()
        self._scans: dict[SheetLine, Scan] = {}
        self._piles = Piles()
        self._results: dict[str, Evening] = {}

    def count(
        self, lines: Sequence[SheetLine], lang: str, verdicts: Verdicts, opened: _Open
    ) -> Evening:
        """Say who won which game: once, however many phones ask."""
        with self._lock:
            self._take(lines, verdicts, opened)
            if lang not in self._results:
                scans = [self._scans[line] for line in lines if line in self._scans]
                said = in_words(verdicts)
                self._results[lang] = evening_of(scans, lang, said=said, piles=self._piles)
            return self._results[lang]

    def knows(self, lines: Sequence[SheetLine], verdicts: Verdicts) -> bool:
        """Say whether nothing has changed since the last count; one that goes on says no."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            return (lines, verdicts) == (self._lines, self._verdicts)
        finally:
            self._lock.release()

    def together(self, lines: Sequence[SheetLine], verdicts: Verdicts, opened: _Open) -> list[Kept]:
        """Give every sheet with its photos."""
        with self._lock:
            self._take(lines, verdicts, opened)
            return self._piles.sheets()

    def _take(self, lines: Sequence[SheetLine], verdicts: Verdicts, opened: _Open) -> None:
        if (lines, verdicts) == (self._lines, self._verdicts):
            return
        new = opened([line.id for line in lines if line not in self._scans])
        found = {line: self._scans.get(line) or new.get(line.id) for line in lines}
        lines, before = [line for line in lines if found[line]], len(self._lines)
        if lines[:before] != self._lines or verdicts != self._verdicts:
            self._piles, before = Piles(in_words(verdicts).pairs), 0
        self._scans = {line: scan for line, scan in found.items() if scan is not None}
        for line in lines[before:]:
            self._piles.add(self._scans[line])
        self._lines, self._verdicts, self._results = lines, verdicts, {}


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


def put_together(
    store: Store, evening: int, lines: Sequence[SheetLine], lang: str, verdicts: Verdicts
) -> Evening:
    """Say who won which game, however long it takes."""
    opened = partial(scans_of, store)
    return _counter((store.file, evening)).count(lines, lang, verdicts, opened)


def sheets_together(store: Store, evening: int) -> list[Kept] | None:
    """Give an evening's sheets with their photos; of a crowd only if that is known already."""
    lines, verdicts = lines_of(store, evening), said_of(store, evening)
    counter = _counter((store.file, evening))
    if len(lines) > FEW and not counter.knows(lines, verdicts):
        return None
    return counter.together(lines, verdicts, partial(scans_of, store))


def put_together_soon(
    store: Store, evening: int, lines: Sequence[SheetLine], lang: str, verdicts: Verdicts
) -> Counted:
    """Say who won which game as far as that is known in a moment."""
    if len(lines) <= FEW:
        return Counted(put_together(store, evening, lines, lang, verdicts))
    place = ((store.file, evening), lang)
    asked = (lines, verdicts)
    with _LOCK:
        job = _JOBS.get(place)
        if job is None or (job.done.is_set() and job.asked != asked):
            job = _JOBS[place] = _Job(asked)
            count = partial(put_together, store, evening, lines, lang, verdicts)
            Thread(target=_work, args=(job, place, count, store.close), daemon=True).start()
    job.done.wait(PATIENCE)
    if job.error is not None:
        with _LOCK:
            _JOBS.pop(place, None)
        raise job.error
    if job.result is not None and job.asked == asked:
        return Counted(job.result)
    return Counted(_LAST.get(place), is_all=False)


def _work(
    job: _Job, place: tuple[_Place, str], count: Callable[[], Evening], close: Callable[[], None]
) -> None:
    try:
        result = count()
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
        close()  # this thread's connection
        job.done.set()


def _counter(place: _Place) -> _Counter:
    """Find what is known about an evening; the one that was asked for longest ago is forgotten."""
    with _LOCK:
        found = _COUNTERS.pop(place, None) or _Counter()
        _COUNTERS[place] = found
        while len(_COUNTERS) > _MOST_EVENINGS:
            del _COUNTERS[next(iter(_COUNTERS))]
    return found
