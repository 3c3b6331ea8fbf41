"""Pictures of sheets: as light as what they are shown for, and whole when somebody opens them."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from paperplay.web.pages.elements import around, name_boxes
from paperplay.web.pages.review_page import page_file, sheet_of
from paperplay.web.server.rendering import lang_of
from paperplay.web.server.security import Access
from paperplay.web.server.visitors import open_to
from templates.geometry import Box

SIZES: Mapping[str, tuple[int, int]] = {"small": (200, 35), "middle": (480, 45), "view": (891, 50)}
"""Pixels along the longer side, and the quality: beside a name, in a card, the whole sheet.
The largest one is half of a flattened page, which a JPEG gives without being opened whole."""
_KEPT = {"Cache-Control": "private, max-age=3600"}


@open_to(Access.GUEST)
def whole(request: Request) -> Response:
    """Give the flattened page as it was read."""
    path = page_file(request, sheet_of(request))
    return FileResponse(path, media_type="image/jpeg", headers=_KEPT)


@open_to(Access.GUEST)
def lighter(request: Request) -> Response:
    """Give the flattened page in a size in which it is shown."""
    from paperplay.web.pages.marked_sheet import small

    size = SIZES.get(request.path_params["size"])
    if size is None:
        raise HTTPException(404)
    return _webp(small(page_file(request, sheet_of(request)), *size))


@open_to(Access.GUEST)
def element_picture(request: Request) -> Response:
    """Give the place of an element, with a little around it."""
    row, element = sheet_of(request), request.path_params["element"]
    if row.status == "unreadable" or element not in row.scan.layout.places:
        raise HTTPException(404)
    return _part(request, around(row.scan, element))


@open_to(Access.GUEST)
def name_picture(request: Request) -> Response:
    """Give the name as it is written on a sheet."""
    row = sheet_of(request)
    boxes = name_boxes(row.scan) if row.scan.is_read else []
    number = request.path_params["player"]
    if not 0 < number <= len(boxes):
        raise HTTPException(404)
    return _part(request, boxes[number - 1])


@open_to(Access.GUEST)
def marked_sheet(request: Request) -> Response:
    """Give a sheet with its notes."""
    from paperplay.web.pages.marked_sheet import marked

    row = sheet_of(request)
    kind, media = {"jpg": ("JPEG", "image/jpeg"), "pdf": ("PDF", "application/pdf")}.get(
        request.path_params["kind"], ("", "")
    )
    if not kind:
        raise HTTPException(404)
    data = marked(page_file(request, row), row.scan, lang_of(request), kind)
    name = f"paperplay-{row.id}.{request.path_params['kind']}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media, headers=headers)


def _part(request: Request, box: Box) -> Response:
    from paperplay.web.pages.marked_sheet import part

    return _webp(part(page_file(request, sheet_of(request)), box))


def _webp(data: bytes) -> Response:
    return Response(data, media_type="image/webp", headers=_KEPT)


ROUTES = [
    Route("/sheets/{sheet:int}/page.jpg", whole),
    Route("/sheets/{sheet:int}/{size}.webp", lighter),
    Route("/sheets/{sheet:int}/at/{element}.webp", element_picture),
    Route("/sheets/{sheet:int}/name/{player:int}.webp", name_picture),
    Route("/sheets/{sheet:int}/marked.{kind}", marked_sheet),
]
