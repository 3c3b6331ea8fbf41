"""The start page, and the two doors: the host's key and the join key of the QR code."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.results.names import tidy
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access, let_in, new_visitor
from paperplay.web.server.sharing import join_address
from paperplay.web.server.visitors import field_of, open_to, state_of, visitor_of
from paperplay.web.store import evenings
from paperplay.web.store.sheets import count_read


@open_to(Access.NOBODY)
def start_page(request: Request) -> Response:
    """Show what can be done now."""
    if not visitor_of(request).is_in:
        raise HTTPException(403)
    state = state_of(request)
    evening = evenings.current(state.store)
    return render(
        request,
        "start.html",
        evening=evening,
        title=evenings.title_of(evening, lang_of(request)) if evening else "",
        count=count_read(state.store, evening.id) if evening else 0,
        address=join_address(state),
        data=str(state.settings.data),
    )


@open_to(Access.NOBODY)
def host_door(request: Request) -> Response:
    """Let the host's browser in; the key does not stay in its address."""
    keys = state_of(request).keys
    if not keys.fits(Access.HOST, request.path_params["key"]):
        raise HTTPException(403)
    response = go_to("/")
    visitor = visitor_of(request)
    let_in(response, keys, visitor if visitor.is_host else new_visitor(Access.HOST))
    return response


@open_to(Access.NOBODY)
def guest_door(request: Request) -> Response:
    """Welcome whoever has scanned the QR code.

    The cookie comes with the answer to the form: a browser that was sent here from another
    site would not show it again at once.
    """
    keys = state_of(request).keys
    if not keys.fits(Access.GUEST, request.path_params["key"]):
        raise HTTPException(403)
    if request.method == "GET":
        if visitor_of(request).is_in:
            return go_to("/")
        return render(request, "join.html")
    response = go_to("/")
    if not visitor_of(request).is_in:
        let_in(response, keys, new_visitor(Access.GUEST))
    return response


@open_to(Access.HOST)
def start_evening(request: Request) -> Response:
    """Start an evening."""
    evenings.start(state_of(request).store, tidy(field_of(request, "title")))
    return go_to("/")


ROUTES = [
    Route("/", start_page),
    Route("/host/{key}", host_door),
    Route("/join/{key}", guest_door, methods=["GET", "POST"]),
    Route("/evenings", start_evening, methods=["POST"]),
]
