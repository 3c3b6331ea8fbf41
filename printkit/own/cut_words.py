"""Which words of a sheet do not fit into their room, before they are cut off on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from printkit.pdf import PdfPen
from printkit.score_sheets import write_text
from rules.errors import HostError
from rules.own.sheet import OwnSheet
from templates.own.layout import OwnLayout
from templates.own.placing import too_long


def cut_words(
    sheet: OwnSheet, layouts: Sequence[OwnLayout], source: Path | None
) -> list[HostError]:
    """Give a fault for everything that is too long on any of these pages; once each."""
    return [too_long(words, sheet, source) for words in dict.fromkeys(_cut(layouts))]


def _cut(layouts: Sequence[OwnLayout]) -> Iterator[str]:
    for layout in layouts:
        pen = PdfPen("check")
        pen.page(layout.page.width, layout.page.height)
        for text in layout.texts:
            if not write_text(pen, text):
                yield text.words
