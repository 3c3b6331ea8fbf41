"""Read one uploaded photo: everything about its sheets that the page shows, as plain values.

It runs in a worker process, so that the server itself never decodes a picture. A scan is
kept as scripts see it, with one more field ``page_facts`` of what only the page needs; its
sentences are put into the visitor's language when they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scanner.reading import Reading
    from templates.game import Value
    from scanner.scan import Scan

Json = dict[str, Any]
EXTRA = "page_facts"
"""The field of a scan that holds what only the page needs."""
_JPEG = 82
_MOST_LISTED = 30
"""An element with more possible values than these is asked for as a number."""


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """One sheet of a photo, or the reason why there is none."""

    scan: Json
    flat: bytes | None
    """The flattened page as JPEG."""


def read_photo(path: str, shown: str) -> list[ReadSheet]:
    """Read every sheet in a file; what cannot be read is a result, too."""
    from scanner.load import pictures
    from scanner.pictures import PhotoError
    from scanner.pipeline import read_picture

    pages = _pages()
    found: list[ReadSheet] = []
    try:
        for picture in pictures(Path(path), shown):
            for scan in read_picture(picture, keep=pages):
                found.append(_sheet(scan, pages.flat.pop(scan.index, None)))
    except PhotoError as error:
        found.append(unreadable(shown, error.code, error.facts))
    except Exception as error:  # noqa: BLE001 - the reader goes on with the next photo
        found.append(unreadable(shown, "photo-crashed", {"reason": type(error).__name__}))
    return found


def unreadable(shown: str, code: str, facts: Mapping[str, object]) -> ReadSheet:
    """Give the result of a photo that could not be read at all."""
    scan = {
        "format": 1,
        "file": shown,
        "page": 1,
        "index": 1,
        "status": "unreadable",
        "code": code,
        "reason": "",
        EXTRA: {"facts": {name: _plain(fact) for name, fact in facts.items()}},
    }
    return ReadSheet(scan, None)


def _pages() -> Any:
    """Make a keeper of flattened pages; the scanner hands them over as they are read."""
    from scanner.stages import Keep

    class Pages(Keep):
        def __init__(self) -> None:
            super().__init__()
            object.__setattr__(self, "flat", {})

        def result(self, picture: Any, scan: Any, page: Any, layout: Any) -> None:
            self.flat[scan.index] = (page.grey, layout)  # type: ignore[attr-defined]

    return Pages()


def _sheet(scan: Scan, kept: tuple[Any, Any] | None) -> ReadSheet:
    told = scan.as_json()
    if kept is None:
        facts = {name: _plain(fact) for name, fact in scan.reason_facts.items()}
        return ReadSheet({**told, EXTRA: {"facts": facts}}, None)
    import cv2

    grey, layout = kept
    done, jpeg = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, _JPEG])
    told[EXTRA] = _facts(scan, layout)
    return ReadSheet(told, jpeg.tobytes() if done else None)


def _facts(scan: Scan, layout: Any) -> Json:
    """Say where everything is, what it may be, and why somebody should look at it."""
    from paperplay.web.extents import extents_of, spots_of
    from scanner.crops import NAME
    from templates.daydream.layout import Layout

    at = extents_of(layout)
    if isinstance(layout, Layout):
        names = {NAME: layout.name}
    else:
        names = {f"{NAME}.{number}": area for number, area in enumerate(layout.names, start=1)}
    return {
        "size": [layout.page.width, layout.page.height],
        "at": {e: [round(number, 1) for number in at[e]] for e in scan.readings if e in at},
        "spots": spots_of(layout),
        "names": {name: [*area.center, *area.size] for name, area in names.items()},
        "values": {e: reading.guess for e, reading in scan.readings.items()},
        "may_be": _domains(scan.readings, layout),
        "likely": {doubt.reading.element: _likely(doubt.reading) for doubt in scan.doubts},
        "why": {doubt.reading.element: doubt.why for doubt in scan.doubts},
    }


def _domains(readings: Mapping[str, Reading], layout: Any) -> dict[str, Any]:
    """List what elements may be; a number alone stands for a field of so many digits."""
    from templates.daydream.layout import TOTAL_DIGITS, Layout

    if isinstance(layout, Layout):
        fields = {"total": TOTAL_DIGITS}
    else:
        fields = {field.id: field.digits for field in layout.digits}
    domains: dict[str, Any] = {}
    for element, reading in readings.items():
        listed = sorted(reading.chances, key=_order)
        is_number = element in fields or len(listed) > _MOST_LISTED
        domains[element] = fields.get(element, 3) if is_number else listed
    return domains


def _order(value: Value) -> tuple[int, int]:
    """Nothing comes first, numbers by their size, words as the reader lists them."""
    if value is None or isinstance(value, bool):
        return 0, int(bool(value))
    return (1, value) if isinstance(value, int) else (2, 0)


def _likely(reading: Reading, most: int = 4) -> list[Value]:
    """List the likeliest values, the guess first, and then what still has a chance."""
    by_chance = sorted(reading.chances, key=lambda value: -reading.chances[value])
    return [v for n, v in enumerate(by_chance) if n < 2 or reading.chances[v] > 0.02][:most]


def _plain(fact: object) -> object:
    """Make a fact of an error something that can be kept."""
    if isinstance(fact, list | tuple | set | frozenset):
        return [str(each) for each in fact]
    return fact if isinstance(fact, str | int | float | bool) or fact is None else str(fact)
