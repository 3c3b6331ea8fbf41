"""Photographs in, boards out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scanner.scan import Scan
    from scanner.stages import Keep

# Our matrices are small: a second thread would only spin, and keep a core from another worker.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def read_photo(source: str | Path | bytes, *, lang: str = "en") -> list[dict[str, Any]]:
    """Read every sheet in a photo, document or film.

    Args:
        source: A file's path, or its content.
        lang: Language of names and messages.

    Returns:
        The same objects that ``paperplay scan --json`` prints, one for each sheet.
    """
    from scanner.scan_json import scan_json

    return [scan_json(scan, lang) for scan in scans_of(source)]


def scans_of(
    source: str | Path | bytes, name: str | None = None, keep: Keep | None = None
) -> Iterator[Scan]:
    """Read every sheet in a photo, document or film; a file that cannot be read is a result, too.

    Results call it by ``name``, or else by the file's own.
    """
    from scanner.pictures import PhotoError
    from scanner.pipeline import unreadable
    from scanner.whole_file import sheets_in

    own_name = "-" if isinstance(source, bytes) else Path(source).name
    try:
        for sheets, _ in sheets_in(source, name, keep):
            yield from sheets
    except PhotoError as error:
        yield unreadable(error, own_name if name is None else name)
