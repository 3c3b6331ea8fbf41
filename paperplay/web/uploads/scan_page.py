"""Photograph: photos come in, wait, and their sheets are shown in place."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import cast

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paperplay.results.names import tidy
from paperplay.web.pages.sheet_card import card_of
from paperplay.web.pages.whole_sheets import whole_of
from paperplay.web.server.rendering import environment, go_to, lang_of, page_facts, render
from paperplay.web.server.security import Access
from paperplay.web.server.sharing import camera_address
from paperplay.web.server.state import Link, State
from paperplay.web.server.visitors import (
    address_of,
    field_of,
    form_of,
    length_of,
    open_to,
    state_of,
    visitor_of,
)
from paperplay.web.store import evenings
from paperplay.web.store.people import come_along, names_at_the_table, person
from paperplay.web.store.sheets import delete_sheet, row_of, sheet
from paperplay.web.uploads.intake import MOST_FILM_BYTES, UPLOAD_ID, Handed, Intake
from paperplay.web.uploads.quota import Sender
from rules.errors import HostError

_SHOWN = 40


def begin(state: State) -> Callable[[], None]:
    """Begin to take photos."""
    intake = state.parts["intake"] = Intake(state.store, state.settings)
    intake.begin()
    return intake.end


@open_to(Access.GUEST)
def scan_page(request: Request) -> Response:
    """Show the camera button, and what has become of one's photos."""
    state, visitor = state_of(request), visitor_of(request)
    evening = evenings.current(state.store)
    come_along(state.store, visitor.id, evening.id if evening else None)
    rows = state.store.db.execute(
        "SELECT id, player FROM uploads WHERE evening = ? AND (owner = ? OR ?) "
        "ORDER BY rowid DESC LIMIT ?",
        (evening.id if evening else 0, visitor.id, visitor.is_host, _SHOWN),
    ).fetchall()
    uploads = [upload_facts(request, row["id"]) for row in rows]
    return render(
        request,
        "scan.html",
        form_id=secrets.token_hex(12),
        instead=request.query_params.get("instead", "")[:15],
        player=_player(request, rows[0]["player"] if rows else ""),
        table=names_at_the_table(state.store, evening.id if evening else None),
        has_camera=state.settings.camera,
        camera=camera_address(state),
        most=MOST_FILM_BYTES,
        uploads=[each for each in uploads if each["waiting"] or each["cards"]],
        waiting=any(each["waiting"] for each in uploads),
    )


def _player(request: Request, before: str) -> str:
    """Say whose sheet it probably is: a guest's own; the host hands in everybody's."""
    visitor = visitor_of(request)
    me = person(state_of(request).store, visitor.id)
    return "" if visitor.is_host else me.name if me else before


def _taking(request: Request) -> AbstractContextManager[None]:
    """Ask for room before a guest's photo is taken."""
    if visitor_of(request).is_host:
        return nullcontext()
    return _intake(request).quota.taking(_sender(request), length_of(request))


@open_to(Access.GUEST, _taking)
def hand_in(request: Request) -> Response:
    """Take photos: one with its own id from the script, or all of a plain form."""
    state = state_of(request)
    by_script = request.headers.get("accept", "").startswith("application/json")
    form_id = field_of(request, "id")
    if not UPLOAD_ID.fullmatch(form_id):
        raise HTTPException(400)
    if evenings.current(state.store) is None:
        evenings.start(state.store, "")
    errors: list[HostError] = []
    for number, file in enumerate(_files(request)):
        photo = Handed(
            id=form_id if by_script else f"{form_id}-{number}",
            sender=_sender(request),
            shown=shown_name(file.filename),
            player=tidy(field_of(request, "player")),
            data=file.file.read(),
            by_host=visitor_of(request).is_host,
        )
        try:
            _intake(request).hand_in(photo)
        except HostError as error:
            errors.append(error)
        except PermissionError:
            raise HTTPException(409) from None
    if errors:
        raise errors[0]
    _drop_unreadable(request)
    return JSONResponse({"id": form_id}, 202) if by_script else go_to("/scan")


def _drop_unreadable(request: Request) -> None:
    """Take away the photo that could not be read, now that there is another one."""
    told = field_of(request, "instead", 15)
    row = sheet(state_of(request).store, int(told)) if told.isdecimal() else None
    if row and row.status == "unreadable" and visitor_of(request).may_change(row.owner):
        delete_sheet(state_of(request).store, row.id)


@open_to(Access.GUEST)
def upload_state(request: Request) -> Response:
    """Say how far a photo is; when it is read, with its sheets. Who waits hears it at once."""
    upload = request.path_params["upload"]
    facts = upload_facts(request, upload)
    if not facts["is_mine"]:
        raise HTTPException(404)
    if facts["waiting"] and "wait" in request.query_params:
        _intake(request).wait_for(upload)
        facts = upload_facts(request, upload)
    html = environment().get_template("upload.html").render(page_facts(request) | {"upload": facts})
    return JSONResponse({"waiting": facts["waiting"], "html": html})


def upload_facts(request: Request, upload: str) -> dict[str, object]:
    """Gather what is shown of one photo."""
    state, visitor, lang = state_of(request), visitor_of(request), lang_of(request)
    db = state.store.db
    row = db.execute("SELECT * FROM uploads WHERE id = ?", (upload,)).fetchone()
    if row is None:
        return {"id": upload, "is_mine": False, "waiting": False, "cards": [], "shown": ""}
    rows = db.execute(
        "SELECT * FROM sheets WHERE upload = ? AND deleted IS NULL ORDER BY page, place", (upload,)
    ).fetchall()
    return {
        "id": upload,
        "shown": row["shown"],
        "is_mine": visitor.is_host or row["owner"] == visitor.id,
        "waiting": row["state"] == "waiting",
        "ahead": _intake(request).ahead_of(upload),
        "cards": [
            card_of(each, lang, visitor, whole_of(state.store, each).scan)
            for each in map(row_of, rows)
        ],
    }


def shown_name(filename: str | None) -> str:
    """Make a phone's file name something to show; it is never used as a path."""
    last = (filename or "").replace("\\", "/").rpartition("/")[2]
    return tidy(last) or "photo"


def _files(request: Request) -> Iterator[UploadFile]:
    for file in form_of(request).getlist("photos"):
        # Browsers send a file without name or content where none was chosen.
        if isinstance(file, UploadFile) and (file.size or file.filename):
            yield file


def _intake(request: Request) -> Intake:
    return cast(Intake, state_of(request).parts["intake"])


def _sender(request: Request) -> Sender:
    evening = evenings.current(state_of(request).store)
    return Sender(visitor_of(request).id, address_of(request), evening.id if evening else 0)


LINKS = [Link("/scan", "web.scan.link")]
ROUTES = [
    Route("/scan", scan_page),
    Route("/photos", hand_in, methods=["POST"]),
    Route("/photos/{upload}", upload_state),
]
