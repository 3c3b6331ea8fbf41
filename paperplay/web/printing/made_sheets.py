"""Sheets that people make, handed in on the page as a file."""

from __future__ import annotations

import tempfile
from pathlib import Path

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.web.server.rendering import go_to
from paperplay.web.server.security import Access
from paperplay.web.server.visitors import form_of, open_to
from rules.errors import HostError
from templates.games import shelved
from templates.own.checking import checked

_MOST = 70_000
"""Bytes that are taken; a sheet file has fewer."""


@open_to(Access.HOST)
def take_sheet(request: Request) -> Response:
    """Check a sheet file, keep it, and show it as it will be printed."""
    file = form_of(request).get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise HostError("own-no-file", file="")
    shelf = shelved().shelf
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.toml"
        path.write_bytes(file.file.read(_MOST))
        checked(path)
        sheet = shelf.sheet_in(path)
        shelf.keep(sheet)
    return go_to(f"/print?what={sheet}")


ROUTES = [Route("/print/made", take_sheet, methods=["POST"])]
