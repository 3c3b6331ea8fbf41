"""Makes the crop of a digit comparable, for the networks and for their training.

Light is evened out, the ink of the digit picked, centred, scaled, and its stroke brought to one
width.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from cv2.typing import MatLike as Grey
from numpy.typing import NDArray

_Box = tuple[int, int, int, int]  # left, top, right, bottom

SIDE = 28
"""Height and width of what the network sees, in pixels."""
BOX = 24
"""Longest side of the digit inside the network's picture."""
_LARGEST, _SMALLEST = 72, 48  # working size of a crop's longer side, px
_FAINTEST = 22  # darkness, of 255, that something in a crop must have to be looked at
_LEAST_INK = 15.0  # darkness below which nothing counts as ink
_GRAIN, _WHITE = 1.5, 0.6  # mean darkness of white paper with little ink; what is enough there
_MOST = 0.8  # a crop that is dark nearly all over shows nothing
_PRINT = 90  # darkness that printed tints stay below
_JOINED = 2  # px between pieces of one digit, at the most, where one of them is cut by the rim
_EDGE = 0.16  # width of the band along a crop's edge, as a share of its shorter side
_INSIDE, _OUTSIDE = 0.3, 0.75  # of a piece's ink lies in that band: at the most, at the least
_LONG = 0.55  # of the shorter side: a piece there that is shorter may be a digit
_FULL_INK = 70  # darkness from which ink is shown to the network at full strength
_STROKE = 5.6  # wanted stroke width, in pixels of the double-sized picture
_ROUND = {size: cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)) for size in (3, 5, 7)}
_SQUARE, _WIDE = np.ones((3, 3), np.uint8), np.ones((9, 9), np.uint8)


def normalise(crop: Grey) -> Grey:
    """Make one crop comparable: (SIDE, SIDE) uint8, bright ink on black.

    A crop without anything like ink gives a black picture.
    """
    return normalise_all([crop])[0]


