"""What the player added: the page with even light, less everything that was printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np

from scanner.marks.lines import EVEN, Segment, pen_darkness
from scanner.page.hard_shadows import hard_edges, with_edges
from scanner.page.shown_print import Print, to_light
from scanner.pictures import PX_PER_MM, Floats, Grey, reduced
from scanner.unseen import Hidden

_LONGEST_LINE, _CREASE = 45.0, 60.0
"""No line on a sheet is as long as this, mm; none fills most of a way as long as that."""
_COARSER = 4
"""By how much the page is made smaller to look for creases: halved twice."""
_CREASE_PX_PER_MM = PX_PER_MM / _COARSER
_STRIP = 32
"""How many rows are taken away at once, at that scale."""
_FAINTEST_CREASE, _DARKEST_CREASE = 8, 60
_FAINTEST_GRAIN, _DARKEST_GRAIN = 12, 24
_PALEST_BAND = 5.0
"""How much darker a fold's shadow is, on the whole, than the page beside it."""
_WIDER = round(6.0 * _CREASE_PX_PER_MM)
"""Bands wider than this are no shadows of folds: rows of coloured leaves, a page full of grain."""
_UNBROKEN = 0.75
"""The share of a fold's way that its shadow can be seen on, at least."""
_WHOLE_CREASE, _WHOLE_GRAIN = 1.35, 1.25
"""How much darker a shadow, and grain, is where it is darkest than on the whole."""
_REMAINS = 0.12
"""The share of print's darkness that is left as ink, at the most, where it was taken away."""
_DEEPEST_SHADOW, _AROUND_INK = 0.25, 25
"""How dark a shadow may be beside the lightest paper around, within so many mm."""
_WIDER_THAN_STROKES = np.ones((13, 13), np.uint8)


@dataclass(frozen=True)
class InkPage:
    """A flattened page."""

    grey: Grey
    """Paper at 255 whatever the light was, PX_PER_MM pixels to the mm."""
    ink: Grey
    """How much darker than the print the page is: 0 is untouched."""
    blur: float = 0.0
    """How blurred the print looks: a standard deviation in px."""
    hidden: Hidden = lambda box: False
    """Whether the print in a part of the page cannot be seen."""
    printed: Grey | None = None
    """How dark print may be at each spot: 255 is none."""
    excess: Grey | None = None
    """How much darker than its print the page is, without any tolerance; 128 is as dark."""
    tones: Grey = field(default_factory=lambda: np.arange(256, dtype=np.uint8))
    """For each tone of the blank the tone that it has on the page."""
    lines: Callable[[Sequence[Segment]], Floats] | None = None
    """Where lines have to be told in another way: their chances, NaN where nobody can say."""

    @cached_property
    def clean(self) -> Grey:
        """The player's ink alone on white paper."""
        return 255 - self.ink

    @cached_property
    def pen(self) -> float:
        """How dark the page's pen is where it is darkest."""
        return pen_darkness(self.ink)

    @cached_property
    def soft(self) -> Grey:
        """The ink without its grain."""
        return np.asarray(cv2.blur(self.ink, (3, 3)), np.uint8)

    @cached_property
    def faint(self) -> Grey:
        """Strokes alone, for a look at faint ones: neither grain nor veils nor remains of print.

        Print is often a little darker than expected, the more the darker it is.
        """
        soft = self.soft
        if self.printed is not None:
            soft = cv2.addWeighted(soft, 1, self.printed, _REMAINS, -255 * _REMAINS)
        return np.asarray(cv2.morphologyEx(soft, cv2.MORPH_TOPHAT, _WIDER_THAN_STROKES), np.uint8)


def find_ink(flat: Grey, print_: Print, misfit: float) -> InkPage:
    """Even out a flat page's light and take away its print, which may be off by ``misfit`` mm."""
    light = _light(flat, print_)
    paper = _smooth(light, flat)
    # A thing on the sheet is known by the dark edge that smooth light leaves.
    even = shaded = _divided(flat, paper)
    edges = hard_edges(light, print_.small)
    if edges is not None:
        even = _divided(flat, with_edges(paper, flat, print_.blank, light, edges))
    blur = print_.blur_in(even)
    reach = 1 if misfit < 0.08 else 2 if misfit < 0.2 else 3
    tones = print_.tones_in(even, blur, reach)
    expected = print_.expected(tones, blur, reach)
    ink = cv2.subtract(expected, even).astype(np.uint8, copy=False)
    shown = print_.shown(tones, blur)
    excess = cv2.addWeighted(shown, 1, even, -1, EVEN, dst=shown).astype(np.uint8, copy=False)
    folds, grain = creases(ink)
    _take_away(folds, excess)
    _take_away(cv2.max(folds, grain), ink)
    hidden = print_.hidden_in(flat, shaded, tones, blur)
    return InkPage(even, ink, blur, hidden, expected, excess, tones)


