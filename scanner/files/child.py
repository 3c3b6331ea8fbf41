"""Opens documents and the riskier kinds of pictures, in a process that can be killed.

``scanner.files.documents`` starts this file by its path, so that nothing but Pillow, pi-heif and
pypdfium2 is loaded and it starts fast; it therefore imports nothing of ours. It gets
``{"kind": …, "length": …}`` in a line and the file's bytes, and answers with the sizes of
the pages. Each further line ``{"page": 0}`` is answered with a line and the raw
pixels, and with the packed pictures of a PDF's page, so that they can be checked.
``scanner.files.decoders`` shares its way from any picture to plain tones.
"""

from __future__ import annotations

import json
import math
import os
import sys
from io import BytesIO
from typing import Any, BinaryIO, Literal

from PIL import Image, ImageOps

MOST_PIXELS = 100_000_000
MOST_PAGES = 1_000
SECONDS = 20
"""How long one page may take, by the clock of a busy machine."""
_BUSY = 20  # seconds of processor time for a picture; its pixels are limited
_BUSY_IN_ALL = 120  # for all pages that one child shows: 500 sound ones take 85
_BUSY_PDF = 3  # for a page: a sheet takes some 0.1, what is drawn in circles has no end

_MEMORY = 1_500_000_000  # bytes of address space; 100 megapixels of HEIC need about half
_DOTS = 200 / 72  # pixels to a PDF's point
_LONGER_SIDE = 2339  # px, of A4; a page that calls itself smaller is shown as large
_MOST_RENDERED = 25_000_000  # px; a page that calls itself larger is shown smaller
_LARGEST_PAGE = 14_400  # points, 5 m: the largest page that PDF itself allows
_STRIP = 512  # rows of a picture that are turned into plain tones at once
_PREVIEW = 1  # a TIFF's page that only repeats another one in small
# Tags of a TIFF: how it is packed, and where its strips or tiles begin and how long they are.
_COMPRESSION, _IN_JPEG, _TABLES = 259, 7, 347
_PIECES = ((273, 324), (279, 325))

Size = tuple[int, int]
"""Width and height in pixels."""
Packed = list[tuple[bytes, list[str]]]
"""The pictures of a page as they are in the file, and how they are packed."""


class Refusal(Exception):
    """A document that is not opened, by the code of the words for it."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code, self.facts = code, facts


# ------------------------------------------------------------------ plain tones


def plain(image: Image.Image) -> Image.Image:
    """Turn any kind of picture into 8-bit grey, on white where it is transparent.

    It is done a strip at a time: copies of the whole would fill the memory.
    """
    image.load()
    if image.mode == "L" and not image.has_transparency_data:
        return image
    top = _top(image) if image.mode in ("I", "F") or image.mode.startswith("I;") else 0
    width, height = image.size
    shown = Image.new("L", image.size)
    for upper in range(0, height, _STRIP):
        strip = image.crop((0, upper, width, min(upper + _STRIP, height)))
        shown.paste(_plain(strip, top), (0, upper))
    return shown


def _plain(image: Image.Image, top: float) -> Image.Image:
    if top:
        image = _eight_bits(image, top)
    if image.has_transparency_data:
        image = image.convert("RGBA")
        paper = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(paper, image)
    if image.mode in ("CMYK", "LAB", "HSV"):
        image = image.convert("RGB")
    return image.convert("L")


def _top(image: Image.Image) -> float:
    """Find the range of whole or broken numbers: where white is."""
    ranges = {"F": (1, 255, 65_535), "I": (255, 65_535)}.get(image.mode, (65_535,))
    extremes: Any = image.getextrema()
    return float(next((top for top in ranges if extremes[1] <= top), extremes[1]))


def _eight_bits(image: Image.Image, top: float) -> Image.Image:
    """Bring numbers down to 0 to 255."""
    image = image if image.mode == "F" else image.convert("I")
    return image.point(lambda tone: tone * (255 / top) + 0).convert("L")


# ------------------------------------------------------------------ documents


class Pictures:
    """One HEIC or AVIF picture, or a TIFF's pages, opened by Pillow."""

    busy = _BUSY

    def __init__(self, data: bytes, kind: str) -> None:
        Image.MAX_IMAGE_PIXELS = None  # the limit here is ours, and has words
        self._data = data
        if kind == "heic":
            import pi_heif

            pi_heif.register_heif_opener(thumbnails=False)
        self._image = Image.open(BytesIO(data), formats=[kind.replace("heic", "heif").upper()])
        self._frames = self._pages() if kind == "tiff" else [0]
        self.sizes = [self._size_of(frame) for frame in self._frames]

    def _pages(self) -> list[int]:
        if (told := _pages_told(self._data)) > MOST_PAGES:
            raise Refusal("pdf-too-many-pages", pages=told)
        frames = getattr(self._image, "n_frames", 1)
        return [frame for frame in range(frames) if not self._is_preview(frame)] or [0]

    def _is_preview(self, frame: int) -> bool:
        self._go_to(frame)
        return bool(int(self._image.tag_v2.get(254, 0)) & _PREVIEW)  # type: ignore[attr-defined]

    def _go_to(self, frame: int) -> None:
        if frame != self._image.tell():
            self._image.seek(frame)

    def _size_of(self, frame: int) -> Size:
        self._go_to(frame)
        width, height = self._image.size
        turned = self._image.format != "TIFF" and self._image.getexif().get(274, 1) >= 5
        return (height, width) if turned else (width, height)

    def show(self, page: int) -> tuple[Size, bytes, Packed]:
        """Give a page's pixels in grey."""
        self._go_to(self._frames[page])
        packed = self._packed()
        # Pillow and pi-heif have turned TIFF and HEIC already, and then say so.
        ImageOps.exif_transpose(self._image, in_place=True)  # a copy would fill the memory
        shown = plain(self._image)
        return shown.size, shown.tobytes(), packed

    def _packed(self) -> Packed:
        """Give the JPEG pictures that a TIFF's page is made of, each with the common tables."""
        tags = getattr(self._image, "tag_v2", {})
        if tags.get(_COMPRESSION) != _IN_JPEG:
            return []
        starts, sizes = (next((tags[n] for n in names if n in tags), ()) for names in _PIECES)
        if sum(sizes) > len(self._data):
            raise Refusal("photo-decoder-failed")
        pieces = (self._data[a : a + n] for a, n in zip(starts, sizes, strict=False))
        tables = bytes(tags.get(_TABLES, b""))
        return [(tables[:-2] + one[2:] if tables else one, ["DCTDecode"]) for one in pieces]


