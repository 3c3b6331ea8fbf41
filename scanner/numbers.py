"""Read numbers: a digit in a cloud, or a number of several digits in a field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scanner.digits import NO_DIGIT, read_digits
from scanner.lines import pen_darkness
from scanner.pictures import Floats, Grey
from scanner.reading import Reading, Value, normalised
from scanner.writer import read_together
from templates.geometry import Box

_BEYOND = 1.3
"""How far beyond its field a digit is looked for, mm."""
_RING_ROOM = 3.0
"""How far around a field a pen's circle may go, mm."""
_LEAST_INK = 1.2
"""Less ink than this, in mm² of a pen's full darkness, is a speck and not a digit."""


@dataclass(frozen=True)
class Field:
    """A place for one digit."""

    element: str
    box: Box
    round: bool = False
    """Whether only the oval inside the box counts: a pen's circle may go around it."""


def read_fields(
    clean: Grey, fields: Sequence[Field], strip: Sequence[Box], px_per_mm: int
) -> list[Reading]:
    """Read the digits of one hand together.

    Args:
        clean: The player's ink on white paper.
        fields: Where digits may stand.
        strip: Boxes in which the player may have shown 0 to 9.
        px_per_mm: The page's scale.
    """
    pen = pen_darkness(255 - clean)
    crops = [_crop(clean, field, px_per_mm, _BEYOND, pen) for field in fields]
    inked = [ink_area(_crop(clean, field, px_per_mm, 0.3, pen), px_per_mm, pen) for field in fields]
    written = [n for n, area in enumerate(inked) if area >= _LEAST_INK / 3]
    chances = np.zeros((len(fields), 11))
    chances[:, NO_DIGIT] = 1.0
    if written:
        shown = _strip_crops(clean, strip, px_per_mm, pen)
        chances[written] = read_together([crops[n] for n in written], shown or None)
    return [
        _reading(field.element, row, area)
        for field, row, area in zip(fields, chances, inked, strict=True)
    ]


