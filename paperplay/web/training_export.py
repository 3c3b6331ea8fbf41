"""What people corrected, as pictures to learn from: small crops, and a list of what they show.

A crop holds one element and no name. The list says what a person saw there and what the
scanner had read, so that its mistakes can be looked at and trained on.
"""

from __future__ import annotations

import csv
import json
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from paperplay.web.marked_sheet import cut
from paperplay.web.reading import EXTRA
from paperplay.web.security import Role
from paperplay.web.store import Store
from paperplay.web.who import open_to, state_of
from rules.errors import HostError
from templates.geometry import Box
from templates.daydream.load import is_daydream

LABELS = "labels.csv"
HEAD = ("file", "sheet", "element", "kind", "label", "read_as")
NOTHING = "none"
"""The label of an element that is empty or cannot be read as anything."""
_BEYOND = 1.3
"""How far beyond its field a digit's crop goes, mm, as the scanner cuts it."""
_LEAST, _AROUND = 12.0, 6.0
"""Side of the smallest other crop, and what is added around larger ones, mm."""


@dataclass(frozen=True, slots=True)
class Crop:
    """One corrected element."""

    sheet: str
    """The kind of sheet."""
    element: str
    is_digit: bool
    label: object
    read_as: object
    page: Path
    place: tuple[float, float, float, float]
    size: tuple[float, float]
    """Of the page, mm."""


@open_to(Role.HOST)
def crops_file(request: Request) -> Response:
    """Give all corrections whose sheets are kept, as one file."""
    store = state_of(request).store
    with NamedTemporaryFile(dir=store.folder, prefix=".crops-", delete=False) as file:
        path = Path(file.name)
        try:
            write_crops(file, store)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    gone = BackgroundTask(path.unlink, missing_ok=True)
    return FileResponse(
        path, media_type="application/zip", filename="paperplay-crops.zip", background=gone
    )


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
            pack.writestr(name, cut(crop.page, crop.place, crop.size))
            kind = "digit" if crop.is_digit else "mark"
            labels = (_text(crop.label), _text(crop.read_as))
            table.writerow((name, crop.sheet, crop.element, kind, *labels))
        pack.writestr(LABELS, lines.getvalue(), zipfile.ZIP_DEFLATED)
    return count


def crops_of(store: Store) -> Iterator[Crop]:
    """Go through the corrections; of several about one element the last is right."""
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


def _crop(store: Store, row: sqlite3.Row) -> Crop | None:
    scan = json.loads(row["now"])
    facts, element = scan[EXTRA], row["element"]
    field = _digit_fields(scan).get(element)
    if field is not None:
        width, height = field.size
        place = (*field.center, width + 2 * _BEYOND, height + 2 * _BEYOND)
    elif element in facts["at"]:
        x, y, width, height = facts["at"][element]
        place = (x, y, max(_LEAST, width + _AROUND), max(_LEAST, height + _AROUND))
    else:
        return None
    return Crop(
        sheet=scan["board"]["sheet"],
        element=element,
        is_digit=field is not None,
        label=json.loads(row["value"]),
        read_as=json.loads(row["read_as"]),
        page=store.pages / row["flat"],
        place=place,
        size=(facts["size"][0], facts["size"][1]),
    )


def _digit_fields(scan: Mapping[str, object]) -> Mapping[str, Box]:
    """Give the fields of one digit each; score sheets have only numbers and marks."""
    board = scan["board"]
    assert isinstance(board, dict)
    if not is_daydream(board["sheet"]) or not scan.get("sheet_code"):
        return {}
    from scanner.blank import layout_of
    from templates.daydream.layout import Layout
    from templates.sheet_code import read_printed

    try:
        layout = layout_of(read_printed(str(scan["sheet_code"])))
    except HostError:
        return {}
    assert isinstance(layout, Layout)
    moons = {
        f"{moon}.value": Box(disc.center, (2 * disc.radius, 2 * disc.radius))
        for moon, disc in layout.chain.items()
    }
    frames = {f"{polaroid}.value": box for polaroid, box in layout.polaroids.items()}
    return {**layout.clouds, **frames, **moons}


def _text(value: object) -> str:
    if value is None:
        return NOTHING
    return str(value).lower() if isinstance(value, bool) else str(value)


ROUTES = [Route("/training/crops.zip", crops_file)]
