"""Read many files: in order, on several cores, whatever one of the files does to its reader."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import islice
from typing import Any, Protocol, TypeVar

from paperplay.reading.cluster import ClusterGone
from paperplay.reading.job import Pages, Part, read_part, unreadable
from paperplay.reading.photo_files import Photo
from paperplay.reading.pool import Pool
from rules.errors import HostError
from scanner.scan import Scan
from scanner.stages import Keep

FEW = 4
"""These are read sooner than a process has started."""
PART = 8
"""Pages of a document that are read at once, at least: opening it again takes as long as one."""
MOST_PART = 32
"""The same at most: until the first of them is through, nobody knows whether more is wanted."""
MOST_IN_VAIN = 60
"""Pages of a document in a row without a sheet, after which the others are given up: a few bytes
can show hundreds of pages.
"""
S = TypeVar("S")
T = TypeVar("T")


class Workplace(Protocol):
    """Where jobs are done: by a pool of processes, or on a cluster."""

    workers: int
    """How many jobs are done at once, at most."""
    few: int
    """Up to how many files are begun in this process, which is sooner."""

    def ahead(self) -> int:
        """How many jobs are handed out before the first is through."""

    def run(self, job: Callable[..., T], *args: Any) -> T:
        """Do a job and wait for what it gives; a HostError says why there is nothing."""

    def close(self) -> None:
        """Take no more jobs."""


def on_this_machine(workers: int | None) -> Pool:
    """Give a number of processes, by default one per core; one alone is this process."""
    if workers == 1:
        import cv2

        cv2.setNumThreads(1)
    count = workers or _cores()
    pool = Pool(count if count > 1 else 0)
    pool.few = 0 if workers else FEW
    return pool


def read_all(
    photos: Sequence[Photo],
    keep: Keep,
    place: Workplace,
    *,
    known: Callable[[Photo], Pages | None] = lambda photo: None,
    finished: Callable[[Photo, Pages], None] = lambda photo, pages: None,
    job: Callable[[Photo, Keep, slice], Part] = read_part,
) -> Generator[list[Scan], None, None]:
    """Read files and yield the sheets of each picture in their order.

    Args:
        photos: The files.
        keep: Which pictures to keep on the way.
        place: Where they are read; it is closed at the end.
        known: Gives what was read of a file before.
        finished: Is told of every other file as soon as it is done, in any order.
        job: Reads a part of a file; another one than the scanner's for tests.
    """
    first = place if len(photos) > place.few else Pool(0)

    def begun(photo: Photo) -> tuple[Photo, Part]:
        noted = known(photo)
        if noted is not None:
            return photo, Part(noted)
        part = _part(photo, slice(0, PART), keep, first, job)
        if part.every <= PART:
            finished(photo, part.pages)
        return photo, part

    def others(photo: Photo, begun: Part) -> Iterator[Part]:
        every = begun.every
        if begun.is_too_slow:  # the others would be no better
            slow = HostError("photo-too-slow")
            yield _given_up(photo, slow, PART, every)
            return
        size = min(MOST_PART, max(PART, -(-(every - PART) // place.ahead())))
        parts = [slice(start, start + size) for start in range(PART, every, size)]
        read = in_order(lambda part: _part(photo, part, keep, place, job), parts, place, threads)
        vain = _in_vain(begun.pages)
        with closing(read):
            for which, part in zip(parts, read, strict=True):
                yield part
                vain = _in_vain(part.pages, vain)
                if vain >= MOST_IN_VAIN and which.stop < every:
                    yield _given_up(photo, HostError("pdf-in-vain", pages=vain), which.stop, every)
                    return

    threads = ThreadPoolExecutor(place.workers)
    with closing(place), ExitStack() as end:
        # What is under way is finished then, and what waits is not begun.
        end.callback(threads.shutdown, cancel_futures=True)
        for photo, part in in_order(begun, photos, first, threads):
            yield from part.pages
            if part.every > PART:
                done = [*part.pages]
                for more in others(photo, part):
                    done += more.pages
                    yield from more.pages
                finished(photo, done)


def _in_vain(pages: Pages, before: int = 0) -> int:
    """Count the last pages in a row without a sheet."""
    for page in pages:
        found = any(scan.failure is None or scan.failure.code != "no-sheet" for scan in page)
        before = 0 if found else before + 1
    return before


def _given_up(photo: Photo, error: HostError, done: int, every: int) -> Part:
    """Name the pages that are not looked at any more."""
    return Part([[unreadable(photo, error, page)] for page in range(done + 1, every + 1)])


def _part(
    photo: Photo, which: slice, keep: Keep, where: Workplace, job: Callable[..., Part]
) -> Part:
    """Read a part of a file; that it cannot be read is a result, too."""
    try:
        return where.run(job, photo, keep, which)
    except ClusterGone:  # that ends the call, which --resume takes up again
        raise
    except HostError as error:
        return Part([[unreadable(photo, error, which.start + 1)]])


def in_order(
    work: Callable[[S], T], items: Iterable[S], place: Workplace, threads: ThreadPoolExecutor
) -> Generator[T, None, None]:
    """Do something for each item and yield the results in their order; a few wait ahead."""
    rest = iter(items)
    waiting: deque[Future[T]] = deque()
    if place.workers == 1:
        yield from map(work, rest)
    try:
        while True:
            room = place.ahead() - len(waiting)
            waiting.extend(threads.submit(work, item) for item in islice(rest, room))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:  # nobody wants the others any more
        for one in waiting:
            one.cancel()


def _cores() -> int:
    ours = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return len(ours(0)) if ours else os.cpu_count() or 1