def _crop(clean: Grey, field: Field, px_per_mm: int, beyond: float, pen: float) -> Grey:
    if not field.round:
        return cut(clean, field.box, px_per_mm, beyond)
    wide = _without_ring(cut(clean, field.box, px_per_mm, _RING_ROOM), field, px_per_mm, pen)
    edge = round(_RING_ROOM * px_per_mm)
    crop = wide[edge:-edge, edge:-edge]
    height, width = crop.shape
    oval = np.zeros((height, width), np.uint8)
    axes = (round(0.47 * width), round(0.47 * height))
    cv2.ellipse(oval, (width // 2, height // 2), axes, 0, 0, 360, 255, -1)
    return np.where(oval > 0, crop, np.uint8(255)).astype(np.uint8)


def _without_ring(wide: Grey, field: Field, px_per_mm: int, pen: float) -> Grey:
    """Take a pen's circle around the field away, unless the digit is joined to it."""
    dark = (255 - wide > 0.25 * pen).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    least = 0.8 * min(field.box.size) * px_per_mm
    rings = [
        n
        for n in range(1, count)
        if stats[n, cv2.CC_STAT_WIDTH] > least and stats[n, cv2.CC_STAT_HEIGHT] > least
    ]
    if not rings:
        return wide
    ring = cv2.dilate(np.isin(labels, rings).astype(np.uint8), np.ones((5, 5), np.uint8))
    rest = np.where(ring > 0, np.uint8(255), wide).astype(np.uint8)
    return rest if ink_area(rest, px_per_mm, pen) >= _LEAST_INK else wide


def _reading(element: str, chances: Floats, area: float) -> Reading:
    digits: dict[Value, float] = {n: float(chances[n]) for n in range(10)}
    nothing = float(chances[NO_DIGIT])
    if area >= _LEAST_INK and nothing > 0.5:
        # There is ink, but no digit in it: a scribble, or something struck out.
        return Reading(element, normalised(digits | {None: nothing}), why="digit-scribble")
    if area < _LEAST_INK:
        # A speck: the less ink, the surer the field is empty.
        empty = float(np.clip(1 - area / _LEAST_INK, 0, 1))
        nothing = max(nothing, empty)
        digits = {n: chance * (1 - empty) for n, chance in digits.items()}
    return Reading(element, normalised(digits | {None: nothing}), doubt="digit-doubtful")


def _strip_crops(
    clean: Grey, strip: Sequence[Box], px_per_mm: int, pen: float
) -> Mapping[int, Grey]:
    crops = {digit: cut(clean, box, px_per_mm, 0.4) for digit, box in enumerate(strip)}
    return {
        digit: crop for digit, crop in crops.items() if ink_area(crop, px_per_mm, pen) >= _LEAST_INK
    }


def cut(page: Grey, box: Box, px_per_mm: int, beyond: float) -> Grey:
    """Cut a box, and a little more, out of a page."""
    left, top = round((box.left - beyond) * px_per_mm), round((box.top - beyond) * px_per_mm)
    right = round((box.right + beyond) * px_per_mm)
    bottom = round((box.bottom + beyond) * px_per_mm)
    return np.ascontiguousarray(page[max(top, 0) : bottom, max(left, 0) : right])


def ink_area(crop: Grey, px_per_mm: int, pen: float) -> float:
    """How much ink there is, in mm² of full darkness; faint grain does not count."""
    dark = 255.0 - crop.astype(np.float32)
    full = np.clip((dark - 0.22 * pen) / (0.5 * pen), 0, 1)
    return float(full.sum()) / px_per_mm**2


def read_number(clean: Grey, box: Box, places: int, px_per_mm: int, element: str) -> Reading:
    """Read a number of up to so many places, a minus sign among them."""
    pen = pen_darkness(255 - clean)
    # The field's own frame is printed on its edge.
    crop = cut(clean, box, px_per_mm, -0.7)
    signs = _signs(crop, px_per_mm, pen)
    if not signs:
        return Reading(element, {None: 1.0})
    minus = len(signs) > 1 and _is_minus(signs[0], px_per_mm)
    digits = signs[1:] if minus else signs
    if len(signs) > places:
        return Reading(element, {None: 1.0}, why="digit-scribble")
    rows = read_digits([_padded(crop, sign) for sign in digits])
    chances = _joined(rows)
    if minus:
        chances = {-value if isinstance(value, int) else value: c for value, c in chances.items()}
    return Reading(element, chances, doubt="digit-doubtful")


Sign = tuple[int, int, int, int]
"""Left, top, right, bottom in a crop, px."""


def _signs(crop: Grey, px_per_mm: int, pen: float) -> list[Sign]:
    """Take a number apart into signs, from left to right."""
    dark = (255 - crop > 0.3 * pen).astype(np.uint8)
    dark = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    pieces: list[Sign] = []
    for left, top, width, height, area in stats[1:count]:
        if area >= 0.35 * px_per_mm**2 and max(width, height) >= 1.6 * px_per_mm:
            pieces.append((int(left), int(top), int(left + width), int(top + height)))
    pieces.sort()
    joined: list[Sign] = []
    for piece in pieces:
        if joined and _overlap(joined[-1], piece) > 0.3:
            last = joined[-1]
            joined[-1] = (
                min(last[0], piece[0]),
                min(last[1], piece[1]),
                max(last[2], piece[2]),
                max(last[3], piece[3]),
            )
        else:
            joined.append(piece)
    return joined


def _overlap(a: Sign, b: Sign) -> float:
    """How much of the narrower one lies above or below the other."""
    shared = min(a[2], b[2]) - max(a[0], b[0])
    return shared / max(min(a[2] - a[0], b[2] - b[0]), 1)


def _is_minus(sign: Sign, px_per_mm: int) -> bool:
    width, height = sign[2] - sign[0], sign[3] - sign[1]
    return height < 0.45 * width and width < 7 * px_per_mm


def _padded(crop: Grey, sign: Sign) -> Grey:
    left, top, right, bottom = sign
    return cv2.copyMakeBorder(
        crop[top:bottom, left:right], 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=255
    ).astype(np.uint8, copy=False)


def _joined(rows: Floats) -> dict[Value, float]:
    """The chances of whole numbers, from those of their digits."""
    numbers: dict[Value, float] = {0: 1.0}
    for row in rows:
        likely = [d for d in range(10) if row[d] > 0.002] or [int(row[:10].argmax())]
        numbers = {
            10 * int(value or 0) + digit: chance * float(row[digit])
            for value, chance in numbers.items()
            for digit in likely
        }
    best = dict(sorted(numbers.items(), key=lambda item: -item[1])[:40])
    unread = 1 - float(np.prod([1 - row[NO_DIGIT] for row in rows]))
    return normalised(best | {None: max(unread * sum(best.values()), 1e-6)})
