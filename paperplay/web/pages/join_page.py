"""The guests' door: scan the code, say your name, photograph. And who else is at the table."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.results.names import tidy
from paperplay.web.server.rendering import go_to, render
from paperplay.web.server.security import KNOWN, Access, Visitor, let_in, new_visitor
from paperplay.web.server.state import Claim
from paperplay.web.server.visitors import field_of, open_to, state_of, visitor_of
from paperplay.web.store import evenings
from paperplay.web.store.evenings import EveningRow
from paperplay.web.store.hands import count_kept, keeps_hand, wish
from paperplay.web.store.people import (
    COLOURS,
    Person,
    at_the_table,
    free_colour,
    named,
    person,
    person_of,
    sit_down,
    take_over,
)
from paperplay.web.store.sheets import count_owned

LONGEST_NAME = 24
_MOST_CLAIMS = 12


@open_to(Access.NOBODY)
def guest_door(request: Request) -> Response:
    """Welcome whoever has scanned the QR code.

    The cookie comes with the answer to the form: a browser that was sent here from another
    site would not show it again at once.
    """
    state, visitor = state_of(request), visitor_of(request)
    if not state.keys.fits(Access.GUEST, request.path_params["key"]):
        raise HTTPException(403)
    if request.method == "GET":
        if visitor.is_in:
            return go_to("/")
        from_elsewhere = request.headers.get("sec-fetch-site") == "cross-site"
        again = from_elsewhere and "again" not in request.query_params
        return _ask_name(request, again=again)
    if not visitor.is_in:
        visitor = new_visitor(Access.GUEST, _known_phone(request))
        visitor = replace(visitor, id=person_of(state.store, visitor.phone))
    response = _seated(request, visitor)
    let_in(response, state.keys, visitor)
    return response


def _seated(request: Request, visitor: Visitor) -> Response:
    """Keep the name that was given; one that somebody else has is asked about, never shared."""
    state, evening = state_of(request), _evening(request)
    name = tidy(field_of(request, "name"))[:LONGEST_NAME]
    if not name:
        return go_to("/")
    other = named(state.store, evening, name)
    if other is not None and other.id != visitor.id:
        if not field_of(request, "same"):
            return _ask_name(request, taken=other)
        _claim(request, visitor, other)
        return go_to("/")
    told = field_of(request, "colour")
    colour = int(told) if told.isdecimal() and int(told) < COLOURS else None
    if colour is None:
        colour = free_colour(state.store, evening)
    sit_down(state.store, Person(visitor.id, name, colour), evening)
    return go_to("/scan")


@open_to(Access.GUEST)
def change_name(request: Request) -> Response:
    """Change one's name or colour, or give the name that was not given at the door."""
    if request.method == "GET":
        return _ask_name(request)
    return _seated(request, visitor_of(request))


@open_to(Access.GUEST)
def wish_hand(request: Request) -> Response:
    """Keep one's confirmed digits for later evenings, or forget them."""
    wanted = field_of(request, "wanted") == "yes"
    wish(state_of(request).store, visitor_of(request).id, kept=wanted)
    return go_to("/me")


@open_to(Access.GUEST)
def answer_claim(request: Request) -> Response:
    """Say whether another phone is the same person's."""
    state, phone = state_of(request), field_of(request, "phone")
    if phone not in dict(claims_before(request)):
        raise HTTPException(403)
    claim = state.claims.pop(phone, None)
    if claim and field_of(request, "wanted") == "yes" and person(state.store, claim.person):
        take_over(state.store, phone, claim.person)
    return go_to("/")


def lobby(request: Request, evening: EveningRow | None) -> list[dict[str, Any]]:
    """Say who is at the table, and what has come of their sheets."""
    state, visitor = state_of(request), visitor_of(request)
    counts = count_owned(state.store, evening.id) if evening else {}
    return [
        {
            "id": each.id,
            "name": each.name,
            "colour": each.colour,
            "sheets": counts.get(each.id, 0),
            "is_me": each.id == visitor.id,
            "is_host": each.id in state.hosts,
        }
        for each in at_the_table(state.store, evening.id if evening else None)
    ]


def claims_before(request: Request) -> list[tuple[str, Claim]]:
    """List the phones about which this visitor can say whose they are."""
    visitor = visitor_of(request)
    claims = list(state_of(request).claims.items())
    return [
        (phone, claim)
        for phone, claim in claims
        if phone != visitor.phone and visitor.may_change(claim.person)
    ]


def _claim(request: Request, visitor: Visitor, other: Person) -> None:
    claims = state_of(request).claims
    if len(claims) >= _MOST_CLAIMS:
        claims.pop(next(iter(claims)), None)
    number = str(1000 + secrets.randbelow(9000))
    claims[visitor.phone] = Claim(other.id, other.name, number)


def _ask_name(request: Request, *, taken: Person | None = None, again: bool = False) -> Response:
    store, evening = state_of(request).store, _evening(request)
    visitor = visitor_of(request)
    me = person(store, visitor.id or person_of(store, _known_phone(request) or ""))
    return render(
        request,
        "join.html",
        taken=taken,
        again=again,
        name=me.name if me and not taken else "",
        colour=me.colour if me else free_colour(store, evening),
        colours=range(COLOURS),
        longest=LONGEST_NAME,
        has_hand=bool(me and visitor.is_in and not taken),
        keeps_hand=keeps_hand(store, visitor.id),
        kept=count_kept(store, visitor.id),
    )


def _known_phone(request: Request) -> str | None:
    """Say which phone it is that was here on an earlier evening."""
    return state_of(request).keys.known_phone(request.cookies.get(KNOWN, ""))


def _evening(request: Request) -> int | None:
    now = evenings.current(state_of(request).store)
    return now.id if now else None


ROUTES = [
    Route("/join/{key}", guest_door, methods=["GET", "POST"]),
    Route("/me", change_name, methods=["GET", "POST"]),
    Route("/me/hand", wish_hand, methods=["POST"]),
    Route("/claims", answer_claim, methods=["POST"]),
]
