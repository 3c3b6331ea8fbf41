"""Pictures of scanner apps that leave only black and white.

Such an app makes black what is darker than its surroundings: thin outlines in pale tints as well
as pens. The same done to the blank says what is print, and with some tolerance it can be taken
away like any print. Lines of objects run along printed ones, though; they are told by how wide
they are: as wide as the strokes of this player's digits, where nothing is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.marks.lines import ALONG, Segment, coverage, places_along
from scanner.page.blank import blank_page
from scanner.page.ink import InkPage, find_ink
from scanner.page.shown_print import Print
from scanner.pictures import PX_PER_MM, Floats, Grey, cut
from scanner.unseen import Hidden
from templates.game import SheetLayout
from templates.geometry import Box, Point
from templates.sheet_code import SheetCode

_Taste = tuple[float, float, float]
"""How far around a spot an app looks, mm, how much darker it must be, and how blurred it is, px."""
_GENEROUS: _Taste = (5.0, 5.0, 1.0)
"""Takes rather too much for print than too little, so that none is left for ink."""
_LIKELY: _Taste = (6.0, 8.0, 0.6)
"""Print as it most likely looks, to be compared with lines."""
_STRICT: _Taste = (5.0, 32.0, 1.0)
"""Takes only what is black for certain: where that is missing, something covers it."""
_SOFT = 0.6
"""How much such apps soften black and white, px."""
_ACROSS = np.arange(-1.5, 1.51, 0.08)
"""Where black is looked for aside of a line's way, mm."""
_NARROWEST, _WIDEST = 0.8, 2.0
"""How wide a line is, compared with the strokes of digits."""
_LEAF, _CORE = (4.0, 5.0), (1.8, 2.4)
"""What is looked at of a place that may be coloured in, and its middle, mm."""
_DARK, _CLEAR = 0.45, 0.7
"""How much of it is black that may be coloured in, and how little of its middle, if not."""
_INNER = 0.6
"""The part of a field in which nothing is printed."""
_ENLARGED = 4
_FEWEST = 4
"""From this many digits on it is known how wide the pen is."""
_ALL_PRINT = 0.85
"""Where so much of a way looks like a pen on the blank, nobody can say."""
_STEEPNESS, _MIDDLE = 15.0, 0.47
"""How the covered share of a line becomes a chance."""
_INKED = 0.35
"""Where so much of a way has ink, nobody can say that no line was drawn."""


def bare_page(flat: Grey, code: SheetCode, layout: SheetLayout, misfit: float) -> InkPage | None:
    """Take print away from a flat page in black and white; None if nothing tells the pen."""
    width = _stroke(flat, layout)
    if width is None:
        return None
    page = find_ink(flat, _bare_print(code, _GENEROUS), misfit)
    sure = _bare_print(code, _STRICT)
    lost = sure.hidden_in(flat, page.grey, sure.tones_in(page.grey, page.blur), page.blur)
    hollow = _hollow(flat, layout)
    lines = _Lines(flat, _bare_blank(code, _LIKELY), width, page)
    # Nothing is faint here: what is left of print would pass for it.
    return replace(page, excess=None, hidden=lambda box: lost(box) or hollow(box), lines=lines)


@dataclass(frozen=True)
class _Lines:
    """Tells drawn lines from printed ones by how wide they are."""

    flat: Grey
    blank: Grey
    width: float
    """Of the pen's strokes, mm."""
    left: InkPage
    """What is left where print was taken away."""

    def __call__(self, segments: Sequence[Segment]) -> Floats:
        """The chance of each line; NaN where print alone would look the same."""
        if not segments:
            return np.zeros(0)
        seen, printed = (self._covered(picture, segments) for picture in (self.flat, self.blank))
        more = (seen - printed) / np.maximum(1 - printed, 1 - _ALL_PRINT)
        chances = 1 / (1 + np.exp(-_STEEPNESS * (more - _MIDDLE)))
        # A pen that draws wider lines than digits leaves ink beside the print.
        inked = coverage(self.left.ink, segments, self.left.pen) > _INKED
        chances = np.where(inked, np.maximum(chances, 0.5), chances)
        return np.where(printed < _ALL_PRINT, chances, np.nan)

    def _covered(self, picture: Grey, segments: Sequence[Segment]) -> NDArray[np.float64]:
        """The share of each line's way on which something is as wide as the pen."""
        x, y = (each.reshape(len(segments), -1) for each in places_along(segments, _ACROSS))
        seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR)
        black = seen.reshape(len(segments), len(_ACROSS), ALONG) < 128
        step = float(_ACROSS[1] - _ACROSS[0])
        found = np.zeros((len(segments), ALONG), bool)
        run = np.zeros((len(segments), ALONG))
        for place in range(len(_ACROSS) + 1):
            now = black[:, place] if place < len(_ACROSS) else np.zeros_like(found)
            wide = run * step / self.width
            found |= ~now & (wide >= _NARROWEST) & (wide <= _WIDEST)
            run = np.where(now, run + 1, 0.0)
        return np.asarray(found.mean(axis=1))


def _hollow(flat: Grey, layout: SheetLayout) -> Hidden:
    """Say which places look coloured in but for their middle: a pale tint may have turned black."""

    def black(center: Point, size: Point) -> float:
        return float((cut(flat, Box(center, size)) < 128).mean())

    centers = [p.area.center for p in layout.places.values() if "filled" in p.may_be]
    found = {at for at in centers if black(at, _LEAF) > _DARK and black(at, _CORE) < _CLEAR}
    return lambda box: box.center in found


def _stroke(flat: Grey, layout: SheetLayout) -> float | None:
    """How wide the strokes of digits are, mm."""
    widths = []
    for place in layout.places.values():
        if not place.is_digit:
            continue
        (w, h), center = place.area.size, place.area.center
        inner = cut(flat, Box(center, (_INNER * w, _INNER * h)))
        large = cv2.resize(inner, None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC)
        black = cv2.copyMakeBorder((large < 128).astype(np.uint8), *(1,) * 4, cv2.BORDER_CONSTANT)
        deep = cv2.distanceTransform(black, cv2.DIST_L2, 5)
        ridge = deep[(deep >= cv2.dilate(deep, np.ones((3, 3)))) & (deep > 2)]
        if ridge.size > 2 * _ENLARGED:
            widths.append(2 * float(np.median(ridge)) / _ENLARGED / PX_PER_MM)
    return float(np.median(widths)) if len(widths) >= _FEWEST else None


@lru_cache(maxsize=2)
def _bare_print(code: SheetCode, taste: _Taste) -> Print:
    return Print(_bare_blank(code, taste))


def _bare_blank(code: SheetCode, taste: _Taste) -> Grey:
    """Make the blank black and white as such an app would."""
    near, limit, blur = taste
    soft = cv2.GaussianBlur(blank_page(code), (0, 0), blur)
    size = int(near * PX_PER_MM) | 1
    mean, binary = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY
    black = cv2.adaptiveThreshold(soft, 255, mean, binary, size, limit)
    return np.asarray(cv2.GaussianBlur(black, (0, 0), _SOFT), np.uint8)
