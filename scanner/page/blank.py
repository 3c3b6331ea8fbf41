"""The sheet as it was printed, before anyone wrote on it: drawn once and kept."""

from __future__ import annotations

import hashlib
import os
from contextlib import closing
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from pathlib import Path

import numpy as np

from scanner.pictures import PX_PER_MM, Grey
from scanner.reader import layout_of
from templates.page import Page
from templates.prepared import cache_folder
from templates.sheet_code import SheetCode

_SUM = 32
"""Bytes before a kept blank: its checksum."""


@lru_cache(maxsize=4)
def blank_page(code: SheetCode) -> Grey:
    """Give the blank of a sheet in grey, PX_PER_MM pixels to the mm.

    The tags and the QR codes are those of copy 0: nothing is read where they are.
    """
    plain = code.blank
    if plain.fingerprint:
        from scanner.board.blank import board_blank
        from templates.board.shelf import with_fingerprint

        if board := with_fingerprint(plain.fingerprint):
            return board_blank(board)
    path = cache_folder() / "blanks" / f"{_fingerprint(plain)}.blank"
    kept = _kept(path)
    if kept is None:
        kept = _render(plain)
        _keep(path, kept)
    return kept


def page_px(page: Page, px_per_mm: int = PX_PER_MM) -> tuple[int, int]:
    """Give the width and height of a flattened page in pixels."""
    return int(page.width * px_per_mm), int(page.height * px_per_mm)


def _render(code: SheetCode) -> Grey:
    import pypdfium2

    from printkit.drawing import drawing_of
    from printkit.pdf import PdfPen

    page = layout_of(code).page
    pen = PdfPen("blank", lang=code.lang)
    pen.page(page.width, page.height)
    drawing_of(code.sheet).draw_sheet(pen, code)
    with closing(pypdfium2.PdfDocument(pen.data())) as document:
        picture = document[0].render(scale=PX_PER_MM * 25.4 / 72, grayscale=True).to_numpy()
        width, height = page_px(page)
        # The renderer rounds up; a pixel more or less of white edge does not matter.
        return np.ascontiguousarray(picture.reshape(picture.shape[:2])[:height, :width])


def _kept(path: Path) -> Grey | None:
    """Give a blank that was kept, unless a byte of it has changed since."""
    try:
        with path.open("rb") as file:  # a page at a time: copies of all of it would stay
            checksum = file.read(_SUM)
            if hashlib.file_digest(file, "sha256").digest() != checksum:
                return None
            file.seek(_SUM)
            return np.asarray(np.load(file, allow_pickle=False), np.uint8)
    except OSError:
        return None


def _keep(path: Path, drawn: Grey) -> None:
    """Keep a blank for the next run; a place that cannot be written to does no harm."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{os.getpid()}.tmp")
        picture = BytesIO()
        np.save(picture, drawn, allow_pickle=False)
        half.write_bytes(hashlib.sha256(picture.getvalue()).digest() + picture.getvalue())
        half.replace(path)
    except OSError:
        pass


def _fingerprint(code: SheetCode) -> str:
    return hashlib.sha256(f"{_sources()} {PX_PER_MM} {code!r}".encode()).hexdigest()[:32]


@cache
def _sources() -> str:
    """A fingerprint that changes with everything that decides how a sheet looks."""
    found = hashlib.sha256()
    for package in ("rules", "templates", "printkit"):
        folder = Path(str(resources.files(package)))
        for file in sorted(folder.rglob("*")):
            if file.suffix in {".py", ".toml", ".ttf", ".txt"}:
                status = file.stat()
                found.update(f"{file.name} {status.st_size} {status.st_mtime_ns}".encode())
    return found.hexdigest()
