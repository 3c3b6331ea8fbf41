"""Read many files: in order, on several cores, whatever one of the files does to its reader."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from paperplay.evening.duplicates import Found
from paperplay.scan_files import Photo

FEW = 4
"""So many files are read sooner than a second process has started."""
_AHEAD = 2
"""Files that wait for each worker, so that memory does not grow with their number."""

Pages = list[list[Found]]
"""A file's pictures, and the sheets in each."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How each file is to be read."""

    lang: str = "en"
    marked: Path | None = None
    debug: Path | None = None
    crops: bool = False
    """Keep pictures of names and doubts with each scan."""

    def options(self) -> dict[str, Any]:
        """Give what the scanner has to be told."""
        more = {"marked": self.marked, "debug": self.debug, "crops": self.crops}
        return {"lang": self.lang, **{name: wish for name, wish in more.items() if wish}}


@dataclass(frozen=True, slots=True)
class Read:
    """One file that was read, or is being read picture by picture."""

    photo: Photo
    pages: Iterable[list[Found]]


Reader = Callable[[Photo, Wishes], Pages]
Finished = Callable[[Photo, Pages], None]


def workers_for(files: int, wanted: int | None) -> int:
    """Say how many processes to use: as many as asked for, else one a core."""
    if wanted is None:
        wanted = 1 if files <= FEW else _cores()
    return max(1, min(wanted, files))


def read_all(
    photos: Sequence[Photo],
    wishes: Wishes,
    workers: int = 1,
    *,
    finished: Finished = lambda photo, pages: None,
    read: Reader | None = None,
) -> Iterator[Read]:
    """Read files and yield them in their order.

    Args:
        photos: The files.
        wishes: How to read them.
        workers: Processes to use; 1 reads in this one.
        finished: Is told of every file as soon as it is done, in any order.
        read: Reads one file; another one than the scanner's for tests.
    """
    if workers > 1 and locks_are_there():
        yield from _Pool(wishes, workers, finished, read or read_file).read(photos)
        return
    for photo in photos:
        done: Pages = []
        yield Read(photo, _noted(photo, wishes, done))
        finished(photo, done)


def locks_are_there() -> bool:
    """Say whether processes can share locks here; in a small container they may not."""
    from multiprocessing import get_context

    try:
        get_context("spawn").Lock()
    except (ImportError, OSError):
        return False
    return True


def _noted(photo: Photo, wishes: Wishes, done: Pages) -> Iterator[list[Found]]:
    for sheets in read_pages(photo, wishes):
        done.append(sheets)
        yield sheets


def read_file(photo: Photo, wishes: Wishes) -> Pages:
    """Read a whole file."""
    return list(read_pages(photo, wishes))


def read_pages(photo: Photo, wishes: Wishes, source: bytes | None = None) -> Iterator[list[Found]]:
    """Read a file picture by picture; what cannot be read is a result, too."""
    from scanner.load import pictures
    from scanner.pictures import PhotoError
    from scanner.pipeline import read_picture

    try:
        for picture in pictures(photo.path if source is None else source, photo.name):
            scans = read_picture(picture, **wishes.options())
            yield [Found(scan.as_json(), getattr(scan, "pictures", {})) for scan in scans]
    except PhotoError as error:
        yield [_unreadable(photo, error, wishes.lang)]
    except Exception as error:  # noqa: BLE001 - one file must not take the others with it
        yield [crashed(photo, type(error).__name__, wishes.lang)]


def _unreadable(photo: Photo, error: Any, lang: str) -> Found:
    from scanner.pipeline import unreadable_file

    return Found(unreadable_file(photo.name, error, lang).as_json())


def crashed(photo: Photo, reason: str, lang: str) -> Found:
    """Give the result of a file that has brought its reader down."""
    from scanner.pictures import PhotoError

    return _unreadable(photo, PhotoError("photo-crashed", reason=reason), lang)


class _Pool:
    """Processes that read files, and are replaced when a file has killed one of them."""

    def __init__(self, wishes: Wishes, workers: int, finished: Finished, read: Reader) -> None:
        self._wishes, self._workers, self._finished = wishes, workers, finished
        self._reader = read
        self._pool = self._new(workers)

    def read(self, photos: Sequence[Photo]) -> Iterator[Read]:
        """Yield the files in their order; a few wait ahead."""
        rest = iter(photos)
        waiting: deque[tuple[Photo, Future[Pages]]] = deque()
        try:
            while True:
                room = _AHEAD * self._workers - len(waiting)
                waiting.extend((photo, self._submit(photo)) for photo in islice(rest, room))
                if not waiting:
                    return
                photo, future = waiting.popleft()
                try:
                    pages = future.result()
                except BrokenProcessPool:
                    pages = self._alone(photo)
                    # Nobody knows which file it was: all that were under way are read again.
                    self._pool.shutdown(wait=True)
                    self._pool = self._new(self._workers)
                    waiting = deque((each, self._again(each, old)) for each, old in waiting)
                yield Read(photo, pages)
        finally:
            # Files that are being read are finished and noted; the others are not begun.
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _new(self, workers: int) -> ProcessPoolExecutor:
        from multiprocessing import get_context

        # A forked process would inherit OpenCV's threads as locks that nobody opens.
        return ProcessPoolExecutor(workers, get_context("spawn"), _begin)

    def _submit(self, photo: Photo) -> Future[Pages]:
        try:
            future = self._pool.submit(self._reader, photo, self._wishes)
        except BrokenProcessPool as error:
            future = Future()
            future.set_exception(error)
            return future
        future.add_done_callback(lambda done: self._note(photo, done))
        return future

    def _again(self, photo: Photo, old: Future[Pages]) -> Future[Pages]:
        return self._submit(photo) if old.exception() else old

    def _note(self, photo: Photo, done: Future[Pages]) -> None:
        if not done.cancelled() and not done.exception():
            self._finished(photo, done.result())

    def _alone(self, photo: Photo) -> Pages:
        """Read a file in a process of its own: if that dies, it was this file."""
        with self._new(1) as pool:
            try:
                pages = pool.submit(self._reader, photo, self._wishes).result()
            except BrokenProcessPool:
                pages = [[crashed(photo, "crash", self._wishes.lang)]]
        self._finished(photo, pages)
        return pages


def _begin() -> None:
    """Prepare a worker: one thread each, and Ctrl-C is for the one who hands out the files."""
    import signal

    os.environ["OMP_THREAD_LIMIT"] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import cv2

    cv2.setNumThreads(1)


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1
