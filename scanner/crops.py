"""Small pictures from a flattened page: the names, and what a person should look at."""

from __future__ import annotations

import cv2

from scanner.pictures import PX_PER_MM, Grey
from scanner.scan import Scan
from templates.geometry import Point

_AROUND = (24.0, 16.0)
"""Width and height of the picture of a doubtful element, mm, at least."""
_BESIDE = 7.0
"""What is shown around the places of a group, at least, mm."""
_RIM = 1.0


def crops_of(scan: Scan, page: Grey) -> dict[str, bytes]:
    """Cut out the name fields and the doubtful elements, each as a PNG."""
    layout = scan.layout
    pieces = {
        name: (box.center, (box.size[0] + 2 * _RIM, box.size[1] + 2 * _RIM))
        for name, box in layout.name_fields.items()
    }
    for element in scan.doubtful:
        if element in layout.places:
            place = layout.places[element]
            sides = place.area.size if place.spots and scan.game.for_table else (0.0, 0.0)
            wide, high = (max(a, s + 2 * _BESIDE) for a, s in zip(_AROUND, sides, strict=True))
            pieces[element] = (place.at, (wide, high))
    return {name: png for name, (at, size) in pieces.items() if (png := cut(page, at, size))}


def cut(page: Grey, center: Point, size: Point) -> bytes:
    """Cut a piece around a point, as much of it as is on the page."""
    left, top = (max(0, round((c - s / 2) * PX_PER_MM)) for c, s in zip(center, size, strict=True))
    right, bottom = (round((c + s / 2) * PX_PER_MM) for c, s in zip(center, size, strict=True))
    piece = page[top:bottom, left:right]
    if not piece.size:
        return b""
    done, data = cv2.imencode(".png", piece)
    return data.tobytes() if done else b""
