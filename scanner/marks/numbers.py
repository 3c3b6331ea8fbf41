"""Read the digits of clouds, polaroids and moons, all of one hand together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.calibration import DIGIT
from scanner.digits import NO_DIGIT, read_digits
from scanner.marks.jotted import without_jottings
from scanner.marks.lines import pen_darkness
from scanner.marks.ringed import ring_in
from scanner.marks.whole_digits import (
    BEYOND,
    ROOM,
    WELL_INSIDE,
    own_part,
    own_strokes,
    whole_crop,
)
from scanner.marks.writer import read_hand
from scanner.middle import largest, median
from scanner.pictures import PX_PER_MM, Floats, Grey, cut
from scanner.reading import CORRECTED, RUBBED_OUT, SCRIBBLE, Reading, normalised
from templates.game import Value
from templates.geometry import Box

_TAKEN = 0.12
"""How likely a digit lost ink at its crop's edge or with a ring, or was rubbed out."""
_FRAMED, _FAR = 0.03, 2.2
"""The same if it reads the same however much of its surroundings is shown, up to so many mm."""
_NEARER = (0.5, 1.0, 1.6)
"""How far inside its field a digit is looked at that touches the ring around it, mm."""
_UNCLEAR = 0.96
"""With a smaller chance a digit is looked at in other frames, too: a ring may have come near."""
_AGREED = 0.9
"""From this chance on every such look says the same."""
_RUBBED = 0.45
"""Digits fainter than this share of the others may be rubbed out."""
_GHOST, _GONE = 0.2, 0.6
"""Those fainter than this share are, so likely; what shines through from the back is as faint."""
_CLEAR, _SHINING, _NO_INK = 0.8, 4, 0.998
"""So many faint shapes that are no clear digits are no ink, so likely: the back shines through."""
_GRAIN, _GRAIN_INK = 0.3, 0.3
"""The same holds up to this share where hardly any ink, mm², is as dark as a pen: a copier's grain.
"""
_LEAST_PIECE = 1.0
"""Smaller pieces, mm² of dark paper, are no digits that were written anew."""
_NO_CORRECTION = 0.05
"""How likely none of the digits counts that stand beside something struck out."""
_STRUCK, _BESIDE = 0.003, 3.0
"""Of two digits the struck one is less sure, and stands on the left so many times as often.

Of 132 corrections by unseen hands, two thirds of them with two digits, 124 are read right so.
"""
_AT_EDGE = 0.15
"""Ink at the crop's edge that lies in this part of it belongs to a neighbour."""
_FAINTEST, _FAINT_RISE = 8.0, 12.0
"""From this darkness on a stroke may be one, and how much more is needed to be sure."""
_OWN_INK = 1.0
"""So much ink of a place, mm², is as dark as its pen, or darker."""
_OWN_PX = round(_OWN_INK * PX_PER_MM**2)
_TONES = np.arange(256, dtype=np.float32)
_LIGHTEST_PEN = 40.0
_LEAST_INK = 1.2
"""Less ink than this, in mm² of a pen's full darkness, is a speck and not a digit."""


@dataclass(frozen=True)
class Field:
    """A place for one digit."""

    element: str
    box: Box
    round: bool = False
    """Whether only the oval inside the box counts: a pen's circle may go around it."""
    copied: bool = False
    """Whether it repeats a number that stands elsewhere."""


