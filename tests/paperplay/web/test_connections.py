"""Connections: too many, too slow, or deaf; the page goes on for everybody else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket

import pytest
import uvicorn

from paperplay.web.server.connections import Connection, OnceAMinute, config_of
from tests.paperplay.web.running import Server, answers, until
from tests.paperplay.web.stand_in_reader import READ

LARGE = b"x" * 8_000_000


async def _app(scope, receive, send):
    """Answers after the whole body; with much where much is asked for."""
    while (message := await receive()).get("more_body"):
        pass
    if message["type"] == "http.disconnect":
        return
    body = LARGE if scope["path"] == "/large" else b"well"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def quick(monkeypatch):
    """Patience of about a second: less than that a busy machine may need itself."""
    changes = {"look": 0.05, "headers_within": 1.0, "body_after": 1.0, "unread_within": 0.4}
    for name, value in changes.items():
        monkeypatch.setattr(Connection, name, value)
    return monkeypatch


def served(visit):
    """Run a server and somebody who visits its port."""

    async def run():
        server = uvicorn.Server(config_of(_app, lifespan="off", port=0))
        server.capture_signals = contextlib.nullcontext
        task = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            port = server.servers[0].sockets[0].getsockname()[1]
            return await asyncio.wait_for(visit(port), 20)
        finally:
            server.should_exit = server.force_exit = True
            await task

    return asyncio.run(run())


async def said(port, *pieces, pause=0.0, source="127.0.0.1"):
    """Send pieces, and give all that comes back until the line is cut."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    with contextlib.suppress(ConnectionError):
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(pause)
        return await reader.read()
    return b""


GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n"


@pytest.mark.parametrize(
    ("pieces", "answered"),
    [
        ([], 0),
        ([GET], 0),
        ([GET, *[b"x: y\r\n"] * 30], 0),
        ([POST, b"x"], 0),
        ([POST, *[b"x"] * 49], 0),
        ([POST, b"x" * 50], 1),
        ([GET + b"\r\n", b"G"], 1),
        ([GET + b"\r\n", GET + b"\r\n"], 2),
    ],
)
def test_the_slow_are_cut_off_and_others_answered(quick, pieces, answered):
    assert served(lambda port: said(port, *pieces, pause=0.05)).count(b"200 OK") == answered


def test_a_slow_body_that_still_comes_is_taken(quick):
    quick.setattr(Connection, "body_rate", 10)
    assert b"200 OK" in served(lambda port: said(port, POST, *[b"x"] * 50, pause=0.02))


def test_who_does_not_listen_is_cut_off(quick):
    async def visit(port):
        with socket.create_connection(("127.0.0.1", port)) as deaf:
            deaf.sendall(GET.replace(b"/ ", b"/large ") + b"\r\n")
            await asyncio.sleep(1.5)
            heard = 0
            with contextlib.suppress(ConnectionError):
                while piece := deaf.recv(1 << 20):
                    heard += len(piece)
            return heard

    assert served(visit) < len(LARGE)


def test_one_address_has_its_share_and_the_newest_come_in(monkeypatch):
    monkeypatch.setattr(Connection, "each", 5)

    async def visit(port):
        held = [asyncio.create_task(said(port, GET, source="127.0.0.2")) for _ in range(25)]
        while (cut := sum(task.done() for task in held)) < 20:
            await asyncio.sleep(0.02)
        closing = GET + b"Connection: close\r\n\r\n"
        answers = [await said(port, closing, source=each) for each in ("127.0.0.2", "127.0.0.3")]
        for task in held:
            task.cancel()
        return cut, all(b"well" in answer for answer in answers)

    assert served(visit) == (20, True)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_half_open_connections_do_not_stop_the_page(tmp_path):
    with (tmp_path / "stderr").open("w+") as errors:
        with Server(tmp_path / "page", READ, 256, stderr=errors) as server:
            place = ("127.0.0.1", int(server.base.rpartition(":")[2]))
            held = []
            for _ in range(300):
                held.append(socket.create_connection(place, 5))
                held[-1].sendall(GET)
            assert answers(server.host)
            for each in held:
                each.close()
            assert until(lambda: answers(server.host))
            assert server.stop() == 0
        errors.seek(0)
        assert len(errors.read()) < 3000


def test_the_same_trouble_is_told_once_a_minute():
    record = logging.LogRecord("x", logging.ERROR, "", 1, "socket.accept()\n%s", (), None)
    once = OnceAMinute()
    assert [once.filter(record) for _ in range(3)] == [True, False, False]
