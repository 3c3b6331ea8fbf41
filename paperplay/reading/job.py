"""What one job is, and what comes back: pages of a file."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from paperplay.reading.kept import is_result, pages_in
from paperplay.reading.photo_files import Photo
from rules.errors import HostError
from scanner.scan import Scan
from scanner.stages import Keep

Pages = list[list[Scan]]
"""Pictures of a file, and the sheets in each."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a file's pages, as they were read."""

    pages: Pages
    every: int = 0
    """How many pages the file has; 0 if it cannot be read any further."""


def read_part(
    photo: Photo, keep: Keep, which: slice = slice(None), source: bytes | None = None
) -> Part:
    """Read pages of a file, or results that were kept; what cannot be read is a result, too.

    The ``source`` is the file's content, if it is not to be read from the disk.
    """
    from scanner.whole_file import sheets_in

    pages: Pages = []
    every = 0
    try:
        if is_result(photo.path):
            return Part(pages_in(photo.path, keep))
        found = sheets_in(photo.path if source is None else source, photo.name, keep, which)
        for sheets, every in found:  # noqa: B007 - the last one counts
            pages.append(sheets)
    except HostError as error:
        return Part([*pages, [unreadable(photo, error)]])
    except Exception as error:  # noqa: BLE001 - one file must not take the others with it
        crashed = HostError("photo-crashed", reason=type(error).__name__)
        return Part([*pages, [unreadable(photo, crashed)]])
    return Part(pages, every)


def unreadable(photo: Photo, error: HostError, page: int = 1) -> Scan:
    """Give the result of a file, or of its pages from this one on, that could not be read."""
    from scanner.pipeline import unreadable as unreadable_picture

    return unreadable_picture(error, photo.name, page)


def prepare() -> None:
    """Load what the first photo would have to wait for, by reading a sheet that nobody sent."""
    from scanner.page.blank import blank_page
    from scanner.pictures import Picture
    from scanner.pipeline import read_picture
    from templates.games import all_sheets
    from templates.load import code_for

    page = blank_page(code_for(all_sheets()[0]))
    read_picture(Picture("", 1, page.shape[::-1], lambda reduction: page))


def note_of(scan: Scan) -> dict[str, Any]:
    """Write a result down, so that a stopped call can go on."""
    from scanner.scan_json import scan_json
    from templates.languages import DEFAULT_LANGUAGE

    pictures = {name: base64.b64encode(png).decode() for name, png in scan.pictures.items()}
    flat = base64.b64encode(scan.flat).decode()
    return {"scan": scan_json(scan, DEFAULT_LANGUAGE), "pictures": pictures, "flat": flat}


def noted(data: Mapping[str, Any]) -> Scan:
    """Give back a result that was written down."""
    from scanner.scan_json import scan_from

    pictures = {name: base64.b64decode(png) for name, png in data["pictures"].items()}
    return replace(scan_from(data["scan"]), pictures=pictures, flat=base64.b64decode(data["flat"]))
