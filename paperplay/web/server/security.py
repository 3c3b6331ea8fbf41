"""Who is at the other end, and what a browser may do with our pages.

The host's browser is let in by a key of its own, on this machine alone, the guests' by the
join key that is in the QR code. Either leaves a signed cookie; a new key makes its cookies
worthless.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paperplay.web.store.database import Store

COOKIE = "paperplay"
KNOWN = "known"
"""The cookie by which somebody is known again who comes in with a new code."""
_LASTS = {COOKIE: 7 * 24 * 3600, KNOWN: 366 * 24 * 3600}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
        "img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=(), usb=()",
}


class Access(StrEnum):
    """What somebody may do."""

    NOBODY = "nobody"
    GUEST = "guest"
    HOST = "host"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sends a request."""

    role: Access
    id: str = ""
    """Random; tells one guest's sheets from another's."""
    phone: str = ""
    """Of this browser alone: several phones may be one person."""

    @property
    def is_host(self) -> bool:
        """Whether it is the host."""
        return self.role is Access.HOST

    @property
    def is_in(self) -> bool:
        """Whether it is the host or a guest."""
        return self.role is not Access.NOBODY

    def may_change(self, owner: str) -> bool:
        """Say whether it may change what somebody has made: the owner and the host may."""
        return self.is_host or (self.is_in and self.id == owner)


NOBODY = Visitor(Access.NOBODY)


@dataclass(frozen=True, slots=True)
class Keys:
    """The secrets of one data folder."""

    secret: str
    host: str
    join: str

    def fits(self, role: Access, key: str) -> bool:
        """Say whether a key lets somebody in, in the same time for every wrong one."""
        return hmac.compare_digest(key.encode(), self._key(role).encode())

    def cookie(self, visitor: Visitor) -> str:
        """Sign who somebody is."""
        told = f"{visitor.role}.{visitor.phone}"
        return f"{told}.{self._sign('visitor', told, self._key(visitor.role))}"

    def visitor(self, cookie: str) -> Visitor:
        """Say who a cookie belongs to."""
        role, _, rest = cookie.partition(".")
        if role not in (Access.HOST, Access.GUEST):
            return NOBODY
        number = rest.partition(".")[0]
        visitor = Visitor(Access(role), number, number)
        fits = hmac.compare_digest(self.cookie(visitor).encode(), cookie.encode())
        return visitor if fits else NOBODY

    def csrf(self, visitor: Visitor) -> str:
        """Give the token that only a page of ours can know."""
        return self._sign("csrf", visitor.phone)

    def is_csrf(self, visitor: Visitor, token: str) -> bool:
        """Say whether a request comes from a page of ours."""
        return hmac.compare_digest(self.csrf(visitor).encode(), token.encode())

    def known(self, phone: str) -> str:
        """Sign by whom a sheet is owned, whatever the code at the table is."""
        return f"{phone}.{self._sign('known', phone)}"

    def known_phone(self, cookie: str) -> str | None:
        """Say which phone comes in again."""
        phone = cookie.partition(".")[0]
        return phone if hmac.compare_digest(self.known(phone).encode(), cookie.encode()) else None

    def _key(self, role: Access) -> str:
        return self.host if role is Access.HOST else self.join

    def _sign(self, *parts: str) -> str:
        text = "\0".join(parts).encode("utf-8", "surrogateescape")
        return hmac.new(self.secret.encode(), text, hashlib.sha256).hexdigest()[:40]


def keys_of(store: Store) -> Keys:
    """Give the keys of a data folder; made once, so that phones stay in after a restart."""
    found = {}
    for name in ("secret", "host-key", "join-key"):
        value = store.setting(name)
        if value is None:
            value = _fresh_key()
            store.remember(name, value)
        found[name] = value
    return Keys(found["secret"], found["host-key"], found["join-key"])


def with_new_join_key(store: Store, keys: Keys) -> Keys:
    """Shut the door: only who gets the new address comes in."""
    fresh = replace(keys, join=_fresh_key())
    store.remember("join-key", fresh.join)
    return fresh


def with_new_host_key(store: Store, keys: Keys) -> Keys:
    """Make every cookie of the host worthless, and the address that had the key."""
    fresh = replace(keys, host=_fresh_key())
    store.remember("host-key", fresh.host)
    return fresh


def new_visitor(role: Access, phone: str | None = None) -> Visitor:
    """Meet somebody for the first time, or a phone that was here before."""
    phone = phone or secrets.token_hex(12)
    return Visitor(role, phone, phone)


def let_in(response: Response, keys: Keys, visitor: Visitor) -> None:
    """Give somebody the cookie that says who they are."""
    cookies = {COOKIE: keys.cookie(visitor), KNOWN: keys.known(visitor.phone)}
    for name, value in cookies.items():
        lasts = _LASTS[name]
        response.set_cookie(name, value, max_age=lasts, httponly=True, samesite="strict", path="/")


class Guard:
    """Refuses strange host names and bodies without end, and adds the headers to every answer."""

    def __init__(
        self, app: ASGIApp, most_bytes: int, larger: Mapping[str, int] | None = None
    ) -> None:
        """Guard an application.

        Args:
            app: What answers.
            most_bytes: Of a request.
            larger: Paths that take more. Who may call them is asked before a body is taken.
        """
        self._app, self._most, self._larger = app, most_bytes, larger or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                out.setdefault("Cache-Control", "no-store")
            await send(message)

        most = self._larger.get(scope["path"], self._most)
        refusal = _refusal(headers, most)
        if refusal is not None:
            await refusal(scope, receive, send_guarded)
            return
        await self._app(scope, _bounded(receive, most), send_guarded)


def _refusal(headers: dict[bytes, str], most: int) -> Response | None:
    if not is_own_name(headers.get(b"host", "")):
        # Another site's name that points to this machine would pass for our own page.
        return PlainTextResponse("wrong host", 421)
    told = headers.get(b"content-length", "0")
    if not told.isdecimal() or int(told) > most:
        return PlainTextResponse("too large", 413)
    return None


class TooLarge(Exception):
    """A body that did not say how long it is, and was too long."""


def _bounded(receive: Receive, most: int) -> Receive:
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise TooLarge
        return message

    return bounded


def is_own_name(host: str) -> bool:
    """Say whether a Host header names this machine: by address, or by its own name."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    name = name.strip("[]").lower()
    if name in _own_names():
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def _fresh_key() -> str:
    return secrets.token_urlsafe(16)