def read_fields(
    clean: Grey,
    fields: Sequence[Field],
    strip: Sequence[Box],
    faint: Grey | None = None,
    pen: float | None = None,
) -> list[Reading]:
    """Read the digits of one hand together; in the strip it may have shown how it writes 0 to 9.

    ``faint`` shows strokes of any pen, for a look at what is lighter than the page's darkest.
    ``pen`` says how dark the page's pen is, if that is known.
    """
    pen = pen or pen_darkness(255 - clean)
    looks = [_look(clean, field, pen) for field in fields]
    inked = [ink_area(look.inner, pen) for look in looks]
    grained = {n for n, area in enumerate(inked) if area < _GRAIN_INK}
    pens = np.array([min(pen, _darkness(255 - look.inner)) for look in looks])
    lacking = [n for n, area in enumerate(inked) if area < _LEAST_INK]
    if lacking and faint is not None:
        light = 255 - faint
        for n in lacking:
            inked[n] = max(inked[n], faint_area(_look(light, fields[n], pen).inner))
    usual = 0.0
    written = [n for n, area in enumerate(inked) if area >= _LEAST_INK / 3]
    chances = np.zeros((len(fields), 11))
    chances[:, NO_DIGIT] = 1.0
    shapes: dict[int, str] = {}
    if written:
        shown = _strip_crops(clean, strip, pen)
        hand = read_hand([looks[n].crop for n in written], shown or None)
        chances[written], shapes = hand.chances, dict(zip(written, hand.shapes, strict=True))
        single = dict(zip(written, hand.single, strict=True))
        shown_clearly = [n for n in written if chances[n, :NO_DIGIT].max() >= _CLEAR]
        usual = median(pens[shown_clearly or written])
        seen = {n: looks[n] for n in written}
        for n, row in _in_any_frame(clean, chances, single, seen, fields).items():
            chances[n] = row
        for n in written:
            if _GHOST * usual <= pens[n] < _RUBBED * usual:
                chances[n] *= 1 - _TAKEN
                chances[n, NO_DIGIT] += _TAKEN
    readings = [
        _reading(field, row, area, shapes.get(n, ""))
        for n, (field, row, area) in enumerate(zip(fields, chances, inked, strict=True))
    ]
    clouds = [n for n in written if not fields[n].round and inked[n] >= _LEAST_INK / 3]
    jotted = without_jottings(
        {n: readings[n] for n in clouds}, {n: looks[n].inner for n in clouds}, pen
    )
    for n, reading in jotted.items():
        readings[n] = reading
    corrected = {n: looks[n].crop for n, reading in enumerate(readings) if reading.why}
    for n, digits in _written_anew(corrected, pen).items():
        readings[n] = replace(readings[n], chances=digits, why=CORRECTED, doubt=DIGIT)
    ghosts = [n for n in written if pens[n] < _GHOST * usual]
    grain = [n for n in written if n in grained and _GHOST * usual <= pens[n] < _GRAIN * usual]
    shapeless = [n for n in ghosts + grain if chances[n, :NO_DIGIT].max() < _CLEAR]
    for n in ghosts + grain:
        if len(shapeless) >= _SHINING and n in shapeless:
            readings[n] = replace(_paler(readings[n], _NO_INK), why="", doubt=DIGIT)
        elif n in ghosts and not readings[n].why and readings[n].guess is not None:
            readings[n] = replace(_paler(readings[n], _GONE), why=RUBBED_OUT, shape="")
    return readings


def _paler(reading: Reading, nothing: float) -> Reading:
    """Take what is read for no writing, so likely."""
    left: dict[Value, float] = {v: (1 - nothing) * each for v, each in reading.chances.items()}
    left[None] = left.get(None, 0.0) + nothing
    return replace(reading, chances=left)


def _in_any_frame(
    clean: Grey,
    chances: Floats,
    single: Mapping[int, Floats],
    looks: Mapping[int, _Look],
    fields: Sequence[Field],
) -> dict[int, Floats]:
    """Read digits that are not clear, or touch what lies beside, in other frames too: all count.

    Where a neighbour's ring runs into a digit, or a foot is cut off, they differ. ``single`` is
    what each digit's first frame says without the others of its hand.
    """
    frames = {
        n: look.frames or (look.inner, cut(clean, fields[n].box))
        for n, look in looks.items()
        if look.frames or (chances[n].max() < _UNCLEAR and chances[n, NO_DIGIT] <= 0.5)
    }
    others = iter(read_digits([crop for some in frames.values() for crop in some]))
    found = {}
    for n, some in frames.items():
        first = () if looks[n].frames else (single[n],)
        shown = np.maximum([*first, *(next(others) for _ in some)], 1e-6)
        if not looks[n].frames:  # what the hand says about the first frame it says about all
            row = chances[n] * shown.mean(axis=0) / shown[0]
            found[n] = row / row.sum()
            continue
        shown = np.vstack([chances[n], shown])
        mean = _without_ring(shown) if looks[n].in_ring else shown.mean(axis=0)
        taken = _FRAMED if shown[:, mean.argmax()].min() >= _AGREED else _TAKEN
        found[n] = (1 - taken) * mean + taken / len(mean)
    return found


def _without_ring(shown: Floats) -> Floats:
    """Join looks at a digit that touches its ring: what is a digit to one of them is one.

    To the others it may be none since a piece of the ring is with it, or some of it is missing.
    """
    mean = np.asarray(shown.mean(axis=0))
    if mean[NO_DIGIT] > 0.5:
        return mean
    nothing = shown[:, NO_DIGIT].min()
    digits = mean[:NO_DIGIT] * (1 - nothing) / mean[:NO_DIGIT].sum()
    return np.append(digits, nothing)


