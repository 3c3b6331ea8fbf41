"""A pool of processes: each can be killed, and is replaced, and all end with their parent."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from queue import Queue
from typing import TYPE_CHECKING, Any, TypeVar

from rules.errors import HostError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

T = TypeVar("T")
_START = 120.0
"""Seconds that a worker may take to start on a busy machine."""
_STARTING = threading.Lock()
_TRIES = 2
"""A worker that dies may have been killed for another reason than its job."""


class Pool:
    """Processes that do one job after the other; they start when they are needed."""

    few = 0
    """Up to how many files are begun without them, which is sooner."""

    def __init__(self, workers: int, *, seconds: float | None = None, nice: int = 0) -> None:
        """Prepare a pool.

        Args:
            workers: How many processes there are at most; with none, this one does the jobs.
            seconds: How long a job may take.
            nice: How much others go first.
        """
        self.workers, self._seconds, self._open = max(1, workers), seconds, True
        self._all = [_Worker(nice) for _ in range(workers)]
        self._free: Queue[_Worker] = Queue()
        for worker in self._all:
            self._free.put(worker)

    def ahead(self) -> int:
        """How many jobs are handed out at a time: memory does not grow with their number."""
        return 2 * self.workers

    def run(self, job: Callable[..., T], *args: Any) -> T:
        """Do a job in the next free process, and wait for what it gives.

        Raises:
            HostError: ``photo-ended`` if its process died, twice; ``photo-too-slow``; or
                ``photo-crashed`` for any exception.
            CancelledError: The pool was closed before there was a result.
        """
        if not self._all:
            return job(*args)
        worker = self._free.get()
        try:
            for _ in range(_TRIES if self._open else 0):
                with suppress(EOFError, ConnectionError):  # the process has died
                    return worker.do((job, args), self._seconds)  # type: ignore[no-any-return]
            raise HostError("photo-ended")
        except Exception as error:
            if not self._open:
                raise CancelledError from None
            if isinstance(error, HostError):
                raise
            # Perhaps the machine has no room for another process.
            raise HostError("photo-crashed", reason=type(error).__name__) from None
        finally:
            if not self._open:
                worker.stop()
            self._free.put(worker)

    def close(self) -> None:
        """End all processes, whatever they do."""
        self._open = False
        for worker in self._all:
            worker.stop()


class _Worker:
    """One process, and the line to it."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def do(self, job: tuple[Callable[..., Any], tuple[Any, ...]], seconds: float | None) -> Any:
        """Send a job and give what comes back; if that fails, the next one gets a new process."""
        try:
            line = self._started()
            line.send(job)
            done, value = _answer(line, seconds)
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
        from multiprocessing import get_context

        # A forked process would inherit OpenCV's threads as locks that nobody opens.
        context = get_context("spawn")
        line, theirs = context.Pipe()
        with _without_ctrl_c(), _without_a_word():
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
        raise HostError("photo-too-slow")
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


@contextmanager
def _without_a_word() -> Iterator[None]:
    """Start a process that ends quietly if its parent is gone before it says what to do."""
    from multiprocessing import spawn

    with _STARTING:
        command = spawn.get_command_line
        spawn.get_command_line = lambda **words: [_quiet(word) for word in command(**words)]
        try:
            yield
        finally:
            spawn.get_command_line = command


def _quiet(word: str) -> str:
    if "import spawn_main" not in str(word):  # the interpreter's path is in bytes
        return word
    return f"try:\n {word}\nexcept EOFError: raise SystemExit(1)"


def _work(line: Connection, nice: int) -> None:
    """Do jobs on one core until the parent is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(OMP_THREAD_LIMIT="1", OPENCV_FOR_THREADS_NUM="1")
    if hasattr(os, "nice"):
        os.nice(nice)
    with suppress(OSError):  # the parent may be gone by now
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
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
