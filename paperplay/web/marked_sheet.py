"""The flattened sheet with its notes, as it stands after all corrections."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from paperplay.web.reading import EXTRA

_QUALITY = 85
_DPI = 152.4
"""Of the flattened page: six pixels a millimetre."""


def marked(page: Path, scan: dict[str, Any], lang: str, kind: str) -> bytes:
    """Draw what is right, wrong or unsure over a page; ``kind`` is ``JPEG`` or ``PDF``."""
    import numpy as np
    from PIL import Image

    from scanner.blank import layout_of
    from scanner.marked import marked_picture
    from scanner.reading import Reading
    from scanner.scan import Doubt, Scan
    from templates.sheet_code import read_printed

    doubts = [
        Doubt(Reading(item["element"], {item["guess"]: 0.6, item["or"]: 0.4}), "")
        for item in scan["review"]
    ]
    code = read_printed(scan["sheet_code"])
    result = Scan(
        *(scan["file"], 1, 1, 0.0, lang),
        board=scan["board"],
        score=scan["score"],
        doubts=doubts,
        code=code,
    )
    with Image.open(page) as picture:
        grey = np.asarray(picture.convert("L"))
    drawn = Image.fromarray(marked_picture(result, grey, layout_of(code)))
    out = BytesIO()
    drawn.save(out, kind, quality=_QUALITY, resolution=_DPI, title=scan["file"])
    return out.getvalue()


def cut(page: Path, place: tuple[float, float, float, float], size: tuple[float, float]) -> bytes:
    """Cut a piece from a flattened page as PNG; all lengths in mm, the place by its middle."""
    from PIL import Image

    with Image.open(page) as picture:
        scale = picture.width / size[0]
        x, y, width, height = (number * scale for number in place)
        edges = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        left, top, right, bottom = (round(edge) for edge in edges)
        piece = picture.convert("L").crop(
            (max(0, left), max(0, top), min(picture.width, right), min(picture.height, bottom))
        )
    out = BytesIO()
    piece.save(out, "PNG")
    return out.getvalue()


def name_pictures(page: Path, scan: dict[str, Any]) -> dict[str, bytes]:
    """Cut out the names, and what is still doubtful, for exports that show them."""
    facts = scan[EXTRA]
    size = tuple(facts["size"])
    found = {
        name: cut(page, (x, y, w + 2, h + 2), size) for name, (x, y, w, h) in facts["names"].items()
    }
    for item in scan["review"]:
        if item["element"] in facts["at"]:
            x, y, wide, high = facts["at"][item["element"]]
            place = (x, y, max(24.0, wide + 10), max(16.0, high + 8))
            found[item["element"]] = cut(page, place, size)
    return found
