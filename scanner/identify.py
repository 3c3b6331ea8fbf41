"""Say which sheet lies there: from its QR codes, else from its printed code."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from rules.errors import HostError
from scanner import tesseract
from scanner.page_guess import Homography
from scanner.pictures import Grey, PhotoError
from templates.page import CODE_LENGTH, CODE_LINE, CODE_SIZE, Page
from templates.sheet_code import ALPHABET, SheetCode, read_printed, read_qr

_CODE_ALPHABET = ALPHABET + "-"
_QR_PX_PER_MM = (10.0, 6.0, 16.0)
_CODE_PX_PER_MM = 12.0


def identify(grey: Grey, page: Page, homography: Homography, turn: int) -> SheetCode | None:
    """Read what a sheet says about itself.

    Args:
        grey: The picture.
        page: The page that the tags suggest.
        homography: From mm on that page to pixels.
        turn: The turn of the sheet's tags.

    Returns:
        Its code; None if neither a QR code nor the printed one can be read.

    Raises:
        PhotoError: ``newer-format`` for a sheet of a newer version, ``wrong-code`` if the codes
            belong to different sheets, or not to these tags.
    """
    codes = _from_qr(grey, page, homography) or _from_print(grey, page, homography)
    if len(codes) > 1 or any(code.turn != turn for code in codes):
        raise PhotoError("wrong-code")
    return next(iter(codes), None)


def _from_qr(grey: Grey, page: Page, homography: Homography) -> set[SheetCode]:
    """Read both QR codes at the first scale at which one of them can be read."""
    import zxingcpp

    codes: set[SheetCode] = set()
    for scale in _QR_PX_PER_MM:
        for box in page.qr_boxes:
            crop = cut(grey, homography, (box.left, box.top), box.size, scale)
            for found in zxingcpp.read_barcodes(crop):
                code = _understood(found.text, read_qr)
                codes |= {code} if code is not None else set()
        if codes:
            break
    return codes


def _from_print(grey: Grey, page: Page, homography: Homography) -> set[SheetCode]:
    """Read the printed code: its last line, and with the line above if that is not all."""
    x, y = page.code_at
    text = ""
    for line in range(2):
        corner = (x - 1.5, y - line * CODE_LINE - 1.15 * CODE_SIZE)
        size = (CODE_LENGTH + 3.0, 1.5 * CODE_SIZE)
        crop = cut(grey, homography, corner, size, _CODE_PX_PER_MM)
        read = tesseract.read_line(crop, alphabet=_CODE_ALPHABET)
        text = f"{read.text if read is not None else ''}{text}"
        code = _understood(text, read_printed)
        if code is not None:
            return {code}
    return set()


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