def _pages_told(data: bytes) -> int:
    """Count a TIFF's pages by the links from one to the next; Pillow, to count, opens each."""
    order: Literal["little", "big"] = "little" if data[:1] == b"I" else "big"
    is_large = 43 in data[2:4]
    width, count, tag = (8, 8, 20) if is_large else (4, 2, 12)

    def number(at: int, size: int) -> int:
        return int.from_bytes(data[at : at + size], order)

    at, seen = number(width, width), set[int]()
    while 0 < at < len(data) and at not in seen:
        seen.add(at)
        at = number(at + count + tag * number(at, count), width)
    return len(seen)


class Pdf:
    """A PDF's pages, drawn at 200 dpi."""

    busy = _BUSY_PDF

    def __init__(self, data: bytes, kind: str) -> None:
        import pypdfium2

        try:
            self._pages = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            locked = "password" in str(error).lower()
            raise Refusal("pdf-locked" if locked else "photo-decoder-failed") from None
        if len(self._pages) > MOST_PAGES:
            raise Refusal("pdf-too-many-pages", pages=len(self._pages))
        self._points = [self._pages.get_page_size(page) for page in range(len(self._pages))]
        self.sizes = [_pixels(points, _scale(points)) for points in self._points]

    def show(self, page: int) -> tuple[Size, bytes, Packed]:
        """Draw a page in grey."""
        points = self._points[page]
        if not all(0 < side <= _LARGEST_PAGE for side in points):
            raise Refusal("pdf-page-too-large", page=page + 1)
        sheet = self._pages[page]
        drawn = sheet.render(scale=_scale(points), grayscale=True)
        # Pdfium may fill up lines to whole words.
        lines = memoryview(bytes(drawn.buffer))
        starts = range(0, drawn.height * drawn.stride, drawn.stride)
        pixels = b"".join(lines[start : start + drawn.width] for start in starts)
        return (drawn.width, drawn.height), pixels, self._packed(sheet)

    def _packed(self, sheet: Any) -> Packed:
        from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

        found: dict[bytes, list[str]] = {}
        for picture in sheet.get_objects(filter=[FPDF_PAGEOBJ_IMAGE]):
            found[bytes(picture.get_data())] = picture.get_filters()
        return [*found.items()]


def _scale(points: tuple[float, float]) -> float:
    """Choose how large a page is drawn, in pixels to the point."""
    width, height = (max(side, 1.0) for side in points)
    wanted = max(_DOTS, _LONGER_SIDE / max(width, height))
    return min(wanted, math.sqrt(_MOST_RENDERED / (width * height)))


def _pixels(points: tuple[float, float], scale: float) -> Size:
    return math.ceil(points[0] * scale), math.ceil(points[1] * scale)


# ------------------------------------------------------------------ serving


def main() -> None:
    """Answer requests until there are no more."""
    source = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    order = json.loads(source.readline())
    opener = Pdf if order["kind"] == "pdf" else Pictures
    _limit(opener.busy)
    try:
        document = opener(source.read(order["length"]), order["kind"])
        _answer(answers, {"sizes": document.sizes})
    except Exception as error:
        _answer(answers, _reason(error))
        return
    for line in source:
        order = json.loads(line)
        _limit(opener.busy)
        try:
            size, pixels, packed = document.show(order["page"])
        except Exception as error:
            _answer(answers, _reason(error))
        else:
            sizes = [(len(picture), filters) for picture, filters in packed]
            _answer(answers, {"size": size, "packed": sizes}, pixels, *(raw for raw, _ in packed))


def _answer(answers: BinaryIO, head: dict[str, object], *bodies: bytes) -> None:
    answers.write(json.dumps(head).encode() + b"\n")
    for body in bodies:
        answers.write(body)
    answers.flush()


def _reason(error: Exception) -> dict[str, object]:
    if isinstance(error, Refusal):
        return {"error": error.code, "facts": error.facts}
    if isinstance(error, ImportError):
        package = str(error.name).replace("_", "-")
        return {"error": "photo-decoder-missing", "facts": {"package": package}}
    text = str(error).lower()
    cut = any(sign in text for sign in ("truncated", "end of file", "premature", "eof"))
    return {"error": "photo-truncated" if cut else "photo-decoder-failed", "facts": {}}


def _limit(seconds: int) -> None:
    """Bound memory, and processor time for the next page, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    spent = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    wanted = [
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, min(math.ceil(spent) + seconds, _BUSY_IN_ALL)),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ]
    for kind, most in wanted:
        try:
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (most if hard < 0 else min(most, hard), hard))
        except (OSError, ValueError):  # macOS knows some limits by name only
            continue


if __name__ == "__main__":
    main()
