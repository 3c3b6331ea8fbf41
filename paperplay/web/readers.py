"""Worker processes that read photos: each can be killed, and is replaced, without any harm."""

from __future__ import annotations

import os
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from paperplay.web.reading import ReadSheet

_START = 120.0
"""Seconds that a reader may take to start on a busy machine."""


class ReaderLost(Exception):
    """A reader that died of a photo, or took too long over it."""

    def __init__(self, *, slow: bool) -> None:
        super().__init__("slow" if slow else "died")
        self.slow = slow


class Reader:
    """One process that reads one photo after the other; it is started when it is needed."""

    def __init__(self, function: str, seconds: float) -> None:
        """Prepare a reader.

        Args:
            function: ``module:name`` of a function that reads a file; ``prepare`` beside it,
                if there is one, is called when the process starts.
            seconds: How long a photo may take.
        """
        self._function, self._seconds = function, seconds
        self._ready = False
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def start(self) -> None:
        """Start the process, if it does not run."""
        if self._process is not None and self._process.is_alive():
            return
        self.stop()
        # A forked process would inherit threads' locks that nobody opens.
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self._function), daemon=True, name="paperplay-reader"
        )
        self._process.start()
        self._ready = False
        theirs.close()

    def read(self, path: str, shown: str) -> list[ReadSheet]:
        """Read a photo.

        Raises:
            ReaderLost: The process died or was too slow; the next photo gets a new one.
        """
        self.start()
        assert self._line is not None
        try:
            if not self._ready:  # that it takes long to start is no photo's fault
                self._answer(_START)
                self._ready = True
            self._line.send((path, shown))
            found: list[ReadSheet] = self._answer(self._seconds)
        except (EOFError, OSError):
            self.stop()
            raise ReaderLost(slow=False) from None
        return found

    def _answer(self, seconds: float) -> Any:
        assert self._line is not None
        if not self._line.poll(seconds):
            self.stop()
            raise ReaderLost(slow=True)
        return self._line.recv()

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            self._process.kill()
            self._process.join(5)
            self._process = None


def _serve(line: Connection, function: str) -> None:
    """Read photos until the server is gone."""
    _behave()
    module_name, _, name = function.partition(":")
    module = import_module(module_name)
    read = getattr(module, name)
    if hasattr(module, "prepare"):
        module.prepare()
    try:
        line.send("ready")
        while True:
            path, shown = line.recv()
            line.send(read(path, shown))
    except (EOFError, OSError):  # the server is gone
        return


def _behave() -> None:
    """Take one core, let the server go first, and leave Ctrl-C to it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["OMP_THREAD_LIMIT"] = "1"
    if hasattr(os, "nice"):
        os.nice(5)
