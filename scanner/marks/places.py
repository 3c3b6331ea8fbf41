"""What the pen did at each printed symbol: nothing, a circle, a cross, a filling, something odd.

Every place is looked at in rings around its middle. A small network that is blind to
direction, trained by ``training/places.py``, gives the chances; docs/marks.md says how good.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.middle import median, quantile
from scanner.pictures import PX_PER_MM, Floats, Grey
from scanner.weights import weights

NONE, CIRCLED, CROSSED, FILLED, ODD = range(5)
"""Columns of what `read_places` gives."""

ANGLES = 32
INSIDE, OUTSIDE = 6, 10
"""Rings from the middle to the symbol's edge, and from there outwards."""
RINGS = INSIDE + OUTSIDE
REACH = 3.0
"""How far beyond the symbol's edge ink is looked at, mm."""
HINTS = 5
"""What the network is told besides the ink."""

_FINER = 2
_FAINTEST = 40.0
"""Ink is never taken to be fainter: an untouched page would become all ink."""
_OWN_SAMPLES = 10
"""So many samples of a place, of 352, are as dark as its pen, or darker."""
_LEAST_FAINT, _LIGHTER = 10.0, 0.6
"""A second look is taken at ink of at least this darkness, if the page's pen is far darker."""
_BARE = 4.0
"""Where nothing around a place is darker than this, nobody drew: the faintest pencil has 8."""
_NOTHING = np.eye(5, dtype=np.float32)[NONE]
_FILLING = np.eye(5, dtype=np.float32)[FILLED]
_REMAINS, _ALIKE, _NO_PEN = 0.3, 0.15, 0.97
"""Ink fainter than this share of the pen's that is as much like print is none, so likely."""
_SOME_MARKS, _RUBBED, _FAINT_SURE = 4, 0.45, 0.85
"""From so many marks on, those fainter than this share of the others are believed so far."""
_VEIL = 0.5
"""No pen fills in a place around which there is such a share of the ink inside: it is a shadow."""
_BUSY_FROM = 4.5
"""Symbols this large, half their width in mm, have something written inside."""

Bools = NDArray[np.bool_]


def read_places(
    soft: Grey,
    centers_px: Floats,
    radii_px: Floats,
    busy: Bools | None = None,
    faint: Grey | None = None,
    printed: Grey | None = None,
) -> Floats:
    """Say what was done to symbols of one page, all in one go.

    Args:
        soft: The page's ink without its grain, 0 where untouched, PX_PER_MM pixels to the mm.
        centers_px: Middles of the symbols, (n, 2), where a pixel's middle is a whole number.
        radii_px: Half their width and height, (n, 2).
        busy: Where other ink belongs, (n,): lines through a star, a digit in a polaroid, a join
            past a number. There, lines and digits alone are nothing. Without it, large symbols
            are taken to be busy.
        faint: Strokes of any pen, for a second look at what seems untouched.
        printed: The page's print, 255 where there is none, to know what it has left behind.

    Returns:
        Calibrated chances (n, 5) of NONE, CIRCLED, CROSSED, FILLED and ODD. NONE is exactly 1 where
        there is no trace of any pen.
    """
    if not len(centers_px):
        return np.zeros((0, 5), np.float32)
    radii = np.asarray(radii_px, np.float32) / np.float32(PX_PER_MM)
    if busy is None:
        busy = radii[:, 0] >= _BUSY_FROM
    rings = sample_rings(soft, centers_px, radii_px)
    pen = darkest_pen(soft)
    if faint is None:
        return _chances(prepare(rings, pen), hints_of(radii, pen, busy))
    bare = own_pens(rings, 0, RINGS) <= _BARE
    chances = np.tile(_NOTHING, (len(rings), 1))
    chances[~bare] = _chances(prepare(rings[~bare], pen), hints_of(radii[~bare], pen, busy[~bare]))
    pens = own_pens(rings)
    left_behind = np.zeros(len(chances), bool)
    remains = np.flatnonzero((pens > _LEAST_FAINT) & (pens < _REMAINS * pen) & ~busy)
    if printed is not None and remains.size:
        shown = sample_rings(printed, centers_px[remains], radii_px[remains])
        remains = remains[are_remains(rings[remains], 255 - shown)]
        chances[remains] += _NO_PEN * (_NOTHING - chances[remains])
        left_behind[remains] = True
    chances = _without_rubbed_out(chances, pens)
    again = np.flatnonzero((chances[:, NONE] > 0.5) & ~left_behind & ~bare)
    if not again.size:
        return chances
    strokes = sample_rings(faint, centers_px[again], radii_px[again])
    pens, around = own_pens(strokes), own_pens(strokes, INSIDE, RINGS)
    bare = np.where(busy[again], around, np.maximum(around, pens)) <= _BARE
    chances[again[bare]] = _NOTHING
    lighter = (pens > _LEAST_FAINT) & (pens < _LIGHTER * pen) & ~bare
    again, pens = again[lighter], pens[lighter]
    hints = hints_of(radii[again], np.maximum(pens, _FAINTEST), busy[again])
    found = _chances(prepare(rings[again], pens[:, None, None]), hints)
    found = _without_veils(found, rings[again])
    chances[again] = found if _are_few(chances) else _doubted(found)
    return chances


