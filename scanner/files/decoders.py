"""From the bytes of a picture to arrays, upright and in plain tones."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from typing import TypeVar

import cv2
import numpy as np
from PIL import Image, ImageFile
from PIL.JpegImagePlugin import JpegImageFile

from scanner.files import jpeg, png
from scanner.files.child import MOST_PIXELS, Size, plain
from scanner.pictures import Grey, PhotoError, Picture

# Pillow thinks aloud about notes in a file that matter to nobody here.
warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")

# Decoders of these need several times the memory of the picture, or much time.
MOST_REFINED, MOST_CMYK, MOST_WEBP = 65_000_000, 40_000_000, 35_000_000
MOST_DECODED = 1_000_000_000
"""Pixels times scans of a JPEG; a large photo has some twelve scans at most."""

_ORIENTATION = 274  # the EXIF tag
_TURNS: dict[int, tuple[int, ...]] = {
    # How the rows and columns of a file become upright: cv2.flip codes, 2 for transpose.
    2: (1,),
    3: (-1,),
    4: (0,),
    5: (2,),
    6: (2, 1),
    7: (2, -1),
    8: (2, 0),
}
# What we and Pillow raise on files that are cut or broken.
_FAILURES = (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, MemoryError)
T = TypeVar("T")


def jpeg_picture(data: bytes, name: str) -> Picture:
    """Open a JPEG file; only its header is read now."""
    data = _tried(name, jpeg.picture_in, data)
    header = _opened(data, "jpeg", name)
    _check_size(header.size, name, _most_of_jpeg(header, data))
    if header.mode == "CMYK":  # Pillow knows when its inks are stored upside down
        return _pillow_picture(header, data, "jpeg", name)
    turn = _orientation(header)

    def decode(reduction: int) -> Grey:
        return _upright(_tried(name, jpeg.grey, data, reduction), turn)

    return Picture(name, 1, _upright_size(header.size, turn), decode)


def pillow_picture(data: bytes, kind: str, name: str) -> Picture:
    """Open a PNG or WebP file, the first picture of it; only its header is read now."""
    if kind == "png":
        data = _tried(name, png.picture_in, data)
    header = _opened(data, kind, name)
    _check_size(header.size, name, png.most_pixels(data) if kind == "png" else MOST_WEBP)
    return _pillow_picture(header, data, kind, name)


def document_pictures(data: bytes, kind: str, name: str, which: slice) -> Iterator[Picture]:
    """Open pages of a document, or a HEIC or AVIF picture, in a child process."""
    from scanner.files.documents import ChildDocument

    document = ChildDocument(data, kind, name)

    def shown(page: int) -> Grey:
        _check_size(sizes[page], name)  # only now, so that a huge page spares the others
        return document.show(page)

    sizes = document.sizes()
    for page in range(len(sizes))[which]:
        decode = _Reduced(partial(shown, page))
        yield Picture(name, page + 1, sizes[page], decode, len(sizes))


class _Reduced:
    """Decodes in grey once, and gives smaller copies of it."""

    def __init__(self, decode: Callable[[], Grey]) -> None:
        self._decode = decode
        self._full: Grey | None = None

    def __call__(self, reduction: int) -> Grey:
        if self._full is None:
            self._full = self._decode()
        if reduction == 1:
            return self._full
        height, width = self._full.shape
        size = (-(-width // reduction), -(-height // reduction))
        return np.asarray(cv2.resize(self._full, size, interpolation=cv2.INTER_AREA), np.uint8)


def _pillow_picture(header: ImageFile.ImageFile, data: bytes, kind: str, name: str) -> Picture:
    def shown() -> Grey:
        # The decoded picture is dropped before it is turned: it may be large.
        return _upright(_tried(name, _plain, data, kind, name), turn)

    turn = _orientation(header)
    size = _upright_size(header.size, turn)
    return Picture(name, 1, size, _Reduced(shown))


def _plain(data: bytes, kind: str, name: str) -> Grey:
    return np.asarray(plain(_opened(data, kind, name)))


def _opened(data: bytes, kind: str, name: str) -> ImageFile.ImageFile:
    """Read a picture's header and refuse what would fill the memory."""
    if kind == "webp":
        _check_size(_webp_size(data), name, MOST_WEBP)  # Pillow's opener makes room at once
    image = _tried(name, _opener(kind), BytesIO(data))
    _check_size(image.size, name)
    return image


def _opener(kind: str) -> Callable[[BytesIO], ImageFile.ImageFile]:
    """Give Pillow's class for a kind; Image.open has a limit of its own, without words."""
    if kind == "png":
        from PIL.PngImagePlugin import PngImageFile

        return PngImageFile
    if kind == "webp":
        from PIL.WebPImagePlugin import WebPImageFile

        return WebPImageFile
    return JpegImageFile


def _webp_size(data: bytes) -> Size:
    """Read a WebP's size from whichever of its three headers it has."""
    kind, at = data[12:16], partial(int.from_bytes, byteorder="little")
    if kind == b"VP8X":
        return at(data[24:27]) + 1, at(data[27:30]) + 1
    if kind == b"VP8L":
        bits = at(data[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return at(data[26:28]) & 0x3FFF, at(data[28:30]) & 0x3FFF


def _most_of_jpeg(header: ImageFile.ImageFile, data: bytes) -> int:
    """Say how many pixels fit: what is refined scan by scan is kept whole meanwhile."""
    if header.mode == "CMYK":
        return MOST_CMYK
    most = MOST_REFINED if header.info.get("progressive") else MOST_PIXELS
    if header.width * header.height * jpeg.MOST_SCANS <= MOST_DECODED:
        return most  # however often it is refined
    return min(most, MOST_DECODED // max(jpeg.scans_in(data), 1))


def _check_size(size: Size, name: str, most: int = MOST_PIXELS) -> None:
    pixels = size[0] * size[1]
    if pixels > most:
        found, limit = math.ceil(pixels / 1e6), round(most / 1e6)
        raise PhotoError("photo-too-many-pixels", file=name, megapixels=found, limit=limit)


def _tried(name: str, decode: Callable[..., T], *values: object) -> T:
    """Try to decode, and say why if that fails."""
    try:
        return decode(*values)
    except jpeg.Damaged:
        raise PhotoError("photo-damaged", file=name) from None
    except _FAILURES as error:
        cut = isinstance(error, EOFError) or "truncated" in str(error).lower()
        raise PhotoError("photo-truncated" if cut else "photo-decoder-failed", file=name) from None


def _orientation(image: Image.Image) -> int:
    """Read how the camera was held; a broken note about it is no reason to refuse."""
    try:
        found = image.getexif().get(_ORIENTATION, 1)
    except Exception:  # Pillow's reader of EXIF raises many kinds
        return 1
    return found if found in _TURNS else 1


def _upright_size(size: Size, turn: int) -> Size:
    return (size[1], size[0]) if turn >= 5 else size


def _upright(picture: Grey, turn: int) -> Grey:
    found: cv2.typing.MatLike = picture
    for step in _TURNS.get(turn, ()):
        found = cv2.transpose(found) if step == 2 else cv2.flip(found, step)
    return np.asarray(found, np.uint8)