def normalise_all(crops: Sequence[Grey]) -> NDArray[np.uint8]:
    """Make crops comparable, each for itself: (n, SIDE, SIDE) uint8.

    All go through a step before the next step begins: that keeps each step's code in the
    processor's cache, and takes a sixth less time than crop after crop.
    """
    picked = [_found(ink, scale) for ink, scale in _darkness(crops)]
    inked = [n for n, one in enumerate(picked) if one]
    large = [_place(*one[:3]) for one in picked if one]
    # The grey veil far below the threshold is paper grain and the ghost of print.
    clear = [
        cv2.addWeighted(one, gain, one, 0, -0.5 * gain * faint)
        for one, (*_, gain, faint) in zip(large, filter(None, picked), strict=True)
    ]
    even = [_even_stroke(one) for one in clear]
    pictures = np.zeros((len(crops), SIDE, SIDE), np.uint8)
    for n, one in zip(inked, even, strict=True):
        pictures[n] = cv2.resize(one, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return pictures


def _found(ink: Grey, scale: float) -> tuple[Grey, _Box, float, float, float] | None:
    """Find the digit: its ink, its box, how small it may be, and its gain and faintest ink."""
    # On paper that is white all over, fainter ink stands out from the grain.
    white = _WHITE if cv2.mean(ink)[0] < _GRAIN else 1.0
    peak = _peak(ink)
    if peak < white * _FAINTEST:
        return None
    sure = max(white * _LEAST_INK, peak * 0.33)
    faint = max(white * _LEAST_INK, peak * 0.17)
    tight = scale > 1.2
    found = _pick(ink, faint, sure, peak, tight)
    if found and not tight and _is_led_astray(found[1], ink, sure):
        found = _pick(ink, sure, sure, peak, tight)
    if found is None:
        return None
    return *found, max(8 * scale, 0.11 * max(ink.shape)), 255 / max(peak * 0.5, _FULL_INK), faint


def _is_led_astray(box: _Box, ink: Grey, sure: float) -> bool:
    """Tell whether faint ink leads from the digit far out to where outlines are printed."""
    left, top, right, bottom = box
    height, width = ink.shape
    if min(left, top, width - right, height - bottom) >= 0.07 * max(height, width):
        return False
    x, y, across, down = cv2.boundingRect(cv2.threshold(ink, sure, 255, cv2.THRESH_BINARY)[1])
    return max(right - left - across, bottom - top - down) > 0.2 * max(across, down)


def _darkness(crops: Sequence[Grey]) -> list[tuple[Grey, float]]:
    """Say how much darker than the paper around it each pixel is, 0 to 255, and the zoom."""
    sized = [_sized(crop) for crop in crops]
    papers = [_paper(crop) for crop, _ in sized]
    wide = [
        cv2.resize(paper, crop.shape[::-1], interpolation=cv2.INTER_LINEAR)
        for paper, (crop, _) in zip(papers, sized, strict=True)
    ]
    light = [
        cv2.divide(crop, paper, scale=255) for (crop, _), paper in zip(sized, wide, strict=True)
    ]
    # Coarse pixels would look like corners, and are blurred more.
    return [
        (cv2.blur(cv2.bitwise_not(one), (3, 3) if scale < 2 else (5, 5)), scale)
        for one, (_, scale) in zip(light, sized, strict=True)
    ]


def _sized(crop: Grey) -> tuple[Grey, float]:
    """Bring a crop to the size that is worked with, and give the zoom."""
    if crop.ndim != 2 or crop.dtype != np.uint8:
        raise ValueError(f"A crop must be (height, width) uint8, not {crop.shape} {crop.dtype}.")
    if not crop.size:
        return np.full((_SMALLEST, _SMALLEST), 255, np.uint8), 1.0
    longer = max(crop.shape)
    scale = min(max(longer, _SMALLEST), _LARGEST) / longer
    return _resized(crop, scale), scale


def _paper(crop: Grey) -> Grey:
    """Find the paper's light, in a quarter of the size."""
    height, width = crop.shape
    small = cv2.resize(crop, (width // 4 + 1, height // 4 + 1), interpolation=cv2.INTER_LINEAR)
    paper = cv2.blur(cv2.morphologyEx(small, cv2.MORPH_CLOSE, _WIDE), (3, 3))
    # Under a black patch there is paper as well, though none of it is seen.
    return np.maximum(paper, np.uint8(max(24.0, 0.55 * cv2.minMaxLoc(paper)[1])))


def _resized(crop: Grey, scale: float) -> Grey:
    """Change a crop's size, quickly: exact averages only where many pixels fall together."""
    if scale == 1.0:
        return crop
    height, width = crop.shape
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    smaller = cv2.INTER_LINEAR if scale > 0.5 else cv2.INTER_AREA
    way = cv2.INTER_CUBIC if scale > 1 else smaller
    return cv2.resize(crop, size, interpolation=way)


def _peak(ink: Grey) -> float:
    """Find the darkest ink; a black printed line at the rim must not outshine pencil."""
    height, width = ink.shape
    inner = ink[height // 9 : height - height // 9, width // 9 : width - width // 9]
    peak = cv2.minMaxLoc(inner)[1]
    return peak if peak >= 2 * _FAINTEST else cv2.minMaxLoc(ink)[1]


def _pick(
    ink: Grey, threshold: float, sure: float, peak: float, tight: bool
) -> tuple[Grey, _Box] | None:
    """Keep the strokes of the digit and drop specks and what lies along the rim.

    A stroke is what is darker than ``threshold`` and somewhere darker than ``sure``.
    A ``tight`` crop is too small to hold more than its digit. In others, ink so faint
    that it may be an outline or a star is dropped outside an ellipse in the middle.

    Returns:
        The ink of the kept strokes alone, and their box.
    """
    mask = cv2.threshold(ink, threshold, 255, cv2.THRESH_BINARY)[1]
    if peak >= _PRINT or tight:
        edges, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        if len(edges) == 1 or np.count_nonzero(tree[0, :, 3] < 0) == 1:  # the rest are holes
            return _only_piece(ink, mask, tight)
    return _of_many(ink, mask, sure, peak, tight)


def _only_piece(ink: Grey, mask: Grey, tight: bool) -> tuple[Grey, _Box] | None:
    """Judge the crop's one piece of ink; what is quick matters, as most crops have but one."""
    height, width = ink.shape
    area = cv2.countNonZero(mask)
    if not 5 <= area <= _MOST * height * width:
        return None
    left, top, across, down = cv2.boundingRect(mask)
    away = 2 * max(abs((left + across / 2) / width - 0.5), abs((top + down / 2) / height - 0.5))
    darkest = cv2.minMaxLoc(ink)[1]
    part = _Part(1, [left, top, across, down, area], away, darkest, (height, width))
    return None if part.hugging and not tight else (ink, part.box)


def _of_many(
    ink: Grey, mask: Grey, sure: float, peak: float, tight: bool
) -> tuple[Grey, _Box] | None:
    """Choose among the crop's pieces of ink."""
    count, labels, stats, middles = cv2.connectedComponentsWithStats(mask, ltype=cv2.CV_16U)
    height, width = ink.shape
    parts = []
    for label, (numbers, middle) in enumerate(zip(stats.tolist(), middles.tolist(), strict=True)):
        if label and 5 <= numbers[4] <= _MOST * height * width:
            away = 2 * max(abs(middle[0] / width - 0.5), abs(middle[1] / height - 0.5))
            darkest = _darkest(label, numbers, ink, labels)
            if darkest >= sure:
                parts.append(_Part(label, numbers, away, darkest, (height, width)))
    maybe_print = peak < _PRINT and not tight
    if not tight and any(part.darkest < _PRINT for part in parts):
        inside = np.bincount(np.asarray(labels).take(_middle(height, width)), minlength=count)
        parts = [p for p in parts if inside[p.label] > 0.3 * p.area or p.darkest >= _PRINT]
    if not tight and any(part.on_rim for part in parts):
        at_edge = np.bincount(np.asarray(labels).take(_edge(height, width)), minlength=count)
        shares = [float(at_edge[part.label] / part.area) for part in parts]
        parts = _without_edging(parts, shares, min(height, width))
    kept = _kept(parts if tight else _without_frame(parts))
    if not kept:
        return None
    if len(kept) < count - 1:
        lookup = np.zeros(count, np.uint8)
        lookup[[part.label for part in kept]] = 255
        ink = cv2.bitwise_and(ink, cv2.dilate(lookup.take(np.asarray(labels)), _SQUARE))
        if maybe_print and cv2.minMaxLoc(ink)[1] < 0.6 * peak:
            return None
    lefts, tops, rights, bottoms = zip(*[part.box for part in kept], strict=True)
    return ink, (min(lefts), min(tops), max(rights), max(bottoms))


def _darkest(label: int, stats: list[int], ink: Grey, labels: Grey) -> float:
    """Find a piece's own darkest ink."""
    left, top, width, height, _ = stats
    box = np.s_[top : top + height, left : left + width]
    return cv2.minMaxLoc(ink[box], cv2.inRange(labels[box], label, label))[1]


@lru_cache(maxsize=64)
def _middle(height: int, width: int) -> NDArray[np.int64]:
    """List the pixels of the ellipse in which a digit is written and no outline is printed."""
    y = (np.arange(height)[:, None] + 0.5) / height - 0.5
    x = (np.arange(width)[None] + 0.5) / width - 0.5
    return np.flatnonzero(x * x + y * y < 0.36**2)


@lru_cache(maxsize=64)
def _edge(height: int, width: int) -> NDArray[np.int64]:
    """List the pixels along the crop's edge, where a grid's lines and neighbours reach in."""
    inner = np.zeros((height, width), bool)
    band = round(_EDGE * min(height, width))
    inner[band : height - band, band : width - band] = True
    return np.flatnonzero(~inner)


class _Part:
    """A connected piece of ink; ``away`` is 0 in the middle of the crop and 1 at its rim.

    It is ``hugging`` along the rim as a line of print does, or a ``ring`` around everything.
    """

    def __init__(
        self, label: int, stats: list[int], away: float, darkest: float, crop: tuple[int, int]
    ) -> None:
        self.label, self.away = label, away
        self.left, self.top, width, height, self.area = stats
        self.right, self.bottom = self.left + width, self.top + height
        self.box: _Box = (self.left, self.top, self.right, self.bottom)
        self.darkest = darkest
        self.size = max(width, height)
        on_rim = min(self.left, self.top, crop[1] - self.right, crop[0] - self.bottom) <= 1
        self.on_rim = on_rim
        line = max(width / crop[1], height / crop[0]) > 0.8 and min(width, height) < 0.1 * min(crop)
        narrow = min(width / crop[1], height / crop[0]) < 0.2
        reach = max(width / crop[1], height / crop[0])
        self.at_rim = away > 0.6 and on_rim and narrow
        # A small digit may stand there, if it is darker than print and not drawn out.
        self.hugging = away > 0.6 and line or (self.at_rim and (reach > 0.45 or darkest < _PRINT))
        self.ring = (
            width > 0.72 * crop[1] and height > 0.72 * crop[0] and self.area < 0.2 * width * height
        )
        self.weight = self.area * (1.1 - away) * min(1.0, reach * 4)

    def gap(self, other: _Part) -> int:
        """The room between two boxes; negative where they overlap."""
        across = max(self.left - other.right, other.left - self.right)
        return max(across, self.top - other.bottom, other.top - self.bottom)


def _without_edging(parts: list[_Part], at_edge: list[float], side: int) -> list[_Part]:
    """Drop long lines and arcs that lie along the crop's edge, if something stands inside."""
    both = list(zip(parts, at_edge, strict=True))
    if not any(share < _INSIDE and part.size > 0.2 * side for part, share in both):
        return parts
    return [
        part
        for part, share in both
        if share < _OUTSIDE or not part.on_rim or part.size < _LONG * side
    ]


def _without_frame(parts: list[_Part]) -> list[_Part]:
    """Drop what lies along the rim, and a ring around something that stands in the middle."""
    inside = _without_neighbours([part for part in parts if not part.hugging])
    ring_area = max((part.area for part in inside if part.ring), default=0)
    if any(p.away < 0.5 and p.area > 0.1 * ring_area for p in inside if not p.ring):
        inside = [part for part in inside if not part.ring]
    return inside


def _without_neighbours(parts: list[_Part]) -> list[_Part]:
    """Drop what reaches in over the rim, such as a pen's circle beside, if it stands apart."""
    inner = [part for part in parts if not part.at_rim]
    if not inner:
        return parts
    return [
        part
        for part in parts
        if not part.at_rim or min(part.gap(other) for other in inner) <= _JOINED
    ]


def _kept(inside: list[_Part]) -> list[_Part]:
    """Choose the pieces of ink that belong to what was written."""
    main = max(inside, key=lambda part: part.weight, default=None)
    return [
        part
        for part in inside
        if part is main
        or main is None
        or part.area >= 0.3 * main.area
        or (part.area >= 0.02 * main.area and part.gap(main) <= 0.3 * main.size)
    ]


def _place(ink: Grey, box: _Box, smallest: float) -> Grey:
    """Centre and scale the box into a picture of twice the network's size."""
    left, top, right, bottom = box
    zoom = 2 * BOX / max(right - left, bottom - top, smallest)
    rim = int((SIDE - BOX) / zoom)  # of blurred ink around the box
    left, top = max(left - rim, 0), max(top - rim, 0)
    piece = ink[top : bottom + rim, left : right + rim]
    height, width = (max(1, round(side * zoom)) for side in piece.shape)
    large = np.zeros((2 * SIDE, 2 * SIDE), np.uint8)
    x, y = (2 * SIDE - width) // 2, (2 * SIDE - height) // 2
    large[y : y + height, x : x + width] = cv2.resize(piece, (width, height))
    return large


def _even_stroke(large: Grey) -> Grey:
    """Thicken or thin the strokes towards one width."""
    solid = cv2.threshold(large, 100, 255, cv2.THRESH_BINARY)[1]
    area = cv2.countNonZero(solid)
    edge = area - cv2.countNonZero(cv2.erode(solid, _SQUARE))
    if not edge:
        return large
    # A stroke of width w and length l has l * w pixels, of which 2 * l are its edge.
    steps = min(max((_STROKE - 2 * area / edge) / 2, -2.5), 2.5)
    change = cv2.dilate if steps > 0 else cv2.erode
    whole, part = divmod(abs(steps), 1.0)
    nearer = change(large, _ROUND[2 * int(whole) + 1]) if whole else large
    if part < 0.15:
        return nearer
    farther = change(large, _ROUND[2 * int(whole) + 3])
    return cv2.addWeighted(nearer, 1 - part, farther, part, 0)
