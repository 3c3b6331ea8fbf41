"""Read many files on a Dask cluster: the same job, where one machine is not enough."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from paperplay.reading.batch import Finished, Read, Runner, read_all
from paperplay.reading.job import Wishes
from paperplay.scan_files import Photo
from rules.errors import HostError

T = TypeVar("T")
_AHEAD = 4
"""Files that wait for each thread of the cluster."""
_LEAST_AHEAD = 8
_PATIENCE = "10s"


class Cluster:
    """The cluster of a scheduler such as ``tcp://10.0.0.5:8786``."""

    workers = 512
    """More files than these are not sent at once to the largest cluster."""

    def __init__(self, scheduler: str) -> None:
        """Find the scheduler.

        Raises:
            HostError: ``cluster-unreachable``.
        """
        from distributed import Client

        try:
            self._client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError):
            raise HostError("cluster-unreachable", scheduler=scheduler) from None

    @property
    def ahead(self) -> int:
        """How many files are sent before the first is through: the cluster may grow."""
        threads: dict[str, int] = self._client.nthreads()
        return max(_LEAST_AHEAD, _AHEAD * sum(threads.values()))

    def run(self, job: Callable[..., T], *args: Any) -> T:
        """Read a file whose content is sent along: a cluster need not see our disk."""
        from distributed import KilledWorker

        data = _content(args[0])
        if data is None:  # it is refused better from here
            return job(*args)
        try:
            # The key is new each time, so that a photo that was taken again is read again.
            result: T = self._client.submit(job, *args, data, pure=False).result()
        except KilledWorker:
            raise HostError("photo-ended") from None
        return result

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()


def on_cluster(scheduler: str) -> Runner:
    """Read on a cluster.

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
        yield from read_all(photos, wishes, Cluster(scheduler), finished)

    return run


def _content(photo: Photo) -> bytes | None:
    from scanner.load import MOST_BYTES

    try:
        if photo.path.is_file() and photo.path.stat().st_size <= MOST_BYTES:
            return photo.path.read_bytes()
    except OSError:
        pass
    return None
