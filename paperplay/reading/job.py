"""What one job is, and what comes back: pages of a file, read as somebody wishes."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paperplay.evening.duplicates import Found
from paperplay.scan_files import Photo
from rules.errors import HostError

Pages = list[list[Found]]
"""Pictures of a file, and the sheets in each."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How each file is to be read."""

    lang: str = "en"
    marked: Path | None = None
    debug: Path | None = None
    crops: bool = False
    """Keep pictures of names and doubts with each scan."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a file's pages, as they were read."""

    pages: Pages
    every: int = 0
    """How many pages the file has; 0 if it cannot be read any further."""


def read_part(
    photo: Photo, wishes: Wishes, which: slice = slice(None), source: bytes | None = None
) -> Part:
    """Read pages of a file; what cannot be read is a result, too.

    Args:
        photo: The file.
        wishes: How to read it.
        which: The pages, counted from 0.
        source: The file's content, if it is not to be read from the disk.
    """
    from scanner.load import pictures
    from scanner.pipeline import read_picture

    pages: Pages = []
    every = 0
    options = {name: getattr(wishes, name) for name in ("lang", "marked", "debug", "crops")}
    try:
        for picture in pictures(photo.path if source is None else source, photo.name, which):
            scans = read_picture(picture, **options)
            pages.append([Found(scan.as_json(), scan.pictures) for scan in scans])
            every = picture.pages
    except HostError as error:
        return Part([*pages, unreadable(photo, error, wishes.lang)])
    except Exception as error:  # noqa: BLE001 - one file must not take the others with it
        crashed = HostError("photo-crashed", reason=type(error).__name__)
        return Part([*pages, unreadable(photo, crashed, wishes.lang)])
    return Part(pages, every)


def unreadable(photo: Photo, error: HostError, lang: str, page: int = 1) -> list[Found]:
    """Give the result of a file, or of its pages from this one on, that could not be read."""
    from scanner.pictures import PhotoError
    from scanner.pipeline import unreadable_file

    told = unreadable_file(photo.name, PhotoError(error.code, **error.facts), lang)
    return [Found(replace(told, page=page).as_json())]


def prepare() -> None:
    """Load what the first photo would have to wait for, by reading a sheet that nobody sent."""
    from scanner.blank import blank_page
    from scanner.pictures import Picture
    from scanner.pipeline import read_picture
    from templates.page import KINDS
    from templates.sheet_code import SheetCode

    page = blank_page(SheetCode(KINDS[0]))
    read_picture(Picture("", 1, page.shape[::-1], lambda reduction: page, lambda: page))


def note_of(one: Found) -> dict[str, Any]:
    """Write a result down, so that a stopped call can go on."""
    pictures = {name: base64.b64encode(png).decode() for name, png in one.pictures.items()}
    return {"scan": one.scan, "pictures": pictures}


def noted(data: Mapping[str, Any]) -> Found:
    """Give back a result that was written down."""
    pictures = {name: base64.b64decode(png) for name, png in data["pictures"].items()}
    return Found(data["scan"], pictures)
