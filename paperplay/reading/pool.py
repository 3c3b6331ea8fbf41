"""A pool of processes: each can be killed, and is replaced, and all end with their parent."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, Queue
from typing import Any, TypeVar

from rules.errors import HostError

T = TypeVar("T")
_START = 120.0
"""Seconds that a worker may take to start on a busy machine."""
_TRIES = 2
"""A worker that dies may have been killed for another reason than its job."""
_AHEAD = 2
"""Jobs that are handed out for each worker, so that memory does not grow with their number."""


class Pool:
    """Processes that do one job after the other; they start when they are needed."""

    def __init__(self, workers: int, *, seconds: float | None = None, nice: int = 0) -> None:
        """Prepare a pool.

        Args:
            workers: How many processes there are at most.
            seconds: How long a job may take.
            nice: How much others go first.
        """
        self.workers, self.ahead, self._seconds = workers, _AHEAD * workers, seconds
        self._open = True
        self._all = [_Worker(nice) for _ in range(workers)]
        self._free: Queue[_Worker] = Queue()
        for worker in self._all:
            self._free.put(worker)

    def run(self, job: Callable[..., T], *args: Any) -> T:
        """Do a job in the next free process, and wait for what it gives.

        Raises:
            HostError: ``photo-ended`` if its process died, twice; ``photo-too-slow``; or
                ``photo-crashed`` for any exception.
            CancelledError: The pool was closed before there was a result.
        """
        worker = self._free.get()
        try:
            for _ in range(_TRIES):
                if not self._open:
                    break
                with suppress(EOFError):
                    return worker.do((job, args), self._seconds)  # type: ignore[no-any-return]
            raise HostError("photo-ended")
        except Exception as error:
            if not self._open:
                raise CancelledError from None
            if isinstance(error, TimeoutError):
                raise HostError("photo-too-slow") from None
            if isinstance(error, HostError):
                raise
            # Perhaps the machine has no room for another process.
            raise HostError("photo-crashed", reason=type(error).__name__) from None
        finally:
            self._free.put(worker)

    def close(self, patience: float = 86_400.0) -> None:
        """End all processes, those with a job after it or after so many seconds."""
        self._open = False
        end = time.monotonic() + patience
        idle: list[_Worker] = []
        try:
            for _ in self._all:
                idle.append(self._free.get(timeout=max(0.0, end - time.monotonic())))
        except Empty:
            pass
        finally:
            for worker in self._all:
                worker.stop()
            for worker in idle:  # for those who wait, to see that it is closed
                self._free.put(worker)


class _Worker:
    """One process, and the line to it."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def do(self, job: tuple[Callable[..., Any], tuple[Any, ...]], seconds: float | None) -> Any:
        """Send a job and give what comes back.

        Raises:
            EOFError: The process has died. The next job gets a new one.
            TimeoutError: It took too long, and was killed.
            HostError: ``photo-crashed``, an exception in the job.
        """
        try:
            line = self._started()
            line.send(job)
            done, value = _answer(line, seconds)
        except (ConnectionError, EOFError):
            self.stop()
            raise EOFError from None
        except BaseException:  # its answer must not become that of the next job
            self.stop()
            raise
        if not done:
            raise HostError("photo-crashed", reason=value)
        return value

    def _started(self) -> Connection:
        if self._line is not None and self._process is not None and self._process.is_alive():
            return self._line
        self.stop()
        # A forked process would inherit OpenCV's threads as locks that nobody opens.
        context = get_context("spawn")
        line, theirs = context.Pipe()
        with _without_ctrl_c():
            self._process = context.Process(target=_work, args=(theirs, self._nice), daemon=True)
            self._process.start()
        theirs.close()
        self._line = line
        _answer(line, _START)  # that it takes long to start is no job's fault
        return line

    def stop(self) -> None:
        """End the process, whatever it does."""
        process, line, self._process, self._line = self._process, self._line, None, None
        if line is not None:
            line.close()
        if process is not None and process.pid is not None:
            process.kill()
            process.join(5)


def _answer(line: Connection, seconds: float | None) -> Any:
    if not line.poll(seconds):
        raise TimeoutError
    return line.recv()


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Start a process that never hears Ctrl-C, which is for the one who hands out the jobs."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # it would hear again itself, if it were started in between
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(line: Connection, nice: int) -> None:
    """Do jobs on one core until the parent is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(OMP_THREAD_LIMIT="1", OPENCV_FOR_THREADS_NUM="1")
    if hasattr(os, "nice"):
        os.nice(nice)
    line.send("ready")
    while True:
        try:
            job, args = line.recv()
            line.send((True, job(*args)))
        except Exception as error:  # noqa: BLE001 - the next job has no part in it
            try:
                line.send((False, type(error).__name__))
            except OSError:  # nobody is there any more
                return


def _end_with_parent() -> None:
    """End at once when the parent is gone, also in the middle of a job, on every system."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
