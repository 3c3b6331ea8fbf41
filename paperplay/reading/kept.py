"""Results that were written before: what ``scan --json`` printed, taken up again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from paperplay.board_files import boards_in
from rules.errors import HostError
from scanner.scan import Scan
from scanner.stages import Keep
from templates.telling import printable

if TYPE_CHECKING:
    from paperplay.reading.job import Pages


def is_result(path: Path) -> bool:
    """Say whether a file holds results instead of a picture."""
    return path.suffix.lower() in (".json", ".jsonl")


def scans_in(path: Path) -> Iterator[Scan]:
    """Read a result, line by line; a HostError names the line."""
    from scanner.scan_json import scan_from

    try:
        with path.open("rb") as file:
            for line in boards_in(file, str(path)):
                try:
                    yield scan_from(line.data())
                except HostError:
                    facts = {"file": printable(str(path)), "line": line.line}
                    raise HostError("review-not-a-scan", **facts) from None
    except (OSError, ValueError):
        raise HostError("review-unreadable", file=printable(str(path))) from None


def photo_of(scan: Scan, folders: Sequence[Path]) -> Path | None:
    """Find the photo that a scan was read from, if it is still there."""
    return next((folder / scan.file for folder in folders if (folder / scan.file).is_file()), None)


def folders_beside(result: Path) -> list[Path]:
    """Name the folders that the photos of a result may be in."""
    return [result.parent, Path()]


def pages_in(result: Path, keep: Keep) -> Pages:
    """Read a result, sorted by pictures; what is kept of those is taken from the photos."""
    pages = [list(sheets) for _, sheets in groupby(scans_in(result), lambda s: (s.file, s.page))]
    if not (keep.marked or keep.crops or keep.flat):
        return pages
    return [_pictured(sheets, keep, folders_beside(result)) for sheets in pages]


def _pictured(sheets: list[Scan], keep: Keep, folders: Sequence[Path]) -> list[Scan]:
    from scanner.files.load import pictures
    from scanner.pipeline import pictured

    photo, page = photo_of(sheets[0], folders), sheets[0].page
    try:
        found = pictures(photo, sheets[0].file, slice(page - 1, page)) if photo else iter(())
        return next((pictured(picture, sheets, keep) for picture in found), sheets)
    except HostError:  # it has changed since
        return sheets
