"""Sheets that people made, for tests."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from rules.own.sheet import OwnSheet
from templates.own.reading import read_sheet

SAMPLES = Path(__file__).parents[1] / "templates" / "own" / "samples"
NAMES = sorted(path.stem for path in SAMPLES.glob("*.toml"))


def sample(name: str) -> OwnSheet:
    """Give one of the samples."""
    return sheet_of((SAMPLES / f"{name}.toml").read_text(encoding="utf-8"))


def sheet_of(text: str) -> OwnSheet:
    """Give the sheet that a text describes."""
    head = "" if "format" in text else 'format = 1\ntitle = "Test"\n'
    return read_sheet(head + text, "test.toml")


def texts_of(pdf: bytes) -> list[str]:
    """Give the words of each page of a PDF."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()
