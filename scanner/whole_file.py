"""Read whatever people hand over: a photo, the pages of a document, or a film."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from scanner import pipeline
from scanner.files.load import film_in, pictures
from scanner.pictures import Grey, PhotoError, Picture
from scanner.scan import Scan
from scanner.stages import Keep


def sheets_in(
    source: str | Path | bytes,
    name: str | None = None,
    keep: Keep | None = None,
    which: slice = slice(None),
) -> Iterator[tuple[list[Scan], int]]:
    """Read a file, picture by picture: the sheets of each, and how many pictures there are.

    Args:
        source: The file's path, or its content.
        name: What it is called in results; without it, the path's last part.
        keep: Which pictures to keep on the way.
        which: The pages of a document, counted from 0.

    Raises:
        PhotoError: It cannot be read, or is neither picture nor film.
    """
    film = film_in(source, name)
    if film is None:
        empty: set[bytes] = set()
        for picture in pictures(source, name, which):
            yield _read(picture, keep, empty), picture.pages
        return
    from scanner.files.films import frames
    from scanner.film import read_film

    began = time.perf_counter()
    called = name or (Path(source).name if not isinstance(source, bytes) else "-")
    scans = read_film(called, frames(film, called), keep)
    each = (time.perf_counter() - began) / max(len(scans), 1)
    yield [replace(scan, seconds=each) for scan in scans], 1


def _read(picture: Picture, keep: Keep | None, empty: set[bytes]) -> list[Scan]:
    """Read a picture; a page that shows again what held no sheet is not searched again.

    Few bytes can show one page hundreds of times.
    """
    if picture.pages == 1:
        return pipeline.read_picture(picture, keep)
    shown = b""

    def decode(reduction: int) -> Grey:
        nonlocal shown
        grey = picture.decode(reduction)
        if not shown:
            shown = blake2b(grey.tobytes(), salt=b"%d" % grey.shape[1]).digest()
            if shown in empty:
                raise PhotoError("no-sheet")
        return grey

    scans = pipeline.read_picture(replace(picture, decode=decode), keep)
    if shown and [scan.failure and scan.failure.code for scan in scans] == ["no-sheet"]:
        empty.add(shown)
    return scans