def are_remains(rings: Floats, printed: Floats) -> Bools:
    """Say of faint ink at some places, (n, ANGLES, RINGS), whether it is what print left behind.

    Such ink is where the print is, at most places of a page at once; a faint pen is beside it.
    """
    near = INSIDE + OUTSIDE // 2
    ink, print_ = (each[:, :, :near].reshape(len(rings), -1) for each in (rings, printed))
    ink, print_ = (each - each.mean(axis=1, keepdims=True) for each in (ink, print_))
    length = np.linalg.norm(ink, axis=1) * np.linalg.norm(print_, axis=1)
    alike = (ink * print_).sum(axis=1) / np.maximum(length, 1e-6)
    return np.asarray((alike > 0) & (median(alike) > _ALIKE))


def _without_veils(chances: Floats, rings: Floats) -> Floats:
    """Take pale fillings for nothing if the paper around is as pale, as at the edge of a shadow."""
    inside, around = rings[:, :, :INSIDE].mean((1, 2)), rings[:, :, INSIDE:].mean((1, 2))
    veiled = (around > _VEIL * inside) * _NO_PEN * chances[:, FILLED]
    return np.asarray(chances + veiled[:, None] * (_NOTHING - _FILLING), chances.dtype)


def _without_rubbed_out(chances: Floats, pens: Floats) -> Floats:
    """Doubt marks that are far fainter than the others: they may be rubbed out."""
    if _are_few(chances):
        return chances
    marked = chances[:, NONE] < 0.5
    faint = marked & (pens < _RUBBED * median(pens[marked]))
    return np.where(faint[:, None], _doubted(chances), chances)


def _are_few(chances: Floats) -> bool:
    """Whether too few places are marked to say how dark marks are on this page."""
    return int(np.count_nonzero(chances[:, NONE] < 0.5)) < _SOME_MARKS


def _doubted(chances: Floats) -> Floats:
    return np.asarray(_FAINT_SURE * chances + (1 - _FAINT_SURE) * _NOTHING, chances.dtype)


