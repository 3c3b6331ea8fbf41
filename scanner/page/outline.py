"""Find a sheet whose tags cannot be seen: by a QR code and the edges of the paper."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from rules.errors import HostError
from scanner.page.page_guess import Homography
from scanner.page.tags import Points, SeenSheet
from scanner.pictures import Grey
from scanner.reader import is_sheet, layout_of
from templates.page import QR, Page
from templates.sheet_code import SheetCode, read_qr

_SIDE = 1200
"""The longer side of the copy on which the paper's edges are looked for, px."""
_FARTHEST = 9.0
"""How far the QR code may be from where the edges put it, mm."""


@dataclass(frozen=True)
class Outlined:
    """A sheet that was found by its outline."""

    seen: SeenSheet
    """The sheet, without any tag."""
    code: SheetCode
    page: Page
    start: Homography


def find_by_outline(grey: Grey) -> list[Outlined]:
    """Find every sheet with a QR code that can be read and edges that can be seen."""
    fits: list[tuple[float, Outlined]] = []
    quads = find_quads(grey)
    for code, corners in _codes(grey):
        if not is_sheet(code):
            continue
        page = layout_of(code).page
        start, miss = _fitting(quads, corners, page)
        if start is not None:
            fits.append((miss, Outlined(SeenSheet(code.turn, ()), code, page, start)))
    found: list[Outlined] = []
    for _, one in sorted(fits, key=lambda fit: fit[0]):
        # A sheet's two codes find it twice.
        if not any(one.code == other.code and _near(one, other) for other in found):
            found.append(one)
    return found


def _near(one: Outlined, other: Outlined) -> bool:
    """Say whether the middle of one page is within a third of the other."""
    width, height = one.page.width, one.page.height
    middle = np.array([[[width / 2, height / 2]]])
    seen = cv2.perspectiveTransform(middle, one.start)
    back = cv2.perspectiveTransform(seen, np.linalg.inv(other.start)) - middle
    return bool(np.linalg.norm(back) < width / 3)


def _codes(grey: Grey) -> list[tuple[SheetCode, Points]]:
    import zxingcpp

    found: list[tuple[SheetCode, Points]] = []
    for barcode in zxingcpp.read_barcodes(grey):
        try:
            code = read_qr(barcode.text)
        except HostError:
            continue
        at = barcode.position
        corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
        found.append((code, np.array([(p.x, p.y) for p in corners], np.float32)))
    return found


def find_quads(grey: Grey) -> list[Points]:
    """Bright shapes with four corners: what may be a sheet of paper."""
    scale = min(1.0, _SIDE / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = cv2.medianBlur(small, 7)
    quads: list[Points] = []
    _, bright = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    edges = cv2.dilate(cv2.Canny(soft, 30, 90), np.ones((3, 3), np.uint8))
    for mask in (bright, 255 - edges):
        shapes, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for shape in shapes:
            if cv2.contourArea(shape) < 0.08 * small.size:
                continue
            hull = cv2.convexHull(shape)
            four = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True)
            if len(four) == 4:
                quads.append((four.reshape(4, 2) / scale).astype(np.float32))
    return quads


def _fitting(quads: list[Points], qr: Points, page: Page) -> tuple[Homography | None, float]:
    """The outline, and the way round, that puts the QR code where it was seen, and how far off."""
    flat = np.array([(0, 0), (page.width, 0), (page.width, page.height), (0, page.height)])
    best, least = None, _FARTHEST
    for quad in quads:
        for corners in _ways_round(quad):
            start = cv2.getPerspectiveTransform(flat.astype(np.float32), corners)
            miss = _miss(start, qr, page)
            if miss < least:
                best, least = np.asarray(start, np.float64), miss
    return best, least


def _ways_round(quad: Points) -> list[Points]:
    """The four corners from each of them on, clockwise."""
    middle = quad.mean(axis=0)
    angles = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    clockwise = quad[np.argsort(angles)]
    return [np.roll(clockwise, -n, axis=0).astype(np.float32) for n in range(4)]


def _miss(start: Homography, qr: Points, page: Page) -> float:
    """How far, in mm on the page, a QR code's corners are from where it belongs."""
    back = cv2.perspectiveTransform(
        qr.reshape(-1, 1, 2).astype(np.float64), np.linalg.inv(start)
    ).reshape(-1, 2)
    square = QR / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    misses = [np.linalg.norm(back - square - center, axis=1).max() for center in page.qr_centers]
    return float(min(misses))
