"""Small pictures from a flattened page: the names, and what a person should look at."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.pictures import Grey, cut
from scanner.scan import Scan
from templates.geometry import Box

_AROUND = (24.0, 16.0)
"""Width and height of the picture of a doubtful element, mm, at least."""
_BESIDE = 7.0
"""What is shown around the places of a group, at least, mm."""
_RIM = 1.0


def crops_of(scan: Scan, page: Grey) -> dict[str, bytes]:
    """Cut out the name fields and the doubtful elements, each as a PNG."""
    layout = scan.layout
    pieces = {
        name: Box(box.center, (box.size[0] + 2 * _RIM, box.size[1] + 2 * _RIM))
        for name, box in layout.name_fields.items()
    }
    for element in scan.doubtful:
        if element in layout.places:
            place = layout.places[element]
            sides = place.area.size if place.spots and scan.game.for_table else (0.0, 0.0)
            wide, high = (max(a, s + 2 * _BESIDE) for a, s in zip(_AROUND, sides, strict=True))
            pieces[element] = Box(place.at, (wide, high))
    return {name: png for name, box in pieces.items() if (png := png_of(page, box))}


def picture_of(scan: Scan, element: str) -> bytes:
    """Give the picture of an element: one that was kept, or cut from the flat page, if kept."""
    if element in scan.pictures or not scan.flat:
        return scan.pictures.get(element, b"")
    page = cv2.imdecode(np.frombuffer(scan.flat, np.uint8), cv2.IMREAD_GRAYSCALE)
    place = scan.layout.places.get(element)
    return b"" if page is None or place is None else png_of(page, Box(place.at, _AROUND))


def png_of(page: Grey, box: Box) -> bytes:
    """Cut a piece out of a page as a PNG; nothing if the page does not show it."""
    piece = cut(page, box)
    if not piece.size:
        return b""
    done, data = cv2.imencode(".png", piece)
    return data.tobytes() if done else b""
