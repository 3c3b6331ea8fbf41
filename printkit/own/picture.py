"""A page of a sheet as a picture, and which of its words do not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.drawing import drawing_of
from printkit.pdf import PdfPen
from printkit.score_sheets import write_text
from templates.own.layout import OwnLayout
from templates.sheet_code import SheetCode


def picture_of(code: SheetCode, layout: OwnLayout, px_per_mm: float = 4.0) -> bytes:
    """Draw one page and give it as a PNG."""
    from io import BytesIO

    import pypdfium2

    pen = PdfPen("sheet", lang=code.lang)
    pen.page(layout.page.width, layout.page.height)
    drawing_of(code.sheet).draw_sheet(pen, code)
    document = pypdfium2.PdfDocument(pen.data())
    try:
        image = document[0].render(scale=px_per_mm * 25.4 / 72).to_pil()
    finally:
        document.close()
    out = BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()


def cut_words(layouts: Sequence[OwnLayout]) -> Iterator[str]:
    """Name the words that are too long for their room on any of these pages."""
    told: set[str] = set()
    for layout in layouts:
        pen = PdfPen("check")
        pen.page(layout.page.width, layout.page.height)
        for text in layout.texts:
            if not write_text(pen, text) and text.words not in told:
                told.add(text.words)
                yield text.words
