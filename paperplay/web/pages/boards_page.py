"""Boards that the host owns: taught from photos, and marked on their flat picture by tapping."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paperplay.teaching import learned, panels_in, parted, planned, points_in, sides_in
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access
from paperplay.web.server.visitors import field_of, form_of, open_to
from paperplay.web.uploads.quota import Busy
from rules.errors import HostError
from templates.board import shelf
from templates.board.belonging import belonging
from templates.board.check import lack_text, lacks_of
from templates.board.daydream import rules_known
from templates.board.marks import marks_from, plain_of, read_marks
from templates.board.own import LINE, keep_rules, ruled, sheet_of, wanted
from templates.board.shelf import Board
from templates.own.shelf import sheets as own_sheets
from templates.wording import say, sentence

if TYPE_CHECKING:
    from scanner.board.propose import Proposal
    from scanner.pictures import Grey

_MOST_PHOTOS = 8
_MOST_CORNERS = 400
"""Signs in which corners are told."""
_LIGHT, _LIGHT_QUALITY = 800, 45
"""Pixels along the longer side; who looks closer gets all of them."""
_LEARNING = threading.Lock()
"""One board at a time: it takes many seconds."""


@open_to(Access.HOST)
def boards_page(request: Request) -> Response:
    """List the boards that were taught, and offer to teach another one."""
    return _page(request)


@open_to(Access.HOST)
def take_photos(request: Request) -> Response:
    """Learn a board from photos of it while it is empty, then go on to its marks."""
    files = [each for each in form_of(request).getlist("photos") if isinstance(each, UploadFile)]
    files = [each for each in files if each.filename]
    try:
        if not 1 <= len(files) <= _MOST_PHOTOS:
            raise HostError("board-photos", n=len(files), fewest=1, most=_MOST_PHOTOS)
        size = sides_in(f"{field_of(request, 'width', 9)}x{field_of(request, 'height', 9)}")
        board = planned(field_of(request, "name", 40), size, _folds(field_of(request, "folds")))
        corners = field_of(request, "corners", _MOST_CORNERS)
        if not _LEARNING.acquire(blocking=False):
            raise Busy
        try:
            greys = [_opened(request, file) for file in files]
            taught = learned(board, greys, points_in(corners) if corners else None)
        finally:
            _LEARNING.release()
    except HostError as error:
        return _page(request, error)
    refused = ",".join(str(number + 1) for number in taught.refused)
    return go_to(f"/boards/{board.name}?new=1" + (f"&refused={refused}" if refused else ""))


def _folds(told: str) -> Sequence[float]:
    try:
        return sorted(float(each) for each in told.replace(",", " ").replace(";", " ").split())
    except ValueError:
        raise HostError("board-size", value=told[:40]) from None


def _opened(request: Request, file: UploadFile) -> Grey:
    from scanner.files.load import MOST_BYTES, pictures

    name = str(file.filename)[:60]
    try:
        return next(iter(pictures(file.file.read(MOST_BYTES + 1), name))).decode(1)
    except HostError as error:
        reason = sentence(error, lang_of(request))
        raise HostError("board-photo", file=name, reason=reason) from None


def _page(request: Request, error: HostError | None = None) -> Response:
    return render(
        request,
        "boards.html",
        status=422 if error else 200,
        wrong=sentence(error, lang_of(request)) if error else None,
        boards=[_facts(board) for board in shelf.boards()],
        given={name: field_of(request, name, 40) for name in ("name", "width", "height", "folds")},
        most=_MOST_PHOTOS,
    )


def _facts(board: Board) -> dict[str, Any]:
    return {
        "name": board.name,
        "width": round(board.size[0]),
        "height": round(board.size[1]),
        "marks": board.marks.count,
        "panels": len(board.panels),
        "lacks": len(lacks_of(board)),
        "confirmed": shelf.confirmed(board.name),
        "of": shelf.ENOUGH_CONFIRMED,
    }


@open_to(Access.HOST)
def board_page(request: Request) -> Response:
    """Show a board's flat picture, on which everything is marked."""
    return _marking(request)


@open_to(Access.HOST)
def take_part(request: Request) -> Response:
    """Make a board of the panels that a combination shows."""
    whole, game = _board(request), field_of(request, "game", 60)
    try:
        name = shelf.checked_name(field_of(request, "name", 40))
        if game not in (*rules_known(), *own_sheets()):
            raise HostError("board-combination", game=game, known=", ".join(rules_known()))
        part = parted(whole, name, panels_in(field_of(request, "panels", 20)), game)
    except HostError as error:
        return _marking(request, error)
    return go_to(f"/boards/{part.name}")


def _marking(request: Request, error: HostError | None = None) -> Response:
    from scanner.board.blank import board_blank
    from scanner.board.likeness import is_repeating
    from scanner.board.teach import ENOUGH
    from scanner.page.tags import find_stickers

    board, lang = _board(request), lang_of(request)
    hints = []
    for told in request.query_params.get("refused", "").split(","):
        if told.isdecimal() and int(told) <= _MOST_PHOTOS:
            hints.append(say("boards.refused", lang, n=int(told)))
    if board.photos < ENOUGH:
        hints.append(say("boards.few", lang))
    if is_repeating(board) and not find_stickers(board_blank(board)):
        hints.append(say("boards.repeating", lang, share=round(100 * board.likeness)))
    return render(
        request,
        "board.html",
        status=422 if error else 200,
        wrong=sentence(error, lang) if error else None,
        given={name: field_of(request, name, 40) for name in ("name", "panels")},
        board=_facts(board),
        fingerprint=f"{board.fingerprint:08x}",
        hints=hints,
        lacks=[*_told(board, lang), *_beside(board, _proposals(board), lang)],
        games=[*rules_known(), *own_sheets()],
        game=board.marks.game,
    )


