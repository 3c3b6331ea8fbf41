"""The start page, the host's door, and who else may be host."""

from __future__ import annotations

import secrets

import click
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.results.names import tidy
from paperplay.web.pages.join_page import claims_before, lobby
from paperplay.web.pages.queue_page import open_questions
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access, let_in, new_visitor, with_new_host_key
from paperplay.web.server.sharing import join_address
from paperplay.web.server.visitors import field_of, is_here, open_to, state_of, visitor_of
from paperplay.web.store import evenings
from paperplay.web.store.people import come_along, person
from paperplay.web.store.sheets import count_read
from templates.wording import say

_MOST_ASKING = 5


@open_to(Access.NOBODY)
def start_page(request: Request) -> Response:
    """Show what can be done now."""
    visitor = visitor_of(request)
    if not visitor.is_in:
        raise HTTPException(403)
    state, is_own = state_of(request), _is_own(request)
    evening = evenings.current(state.store)
    come_along(state.store, visitor.id, evening.id if evening else None)
    return render(
        request,
        "start.html",
        evening=evening,
        title=evenings.title_of(evening, lang_of(request)) if evening else "",
        count=count_read(state.store, evening.id) if evening else 0,
        questions=open_questions(state.store, visitor),
        address=join_address(state),
        data=str(state.settings.data),
        is_own=is_own,
        asking=dict(state.asking) if is_own else {},
        asked=state.asking.get(visitor.id),
        phones=len(state.hosts),
        table=lobby(request, evening),
        claims=claims_before(request),
        claim=state.claims.get(visitor.phone),
    )


@open_to(Access.NOBODY)
def host_door(request: Request) -> Response:
    """Let the host's browser in, on this machine; the key does not stay in its address."""
    keys = state_of(request).keys
    if not is_here(request) or not keys.fits(Access.HOST, request.path_params["key"]):
        raise HTTPException(403)
    response = go_to("/")
    visitor = visitor_of(request)
    let_in(response, keys, visitor if visitor.is_host else new_visitor(Access.HOST))
    return response


@open_to(Access.GUEST)
def ask_to_be_host(request: Request) -> Response:
    """Note that a phone would like to be host, with a number by which it is known."""
    asking = state_of(request).asking
    if len(asking) >= _MOST_ASKING:
        asking.pop(next(iter(asking)), None)
    asking[visitor_of(request).id] = str(1000 + secrets.randbelow(9000))
    return go_to("/")


@open_to(Access.HOST)
def let_be_host(request: Request) -> Response:
    """Answer a phone that would like to be host."""
    if not _is_own(request):
        raise HTTPException(403)
    state, phone = state_of(request), field_of(request, "phone")
    asked = state.asking.pop(phone, None) or person(state.store, phone)
    if asked and field_of(request, "wanted") == "yes":
        state.hosts.add(phone)
    return go_to("/")


@open_to(Access.HOST)
def new_host_key(request: Request) -> Response:
    """Take the host's rights from every other browser and phone."""
    if not _is_own(request):
        raise HTTPException(403)
    state, visitor = state_of(request), visitor_of(request)
    state.hosts.clear()
    state.keys = with_new_host_key(state.store, state.keys)
    # Whoever needs the address again finds it where it was first.
    address = f"{request.base_url}host/{state.keys.host}"
    click.echo(say("web.serve.here", lang_of(request), address=address))
    response = go_to("/")
    let_in(response, state.keys, visitor)
    return response


def _is_own(request: Request) -> bool:
    """Say whether it is the host at this machine, who alone gives rights."""
    return is_here(request) and visitor_of(request).is_host


@open_to(Access.HOST)
def start_evening(request: Request) -> Response:
    """Start an evening."""
    evenings.start(state_of(request).store, tidy(field_of(request, "title")))
    return go_to("/")


ROUTES = [
    Route("/", start_page),
    Route("/host/ask", ask_to_be_host, methods=["POST"]),
    Route("/host/answer", let_be_host, methods=["POST"]),
    Route("/host/new-key", new_host_key, methods=["POST"]),
    Route("/host/{key}", host_door),
    Route("/evenings", start_evening, methods=["POST"]),
]
