"""A pen that only takes notes: one line a stroke, so that a changed sheet is a readable diff."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from zlib import crc32

from printkit.faces import face_of
from printkit.pen import Align, Point

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_LONGEST = 72
"""Characters of a path that are written out."""


class NotePen:
    """Writes down every stroke, in mm with two decimals."""

    def __init__(self, *, brief: bool = False) -> None:
        self.notes: list[str] = []
        self._brief = brief
        """Whether of a long path only its beginning is written, and a sum over all of it."""
        self._kept: set[str] = set()
        self._depth = 0

    def page(self, width: float, height: float, bookmark: str | None = None) -> None:
        """Note a new page."""
        self._note(f"page {_mm(width)} x {_mm(height)}{_quoted(bookmark)}")

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
        """Note one shape."""
        look = _look(fill, stroke, width, dash) + (" even-odd" if even_odd else "")
        self._note(f"path{look} {self._path(d)}")

    def circle(
        self,
        centre: Point,
        radius: float,
        *,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.2,
        dash: Sequence[float] = (),
    ) -> None:
        """Note a circle."""
        look = _look(fill, stroke, width, dash)
        self._note(f"circle{look} {_place(centre)} r {_mm(radius)}")

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
        """Note one line of words."""
        self.width_of(text, size, face)  # a sign that the font lacks is refused here, too
        self._note(f"words {face} {_mm(size)} {colour} {align} {_place(at)}{_quoted(text)}")

    def width_of(self, text: str, size: float, face: str = "text") -> float:
        """Measure with the same metrics as the PDF."""
        return face_of(face).width_of(text, size)

    def picture(self, jpeg: bytes, at: Point, width: float, height: float) -> None:
        """Note where a photo stands, and a sum over its bytes."""
        self._note(f"picture {_place(at)} {_mm(width)} x {_mm(height)} {crc32(jpeg):08x}")

    @contextmanager
    def placed(self, at: Point, *, scale: float = 1.0, turn: float = 0.0) -> Iterator[None]:
        """Note where what follows stands."""
        with self._inside(f"placed {_place(at)} scale {_mm(scale)} turn {_mm(turn)}"):
            yield

    @contextmanager
    def clipped(self, d: str) -> Iterator[None]:
        """Note what cuts off what follows."""
        with self._inside(f"clipped {self._path(d)}"):
            yield

    @contextmanager
    def stamp(self, name: str) -> Iterator[bool]:
        """Note what is kept the first time, only the name later."""
        if name in self._kept:
            self._note(f"stamp {name} again")
            yield False
            return
        self._kept.add(name)
        with self._inside(f"stamp {name}"):
            yield True

    @contextmanager
    def _inside(self, line: str) -> Iterator[None]:
        self._note(f"{line} {{")
        self._depth += 1
        yield
        self._depth -= 1
        self._note("}")

    def _path(self, d: str) -> str:
        text = _NUMBER.sub(lambda found: _mm(float(found.group())), d)
        if not self._brief or len(text) <= _LONGEST:
            return text
        begin = text[:_LONGEST].rpartition(" ")[0]
        steps = sum(map(text.count, "MLCZ"))
        return f"{begin} … ({steps} steps, {crc32(text.encode()):08x})"

    def _note(self, line: str) -> None:
        self.notes.append("  " * self._depth + line)


def _mm(value: float) -> str:
    # Adding nought turns a minus nought into a plain one.
    return f"{round(value, 2) + 0.0:.2f}"


def _place(point: Point) -> str:
    return f"{_mm(point[0])} {_mm(point[1])}"


def _quoted(text: str | None) -> str:
    return "" if text is None else f' "{text}"'


def _look(fill: str | None, stroke: str | None, width: float, dash: Sequence[float]) -> str:
    look = f" fill {fill}" if fill else ""
    if stroke:
        look += f" stroke {stroke} {_mm(width)}"
        look += f" dash {','.join(map(_mm, dash))}" if dash else ""
    return look
