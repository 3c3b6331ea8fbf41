"""Read numbers of several digits, all fields of a page in one go.

A number is taken apart into signs. Signs that touch are read as one digit and cut in two, along
several light ways between them; the digit reader decides what makes sense.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

import cv2
import numpy as np

from scanner.digits import NO_DIGIT, read_digits
from scanner.marks.lines import pen_darkness
from scanner.marks.noughts import is_barred
from scanner.marks.numbers import alone, connected_ink, ink_area, own_pen
from scanner.marks.writer import read_together
from scanner.pictures import PX_PER_MM, Floats, Grey, cut
from scanner.reading import Reading, normalised
from templates.game import Value
from templates.geometry import Box

_BEYOND = 1.2
"""How far beyond its field a number may be written, mm."""
_LEAST_SIGN = 0.3
"""A smaller piece, mm² of dark paper, is a speck."""
_LEAST_INK = 0.9
"""With less ink than this, mm², a field that reads as nothing is taken to be empty."""
_WIDE = 0.62
"""Width by height from which a sign may be two digits that touch."""
_MINUS = 1 / 0.45
"""Width by height from which a sign before others may be a minus."""
_SHORT, _SLANTING = 0.4, 1.15
"""So low by the tallest sign, and so wide by its own height, a stroke that slants is one, too."""
_THICK = 1.3
"""Ink by length, mm, from which a piece is no stroke of a pen: a shadow, the edge of the paper."""
_MINUS_HEIGHT = (0.2, 0.8)
"""Where a minus is written, as shares of the field's height; beyond, frames are printed."""
_MINUS_ELSEWHERE = 0.1
"""How likely a stroke that lies higher or lower is a minus all the same, and not the frame."""
BELOW_ZERO = "number-below-zero"
"""Why a person is asked about a minus where no number lies below zero."""
_PERHAPS_MINUS = 0.05
"""From this chance of a minus on."""
_SMALL, _SURELY = 0.33, 0.9
"""Height by the tallest sign, and chance, from which a minus is a digit that was written small."""
_NEAR, _OPEN_FOUR = 0.1, 0.02
"""A gap by the height of both signs within which they may be an open 4, and how rare one is."""
_BARRED = 0.85
"""How likely a ring with a bar is a nought that somebody writes so, and not one struck out."""
_CUTS = ((0.22, 0.78), (0.22, 0.46), (0.38, 0.62), (0.54, 0.78))
"""Where digits that touch may be cut apart: shares of the width of both."""
_UNLIKELY, _IMPOSSIBLE = 0.01, 1e-4
_MOST_NUMBERS = 24

NumberChances = dict[tuple[int, int], float]
"""Chances of numbers, each with how many digits it has; what is missing to 1 is unread."""


@dataclass(frozen=True)
class NumberField:
    """A place for a number."""

    element: str
    box: Box
    digits: int
    """How many fit, a minus sign among them."""
    signed: bool = True
    """Whether the number may lie below zero; if not, one with a minus is asked about."""


@dataclass(frozen=True)
class _Written:
    """What stands in one field."""

    ink: float
    """Area, mm²."""
    signs: tuple[Grey, ...]
    """Connected pieces of writing, each without its neighbours."""
    pairs: Mapping[int, Grey] = field(default_factory=dict)
    """Neighbours that lie so near that they may be one digit, by the left one's number."""
    dash: Grey | None = None
    """What stands before the signs, a minus or a digit that was written small."""
    minus: float = 0.0
    """How likely a minus stands there, by its shape and where it lies."""