def own_pens(rings: Floats, first: int = 0, last: int = INSIDE + OUTSIDE // 2) -> Floats:
    """Say how dark the ink is at each place, (n,), by the darkest samples of some of its rings."""
    near = rings[:, :, first:last].reshape(len(rings), -1)
    return np.asarray(np.partition(near, -_OWN_SAMPLES, axis=1)[:, -_OWN_SAMPLES])


def sample_rings(ink: Grey, centers_px: Floats, radii_px: Floats) -> Floats:
    """Unroll the surroundings of each place: (n, ANGLES, RINGS), 0 to 255.

    Rings of an oval symbol are ovals.
    """
    centers, radii = np.asarray(centers_px, np.float32), np.asarray(radii_px, np.float32)
    scaled, added = _directions()
    x, y = (centers[:, k, None] + radii[:, k, None] * scaled[k] + added[k] for k in (0, 1))
    # Off the page there is no ink.
    seen = cv2.remap(ink, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    fine = seen.reshape(-1, RINGS * _FINER)
    even = cv2.resize(fine, (RINGS, len(centers) * ANGLES), interpolation=cv2.INTER_AREA)
    return even.reshape(-1, ANGLES, RINGS).astype(np.float32)


@cache
def _directions() -> tuple[Floats, Floats]:
    """Say where the fine samples are, x and y: in units of the symbol's radii, and pixels more."""
    inside, outside = INSIDE * _FINER, OUTSIDE * _FINER
    share = np.ones(inside + outside)
    share[:inside] = (np.arange(inside) + 0.5) / inside
    beyond = np.zeros(inside + outside)
    beyond[inside:] = (np.arange(outside) + 0.5) / outside * REACH * PX_PER_MM
    angle = (np.arange(ANGLES * _FINER) + 0.5) * (2 * np.pi / (ANGLES * _FINER))
    way = np.stack([np.cos(angle), np.sin(angle)])[:, :, None]
    scaled, added = (way * share).reshape(2, -1), (way * beyond).reshape(2, -1)
    return scaled.astype(np.float32), added.astype(np.float32)


def darkest_pen(ink: Grey) -> float:
    """Say how dark the page's pen is where it is darkest, from 2 mm squares with ink in them.

    The page's rim is left out: tags and code leave much behind that nobody wrote.
    """
    rim, side = 30 * PX_PER_MM, PX_PER_MM
    inner = ink[rim:-rim, rim:-rim] if min(ink.shape) > 4 * rim else ink
    rows, columns = ((length + 1) // 2 // side for length in inner.shape)
    if not rows or not columns:
        return _FAINTEST
    # Every second pixel each way; whole rows first, which is six times quicker.
    step, offsets = 2 * side, range(0, 2 * side, 2)
    wide = np.maximum.reduce([inner[n : step * rows : step] for n in offsets])
    darkest = np.maximum.reduce([wide[:, n : step * columns : step] for n in offsets])
    inked = darkest[darkest > 24]
    if len(inked) < 8:
        return max(_FAINTEST, float(inked.max(initial=0)))
    return max(_FAINTEST, quantile(inked, 0.7))


def prepare(rings: Floats, pen: float | Floats) -> Floats:
    """Measure ink by the page's own pen, so that pencil and felt look alike."""
    return np.asarray(np.minimum(rings / pen, 1.5), np.float32)


def hints_of(radii: Floats, pen: float | Floats, busy: Bools) -> Floats:
    """Tell the network about the places (n, HINTS); ``radii`` in mm."""
    dark = np.broadcast_to(np.log(np.asarray(pen, np.float32) / 100), len(radii))
    one = np.ones(len(radii), np.float32)
    hints = np.stack([radii[:, 0] / 3, radii[:, 1] / 3, dark, busy.astype(np.float32), one], 1)
    return hints.astype(np.float32)


def _chances(rings: Floats, hints: Floats) -> Floats:
    """Run the network: three steps around the circle, then one look at all directions."""
    weights = _weights()
    told = np.broadcast_to(hints[:, None, :], (*rings.shape[:2], HINTS))
    x = np.concatenate([rings, told], axis=2)
    for step, stride in ((1, 1), (2, 2), (3, 2)):
        x = _around(x, weights[f"around{step}"], weights[f"bias{step}"], stride)
    seen = np.concatenate([x.mean(axis=1), x.max(axis=1), hints], axis=1)
    hidden = np.maximum(seen @ weights["dense1"] + weights["dense1_bias"], 0)
    score = (hidden @ weights["dense2"] + weights["dense2_bias"]) * weights["sharpness"]
    score += weights["prior"]
    chance = np.exp(score - score.max(axis=1, keepdims=True))
    return np.asarray(chance / chance.sum(axis=1, keepdims=True), np.float32)


def _around(x: Floats, weights: Floats, bias: Floats, stride: int) -> Floats:
    """Convolve along the angle, which has no ends; ``weights`` (reach, inputs, outputs)."""
    reach, count = len(weights), x.shape[1]
    side = reach // 2
    wide = np.concatenate([x[:, count - side :], x, x[:, :side]], axis=1)
    taken = [wide[:, k : k + count : stride] for k in range(reach)]
    rows = np.concatenate(taken, axis=2)
    return np.maximum(rows @ weights.reshape(-1, weights.shape[2]) + bias, 0)


@cache
def _weights() -> dict[str, Floats]:
    with np.load(BytesIO(weights("places.npz")), allow_pickle=False) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}
