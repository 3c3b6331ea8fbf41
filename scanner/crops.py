"""Small pictures from a flattened page: the names, and what a person should look at."""

from __future__ import annotations

import cv2

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


def png_of(page: Grey, box: Box) -> bytes:
    """Cut a piece out of a page as a PNG; nothing if the page does not show it."""
    piece = cut(page, box)
    if not piece.size:
        return b""
    done, data = cv2.imencode(".png", piece)
    return data.tobytes() if done else b""