def read_numbers(
    clean: Grey,
    fields: Sequence[NumberField],
    faint: Grey | None = None,
    pen: float | None = None,
) -> list[Reading]:
    """Read all numbers of a page in the players' ink on white paper.

    ``faint`` shows strokes of any pen, so that a lighter one than the page's darkest counts.
    ``pen`` says how dark the page's pen is, if that is known.
    """
    pen = pen or pen_darkness(255 - clean)
    written = [
        _taken_apart(clean, field, pen if faint is None else own_pen(cut(faint, field.box), pen))
        for field in fields
    ]
    numbers = iter(_read_signs([sign for one in written for sign in one.signs]))
    others = [*(pair for one in written for pair in one.pairs.values())]
    others += [one.dash for one in written if one.dash is not None]
    rows = read_digits([_padded(other) for other in others])
    pairs = iter(rows)
    dashes = iter(rows[sum(len(one.pairs) for one in written) :])
    return [
        _reading(
            field,
            one,
            [next(numbers) for _ in one.signs],
            {place: float(next(pairs)[4]) for place in one.pairs},
            None if one.dash is None else next(dashes),
        )
        for field, one in zip(fields, written, strict=True)
    ]


def _read_signs(signs: Sequence[Grey]) -> list[NumberChances]:
    """Read every sign as a digit or, as far as it is none, as two digits that touch."""
    whole = read_together([_padded(sign) for sign in signs])
    two = [
        place
        for place, sign in enumerate(signs)
        if _width_by_height(sign) >= _WIDE and whole[place][NO_DIGIT] > _UNLIKELY
    ]
    halves = read_digits(
        [_padded(half) for n in two for where in _CUTS for half in _halves(signs[n], *where)]
    )
    numbers: list[NumberChances] = [
        {(digit, 1): float(row[digit]) for digit in range(10)} for row in whole
    ]
    for place, ways in zip(two, halves.reshape(-1, len(_CUTS), 2, NO_DIGIT + 1), strict=True):
        none, pairs = float(whole[place][NO_DIGIT]), _pairs(ways)
        for a, b in product(range(10), repeat=2):
            numbers[place][10 * a + b, 2] = none * float(pairs[a, b])
    for sign, chances in zip(signs, numbers, strict=True):
        if max(chances.values()) < _BARRED and is_barred(sign):
            for number in chances:
                chances[number] *= 1 - _BARRED
            chances[0, 1] += _BARRED
    return numbers


def _taken_apart(clean: Grey, field: NumberField, pen: float) -> _Written:
    """Find the signs of a number, from left to right."""
    crop = cut(clean, field.box, _BEYOND)
    inner = cut(clean, field.box, -0.3)
    labels, stats, centers = connected_ink(crop, pen)
    rim = _BEYOND * PX_PER_MM
    pieces = [
        ([label], stats[label, 0], stats[label, 0] + stats[label, 2])
        for label in sorted(range(1, len(stats)), key=lambda label: stats[label, 0])
        if stats[label, 4] >= _LEAST_SIGN * PX_PER_MM**2
        and not _is_frame(stats[label], crop.shape)
        and rim <= centers[label][0] < crop.shape[1] - rim
        and rim <= centers[label][1] < crop.shape[0] - rim
    ]
    joined = _joined(_above_each_other(pieces), field.digits)
    signs = [_sign(crop, np.isin(labels, group)) for group, _, _ in joined]
    pairs = {
        place: _sign(crop, np.isin(labels, left[0] + right[0]))
        for place, (left, right) in enumerate(pairwise(joined))
        if right[1] - left[2] <= _NEAR * max(len(signs[place]), len(signs[place + 1]))
    }
    ink = ink_area(inner, pen)
    if len(signs) < 2 or not _is_dash(joined[0][0], stats, max(len(sign) for sign in signs)):
        return _Written(ink, tuple(signs), pairs)
    height = np.mean([centers[label][1] for label in joined[0][0]])
    share = (height - rim) / (crop.shape[0] - 2 * rim)
    proper = _MINUS_HEIGHT[0] < share < _MINUS_HEIGHT[1]
    later = {place - 1: pair for place, pair in pairs.items() if place}
    likely = 1.0 if proper else _MINUS_ELSEWHERE
    is_low = len(signs[0]) < _SMALL * max(len(sign) for sign in signs)
    return _Written(ink, tuple(signs[1:]), later, None if is_low else signs[0], likely)


