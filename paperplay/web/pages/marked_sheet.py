"""Pictures made of a kept page: the sheet with its notes, and the names that stand on it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from scanner.pictures import PX_PER_MM, Grey
from scanner.scan import Scan
from templates.geometry import Box

_QUALITY = 85
_SMALL = 300
"""Pixels along the longer side."""
_DPI = 152.4
"""Of the flattened page: six pixels per millimetre."""


def marked(page: Path, scan: Scan, lang: str, kind: str) -> bytes:
    """Draw what is right, wrong or unsure over a page; ``kind`` is ``JPEG`` or ``PDF``."""
    from PIL import Image

    from scanner.marked import marked_picture

    drawn = Image.fromarray(marked_picture(scan, grey_page(page), lang))
    out = BytesIO()
    drawn.save(out, kind, quality=_QUALITY, resolution=_DPI, title=scan.file)
    return out.getvalue()


@lru_cache(maxsize=200)
def small(page: Path) -> bytes:
    """Make a page small; the same file never changes."""
    from PIL import Image

    with Image.open(page) as picture:
        picture.draft("RGB", (_SMALL, _SMALL))
        picture.thumbnail((_SMALL, _SMALL))
        out = BytesIO()
        picture.save(out, "JPEG", quality=70)
    return out.getvalue()


@lru_cache(maxsize=200)
def part(page: Path, box: Box) -> bytes:
    """Cut a part out of a page, given in millimetres."""
    from PIL import Image

    (x, y), (w, h) = box.center, box.size
    left, top = round((x - w / 2) * PX_PER_MM), round((y - h / 2) * PX_PER_MM)
    right, bottom = left + round(w * PX_PER_MM), top + round(h * PX_PER_MM)
    with Image.open(page) as picture:
        out = BytesIO()
        picture.crop((left, top, right, bottom)).save(out, "JPEG", quality=80)
    return out.getvalue()


def with_crops(page: Path, scan: Scan) -> Scan:
    """Give a scan the pictures of its names and doubts, for exports that show them."""
    from scanner.crops import crops_of

    return replace(scan, pictures=crops_of(scan, grey_page(page)))


def grey_page(page: Path) -> Grey:
    """Open a flattened page."""
    import numpy as np
    from PIL import Image

    with Image.open(page) as picture:
        return np.asarray(picture.convert("L"))