def _written_anew(crops: Mapping[int, Grey], pen: float) -> dict[int, dict[Value, float]]:
    """Look for clear digits among the pieces of scribbles: what was written anew, beside them.

    Gives chances where there is such a piece. A digit that was struck out with one stroke may look
    like another one, so that where there are two, either may be meant.
    """
    pieces = [(n, *piece) for n, crop in crops.items() for piece in _pieces(crop, pen)]
    read = read_digits([piece for _, piece, _ in pieces])
    clear: dict[int, list[tuple[float, Floats]]] = {}
    for (n, _, across), row in zip(pieces, read, strict=True):
        if row[NO_DIGIT] < 0.5:
            clear.setdefault(n, []).append((across, row))
    return {n: _meant(some) for n, some in clear.items()}


def _meant(clear: Sequence[tuple[float, Floats]]) -> dict[Value, float]:
    """Weigh digits in one field, each with where it stands from left to right."""
    last = max(across for across, _ in clear)
    weights = [
        (1 if across == last else 1 / _BESIDE) / (1 - float(row[:NO_DIGIT].max()) + _STRUCK)
        for across, row in clear
    ]
    share = (1 - _NO_CORRECTION) / sum(weights)
    digits: dict[Value, float] = {None: _NO_CORRECTION}
    for digit in range(10):
        rows = zip(weights, clear, strict=True)
        digits[digit] = share * sum(weight * float(row[digit]) for weight, (_, row) in rows)
    return normalised(digits)


def _pieces(crop: Grey, pen: float) -> list[tuple[Grey, float]]:
    """Cut a crop into its pieces of ink, if there are several, each on a paper of its own.

    Beside each is where its middle lies from left to right.
    """
    labels, stats, middles = connected_ink(crop, pen)
    large = [n for n in range(1, len(stats)) if stats[n, 4] >= _LEAST_PIECE * PX_PER_MM**2]
    if len(large) < 2:
        return []
    return [
        (alone(crop, labels == n), float(middles[n, 0]))
        for n in large
        if not _is_foreign(stats[n], middles[n], crop.shape)
    ]


def _is_foreign(box: NDArray[Any], middle: NDArray[Any], shape: tuple[int, ...]) -> bool:
    """Whether a piece of ink comes from beside the crop, such as a neighbour's ring."""
    (left, top, width, height), (high, wide) = box[:4], shape
    ends = left <= 0, top <= 0, left + width >= wide, top + height >= high
    across, down = middle[0] / wide, middle[1] / high
    near = across < _AT_EDGE, down < _AT_EDGE, across > 1 - _AT_EDGE, down > 1 - _AT_EDGE
    return any(end and at for end, at in zip(ends, near, strict=True))


def connected_ink(crop: Grey, pen: float) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Find the pieces of ink, as OpenCV does: labels, boxes with areas, and middles."""
    dark = (255 - crop > 0.3 * pen).astype(np.uint8)
    dark = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    _, labels, stats, centers = cv2.connectedComponentsWithStats(dark, connectivity=8)
    return labels, stats, centers


def alone(crop: Grey, mask: NDArray[np.bool_]) -> Grey:
    """Keep of a crop what a mask covers, and a little around it: strokes end softly."""
    near = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.where(near > 0, crop, np.uint8(255)).astype(np.uint8)


@dataclass(frozen=True)
class _Look:
    """What is seen of one field."""

    crop: Grey
    """For the digit reader."""
    inner: Grey
    """Where ink is that surely belongs to the field."""
    frames: tuple[Grey, ...] = ()
    """Nearer and wider crops, where ink may be missing or a neighbour's is with it."""
    in_ring: bool = False
    """Whether that is so since it touches the ring around it."""


def _look(clean: Grey, field: Field, pen: float) -> _Look:
    if not field.round:
        crop, is_cut = whole_crop(clean, field.box, pen)
        inner = own_part(clean, field.box, pen)
        wider = [cut(clean, field.box, room) for room in (BEYOND, _FAR)] if is_cut else []
        return _Look(crop, inner, (inner, *wider) if is_cut else ())
    whole = wide = cut(clean, field.box, ROOM)
    ring = ring_in(wide, field.box.size, pen)
    if ring is not None:
        near = cv2.dilate(ring.mask, np.ones((3, 3), np.uint8))
        wide = np.where(near > 0, np.uint8(255), wide).astype(np.uint8)
    seen, is_cut = _inside(wide, pen)
    inner, crop = _trimmed(seen, ROOM), _trimmed(seen, ROOM - BEYOND)
    if ring is not None and ring.is_joined:
        # Ink went with the ring: nearer, the digit is seen without most of it.
        frames = [_trimmed(whole, ROOM + by) for by in _NEARER]
        if ring.whole is not None:  # the ends of its line reach inside
            near = cv2.dilate(ring.whole, np.ones((3, 3), np.uint8))
            apart, _ = _inside(np.where(near > 0, np.uint8(255), whole).astype(np.uint8), pen)
            frames, crop = [crop, *frames], _trimmed(apart, ROOM - BEYOND)
        return _Look(crop, inner, tuple(frames), in_ring=True)
    rooms = (-WELL_INSIDE, BEYOND, _FAR) if is_cut else ()
    return _Look(crop, inner, tuple(_trimmed(wide, ROOM - room) for room in rooms))


