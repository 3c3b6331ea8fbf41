"""One sheet: what was read where it was read, what is doubtful first, and every correction."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.web.pages.elements import drawn_readings, label, name_boxes, question
from paperplay.web.pages.sheet_card import card_of
from paperplay.web.pages.whole_sheets import whole_of
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access
from paperplay.web.server.visitors import field_of, form_of, open_to, state_of, visitor_of
from paperplay.web.store import evenings
from paperplay.web.store.corrected import correct, give_names, read_first, take_back
from paperplay.web.store.people import names_at_the_table
from paperplay.web.store.sheets import SheetRow, delete_sheet, sheet
from rules.errors import HostError
from scanner.check_page import check_of
from scanner.scan import Scan
from templates.game import Value
from templates.telling import value_text


@open_to(Access.GUEST)
def sheet_page(request: Request) -> Response:
    """Show a sheet, and ask about what is doubtful."""
    row, visitor = sheet_of(request), visitor_of(request)
    store, lang = state_of(request).store, lang_of(request)
    whole = whole_of(store, row)
    scan = whole.scan
    card = card_of(row, lang, visitor, scan)
    if not scan.is_read:
        return render(request, "unreadable.html", card=card)
    if scan.is_check:
        return render(request, "check.html", card=card, figures=check_of(scan).figures)
    doubts = [doubt.element for doubt in whole.doubts_for(visitor)]
    asked = request.query_params.get("at") or (doubts[0] if doubts else None)
    asked = asked if asked in scan.values else None
    first = read_first(store, row.id)
    return render(
        request,
        "sheet.html",
        card=card,
        changed=bool(first) and card.may_change,
        size=(scan.layout.page.width, scan.layout.page.height),
        names=row.names,
        table=names_at_the_table(store, row.evening),
        written_names=len(name_boxes(scan)),
        question=question(scan, asked, lang) if asked and card.may_change else None,
        before=_beside(doubts, asked, -1),
        after=_beside(doubts, asked, 1),
        doubts=[(element, label(scan, element, lang)) for element in doubts],
        marks=list(drawn_readings(scan, first, lang)),
        read_as=value_text(first.get(asked, scan.values[asked]), lang) if asked else "",
        said=_said(request, scan, lang),
        on_paper=None if card.points is None else scan.own_score.parts.total,
    )


@open_to(Access.GUEST)
def correct_one(request: Request) -> Response:
    """Keep what somebody says an element shows."""
    row = own_sheet(request)
    element = field_of(request, "element")
    was_doubtful = element in whole_of(state_of(request).store, row).scan.doubtful
    keep_answers(request, row, [(element, value_given(request))])
    stay = "" if was_doubtful else f"&at={element}"
    return go_to(f"/sheets/{row.id}?said={element}{stay}")


@open_to(Access.GUEST)
def accept_all(request: Request) -> Response:
    """Keep all that is still doubtful as it was read."""
    row = own_sheet(request)
    whole = whole_of(state_of(request).store, row)
    asked = [doubt.element for doubt in whole.doubts_for(visitor_of(request))]
    answered = [element for element in row.scan.doubtful if element not in asked]
    answers = [(element, whole.scan.values[element]) for element in (*asked, *answered)]
    if answers:
        keep_answers(request, row, answers)
    return go_to(f"/sheets/{row.id}")


@open_to(Access.GUEST)
def undo(request: Request) -> Response:
    """Take back what one said last, on whichever sheet of the evening it was."""
    state = state_of(request)
    now = evenings.current(state.store)
    back = take_back(state.store, visitor_of(request).id, now.id) if now else None
    if back is None:
        return go_to("/questions")
    number, element = back
    if field_of(request, "from") == "sheet":
        return go_to(f"/sheets/{number}?at={element}")
    return go_to(f"/questions?at={number}.{element}")


@open_to(Access.GUEST)
def name_players(request: Request) -> Response:
    """Keep whose sheet it is."""
    row = own_sheet(request)
    names = [name for name in form_of(request).getlist("name") if isinstance(name, str)]
    if names and row.status != "unreadable":
        give_names(state_of(request).store, row.id, names)
    return go_to(f"/sheets/{row.id}")


@open_to(Access.GUEST)
def delete_one(request: Request) -> Response:
    """Delete a sheet and its photo."""
    delete_sheet(state_of(request).store, own_sheet(request).id)
    return go_to("/scan")


def page_file(request: Request, row: SheetRow) -> Path:
    """Find the flattened page of a sheet; it may have been dropped."""
    path = state_of(request).store.pages / (row.flat or "")
    if not path.is_file():
        raise HTTPException(404)
    return path


def sheet_of(request: Request) -> SheetRow:
    """Find the sheet of a request; guests see those of this evening alone."""
    store = state_of(request).store
    row = sheet(store, min(int(request.path_params["sheet"]), 2**62))
    now = evenings.current(store)
    if row is None or (not visitor_of(request).is_host and (not now or row.evening != now.id)):
        raise HTTPException(404)
    return row


def own_sheet(request: Request) -> SheetRow:
    """Find the sheet of a request that may change it."""
    row = sheet_of(request)
    if not visitor_of(request).may_change(row.owner):
        raise HTTPException(403)
    return row


def keep_answers(
    request: Request, row: SheetRow, answers: Sequence[tuple[str, Value]], tap: str = ""
) -> None:
    """Keep what somebody says that elements of a sheet show, on all photos that are theirs."""
    state, visitor = state_of(request), visitor_of(request)
    photos = whole_of(state.store, row).rows
    others = [e.id for e in photos if e.id != row.id and visitor.may_change(e.owner)]
    forget = state.settings.forget_photos
    try:
        correct(state.store, row.id, answers, visitor.id, forget=forget, others=others, tap=tap)
    except LookupError:
        raise HTTPException(404) from None


def value_given(request: Request) -> Value:
    """Read the chosen value, or the number that was typed."""
    typed = field_of(request, "number", 8)
    if "number" in form_of(request):
        if not typed:
            return None
        if not re.fullmatch(r"-?[0-9]+", typed):
            raise HostError("review-answer", answer=typed)
        return int(typed)
    try:
        value = json.loads(field_of(request, "value", 60))
    except ValueError:
        value = []
    if not (value is None or isinstance(value, str | int | bool)):
        raise HostError("review-answer", answer=field_of(request, "value", 20))
    return value


def _said(request: Request, scan: Scan, lang: str) -> tuple[str, str] | None:
    """Name the element that was corrected last, and what it shows now."""
    element = request.query_params.get("said", "")
    if not element or element not in scan.values:
        return None
    return label(scan, element, lang), value_text(scan.values[element], lang)


def _beside(doubts: list[str], asked: str | None, step: int) -> str | None:
    if asked not in doubts or len(doubts) < 2:
        return None
    return doubts[(doubts.index(asked) + step) % len(doubts)]


ROUTES = [
    Route("/sheets/{sheet:int}", sheet_page),
    Route("/sheets/{sheet:int}/corrections", correct_one, methods=["POST"]),
    Route("/sheets/{sheet:int}/accept", accept_all, methods=["POST"]),
    Route("/undo", undo, methods=["POST"]),
    Route("/sheets/{sheet:int}/names", name_players, methods=["POST"]),
    Route("/sheets/{sheet:int}/delete", delete_one, methods=["POST"]),
]
