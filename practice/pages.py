"""Printed pages as pictures, from the same PDF that a printer gets."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pypdfium2

from practice.ink import Picture
from printkit.order import Order
from printkit.press import printed

MM_PER_POINT = 25.4 / 72
PX_PER_MM = 300 / 25.4
"""As fine as a phone of 12 megapixels sees a page that fills its picture."""


@lru_cache(maxsize=4)
def blank_page(order: Order, px_per_mm: float = PX_PER_MM) -> Picture:
    """Print an order's first page and give it as a picture; do not write into it."""
    return rendered(printed(order), px_per_mm)


def rendered(pdf: bytes, px_per_mm: float = PX_PER_MM, page: int = 0) -> Picture:
    """Give one page of a PDF as a picture: blue, green, red, (height, width, 3)."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[page].render(scale=px_per_mm * MM_PER_POINT)
        return np.ascontiguousarray(bitmap.to_numpy()[:, :, :3])
    finally:
        document.close()