def _is_dash(labels: Sequence[int], stats: np.ndarray, tallest: int) -> bool:
    """Whether what stands before the others is a stroke that lies, or slants a little."""
    left, top = stats[labels, 0].min(), stats[labels, 1].min()
    width = (stats[labels, 0] + stats[labels, 2]).max() - left
    height = (stats[labels, 1] + stats[labels, 3]).max() - top
    if stats[labels, 4].sum() > _THICK * PX_PER_MM * np.hypot(width, height):
        return False
    slants = width > _SLANTING * height and height < _SHORT * tallest
    return bool(width > _MINUS * height or slants)


def _is_frame(stats: np.ndarray, shape: tuple[int, ...]) -> bool:
    """Whether a piece is what is left of the field's own printed frame: long, thin, at its edge."""
    left, top, width, height = (int(value) for value in stats[:4])
    edge = (_BEYOND + 0.9) * PX_PER_MM
    thin = 1.0 * PX_PER_MM
    beside = left + width < edge or left > shape[1] - edge
    above = top + height < edge or top > shape[0] - edge
    tall = height > 0.7 * (shape[0] - 2 * _BEYOND * PX_PER_MM) and width < thin
    wide = width > 0.5 * (shape[1] - 2 * _BEYOND * PX_PER_MM) and height < thin
    return (tall and beside) or (wide and above)


Piece = tuple[list[int], int, int]
"""Components that belong together, and how far they reach from left to right, px."""


def _above_each_other(pieces: Sequence[Piece]) -> list[Piece]:
    """Join what lies above or below one another: the strokes of one digit."""
    joined: list[Piece] = []
    for labels, left, right in pieces:
        if joined:
            others, low, high = joined[-1]
            shared = min(high, right) - max(low, left)
            if shared > 0.3 * max(min(high - low, right - left), 1):
                joined[-1] = (others + labels, low, max(high, right))
                continue
        joined.append((labels, left, right))
    return joined


def _joined(pieces: list[Piece], room: int) -> list[Piece]:
    """Join the nearest neighbours where there are more pieces than places: an open 4, say."""
    while len(pieces) > room:
        gaps = [right[1] - left[2] for left, right in pairwise(pieces)]
        at = int(np.argmin(gaps))
        left, right = pieces[at], pieces[at + 1]
        one = (left[0] + right[0], left[1], max(left[2], right[2]))
        pieces = [*pieces[:at], one, *pieces[at + 2 :]]
    return pieces


