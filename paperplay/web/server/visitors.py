"""Each route says who may call it; everything else about a request is settled here, too."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import wraps
from typing import cast

from starlette.concurrency import run_in_threadpool
from starlette.convertors import Convertor, register_url_convertor
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from paperplay.web.server.security import COOKIE, NOBODY, Access, TooLarge, Visitor
from paperplay.web.server.state import State
from paperplay.web.store.people import person_of

Handler = Callable[[Request], Response]
Endpoint = Callable[[Request], Awaitable[Response]]
_ORDER = list(Access)
Taking = Callable[[Request], AbstractContextManager[None]]
_MOST_OF_A_STRANGER = 10_000
"""Bytes of the form by which one joins."""
_MOST_FILES, _MOST_FIELDS, _MOST_FIELD = 40, 400, 1_000_000


class _Number(Convertor[int]):
    """The number of a line in the database, which Starlette's own would let be of any length."""

    regex = "[0-9]{1,15}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("int", _Number())  # in the paths of all routes


def open_to(role: Access, taking: Taking | None = None) -> Callable[[Handler], Endpoint]:
    """Let a function answer requests of a role, or of one that may do more.

    The function is plain, not ``async``, and runs in a thread. A request that changes
    something carries the page's token, in the field ``csrf`` or the header ``X-CSRF-Token``;
    ``form_of(request)`` gives its fields. ``taking(request)`` may refuse it before its body is
    taken, or hold room for that.
    """

    def decorate(handler: Handler) -> Endpoint:
        @wraps(handler)
        async def endpoint(request: Request) -> Response:
            visitor = visitor_of(request)
            if _ORDER.index(visitor.role) < _ORDER.index(role):
                raise HTTPException(403)
            if request.method in ("GET", "HEAD"):
                return await run_in_threadpool(handler, request)
            if not visitor.is_in and length_of(request) > _MOST_OF_A_STRANGER:
                raise TooLarge
            with taking(request) if taking else nullcontext():
                try:
                    await _take_form(request)
                    _check_origin(request, visitor, role)
                    return await run_in_threadpool(handler, request)
                finally:
                    if form := getattr(request.state, "form", None):
                        await form.close()

        return endpoint

    return decorate


def length_of(request: Request) -> int:
    """Say how long a body is; one that does not tell is longer than any may be."""
    told = request.headers.get("content-length", "")
    return int(told) if told.isdecimal() else sys.maxsize


def address_of(request: Request) -> str:
    """Say which machine sends a request."""
    return request.client.host if request.client else ""


def state_of(request: Request) -> State:
    """Give what the whole server shares."""
    return cast(State, request.app.state.shared)


def visitor_of(request: Request) -> Visitor:
    """Say who sends a request; the host is at this machine, or has let a phone be host."""
    state = state_of(request)
    visitor = state.keys.visitor(request.cookies.get(COOKIE, ""))
    if visitor.is_in:
        visitor = replace(visitor, id=person_of(state.store, visitor.phone))
    if visitor.id in state.hosts:
        return replace(visitor, role=Access.HOST)
    return visitor if is_here(request) or not visitor.is_host else NOBODY


def is_here(request: Request) -> bool:
    """Say whether a request comes from this machine."""
    try:
        return ipaddress.ip_address(address_of(request)).is_loopback
    except ValueError:
        return False


def form_of(request: Request) -> FormData:
    """Give the fields of a form."""
    form = getattr(request.state, "form", None)
    return form if form is not None else FormData()


def field_of(request: Request, name: str, most: int = 200) -> str:
    """Give a form's field as one line of text; empty if it is not there."""
    value = form_of(request).get(name, "")
    return " ".join(value.split())[:most] if isinstance(value, str) else ""


async def _take_form(request: Request) -> None:
    # No browser names another encoding, and some of Python's raise, or give what no text holds.
    kind = request.headers.get("content-type", "").lower()
    if "charset" in kind and "utf-8" not in kind:
        raise HTTPException(400)
    request.state.form = await request.form(
        max_files=_MOST_FILES, max_fields=_MOST_FIELDS, max_part_size=_MOST_FIELD
    )


def _check_origin(request: Request, visitor: Visitor, role: Access) -> None:
    """Refuse what another site's page sends in a visitor's name.

    A page that anybody may call may have been shown to somebody whose cookie did not come
    along, such as the door that a link in a chat has opened.
    """
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise HTTPException(403)
    token = request.headers.get("x-csrf-token") or field_of(request, "csrf")
    whose = (visitor, NOBODY) if role is Access.NOBODY else (visitor,)
    if not any(state_of(request).keys.is_csrf(each, token) for each in whose):
        raise HTTPException(403)
