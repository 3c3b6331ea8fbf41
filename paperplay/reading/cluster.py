"""Read many files on a Dask cluster: the same job, where one machine is not enough."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, TypeVar

from paperplay.reading.kept import is_result
from rules.errors import HostError

T = TypeVar("T")
_AHEAD = 4
"""Files that wait for each thread of the cluster."""
_LEAST_AHEAD = 8
_PATIENCE = 10.0
"""Seconds until a scheduler has to answer, and until there has to be a worker."""


class ClusterGone(HostError):
    """Nothing more can be read there: no fault of the file that was under way."""


class Cluster:
    """The cluster of a scheduler such as ``tls://10.0.0.5:8786``."""

    workers = 512
    """More files than these are not sent at once to the largest cluster."""
    few = 0

    def __init__(self, scheduler: str) -> None:
        """Find the scheduler and at least one worker.

        Raises:
            HostError: ``cluster-missing``, if Dask is not installed, ``cluster-open``, if others
                could listen, ``cluster-no-certificates``, ``cluster-unreachable`` or
                ``cluster-no-workers``.
        """
        self._scheduler = scheduler
        if not scheduler.startswith("tls://") and not _is_here(scheduler):
            raise HostError("cluster-open", scheduler=scheduler)
        try:
            from distributed import Client

            logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is wrong, we say
            self._client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
        except ImportError:
            raise HostError("cluster-missing") from None
        except TypeError:  # so Dask says that its settings name no certificates
            raise HostError("cluster-no-certificates", scheduler=scheduler) from None
        except (OSError, ValueError):
            raise HostError("cluster-unreachable", scheduler=scheduler) from None
        self._check_workers()

    def _check_workers(self) -> None:
        """Wait a little for a worker; ``cluster-lost`` if the scheduler has ended."""
        ends = time.monotonic() + _PATIENCE
        while not self._threads():
            if time.monotonic() > ends:
                raise ClusterGone("cluster-no-workers", scheduler=self._scheduler)
            time.sleep(0.1)

    def _threads(self) -> int:
        """Ask how many files can be read at once."""
        try:
            return sum(self._client.nthreads().values())
        except (OSError, CancelledError):
            raise self._lost() from None

    def _lost(self) -> ClusterGone:
        return ClusterGone("cluster-lost", scheduler=self._scheduler)

    def ahead(self) -> int:
        """How many files are sent before the first is through: the cluster may grow."""
        return max(_LEAST_AHEAD, _AHEAD * self._threads())

    def run(self, job: Callable[..., T], *args: Any) -> T:
        """Read a file whose content is sent along: a cluster need not see our disk.

        Raises:
            HostError: ``photo-ended``; a ``ClusterGone`` if no other file can be read either.
        """
        from distributed import KilledWorker

        from scanner.files.load import MOST_BYTES

        path, data = args[0].path, None
        with suppress(OSError):
            if path.is_file() and not is_result(path) and path.stat().st_size <= MOST_BYTES:
                data = path.read_bytes()
        if data is None:  # it is read, or refused, better from here
            return job(*args)
        try:
            # The key is new each time, so that a photo that was taken again is read again.
            waiting = self._client.submit(job, *args, data, pure=False)
            while True:
                with suppress(TimeoutError):
                    result: T = waiting.result(_PATIENCE)
                    return result
                self._check_workers()  # without one it would wait for ever
        except KilledWorker:
            raise HostError("photo-ended") from None
        except (OSError, CancelledError):
            raise self._lost() from None

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()


def _is_here(scheduler: str) -> bool:
    """Say whether a scheduler is on this machine, so that nobody can listen."""
    found = re.fullmatch(r"(?:tcp://)?\[?([^/\]]*?)\]?(?::\d+)?", scheduler)
    try:
        return found is not None and (found[1] == "localhost" or ip_address(found[1]).is_loopback)
    except ValueError:  # some other name
        return False