def _trimmed(picture: Grey, by: float) -> Grey:
    """Take so many mm off every side."""
    rim = round(by * PX_PER_MM)
    return np.ascontiguousarray(picture[rim:-rim, rim:-rim])


def _inside(wide: Grey, pen: float) -> tuple[Grey, bool]:
    """Keep what lies in the oval inside a field, and the ends of strokes that lead out of it."""
    height, width = wide.shape
    edge = round(ROOM * PX_PER_MM)
    axes = (round(0.47 * (width - 2 * edge)), round(0.47 * (height - 2 * edge)))
    oval = np.zeros((height, width), np.uint8)
    cv2.ellipse(oval, (width // 2, height // 2), axes, 0, 0, 360, 1, -1)
    own, is_cut = own_strokes(wide, oval > 0, pen)
    return np.where((oval > 0) | own, wide, np.uint8(255)).astype(np.uint8), is_cut


def is_ringed(clean: Grey, field: Field, pen: float) -> bool:
    """Whether a ring goes around what is written in a field, inside the field or outside."""
    return ring_in(cut(clean, field.box, ROOM), field.box.size, pen) is not None


def _reading(field: Field, chances: Floats, area: float, shape: str) -> Reading:
    element = field.element
    digits: dict[Value, float] = {n: float(chances[n]) for n in range(10)}
    nothing = float(chances[NO_DIGIT])
    if area >= _LEAST_INK and nothing > 0.5:
        # There is ink, but no digit in it: a scribble, or something struck out.
        odd = normalised(digits | {None: nothing})
        return Reading(element, odd, why=SCRIBBLE, copied=field.copied)
    if area < _LEAST_INK:
        # A speck: the less ink, the surer the field is empty.
        empty = min(max(1 - area / _LEAST_INK, 0.0), 1.0)
        nothing = max(nothing, empty)
        digits = {n: chance * (1 - empty) for n, chance in digits.items()}
    chance = normalised(digits | {None: nothing})
    return Reading(element, chance, doubt=DIGIT, shape=shape, copied=field.copied)


def _strip_crops(clean: Grey, strip: Sequence[Box], pen: float) -> Mapping[int, Grey]:
    crops = {digit: cut(clean, box, 0.4) for digit, box in enumerate(strip)}
    return {digit: crop for digit, crop in crops.items() if ink_area(crop, pen) >= _LEAST_INK}


def faint_area(strokes: Grey) -> float:
    """How much ink there is of any pen, in mm² of a pen's full darkness: strokes on white."""
    # So near the paper's tone a stroke looks twice as wide.
    return _area(strokes, _FAINTEST, _FAINT_RISE) / 2


def own_pen(strokes: Grey, pen: float) -> float:
    """How dark the pen is that wrote in one place, if it is lighter than the page's pen."""
    if strokes.size < _OWN_PX or strokes.max() < _FAINTEST + _FAINT_RISE:
        return pen
    if cv2.countNonZero(cv2.threshold(strokes, pen, 1, cv2.THRESH_BINARY)[1]) >= _OWN_PX:
        return pen
    dark = _darkness(strokes)
    return pen if dark < _FAINTEST + _FAINT_RISE else min(pen, max(dark, _LIGHTEST_PEN))


def _darkness(strokes: Grey) -> float:
    """How dark the ink of one place is, however faint: of what little there is, hardly at all."""
    return float(largest(strokes, _OWN_PX)[0]) if strokes.size >= _OWN_PX else 0.0


def ink_area(crop: Grey, pen: float) -> float:
    """How much ink there is, in mm² of full darkness; faint grain does not count."""
    return _area(crop, 0.22 * pen, 0.5 * pen)


def _area(crop: Grey, least: float, rise: float) -> float:
    """How much of a crop is dark, in mm², what is a little darker than that only in part."""
    return float(cv2.LUT(crop, _shares(least, rise)).sum()) / PX_PER_MM**2 if crop.size else 0.0


@lru_cache(maxsize=8)  # a page has one pen
def _shares(least: float, rise: float) -> Floats:
    """For each tone, how surely it is ink."""
    return np.clip((np.float32(255.0) - _TONES - least) / rise, 0, 1).astype(np.float32)
