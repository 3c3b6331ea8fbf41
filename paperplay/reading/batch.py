"""Read many files: in order, on several cores, whatever one of the files does to its reader."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Protocol, TypeVar

from paperplay.evening.duplicates import Found
from paperplay.reading.job import Pages, Part, Wishes, read_part, unreadable
from paperplay.reading.pool import Pool
from paperplay.scan_files import Photo
from rules.errors import HostError

FEW = 4
"""These are read sooner than a process has started."""
PART = 8
"""Pages of a document that are read at once, at least: opening it again takes as long as one."""

S = TypeVar("S")
T = TypeVar("T")


class Place(Protocol):
    """Where jobs are done: here, by a pool of processes, or on a cluster."""

    @property
    def workers(self) -> int:
        """How many jobs are done at once, at most."""

    @property
    def ahead(self) -> int:
        """How many jobs are handed out before the first is through."""

    def run(self, job: Callable[..., T], *args: Any) -> T:
        """Do a job and wait for what it gives.

        Raises:
            HostError: Why there is nothing.
        """

    def close(self) -> None:
        """Take no more jobs."""


class Here:
    """This process."""

    workers = ahead = 1

    def run(self, job: Callable[..., T], *args: Any) -> T:
        """Do a job at once."""
        return job(*args)

    def close(self) -> None:
        """Nothing is left to end."""


@dataclass(frozen=True, slots=True)
class Read:
    """One file that was read, or is being read."""

    photo: Photo
    pages: Iterable[list[Found]]


Finished = Callable[[Photo, Pages], None]
Runner = Callable[[Sequence[Photo], Wishes, Finished], Generator[Read, None, None]]
"""Reads files somewhere and yields them in their order."""
Job = Callable[[Photo, Wishes, slice], Part]


def on_this_machine(workers: int | None) -> Runner:
    """Read with so many processes, else with one per core."""

    def run(
        photos: Sequence[Photo], wishes: Wishes, finished: Finished
    ) -> Generator[Read, None, None]:
        count = workers or _cores()
        place = Here() if count == 1 else Pool(count)
        first = Here() if workers is None and len(photos) <= FEW else place
        with _one_core() if workers == 1 else nullcontext():
            yield from read_all(photos, wishes, place, finished, first=first)

    return run


def read_all(
    photos: Iterable[Photo],
    wishes: Wishes,
    place: Place,
    finished: Finished = lambda photo, pages: None,
    *,
    first: Place | None = None,
    job: Job = read_part,
) -> Generator[Read, None, None]:
    """Read files and yield them in their order; the pages of a document are read together.

    Args:
        photos: The files.
        wishes: How to read them.
        place: Where they are read.
        finished: Is told of every file as soon as it is done, in any order.
        first: Where the first pages of each are read, if not in the same place.
        job: Reads a part of a file; another one than the scanner's for tests.
    """

    def part_of(photo: Photo, start: int, stop: int, where: Place) -> Part:
        try:
            return where.run(job, photo, wishes, slice(start, stop))
        except HostError as error:
            return Part([unreadable(photo, error, wishes.lang, start + 1)])

    def begun(photo: Photo) -> tuple[Photo, Part]:
        part = part_of(photo, 0, PART, first or place)
        if part.every <= PART:
            finished(photo, part.pages)
        return photo, part

    def others(photo: Photo, every: int, done: Pages) -> Iterator[list[Found]]:
        size = max(PART, -(-(every - PART) // place.ahead))
        starts = range(PART, every, size)
        for part in in_order(
            lambda start: part_of(photo, start, start + size, place), starts, place, threads
        ):
            done += part.pages
            yield from part.pages

    # At the end, what is under way is finished and noted, and what waits is not begun.
    with ThreadPoolExecutor(place.workers) as threads, closing(place):
        for photo, part in in_order(begun, photos, first or place, threads):
            if part.every <= PART:
                yield Read(photo, part.pages)
                continue
            done = [*part.pages]
            yield Read(photo, chain(part.pages, others(photo, part.every, done)))
            finished(photo, done)


def in_order(
    work: Callable[[S], T], items: Iterable[S], place: Place, threads: ThreadPoolExecutor
) -> Generator[T, None, None]:
    """Do something for each item and yield the results in their order; a few wait ahead."""
    if place.workers == 1:
        yield from map(work, items)
        return
    rest = iter(items)
    waiting: deque[Future[T]] = deque()
    while True:
        room = place.ahead - len(waiting)
        waiting.extend(threads.submit(work, item) for item in islice(rest, room))
        if not waiting:
            return
        yield waiting.popleft().result()


@contextmanager
def _one_core() -> Iterator[None]:
    """Keep OpenCV from using more cores than were asked for."""
    import cv2

    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1
