"""How wide words are: the metrics of the four faces, read from their font files.

Every pen measures with these, so that the notes of a test break lines where the PDF does.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.errors import HostError

FONTS = Path(__file__).parent / "fonts"
FILES: Mapping[str, str] = {
    "text": "AtkinsonHyperlegibleNext-Regular.ttf",
    "bold": "AtkinsonHyperlegibleNext-Bold.ttf",
    "code": "AtkinsonHyperlegibleNext-Bold.ttf",
    "hand": "PatrickHand-Regular.ttf",
}
"""Which file draws which face."""


@dataclass(frozen=True)
class Face:
    """One font's widths."""

    name: str
    widths: Mapping[str, float]
    """Advance of every sign that the font has, for a type size of 1."""

    def width_of(self, text: str, size: float) -> float:
        """Measure one line, in the unit of ``size``; ``no-glyph`` where the font lacks a sign."""
        try:
            return size * sum(map(self.widths.__getitem__, text))
        except KeyError as missing:
            raise HostError("no-glyph", sign=missing.args[0], text=text) from None


@cache
def face_of(name: str) -> Face:
    """Load a face: ``text``, ``bold``, ``hand`` or ``code``."""
    data = (FONTS / FILES[name]).read_bytes()
    tables = _tables(data)
    (units,) = struct.unpack_from(">H", data, tables["head"] + 18)
    advances = _advances(data, tables)
    last = len(advances) - 1
    glyphs = _glyphs(data, tables["cmap"])
    widths = {chr(code): advances[min(glyph, last)] / units for code, glyph in glyphs.items()}
    return Face(name, widths)


def _tables(data: bytes) -> dict[str, int]:
    (count,) = struct.unpack_from(">H", data, 4)
    records = (struct.unpack_from(">4sIII", data, 12 + 16 * at) for at in range(count))
    return {tag.decode(): offset for tag, _, offset, _ in records}


def _advances(data: bytes, tables: Mapping[str, int]) -> list[int]:
    (count,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    return list(struct.unpack_from(f">{2 * count}H", data, tables["hmtx"])[::2])


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Read the format 4 table: which glyph shows which character."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    for at in range(count):
        (offset,) = struct.unpack_from(">I", data, cmap + 8 + 8 * at)
        start = cmap + offset
        if struct.unpack_from(">H", data, start) == (4,):
            break
    else:
        raise ValueError("the font has no format 4 character map")
    (twice,) = struct.unpack_from(">H", data, start + 6)
    n = twice // 2
    ends = struct.unpack_from(f">{n}H", data, start + 14)
    starts = struct.unpack_from(f">{n}H", data, start + 16 + twice)
    deltas = struct.unpack_from(f">{n}H", data, start + 16 + 2 * twice)
    ranges_at = start + 16 + 3 * twice
    ranges = struct.unpack_from(f">{n}H", data, ranges_at)
    glyphs: dict[int, int] = {}
    for k in range(n):
        for code in range(starts[k], min(ends[k], 0xFFFE) + 1):
            glyph = code
            if ranges[k]:
                where = ranges_at + 2 * k + ranges[k] + 2 * (code - starts[k])
                (glyph,) = struct.unpack_from(">H", data, where)
            if glyph or not ranges[k]:
                glyphs[code] = (glyph + deltas[k]) & 0xFFFF
    return glyphs
