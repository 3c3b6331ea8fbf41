"""Share with the table: a second door on the local network, opened and shut by the host."""

from __future__ import annotations

import asyncio
import contextlib
import io
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import cast

import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from paperplay.web.server.certificate import certificate_for
from paperplay.web.server.connections import config_of
from paperplay.web.server.greetings import GREETED_WITHIN, greetings
from paperplay.web.server.rendering import go_to, render
from paperplay.web.server.security import Access, with_new_join_key
from paperplay.web.server.state import State
from paperplay.web.server.visitors import field_of, open_to, state_of
from rules.errors import HostError

_PATIENCE = 10.0


class Door:
    """The way in for phones: a socket on the address that the local network knows us by."""

    def __init__(self, port: int, certificates: Path | None = None) -> None:
        """Make a door; with a folder for ``certificates`` the connection is encrypted."""
        self._port, self._certificates = port, certificates
        self._loop = asyncio.get_running_loop()
        self._server: _QuietServer | None = None
        self._task: asyncio.Task[None] | None = None
        self.address: str | None = None
        """Where phones find the page; None while the door is shut."""

    async def open(self, app: ASGIApp) -> None:
        """Open the door; ``web-no-network`` without a network, or ``web-port-taken``."""
        if self.address is not None:
            return
        ip = local_address()
        if ip is None:
            raise HostError("web-no-network")
        secret = greetings(certificate_for(self._certificates, ip)) if self._certificates else None
        listening = bound(ip, self._port)
        self._server = _QuietServer(config_of(app, lifespan="off"), secret)
        self._task = asyncio.create_task(self._server.serve(sockets=[listening]))
        heard = asyncio.create_task(self._server.listens.wait())
        await asyncio.wait((heard, self._task), return_when=asyncio.FIRST_COMPLETED)
        heard.cancel()
        scheme = "https" if self._certificates else "http"
        self.address = f"{scheme}://{ip}:{listening.getsockname()[1]}"

    async def shut(self) -> None:
        """Shut the door; phones that are in do not get any further."""
        self.address = None
        self.end()
        if self._task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._server = self._task = None

    def end(self) -> None:
        """Let the server behind the door end."""
        if self._server is not None:
            self._server.should_exit = self._server.force_exit = True

    def set(self, app: ASGIApp, *, wanted: bool) -> None:
        """Open or shut the door from a request's thread."""
        doing = self.open(app) if wanted else self.shut()
        asyncio.run_coroutine_threadsafe(doing, self._loop).result(_PATIENCE)


class _QuietServer(uvicorn.Server):
    """A server beside the first one, which alone listens to Ctrl-C."""

    def __init__(self, config: uvicorn.Config, secret: ssl.SSLContext | None) -> None:
        super().__init__(config)
        self._secret = secret
        self.listens = asyncio.Event()
        """Set once phones are heard."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen; who does not greet in time is not waited for, which uvicorn does for a minute."""
        await super().startup(sockets=[])
        line = partial(  # type: ignore[call-arg]
            self.config.http_protocol_class,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        for each in sockets or ():
            listening = await asyncio.get_running_loop().create_server(
                line,
                sock=each,
                ssl=self._secret,
                ssl_handshake_timeout=GREETED_WITHIN if self._secret else None,
                backlog=self.config.backlog,
            )
            self.servers.append(listening)
        self.listens.set()


def begin(state: State) -> Callable[[], None]:
    """Make the doors; they stay shut until somebody opens them."""
    port = state.settings.port
    doors = [Door(port)]
    if state.settings.camera:
        doors.append(Door(port + 1 if port else 0, state.store.folder))
    state.parts["doors"] = doors

    def end() -> None:
        for door in doors:
            door.end()

    return end


def doors_of(state: State) -> list[Door]:
    """Give the ways in: the plain one first, then the one with a certificate."""
    return cast(list[Door], state.parts["doors"])


def bound(ip: str, port: int) -> socket.socket:
    """Take a port of one address; ``web-port-taken`` if it is not free."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((ip, port))
    except OSError:
        listening.close()
        raise HostError("web-port-taken", port=port) from None
    return listening


def local_address() -> str | None:
    """Find the address by which the local network knows this machine; nothing is sent."""
    for far in ("192.168.0.1", "10.0.0.1", "192.0.2.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((far, 9))
                found = str(asking.getsockname()[0])
            except OSError:
                continue
            if not found.startswith(("127.", "0.")):
                return found
    return None


def join_address(state: State) -> str | None:
    """Give the address of the QR code; None while the door is shut."""
    return _joined(doors_of(state)[0], state)


def camera_address(state: State) -> str | None:
    """Give the address where phones may show a live picture; None where there is none."""
    doors = doors_of(state)
    return _joined(doors[1], state) if len(doors) > 1 else None


def _joined(door: Door, state: State) -> str | None:
    return f"{door.address}/join/{state.keys.join}" if door.address else None


@open_to(Access.HOST)
def share(request: Request) -> Response:
    """Open or shut the door, or change its lock."""
    state = state_of(request)
    wanted = field_of(request, "wanted")
    if wanted == "new-key":
        state.keys = with_new_join_key(state.store, state.keys)
    else:
        for door in doors_of(state):
            door.set(request.app, wanted=wanted == "open")
    return go_to("/")


@open_to(Access.GUEST)
def qr_code(request: Request) -> Response:
    """Draw the QR code that phones join by."""
    import segno

    address = join_address(state_of(request))
    if address is None:
        return render(request, "refused.html", status=404, reason="missing")
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", border=4, dark="#1d2440", light="#ffffff", xmldecl=False
    )
    return Response(out.getvalue(), media_type="image/svg+xml")


ROUTES = [Route("/share", share, methods=["POST"]), Route("/share/qr.svg", qr_code)]
