"""Sheets that people make, handed in on the page as a file, with the pictures that it shows."""

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
from printkit.own.cut_words import cut_words
from rules.errors import HostError
from templates.games import shelved
from templates.own.checking import checked
from templates.own.faults import SheetFaults
from templates.own.file import MOST_PICTURE
from templates.own.sections import PICTURE_NAME

_MOST_FILES = 9
"""A sheet and its pictures."""


@open_to(Access.HOST)
def take_sheet(request: Request) -> Response:
    """Check a sheet file, keep it, and show it as it will be printed."""
    files = [each for each in form_of(request).getlist("file") if isinstance(each, UploadFile)]
    files = [each for each in files if each.filename][:_MOST_FILES]
    sheets = [each for each in files if str(each.filename).lower().endswith(".toml")]
    if len(sheets) != 1:
        raise HostError("own-no-file", file="*.toml")
    shelf = shelved().shelf
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / _named(sheets[0])  # what is wrong is told with this name
        for file in files:
            name = Path(str(file.filename)).name
            if file is sheets[0]:
                path.write_bytes(file.file.read(MOST_PICTURE + 1))
            elif PICTURE_NAME.fullmatch(name) and name.strip(".") and name != path.name:
                (path.parent / name).write_bytes(file.file.read(MOST_PICTURE + 1))
        found = checked(path)
        if cut := cut_words(found.sheet, [layout for _, layout in found.layouts], path):
            raise SheetFaults(cut)
        sheet = shelf.sheet_in(path)
        shelf.keep(sheet)
    return go_to(f"/print?what={sheet}")


def _named(sheet: UploadFile) -> str:
    """Give a sheet file the name that it had, if it is a plain one."""
    name = Path(str(sheet.filename)).name
    return name if PICTURE_NAME.fullmatch(name) else "sheet.toml"


ROUTES = [Route("/print/made", take_sheet, methods=["POST"])]
