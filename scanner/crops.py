"""Small pictures from a flattened page: the names, and what a person should look at."""

from __future__ import annotations

from collections.abc import Iterator

import cv2

from scanner.blank import PX_PER_MM
from scanner.marked import centers_on, groups_on
from scanner.pictures import Grey
from scanner.scan import Scan
from templates.daydream.layout import Layout
from templates.geometry import Point
from templates.score_sheet import ScoreSheetLayout

NAME = "name"
"""The name field of a Daydream sheet; those of a score sheet are ``name.1``, ``name.2``, …"""
_AROUND = (24.0, 16.0)
"""Width and height of the picture of a doubtful element, mm."""
_BESIDE = 7.0
"""What is shown around the places of a group, at least, mm."""
_RIM = 1.0


def crops_of(scan: Scan, page: Grey, layout: Layout | ScoreSheetLayout) -> dict[str, bytes]:
    """Cut out the name fields and the doubtful elements, each as a PNG."""
    places = dict(_names(layout))
    at, groups = centers_on(layout), groups_on(layout)
    for doubt in scan.doubts:
        element = doubt.reading.element
        if element in at:
            size = groups[element].size if element in groups else (0.0, 0.0)
            wide, high = (max(a, s + 2 * _BESIDE) for a, s in zip(_AROUND, size, strict=True))
            places[element] = (at[element], (wide, high))
    return {
        name: png for name, (center, size) in places.items() if (png := _cut(page, center, size))
    }


def _names(layout: Layout | ScoreSheetLayout) -> Iterator[tuple[str, tuple[Point, Point]]]:
    if isinstance(layout, Layout):
        yield NAME, (layout.name.center, _with_rim(layout.name.size))
        return
    for number, area in enumerate(layout.names, start=1):
        yield f"{NAME}.{number}", (area.center, _with_rim(area.size))


def _with_rim(size: Point) -> Point:
    return size[0] + 2 * _RIM, size[1] + 2 * _RIM


def _cut(page: Grey, center: Point, size: Point) -> bytes:
    """Cut a piece around a point, as much of it as is on the page."""
    left, top = (max(0, round((c - s / 2) * PX_PER_MM)) for c, s in zip(center, size, strict=True))
    right, bottom = (round((c + s / 2) * PX_PER_MM) for c, s in zip(center, size, strict=True))
    piece = page[top:bottom, left:right]
    if not piece.size:
        return b""
    done, data = cv2.imencode(".png", piece)
    return data.tobytes() if done else b""
