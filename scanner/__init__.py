"""Photographs in, boards out."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def read_photo(source: str | Path | bytes, *, lang: str = "en") -> list[dict[str, Any]]:
    """Read every sheet in a photo or document.

    Args:
        source: A file's path, or its content.
        lang: Language of names and messages.

    Returns:
        The same objects that ``paperplay scan --json`` prints, one a sheet.
    """
    from scanner.load import pictures
    from scanner.pictures import PhotoError
    from scanner.pipeline import read_picture, unreadable_file

    try:
        return [
            scan.as_json()
            for picture in pictures(source)
            for scan in read_picture(picture, lang=lang)
        ]
    except PhotoError as error:
        name = Path(source).name if isinstance(source, str | Path) else ""
        return [unreadable_file(name, error, lang).as_json()]
