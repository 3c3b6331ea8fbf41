"""Opens whatever people hand over as a photo, and refuses with a reason what is none.

What a file is, is told by its first bytes, never by its name. Size and number of pixels
are limited before anything is decoded.
"""

from __future__ import annotations

import errno
import stat
from collections.abc import Iterator
from pathlib import Path

from rules.values import nearest
from scanner.files.decoders import document_pictures, jpeg_picture, pillow_picture
from scanner.files.kinds import is_cut, kind_of
from scanner.pictures import PhotoError, Picture

MOST_BYTES = 60_000_000
MOST_FILM_BYTES = 600_000_000
"""Two minutes of 4K."""
_HEAD = 1024  # bytes that tell what a file is


def pictures(
    source: str | Path | bytes, name: str | None = None, which: slice = slice(None)
) -> Iterator[Picture]:
    """Open a file: one picture, or one for each page of a document.

    Args:
        source: The file's path, or its content.
        name: What it is called in messages; without it, the path's last part.
        which: The pages of a document, counted from 0; others are not decoded.

    Raises:
        PhotoError: It cannot be read, is no picture, or too large. A picture whose
            content is broken is yielded, and its ``decode`` raises.
    """
    if isinstance(source, bytes):
        name, data = name or "-", source
    else:
        name = name or Path(source).name or str(source)
        data = _read(Path(source), name)
    if not data:
        raise PhotoError("photo-empty", file=name)
    if len(data) > MOST_BYTES:
        raise _too_large(len(data), name)
    kind = kind_of(data)
    if kind is None or kind == "film":
        raise PhotoError("photo-not-a-picture", file=name)
    if is_cut(data, kind):
        raise PhotoError("photo-truncated", file=name)
    if kind == "jpeg":
        yield jpeg_picture(data, name)
    elif kind in ("png", "webp"):
        yield pillow_picture(data, kind, name)
    else:
        yield from document_pictures(data, kind, name, which)


def film_in(source: str | Path | bytes, name: str | None = None) -> Path | bytes | None:
    """Give a source if it is a film, told by its first bytes; None for everything else.

    Raises:
        PhotoError: The film is too large.
    """
    if isinstance(source, bytes):
        return source if kind_of(source[:_HEAD]) == "film" else None
    path = Path(source)
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            if kind_of(file.read(_HEAD)) != "film":
                return None
        size = path.stat().st_size
    except (OSError, ValueError):  # opening it as a picture says what is wrong
        return None
    if size > MOST_FILM_BYTES:
        raise _too_large(size, name or path.name, MOST_FILM_BYTES)
    return path


def _read(path: Path, name: str) -> bytes:
    """Read a file that is not too large, and nothing that is not a file."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise PhotoError("photo-folder", file=name)
        if not stat.S_ISREG(found.st_mode):  # a pipe would wait, a device never end
            raise PhotoError("photo-not-a-picture", file=name)
        if found.st_size > MOST_BYTES:
            raise _too_large(found.st_size, name)
        with path.open("rb") as file:
            return file.read(found.st_size + 1)  # room for more takes longer than reading
    except FileNotFoundError:
        if path.is_symlink():
            raise PhotoError("photo-link", file=name) from None
        raise PhotoError("photo-missing", file=name, did_you_mean=neighbour(path)) from None
    except (OSError, ValueError) as error:  # a name that no file can have is a ValueError
        loop = isinstance(error, OSError) and error.errno == errno.ELOOP
        raise PhotoError("photo-link" if loop else "photo-no-access", file=name) from None


def neighbour(path: Path) -> str | None:
    """Find the file beside it that was probably meant."""
    try:
        return nearest(path.name, [each.name for each in path.parent.iterdir()])
    except OSError:
        return None


def _too_large(size: int, name: str, most: int = MOST_BYTES) -> PhotoError:
    found, limit = round(size / 1e6), round(most / 1e6)
    return PhotoError("photo-too-large", file=name, size=found, limit=limit)
