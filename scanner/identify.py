"""Say which sheet lies there: from its QR code, else from its printed code."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from rules.errors import HostError
from scanner import tesseract
from scanner.page_guess import Homography
from scanner.pictures import Grey, PhotoError
from templates.page import CODE_LENGTH, CODE_SIZE, QR, QR_QUIET, Page
from templates.sheet_code import ALPHABET, SheetCode, read_printed, read_qr

_CODE_ALPHABET = ALPHABET + "-"
_QR_PX_PER_MM = (10.0, 6.0, 16.0)
_CODE_PX_PER_MM = 12.0


def identify(grey: Grey, page: Page, homography: Homography, sheet: str) -> SheetCode | None:
    """Read what a sheet says about itself.

    Args:
        grey: The picture.
        page: The page that the tags suggest.
        homography: From mm on that page to pixels.
        sheet: The sheet that the tags name.

    Returns:
        Its code; None if neither the QR code nor the printed one can be read.

    Raises:
        PhotoError: ``newer-format`` for a sheet of a newer version.
    """
    code = _from_qr(grey, page, homography) or _from_print(grey, page, homography)
    return code if code is not None and code.sheet == sheet else None


def _from_qr(grey: Grey, page: Page, homography: Homography) -> SheetCode | None:
    import zxingcpp

    side = QR + 2 * QR_QUIET
    x, y = page.qr_center
    corner = (x - side / 2, y - side / 2)
    for scale in _QR_PX_PER_MM:
        crop = cut(grey, homography, corner, (side, side), scale)
        for found in zxingcpp.read_barcodes(crop):
            code = _understood(found.text, read_qr)
            if code is not None:
                return code
    return None


def _from_print(grey: Grey, page: Page, homography: Homography) -> SheetCode | None:
    x, y = page.code_at
    crop = cut(
        grey,
        homography,
        (x - 1.5, y - 1.4 * CODE_SIZE),
        (CODE_LENGTH + 3.0, 2.0 * CODE_SIZE),
        _CODE_PX_PER_MM,
    )
    text = tesseract.read_line(crop, alphabet=_CODE_ALPHABET)
    return _understood(text.text, read_printed) if text is not None else None


def _understood(text: str, parse: Callable[[str], SheetCode]) -> SheetCode | None:
    try:
        code = parse(text)
    except HostError as error:
        if error.code == "code-newer":
            raise PhotoError("newer-format", **error.facts) from None
        return None
    return code


def cut(
    grey: Grey,
    homography: Homography,
    corner: tuple[float, float],
    size: tuple[float, float],
    px_per_mm: float,
) -> Grey:
    """Cut an upright rectangle of the page, in mm, out of the picture."""
    to_mm = np.array([[1 / px_per_mm, 0, corner[0]], [0, 1 / px_per_mm, corner[1]], [0, 0, 1.0]])
    out = (round(size[0] * px_per_mm), round(size[1] * px_per_mm))
    return cv2.warpPerspective(
        grey,
        homography @ to_mm,
        out,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderValue=255,
    ).astype(np.uint8, copy=False)
