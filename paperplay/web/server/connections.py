"""Connections: how many there may be, and how long they may take for what they send.

Uvicorn waits for ever for the first byte and the last one, and for whoever does not listen.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST, EACH = 200, 50
"""Connections in all, and of one address: thirty phones may share one."""
LOOPBACK = "127.0.0.1"
_AT_ONCE = 32
"""Connections that are taken before the first is looked at."""
_WANTED = 4096  # open files
_LOUD = ("uvicorn.error", "asyncio", "paperplay.web.server.app", "paperplay.web.uploads.intake")


class Connection(H11Protocol):
    """One browser's line to us, which is cut if it costs more than it should."""

    most, each = MOST, EACH
    look, headers_within, unread_within = 1.0, 10.0, 30.0
    """Seconds: how often we look, how long headers may take, how long answers may lie unread."""
    body_after, body_rate = 15.0, 10_000
    """Seconds after which a body has to have come at so many bytes each second."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection; if there are too many, the one goes that has been silent longest."""
        super().connection_made(transport)
        self._phase: tuple[object, ...] = ()
        self._since, self._got = self.loop.time(), 0
        for most, others in self._shares():
            if len(others) > most:
                silent = [each for each in others if each.conn.their_state is h11.IDLE]
                min(silent, key=lambda each: each._since).transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Count what comes in."""
        self._got += len(data)
        super().data_received(data)

    def _shares(self) -> Iterator[tuple[int, list[Connection]]]:
        """Yield how many there may be, and who they are: of this address, and in all."""
        known = (each for each in self.connections if isinstance(each, Connection))
        living = [each for each in known if not each.transport.is_closing()]
        address = self.client[0] if self.client else ""
        if address != LOOPBACK:  # this machine's own browser
            yield self.each, [each for each in living if each.client and each.client[0] == address]
        yield self.most, [each for each in living if not each.transport.is_closing()]

    def _watch(self) -> None:
        if self.transport.is_closing():
            return
        state, unread = self.conn.their_state, self.transport.get_write_buffer_size()
        if (state, self.cycle, unread) != self._phase:
            self._phase = (state, self.cycle, unread)
            self._since, self._got = self.loop.time(), 0
        waited = self.loop.time() - self._since
        if state is h11.IDLE:
            is_slow = waited > self.headers_within
        elif state is h11.SEND_BODY and not self.flow.read_paused:
            is_slow = waited > self.body_after and self._got < waited * self.body_rate
        else:
            is_slow = unread > 0 and waited > self.unread_within
        if is_slow:
            self.transport.abort()
        else:
            self.loop.call_later(self.look, self._watch)


class OnceAMinute(logging.Filter):
    """Lets the same message through once a minute, however often something fails."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a message is printed."""
        kind = str(record.exc_info[0]) if record.exc_info else ""
        key = (str(record.msg).partition("\n")[0], kind)
        if time.monotonic() - self._last.get(key, float("-inf")) < 60:
            return False
        self._last[key] = time.monotonic()
        return True


def config_of(app: ASGIApp, **more: Any) -> uvicorn.Config:
    """Give the settings of a server that holds up."""
    protocol = type("Bounded", (Connection,), _limits(_handles()))
    config = uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        backlog=_AT_ONCE,
        log_level="warning",
        access_log=False,
        server_header=False,
        **more,
    )
    for name in _LOUD:
        logger = logging.getLogger(name)
        if not any(isinstance(each, OnceAMinute) for each in logger.filters):
            logger.addFilter(OnceAMinute())
    return config


def _limits(handles: int) -> dict[str, int]:
    """Leave most handles to files: every thread has a database of three open."""
    most = min(Connection.most, handles // 6)
    return {"most": most, "each": min(Connection.each, most // 2)}


def _handles() -> int:
    """Ask for more files than some systems give at first, and say how many there may be."""
    try:
        import resource
    except ImportError:  # Windows
        return _WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < _WANTED:
        with suppress(OSError, ValueError):
            wanted = _WANTED if hard == resource.RLIM_INFINITY else min(hard, _WANTED)
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
