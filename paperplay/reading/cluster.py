"""Read many files on a Dask cluster: the same job, where one machine is not enough."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

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
    few = 0

    def __init__(self, scheduler: str) -> None:
        """Find the scheduler.

        Raises:
            HostError: ``cluster-missing``, if Dask is not installed, or ``cluster-unreachable``.
        """
        try:
            from distributed import Client

            self._client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
        except ImportError:
            raise HostError("cluster-missing") from None
        except (OSError, ValueError):
            raise HostError("cluster-unreachable", scheduler=scheduler) from None

    def ahead(self) -> int:
        """How many files are sent before the first is through: the cluster may grow."""
        threads: dict[str, int] = self._client.nthreads()
        return max(_LEAST_AHEAD, _AHEAD * sum(threads.values()))

    def run(self, job: Callable[..., T], *args: Any) -> T:
        """Read a file whose content is sent along: a cluster need not see our disk."""
        from distributed import KilledWorker

        from scanner.files.load import MOST_BYTES

        path, data = args[0].path, None
        with suppress(OSError):
            if path.is_file() and path.stat().st_size <= MOST_BYTES:
                data = path.read_bytes()
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
