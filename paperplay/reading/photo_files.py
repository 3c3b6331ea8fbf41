"""Which files a call of ``paperplay scan`` means: files, folders and patterns."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperplay.results.scan_text import printable
from rules.errors import HostError

ENDINGS = frozenset(
    (".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".tif", ".tiff", ".pdf")
    + (".heic", ".heif", ".hif", ".avif", ".mp4", ".m4v", ".mov", ".webm")
)
"""Files of a folder that are read, whatever is in them; others only if they are pictures."""
_HEAD = 1024  # bytes that tell a picture


@dataclass(frozen=True, slots=True)
class Photo:
    """One file to read."""

    path: Path
    name: str
    """What it is called in results: the file's own name, or its path where two share one."""


def photos(words: Sequence[str]) -> tuple[list[Photo], list[HostError]]:
    """Find the files that a call names, each once, and what is wrong with the call.

    A word is a file; a folder, for the pictures in it that are not hidden, by name; or a
    pattern such as ``evening/*.jpg``.
    """
    paths: dict[Path, Path] = {}
    errors: list[HostError] = []
    for word in words:
        try:
            for path in _meant(word):
                paths.setdefault(Path(os.path.realpath(path)), path)  # also of a loop of links
        except HostError as error:
            errors.append(error)
    return _named(list(paths.values())), errors


def _named(paths: list[Path]) -> list[Photo]:
    count = Counter(path.name for path in paths)
    names = [path.name if count[path.name] == 1 else str(path) for path in paths]
    return [Photo(path, printable(name)) for path, name in zip(paths, names, strict=True)]


def _meant(word: str) -> Iterator[Path]:
    path = Path(word)
    if not word:  # a variable that is not set, not this folder
        raise HostError("photo-missing", file="", did_you_mean=None)
    try:
        if path.is_dir():
            yield from _in_folder(path)
            return
        if path.exists() or path.is_symlink():
            yield path
            return
    except (OSError, ValueError):  # no file can have this name, or its folder is closed
        raise HostError("photo-no-access", file=printable(word)) from None
    if not glob.has_magic(word):
        from scanner.files.load import neighbour

        near = neighbour(path)
        meant = printable(str(path.parent / near)) if near else None
        raise HostError("photo-missing", file=printable(word), did_you_mean=meant)
    found = sorted(Path(each) for each in glob.glob(word, recursive=True))  # noqa: PTH207
    files = [path for path in found if path.is_file()]
    if not files:
        raise HostError("scan-no-match", pattern=printable(word))
    yield from files


def _in_folder(folder: Path) -> list[Path]:
    try:
        found = sorted(path for path in folder.iterdir() if _is_picture(path))
    except OSError:
        raise HostError("photo-no-access", file=printable(str(folder))) from None
    if not found:
        inner = _folder_with_pictures(folder)
        if inner is not None:
            raise HostError("scan-only-folders", folder=printable(str(folder)), inner=inner)
        raise HostError("scan-empty-folder", folder=printable(str(folder)))
    return found


def _folder_with_pictures(folder: Path) -> str | None:
    """Find a folder in this one that was probably meant."""
    for path in sorted(folder.iterdir()):
        try:
            if path.is_dir() and any(map(_is_picture, path.iterdir())):
                return printable(str(path))
        except OSError:
            continue
    return None


def _is_picture(path: Path) -> bool:
    """Say whether a file in a folder is meant to be read."""
    from scanner.files.kinds import kind_of

    # A link that leads nowhere is named rather than left out: somebody's sheet is missing.
    if path.name.startswith(".") or not (path.is_file() or path.is_symlink()) or path.is_dir():
        return False
    if path.suffix.lower() in ENDINGS:
        return True
    try:
        with path.open("rb") as file:
            return kind_of(file.read(_HEAD)) is not None
    except OSError:
        return False
