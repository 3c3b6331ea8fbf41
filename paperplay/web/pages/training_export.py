"""What people corrected, as pictures to learn from: small crops, and a list of what they show.

A crop holds one element and no name. The list says what a person saw there and what the
scanner had read, so that its mistakes can be looked at and trained on.
"""

from __future__ import annotations

import csv
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import IO

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.web.pages.marked_sheet import grey_page
from paperplay.web.server.rendering import zip_answer
from paperplay.web.server.security import Access
from paperplay.web.server.visitors import open_to, state_of
from paperplay.web.store.database import Store
from paperplay.web.store.sheets import row_of
from scanner.crops import png_of
from templates.geometry import Box

LABELS = "labels.csv"
HEAD = ("file", "sheet", "element", "kind", "label", "read_as")
NOTHING = "none"
"""The label of an element that is empty or cannot be read as anything."""
_BEYOND = 1.3
"""How far beyond its field a digit's crop goes, mm, as the scanner cuts it."""
_LEAST, _AROUND = 12.0, 6.0
"""Side of the smallest other crop, and what is added around larger ones, mm."""


@dataclass(frozen=True, slots=True)
class CorrectedElement:
    """One corrected element, as its picture shows it."""

    sheet: str
    """The kind of sheet."""
    element: str
    is_digit: bool
    label: object
    read_as: object
    page: Path
    area: Box
    """What its crop shows, mm."""


@open_to(Access.HOST)
def crops_file(request: Request) -> Response:
    """Give all corrections whose sheets are kept, as one file."""
    store = state_of(request).store
    return zip_answer(store.folder, "paperplay-crops.zip", lambda file: write_crops(file, store))


def write_crops(target: IO[bytes], store: Store) -> int:
    """Write the crops and their list, and say how many there are."""
    lines = StringIO()
    table = csv.writer(lines, lineterminator="\n")
    table.writerow(HEAD)
    count = 0
    with zipfile.ZipFile(target, "w") as pack:
        for crop in crops_of(store):
            count += 1
            name = f"crops/{count:06}.png"
            pack.writestr(name, png_of(grey_page(crop.page), crop.area))
            kind = "digit" if crop.is_digit else "mark"
            labels = (_text(crop.label), _text(crop.read_as))
            table.writerow((name, crop.sheet, crop.element, kind, *labels))
        pack.writestr(LABELS, lines.getvalue(), zipfile.ZIP_DEFLATED)
    return count


def crops_of(store: Store) -> Iterator[CorrectedElement]:
    """Go through the corrections; of several about one element the last is right.

    What the photo does not show is no picture to learn from, whoever said what is there.
    """
    rows = store.db.execute(
        "SELECT sheets.*, corrections.element, corrections.value,"
        " (SELECT first.before FROM corrections AS first WHERE first.sheet = sheets.id"
        "  AND first.element = corrections.element ORDER BY first.id LIMIT 1) AS read_as"
        " FROM corrections JOIN sheets ON sheets.id = corrections.sheet"
        " WHERE deleted IS NULL AND flat IS NOT NULL AND corrections.id IN"
        " (SELECT max(id) FROM corrections GROUP BY sheet, element) ORDER BY corrections.id"
    ).fetchall()
    for row in rows:
        crop = _crop(store, row)
        if crop is not None and crop.page.is_file():
            yield crop


def _crop(store: Store, row: sqlite3.Row) -> CorrectedElement | None:
    scan, element = row_of(row).scan, row["element"]
    place = scan.layout.places.get(element)
    if place is None or scan.is_check:  # nobody has written on that page
        return None
    if element in json.loads(row["scanned"]).get("unseen", ()):
        return None
    width, height = place.area.size
    if place.is_digit:
        size = (width + 2 * _BEYOND, height + 2 * _BEYOND)
    else:
        size = (max(_LEAST, width + _AROUND), max(_LEAST, height + _AROUND))
    return CorrectedElement(
        sheet=scan.sheet,
        element=element,
        is_digit=place.is_digit,
        label=json.loads(row["value"]),
        read_as=json.loads(row["read_as"]),
        page=store.pages / row["flat"],
        area=Box(place.area.center, size),
    )


def _text(value: object) -> str:
    if value is None:
        return NOTHING
    return str(value).lower() if isinstance(value, bool) else str(value)


ROUTES = [Route("/training/crops.zip", crops_file)]
