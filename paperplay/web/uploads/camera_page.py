"""A camera that helps: small frames come in, and what to do better goes back."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paperplay.web.server.rendering import lang_of
from paperplay.web.server.security import Access
from paperplay.web.server.visitors import field_of, form_of, open_to, state_of
from paperplay.web.uploads.quota import Busy
from templates.wording import say

if TYPE_CHECKING:
    from scanner.viewfinder import View

MOST_BYTES, MOST_SIDE = 400_000, 1600
_MOST_WIDTH = 20_000
_AT_ONCE = BoundedSemaphore(2)
"""Photos are read at the same time, and go first."""


@open_to(Access.GUEST)
def look_at(request: Request) -> Response:
    """Say what a frame shows, and what is in the way of a good photo."""
    if not state_of(request).settings.camera:
        raise HTTPException(404)
    frame, told = form_of(request).get("frame"), field_of(request, "width", 6)
    if not isinstance(frame, UploadFile) or not told.isdecimal() or (frame.size or 0) > MOST_BYTES:
        raise HTTPException(400)
    if not _AT_ONCE.acquire(blocking=False):
        raise Busy
    try:
        view = _looked(frame.file.read(MOST_BYTES + 1), min(int(told), _MOST_WIDTH))
    finally:
        _AT_ONCE.release()
    text = say(f"web.camera.hint.{view.hint}", lang_of(request))
    seen = {"corners": view.corners, "codes": view.codes}
    return JSONResponse({"hint": view.hint, "text": text, **seen})


def _looked(data: bytes, full_width: int) -> View:
    """Look at a frame; what is none, or a larger picture, is refused before it is decoded."""
    import io

    import numpy as np
    from PIL import Image

    from scanner.files.jpeg import picture_in
    from scanner.viewfinder import look

    try:
        # A frame of thousands of scans would take a minute.
        with Image.open(io.BytesIO(picture_in(data)), formats=["JPEG"]) as picture:
            if max(picture.size) > MOST_SIDE:
                raise HTTPException(400)
            grey = np.asarray(picture.convert("L"))
    except (OSError, EOFError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise HTTPException(400) from None
    return look(grey, full_width)


ROUTES = [Route("/camera/look", look_at, methods=["POST"])]