def _sign(crop: Grey, mask: np.ndarray) -> Grey:
    """Cut one sign out, without its neighbours."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    return alone(crop[box], mask[box])


def _width_by_height(sign: Grey) -> float:
    height, width = sign.shape
    return width / height


def _pairs(ways: Floats) -> Floats:
    """Join what the halves say, (cuts, 2, 11), by how clear both are; gives (10, 10)."""
    digits = ways[:, :, :NO_DIGIT]
    clear = digits.max(axis=2).prod(axis=1) ** 2
    weights = clear / max(float(clear.sum()), 1e-9)
    return np.asarray(np.einsum("k,ka,kb->ab", weights, digits[:, 0], digits[:, 1]))


def _halves(sign: Grey, first: float, last: float) -> tuple[Grey, Grey]:
    """Cut a sign in two along the way from top to bottom that crosses the least ink.

    The way stays between two shares of the sign's width.
    """
    height, width = sign.shape
    low, high = int(first * width), max(int(last * width), int(first * width) + 3)
    cost = 255.0 - sign[:, low:high].astype(np.float64) + 2.0
    way = np.zeros(cost.shape, np.int64)
    total = cost[0].copy()
    for row in range(1, height):
        padded = np.concatenate([[np.inf], total, [np.inf]])
        # Going aside costs a little, so that the cut stays as straight as it can.
        options = np.stack([padded[:-2] + 1.0, padded[1:-1], padded[2:] + 1.0])
        way[row] = options.argmin(axis=0) - 1
        total = options.min(axis=0) + cost[row]
    at = int(total.argmin())
    left, right = sign.copy(), sign.copy()
    for row in range(height - 1, -1, -1):
        left[row, low + at :] = 255
        right[row, : low + at] = 255
        at += int(way[row, at])
    return left, right


def _padded(crop: Grey) -> Grey:
    wide = cv2.copyMakeBorder(crop, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(wide, np.uint8)


def _reading(
    field: NumberField,
    written: _Written,
    signs: Sequence[NumberChances],
    pairs: Mapping[int, float],
    dash: Floats | None,
) -> Reading:
    if not written.signs:
        empty = min(max(1 - written.ink / (2 * _LEAST_INK), 0.5), 1.0)
        return Reading(field.element, normalised({None: empty, 0: 1 - empty}))
    numbers = _numbers({(0, 0): 1.0}, signs, pairs)
    # A minus reads as a 1 or as nothing: what reads as another digit is one. None begins with 0.
    first = {(n, 1): float(dash[n]) for n in range(2, 10)} if dash is not None else {}
    digit = sum(first.values())
    if digit < _SURELY:
        first, digit = {}, 0.0
    dashed = written.minus * (1 - digit)
    minus = dashed if field.signed else 0.0
    fitting: dict[int, float] = {}
    for found, sign, likely in (
        (numbers, -1, minus),
        (numbers, 1, 1 - digit - minus),
        (_numbers(first, signs, pairs), 1, 1.0),
    ):
        for (number, length), chance in found.items():
            if length <= field.digits - (sign < 0) and likely:
                value = sign * number
                fitting[value] = fitting.get(value, 0.0) + chance * likely
    if not fitting:
        return Reading(field.element, {None: 1.0}, why="digit-scribble")
    read = sum(numbers.values())
    scale = read / max(sum(fitting.values()), 1e-9)
    chances: dict[Value, float] = {number: chance * scale for number, chance in fitting.items()}
    chances[None] = max(1 - read, 1e-6)
    nothing = chances[None] > 0.5 and written.ink >= _LEAST_INK
    why = "digit-scribble" if nothing else ""
    if dashed - minus > _PERHAPS_MINUS:  # a person says what the dash is for
        why, chances[None] = BELOW_ZERO, chances[None] + 1.0
    return Reading(field.element, normalised(chances), why=why, doubt="digit-doubtful")


def _numbers(
    first: NumberChances, signs: Sequence[NumberChances], pairs: Mapping[int, float]
) -> NumberChances:
    """Write signs one after the other, two that may be an open 4 as that, too."""
    ways = [first]
    for place, sign in enumerate(signs):
        longer = _appended(ways[place], sign)
        if place - 1 in pairs:
            four = pairs[place - 1] * _is_open_four(signs[place - 1], sign)
            joined = _appended(ways[place - 1], {(4, 1): four})
            longer = {number: (1 - four) * chance for number, chance in longer.items()}
            longer |= {n: longer.get(n, 0.0) + chance for n, chance in joined.items()}
        ways.append(longer)
    return ways[-1]


def _is_open_four(left: NumberChances, right: NumberChances) -> float:
    """Say how likely two signs are one: the right stroke is like a 1, the left one like nothing."""
    doubt = 1 - max(left.values(), default=0.0)
    return right.get((1, 1), 0.0) * doubt / (doubt + _OPEN_FOUR)


def _appended(numbers: NumberChances, sign: NumberChances) -> NumberChances:
    """Write a sign after the numbers so far."""
    longer = {
        (number * 10**more + value, length + more): chance * likely
        for (number, length), chance in numbers.items()
        for (value, more), likely in sign.items()
        if likely > _IMPOSSIBLE
    }
    best = dict(sorted(longer.items(), key=lambda item: -item[1])[:_MOST_NUMBERS])
    scale = sum(longer.values()) / max(sum(best.values()), 1e-9)
    return {number: chance * scale for number, chance in best.items()}
