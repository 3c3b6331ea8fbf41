"""A pen that writes PDF. The only module that imports reportlab.

Reportlab keeps pages, forms, fonts and bookmarks; the strokes are written as
PDF operators in millimetres, since every page and form begins with a matrix
that makes our unit the page's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from math import cos, radians, sin
from typing import Unpack

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printkit.faces import FILES, FONTS, face_of
from printkit.pen import Align, Look, Point

rl_config.useA85 = 0  # compressed bytes as they are: a fifth smaller

_PT = 72 / 25.4
_ARC = 0.552285  # control distance of a quarter circle
_FAR = 2000.0  # beyond any page, for the bounds of a form
_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_COMMAND = re.compile(r"\s*([MLCZ])\s*")
_PAINT = {
    (True, True, False): "B",
    (True, True, True): "B*",
    (True, False, False): "f",
    (True, False, True): "f*",
    (False, True, False): "S",
    (False, True, True): "S",
}


_Look = tuple[str, str, float, Sequence[float] | None]
"""Fill, stroke, width and dash that the PDF has now, so that they are not set again."""
_UNKNOWN: _Look = ("", "", -1.0, None)
"""At the start of a form, which takes over whatever was set where it is shown."""


class PdfPen:
    """Draws a PDF; `data` gives its bytes. The same strokes give the same bytes."""

    def __init__(
        self, title: str, *, lang: str = "en", subject: str = "", duplex: str = ""
    ) -> None:
        self._file = BytesIO()
        # Reportlab's own first font would be Helvetica, which is not embedded.
        first = _font("text").fontName
        self._canvas = Canvas(
            self._file,
            invariant=1,
            pageCompression=1,
            initialFontName=first,
            pdfVersion=(1, 7),  # the first that may tell printers not to scale
        )
        self._describe(title, lang, subject, duplex)
        self._ops: list[str] = []
        self._look = _UNKNOWN
        self._looks: list[_Look] = []
        self._stamps: dict[str, str] = {}
        self._pages = 0

    def _describe(self, title: str, lang: str, subject: str, duplex: str) -> None:
        canvas = self._canvas
        canvas.setTitle(title)
        canvas.setSubject(subject)
        canvas.setAuthor("paperplay")
        canvas.setCreator("paperplay")
        canvas.setCatalogEntry("Lang", lang)
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if duplex:
            canvas.setViewerPreference("Duplex", duplex)

    def data(self) -> bytes:
        """End the last page and give the whole PDF."""
        self._end_page()
        self._canvas.save()
        return self._file.getvalue()

    def page(self, width: float, height: float, bookmark: str | None = None) -> None:
        """Begin a new page of this size."""
        self._end_page()
        self._pages += 1
        canvas, size = self._canvas, (width * _PT, height * _PT)
        canvas.setPageSize(size)
        if bookmark is not None:
            key = f"p{self._pages}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(bookmark, key)
        self._look = _UNKNOWN
        self._ops.append(f"{_PT:.5f} 0 0 {-_PT:.5f} 0 {size[1]:.3f} cm 1 j 1 J")

    def path(
        self,
        d: str,
        *,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.2,
        dash: Sequence[float] = (),
        even_odd: bool = False,
    ) -> None:
        """Draw one shape."""
        if fill or stroke:
            self._set(fill, stroke, width, dash)
            self._ops.append(_operators(d))
            self._ops.append(_PAINT[bool(fill), bool(stroke), even_odd])

    def circle(self, centre: Point, radius: float, **look: Unpack[Look]) -> None:
        """Draw a circle as four curves."""
        (x, y), r, k = centre, radius, radius * _ARC
        d = (
            f"M {x + r:.3f} {y:.3f} "
            f"C {x + r:.3f} {y + k:.3f} {x + k:.3f} {y + r:.3f} {x:.3f} {y + r:.3f} "
            f"C {x - k:.3f} {y + r:.3f} {x - r:.3f} {y + k:.3f} {x - r:.3f} {y:.3f} "
            f"C {x - r:.3f} {y - k:.3f} {x - k:.3f} {y - r:.3f} {x:.3f} {y - r:.3f} "
            f"C {x + k:.3f} {y - r:.3f} {x + r:.3f} {y - k:.3f} {x + r:.3f} {y:.3f} Z"
        )
        self.path(d, **look)

    def words(
        self,
        text: str,
        at: Point,
        *,
        size: float,
        face: str = "text",
        align: Align = "left",
        colour: str = "#000000",
    ) -> None:
        """Write one line, as text that can be selected."""
        # Measured even when it stands left, so that a missing sign is noticed here.
        width = self.width_of(text, size, face)
        x = at[0] - {"left": 0.0, "centre": width / 2, "right": width}[align]
        self._set(colour, None, 0.0, ())
        font, canvas = _font(face), self._canvas
        self._ops.append(f"BT 1 0 0 -1 {x:.3f} {at[1]:.3f} Tm")
        for subset, chunk in font.splitString(text, canvas._doc):
            name = font.getSubsetInternalName(subset, canvas._doc)
            self._ops.append(f"{name} {size:.3f} Tf ({canvas._escape(chunk)}) Tj")
        self._ops.append("ET")

    def width_of(self, text: str, size: float, face: str = "text") -> float:
        """Say how wide a line would be, in mm."""
        return face_of(face).width_of(text, size)

    def picture(self, jpeg: bytes, at: Point, width: float, height: float) -> None:
        """Show a photo, its JPEG as it is."""
        # Turned over, since our pages count from the top.
        with self._saved(f"1 0 0 -1 {at[0]:.3f} {at[1] + height:.3f} cm"):
            self._flush()
            image = ImageReader(BytesIO(jpeg))
            self._canvas.drawImage(image, 0, 0, width=width, height=height)

    @contextmanager
    def placed(self, at: Point, *, scale: float = 1.0, turn: float = 0.0) -> Iterator[None]:
        """Draw what follows with this origin, scaled, turned clockwise by degrees."""
        c, s = scale * cos(radians(turn)), scale * sin(radians(turn))
        with self._saved(f"{c:.5f} {s:.5f} {-s:.5f} {c:.5f} {at[0]:.3f} {at[1]:.3f} cm"):
            yield

    @contextmanager
    def clipped(self, d: str) -> Iterator[None]:
        """Draw what follows only inside a shape."""
        with self._saved(f"{_operators(d)} W n"):
            yield

    @contextmanager
    def stamp(self, name: str) -> Iterator[bool]:
        """Draw once, show again by reference."""
        fresh = name not in self._stamps
        if not fresh:
            yield False
        else:
            self._stamps[name] = f"s{len(self._stamps)}"
            self._flush()
            self._looks.append(self._look)
            self._look = _UNKNOWN
            self._canvas.beginForm(self._stamps[name], -_FAR, -_FAR, _FAR, _FAR)
            self._ops.append("1 j 1 J")
            yield True
            self._flush()
            self._canvas.endForm()
            self._look = self._looks.pop()
        self._flush()
        self._canvas.doForm(self._stamps[name])

    @contextmanager
    def _saved(self, operators: str) -> Iterator[None]:
        self._ops.append(f"q {operators}")
        self._looks.append(self._look)
        yield
        self._look = self._looks.pop()
        self._ops.append("Q")

    def _set(
        self, fill: str | None, stroke: str | None, width: float, dash: Sequence[float]
    ) -> None:
        now_fill, now_stroke, now_width, now_dash = self._look
        ops = self._ops
        if fill and fill != now_fill:
            ops.append(f"{_rgb(fill)} rg")
            now_fill = fill
        if stroke:
            if stroke != now_stroke:
                ops.append(f"{_rgb(stroke)} RG")
            if width != now_width:
                ops.append(f"{width:.3g} w")
            if dash != now_dash:
                ops.append(f"[{' '.join([f'{length:.3g}' for length in dash])}] 0 d")
            now_stroke, now_width, now_dash = stroke, width, dash
        self._look = (now_fill, now_stroke, now_width, now_dash)

    def _flush(self) -> None:
        if self._ops:
            self._canvas.addLiteral("\n".join(self._ops))
            self._ops = []

    def _end_page(self) -> None:
        if self._pages:
            self._flush()
            self._canvas.showPage()


def _font(face: str) -> TTFont:
    return _font_file(FILES[face])


@cache
def _font_file(file: str) -> TTFont:
    """Load a file once: two faces may share it."""
    font = TTFont(file.removesuffix(".ttf"), str(FONTS / file))
    pdfmetrics.registerFont(font)
    return font


@cache
def _rgb(colour: str) -> str:
    return " ".join(f"{int(colour[at : at + 2], 16) / 255:.3g}" for at in (1, 3, 5))


def _operators(d: str) -> str:
    """Turn an SVG path text (absolute M L C Z) into PDF operators."""
    if "C" not in d and d.startswith("M "):
        return " ".join([_straight(ring) for ring in d.split("M ")[1:]])
    parts = _COMMAND.split(d)
    return " ".join(
        [
            f"{numbers} {_OPERATORS[letter]}"
            for letter, numbers in zip(parts[1::2], parts[2::2], strict=True)
        ]
    )


def _straight(ring: str) -> str:
    """Turn the corners of one polygon into operators: codes and tags have thousands of them."""
    corners, closed, _ = ring.partition("Z")
    first, *others = corners.split("L")
    return f"{first} m " + " l ".join([*others, "h" if closed else ""])
