"""A page of a sheet as a picture."""

from __future__ import annotations

from printkit.drawing import drawing_of
from printkit.pdf import PdfPen
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
