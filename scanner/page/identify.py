"""Say which sheet lies there: from its QR codes, else from its printed code."""

from __future__ import annotations

from contextlib import suppress

import cv2
import numpy as np

from rules.errors import HostError
from scanner.page.page_guess import Homography
from scanner.page.warp import Warp
from scanner.pictures import Grey, PhotoError
from templates.geometry import Box
from templates.page import CODE_LENGTH, CODE_LINE, CODE_SIZE
from templates.sheet_code import ALPHABET, SheetCode, read_printed, read_qr

_CODE_ALPHABET = ALPHABET + "-"
QR_PX_PER_MM = (6.0, 10.0, 16.0)
_CODE_PX_PER_MM = 12.0
ASIDE = 12.0
"""By how much larger the place is where a QR code is looked for in vain at first, mm."""


def identify(grey: Grey, lain: Warp, turn: int) -> SheetCode | None:
    """Read what a sheet says about itself.

    Args:
        grey: The picture.
        lain: Where the page is in it, as the tags suggest.
        turn: The turn of the sheet's tags.

    Returns:
        Its code; None if neither a QR code nor the printed one can be read.

    Raises:
        PhotoError: ``newer-format`` if a QR code is of a newer version, ``wrong-code`` if the
            codes belong to different sheets, or not to these tags.
    """
    codes = _from_qr(grey, lain) or _from_print(grey, lain)
    if len(codes) > 1 or any(code.turn != turn for code in codes):
        raise PhotoError("wrong-code")
    return next(iter(codes), None)


def _from_qr(grey: Grey, lain: Warp) -> set[SheetCode]:
    """Read both QR codes at the first scale at which one of them can be read.

    Then look further around their places: on folded paper they may be elsewhere.
    """
    for spare in (0.0, ASIDE):
        boxes = [
            Box(box.center, (box.size[0] + spare, box.size[1] + spare))
            for box in lain.page.qr_boxes
        ]
        for scale in QR_PX_PER_MM:
            found = (qr_at(grey, lain.around(box), box, scale) for box in boxes)
            codes = set().union(*found)
            if codes:
                return codes
    return set()


def qr_at(grey: Grey, homography: Homography, box: Box, px_per_mm: float) -> set[SheetCode]:
    """Read the QR codes of ours in a part of the page."""
    import zxingcpp

    ours = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)

    crop = flat_piece(grey, homography, (box.left, box.top), box.size, px_per_mm)
    codes = (_understood(found.text) for found in zxingcpp.read_barcodes(crop, ours))
    return {code for code in codes if code is not None}


def _from_print(grey: Grey, lain: Warp) -> set[SheetCode]:
    """Read the printed code: its last line, and with the line above if that is not all."""
    from scanner.page import tesseract

    x, y = lain.page.code_at
    homography = lain.around(Box.between(x, y - 2 * CODE_LINE, x + CODE_LENGTH, y + 2.0))
    text = ""
    for line in range(2):
        corner = (x - 1.5, y - line * CODE_LINE - 1.15 * CODE_SIZE)
        size = (CODE_LENGTH + 3.0, 1.5 * CODE_SIZE)
        crop = flat_piece(grey, homography, corner, size, _CODE_PX_PER_MM)
        read = tesseract.read_line(crop, alphabet=_CODE_ALPHABET)
        text = f"{read.text if read is not None else ''}{text}"
        # One misread line in 529 passes its check; what it says then is mostly "newer".
        with suppress(HostError):
            return {read_printed(text)}
    return set()


def _understood(text: str) -> SheetCode | None:
    try:
        return read_qr(text)
    except HostError as error:
        if error.code == "code-newer":
            raise PhotoError("newer-format", **error.facts) from None
        return None


def flat_piece(
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
