"""Read many files on a Dask cluster: the same job, where one machine is not enough."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from itertools import islice
from typing import Any

from paperplay.evening.jobs import Finished, Pages, Read, Wishes, crashed, read_file, read_pages
from paperplay.evening.night import Runner
from paperplay.scan_files import Photo
from rules.errors import HostError

_AHEAD = 4
"""Files that wait for each thread of the cluster."""
_LEAST_AHEAD = 8
_PATIENCE = "10s"


def on_cluster(scheduler: str) -> Runner:
    """Read on the cluster of a scheduler such as ``tcp://10.0.0.5:8786``.

    Raises:
        HostError: ``cluster-missing``, if Dask is not installed.
    """
    try:
        import distributed  # noqa: F401 - only whether it is there
    except ImportError:
        raise HostError("cluster-missing") from None

    def run(
        photos: Sequence[Photo], wishes: Wishes, finished: Finished
    ) -> Generator[Read, None, None]:
        with _client(scheduler) as client:
            yield from _read(client, photos, wishes, finished)

    return run


def read_sent(photo: Photo, wishes: Wishes, data: bytes) -> Pages:
    """Read a file whose content was sent along: a cluster need not see our disk."""
    return list(read_pages(photo, wishes, data))


def _client(scheduler: str) -> Any:
    from distributed import Client

    try:
        return Client(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise HostError("cluster-unreachable", scheduler=scheduler) from None


def _read(
    client: Any, photos: Sequence[Photo], wishes: Wishes, finished: Finished
) -> Generator[Read, None, None]:
    """Yield files in their order; a few are sent ahead, and lost ones are sent again by Dask."""
    rest = iter(photos)
    waiting: deque[tuple[Photo, Any]] = deque()
    while True:
        room = max(_LEAST_AHEAD, _AHEAD * sum(client.nthreads().values())) - len(waiting)
        waiting.extend((photo, _submit(client, photo, wishes)) for photo in islice(rest, room))
        if not waiting:
            return
        photo, future = waiting.popleft()
        pages = read_file(photo, wishes) if future is None else _result(future, photo, wishes)
        finished(photo, pages)
        yield Read(photo, pages)


def _submit(client: Any, photo: Photo, wishes: Wishes) -> Any:
    """Send a file; None for one that cannot be opened, which is refused better from here."""
    data = _content(photo)
    if data is None:
        return None
    # The key is new each time, so that a photo that was taken again is read again.
    return client.submit(read_sent, photo, wishes, data, pure=False)


def _content(photo: Photo) -> bytes | None:
    from scanner.load import MOST_BYTES

    try:
        if photo.path.is_file() and photo.path.stat().st_size <= MOST_BYTES:
            return photo.path.read_bytes()
    except OSError:
        pass
    return None


def _result(future: Any, photo: Photo, wishes: Wishes) -> Pages:
    """Wait for a file; one that killed several workers is a result, too."""
    from distributed import KilledWorker

    try:
        pages: Pages = future.result()
    except KilledWorker:
        pages = [[crashed(photo, "crash", wishes.lang)]]
    return pages
