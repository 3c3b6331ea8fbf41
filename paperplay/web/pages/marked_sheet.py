"""Pictures made of a kept page: the sheet with its notes, and the names that stand on it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from scanner.pictures import PX_PER_MM, Grey
from scanner.scan import Scan
from templates.geometry import Box

if TYPE_CHECKING:
    from PIL import Image

_QUALITY = 85
_PART_QUALITY = 80
"""Of what somebody has to read."""
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
def small(page: Path, longest: int, quality: int) -> bytes:
    """Make a page small; the same file never changes."""
    from PIL import Image

    with Image.open(page) as picture:
        picture.draft(None, (longest, longest))
        picture.thumbnail((longest, longest))
        return _webp(picture, quality)


@lru_cache(maxsize=1000)
def part(page: Path, box: Box) -> bytes:
    """Cut a part out of a page, given in millimetres."""
    (x, y), (w, h) = box.center, box.size
    left, top = round((x - w / 2) * PX_PER_MM), round((y - h / 2) * PX_PER_MM)
    right, bottom = left + round(w * PX_PER_MM), top + round(h * PX_PER_MM)
    return _webp(_opened(page).crop((left, top, right, bottom)), _PART_QUALITY)


@lru_cache(maxsize=8)
def _opened(page: Path) -> Image.Image:
    """Open a page once for all parts of it that are asked about."""
    from PIL import Image

    with Image.open(page) as picture:
        picture.load()
        return picture


def _webp(picture: Image.Image, quality: int) -> bytes:
    out = BytesIO()
    picture.save(out, "WEBP", quality=quality, method=2)
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