@open_to(Access.HOST)
def board_picture(request: Request) -> Response:
    """Give a board's flat picture."""
    return Response(shelf.blank_of(_board(request)), media_type="image/png")


@open_to(Access.HOST)
def light_picture(request: Request) -> Response:
    """Give a board's flat picture as the page first shows it, whole and light."""
    board = _board(request)
    headers = {"Cache-Control": "private, max-age=600"}
    return Response(_light(shelf.blank_of(board)), media_type="image/webp", headers=headers)


@lru_cache(maxsize=8)
def _light(blank: bytes) -> bytes:
    from PIL import Image

    out = BytesIO()
    with Image.open(BytesIO(blank)) as picture:
        picture.thumbnail((_LIGHT, _LIGHT))
        picture.save(out, "WEBP", quality=_LIGHT_QUALITY, method=4)
    return out.getvalue()


@open_to(Access.HOST)
def board_marks(request: Request) -> Response:
    """Give what is marked, and what may be worth marking."""
    board = _board(request)
    told = {"size": board.size, "folds": board.folds, "marks": plain_of(board.marks)}
    drawn = [msgspec.to_builtins(each) for each in _proposals(board)]
    return JSONResponse(told | {"proposals": drawn, "belongs": belonging(board.marks)})


@open_to(Access.HOST)
def board_wanted(request: Request) -> Response:
    """Name the places of an own sheet, in order; none of other rules."""
    try:
        marks = marks_from(
            {
                "game": request.query_params.get("game", ""),
                "players": int(request.query_params.get("players", "0")),
            },
            shelf.FILE,
        )
    except (HostError, ValueError):
        raise HTTPException(400) from None
    board = replace(_board(request), marks=ruled(marks))
    sheet = sheet_of(board)
    places = wanted(sheet, board.marks.players) if sheet else ()
    return JSONResponse(
        [
            {
                "id": each.id,
                "kind": each.kind,
                "points": len(each.slot.field.points) if each.kind == LINE else 0,
            }
            for each in places
        ]
    )


@open_to(Access.HOST)
def stickers(request: Request) -> Response:
    """Give the page of stickers for boards whose print repeats itself."""
    from printkit.stickers import sticker_sheet

    return Response(sticker_sheet("a4", lang_of(request)), media_type="application/pdf")


@open_to(Access.HOST)
def take_marks(request: Request) -> Response:
    """Say what is missing in what was marked, and perhaps keep it."""
    board = _board(request)
    told = form_of(request).get("marks", "")
    if not isinstance(told, str) or not told.startswith("{"):
        raise HTTPException(400)
    marked = replace(board, marks=ruled(read_marks(told.encode(), shelf.FILE)))
    is_new = field_of(request, "keep") == "yes" and marked.marks != board.marks
    if is_new:
        keep_rules(marked.marks)
        marked = shelf.keep(marked, shelf.blank_of(board))
    answer = {
        "lacks": _told(marked, lang_of(request)),
        "hints": _beside(marked, _proposals(board), lang_of(request)),
        "belongs": belonging(marked.marks),
        "kept": is_new,
        "fingerprint": f"{marked.fingerprint:08x}",
    }
    return JSONResponse(answer)


@open_to(Access.HOST)
def confirm_photo(request: Request) -> Response:
    """Count a photo that the host has compared with the board."""
    board = _board(request)
    shelf.confirm(board.name)
    return go_to("/boards")


def _board(request: Request) -> Board:
    board = shelf.named(request.path_params["name"])
    if board is None:
        raise HTTPException(404)
    return board


def _told(board: Board, lang: str) -> list[str]:
    return [lack_text(lack, lang) for lack in lacks_of(board)]


def _beside(board: Board, drawn: Sequence[Proposal], lang: str) -> list[str]:
    from scanner.board.aside import aside_texts

    return aside_texts(board.marks, drawn, lang)


@lru_cache(maxsize=4)
def _proposals(board: Board) -> Sequence[Proposal]:
    from scanner.board.blank import board_blank
    from scanner.board.propose import proposals

    return proposals(board_blank(board))


ROUTES = [
    Route("/boards", boards_page),
    Route("/boards", take_photos, methods=["POST"]),
    Route("/boards/stickers.pdf", stickers),
    Route("/boards/{name}", board_page),
    Route("/boards/{name}/wanted", board_wanted),
    Route("/boards/{name}/flat.png", board_picture),
    Route("/boards/{name}/light.webp", light_picture),
    Route("/boards/{name}/marks", board_marks),
    Route("/boards/{name}/marks", take_marks, methods=["POST"]),
    Route("/boards/{name}/part", take_part, methods=["POST"]),
    Route("/boards/{name}/confirm", confirm_photo, methods=["POST"]),
]