def creases(ink: Grey) -> tuple[Grey, Grey]:
    """The shadows of folds, pale bands far longer than any line of a player; and grain.

    Print interrupts a band, and a digit on it is darker: most of the way has to be as dark as
    the rest, and what is taken away is what the way has on the whole. Both are given as they
    are looked for, _CREASE_PX_PER_MM pixels to the mm.
    """
    small = reduced(reduced(ink))
    pale, grain = cv2.min(small, _DARKEST_CREASE), cv2.min(small, _DARKEST_GRAIN)
    return (
        cv2.max(_on_the_whole(pale, True), _on_the_whole(pale, False)),
        cv2.max(_unbroken(grain, True), _unbroken(grain, False)),
    )


def _take_away(band: Grey, page: Grey) -> None:
    """Take a band at the scale of creases away from a page: strip by strip, where there is any."""
    wide = cv2.dilate(band, np.ones((3, 3), np.uint8))
    for top in range(0, len(wide), _STRIP):
        above = min(top, 1)  # a pixel more on each side, as enlarging looks at neighbours
        strip = wide[top - above : top + _STRIP + 1]
        left, _, across, _ = cv2.boundingRect(strip)
        if across:
            x = max(left - 1, 0)
            part = strip[:, x : left + across + 1]
            large = cv2.resize(part, None, fx=_COARSER, fy=_COARSER)[above * _COARSER :]
            place = page[top * _COARSER : (top + _STRIP) * _COARSER, x * _COARSER :]
            place, large = place[: len(large), : large.shape[1]], large[: len(place)]
            cv2.subtract(place, large[:, : place.shape[1]], dst=place)


def _unbroken(small: Grey, across: bool) -> Grey:
    """What a way has all along, if only grain."""
    longest = round(_LONGEST_LINE * _CREASE_PX_PER_MM)
    # A fold is not quite straight: let it wander a little to the side.
    side = np.ones((5, 1) if across else (1, 5), np.uint8)
    line = np.ones((1, longest) if across else (longest, 1), np.uint8)
    wide = cv2.dilate(small, side)
    _, dark = cv2.threshold(wide, _FAINTEST_GRAIN - 1, 255, cv2.THRESH_BINARY)
    if int(cv2.blur(dark, line.shape[::-1]).max()) < 255:  # no way is dark all along
        return np.zeros_like(small)
    return cv2.convertScaleAbs(cv2.morphologyEx(wide, cv2.MORPH_OPEN, line), alpha=_WHOLE_GRAIN)


def _on_the_whole(pale: Grey, across: bool) -> Grey:
    """What most of a way has, and the page beside it has not."""
    longest = round(_CREASE * _CREASE_PX_PER_MM)
    line = (longest, 1) if across else (1, longest)
    side, wide = (np.ones((n, 1) if across else (1, n), np.uint8) for n in (3, _WIDER))
    _, dark = cv2.threshold(cv2.dilate(pale, side), _FAINTEST_CREASE - 1, 1, cv2.THRESH_BINARY)
    share = cv2.boxFilter(dark, cv2.CV_32F, line, borderType=cv2.BORDER_CONSTANT)
    if float(share.max()) < _UNBROKEN:
        return np.zeros_like(pale)
    usual = cv2.morphologyEx(cv2.boxFilter(pale, cv2.CV_32F, line), cv2.MORPH_TOPHAT, wide)
    usual[(share < _UNBROKEN) | (usual < _PALEST_BAND)] = 0.0
    whole = cv2.convertScaleAbs(usual, alpha=_WHOLE_CREASE)
    return cv2.dilate(whole, np.ones(line[::-1], np.uint8)) if cv2.countNonZero(whole) else whole


def even_light(flat: Grey, print_: Print) -> Grey:
    """Divide by the light: how much brighter or darker paper is than it should be."""
    return _divided(flat, _smooth(_light(flat, print_), flat))


def _light(flat: Grey, print_: Print) -> Floats:
    """How bright the light is on each square millimetre: 1 is paper that is white."""
    printed = print_.small
    seen = to_light(flat).astype(np.float32)
    light = seen / np.maximum(printed, 60.0)
    # Ink only ever darkens: the lightest of the surroundings is the light.
    light = cv2.dilate(light, np.ones((5, 5), np.uint8))
    light = cv2.erode(light, np.ones((5, 5), np.uint8))
    # No shadow is as deep as this beside the light: it is felt pen, a row of filled leaves.
    around = cv2.dilate(light, np.ones((_AROUND_INK, _AROUND_INK), np.uint8))
    return cv2.medianBlur(np.maximum(light, _DEEPEST_SHADOW * around), 5)


def _smooth(light: Floats, flat: Grey) -> Grey:
    """How bright paper is everywhere on a page."""
    soft = cv2.GaussianBlur(light, (0, 0), 2.5)
    paper = np.clip(soft * 255, 13, 255).astype(np.uint8)
    return np.asarray(cv2.resize(paper, flat.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _divided(flat: Grey, paper: Grey) -> Grey:
    return cv2.divide(flat, paper, scale=255).astype(np.uint8, copy=False)
