"""Which lines were drawn: ink along the way from one point to another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.middle import median, medians, quantile, quantiles
from scanner.pictures import PX_PER_MM, Floats, Grey, cut
from templates.game import Value
from templates.geometry import Box, Disc

Segment = tuple[tuple[float, float], tuple[float, float]]
"""From one point to another, mm."""
ALONG = 28
"""How many places along a line are looked at."""

_SIDEWAYS = 1.25
"""How far beside the straight way a pen may go, mm."""
_ACROSS = np.linspace(-_SIDEWAYS, _SIDEWAYS, 11)
"""Where it is looked for ink aside of the way, mm."""
_ACROSS_WIDE = np.linspace(-2.2, 2.2, 23)
"""The same for a look that compares the way with what is beside it."""
_ENDS = 0.16
"""Share of a line at each end that is left out: other lines begin there."""
_STEEPNESS, _MIDDLE = 15.0, 0.58
"""How the covered share of a line becomes a chance; fitted on synthetic hands."""
EVEN = 128
"""Where a page is as dark as its print."""
_FAINTEST, _FAINT_RISE = 4.0, 8.0
"""Ink across a faint line, darkness times mm, from which it counts, and by which it is sure."""
_SOME_LINES = 3
"""From this many lines on it is known how dark they are on this sheet."""
_FAINT, _NOTHING = 0.55, 0.12
"""Lines with less than this share of the usual ink are in doubt, or are none."""
_UNTOUCHED, _SOME_WAYS, _CHANCE, _MOST_NOISE = 0.1, 20, 2.6, 0.25
"""So many ways with so little ink tell how much noise may pass for a line: their median and the
distance of their quartiles times this, but no more than this share of the usual ink."""
_BAND = 0.25
"""The share of its way that no pen leaves free if it is as wide as a tinted band."""
_SEEN = 0.3
"""The coverage that a line of the page's own pen has at least."""
_IN_DOUBT = 0.62
"""The coverage that such a line has at the most."""
_PERHAPS_DRAWN, _SHADOW, _BEGUN = 0.7, 0.25, 0.45
"""Faint lines in doubt are less likely than this to be drawn, and as likely one by itself:
elsewhere, and where an object is begun."""
_SAMPLE = 12
"""So many lines say how wide the pen is."""
_THINNEST, _FREE = 0.15, 0.4
"""No pen is thinner, mm; nothing else crosses so large a share of their ways."""

_MIDDLE_OF_SYMBOL = 0.6
"""The share of a symbol's radius that is its middle, where no ring goes."""


def pen_darkness(ink: Grey) -> float:
    """How dark this page's pen is where it is darkest, as a typical value.

    A page without any writing gives a middling value, so that noise stays noise.
    """
    sample = ink[::5, ::5]
    dark = sample[sample > 45]
    if dark.size < 24:
        return 90.0
    return min(max(quantile(dark, 0.8), 60.0), 230.0)


def line_chances(
    ink: Grey, segments: Sequence[Segment], excess: Grey | None = None, pen: float | None = None
) -> Floats:
    """Say how likely each line was drawn.

    Args:
        ink: The player's ink, 0 is untouched.
        segments: From where to where, mm on the page.
        excess: How much darker than its print the page is, EVEN where it is not, for a second
            look at lines of a lighter pen than the page's darkest.
        pen: How dark the page's pen is, if that is known.

    Returns:
        A chance for each segment, (n,).
    """
    if not segments:
        return np.zeros(0)
    covered = coverage(ink, segments, pen or pen_darkness(ink))
    if excess is not None:
        covered = np.maximum(covered, faint_coverage(excess, segments, covered))
    return likely(covered)


def likely(covered: Floats) -> Floats:
    """Say how likely lines were drawn of whose ways so much is covered."""
    return np.asarray(1 / (1 + np.exp(-_STEEPNESS * (covered - _MIDDLE))))


def coverage(ink: Grey, segments: Sequence[Segment], pen: float) -> NDArray[np.float64]:
    """The share of each line's way on which there is ink beside or on it."""
    strongest = _along(ink, segments).max(axis=1)
    return np.asarray(np.clip((strongest - 0.18 * pen) / (0.3 * pen), 0, 1).mean(axis=1))


def faint_coverage(
    excess: Grey, segments: Sequence[Segment], covered: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The same for a pen of any darkness, by all the ink across the way taken together.

    Print on the way does not hide it, and lies a little aside without harm: the sum across the
    way stays the same. ``covered`` is what the first look found: where it found lines, far
    fainter ones may be rubbed out or shine through, and stay in doubt. No pen is so wide that it
    fills most of the way: a tinted band that is darker than its print should be is no line.
    """
    dark = _along(excess, segments, wide=True)
    near = np.abs(_ACROSS_WIDE) <= _SIDEWAYS
    beside = medians(dark[:, ~near].reshape(len(segments), -1))
    step = _ACROSS_WIDE[1] - _ACROSS_WIDE[0]
    usual = beside[:, None] * np.count_nonzero(near)
    summed = (dark[:, near].sum(axis=1, dtype=np.float64) - usual) * step
    band = np.maximum(quantiles(medians(dark[:, near]), _BAND) - beside, 0)
    lines = summed - band[:, None] * np.count_nonzero(near) * step
    found = np.asarray(np.clip((lines - _FAINTEST) / _FAINT_RISE, 0, 1).mean(axis=1))
    drawn = covered > 0.8
    if np.count_nonzero(drawn) < _SOME_LINES:
        return found
    typical = quantiles(summed, 0.35)
    own = median(typical[drawn])
    # Lines as dark as the others would have been seen at the first look.
    doubtful = (typical < _FAINT * own) | (covered < _SEEN)
    found = np.where(doubtful, np.minimum(found, _IN_DOUBT), found)
    nothing = max(_NOTHING * own, min(_noise(typical[covered < _UNTOUCHED]), _MOST_NOISE * own))
    return np.where(typical < nothing, 0.0, found)


def _noise(untouched: Floats) -> float:
    """How much ink a way of a dim, grainy photo may seem to have that nobody drew on."""
    if len(untouched) < _SOME_WAYS:
        return 0.0
    low, middle, high = (quantile(untouched, share) for share in (0.25, 0.5, 0.75))
    return middle + _CHANCE * (high - low)


def _along(ink: Grey, segments: Sequence[Segment], *, wide: bool = False) -> Grey:
    """The ink at some places along each line and across it, (n, places across, places)."""
    seen = cv2.remap(ink, *_spots(tuple(segments), wide), cv2.INTER_LINEAR)
    return np.asarray(seen.reshape(len(segments), -1, ALONG), np.uint8)


@lru_cache(maxsize=8)  # a line is where it is on every photo of a sheet
def _spots(segments: tuple[Segment, ...], wide: bool) -> list[NDArray[np.float32]]:
    spots = places_along(segments, _ACROSS_WIDE if wide else _ACROSS)
    return [each.reshape(len(segments), -1) for each in spots]


def places_along(segments: Sequence[Segment], aside: Floats) -> list[NDArray[np.float32]]:
    """Where these places are, x and y in pixels, (n, len(aside), places) each."""
    ends = np.asarray(segments, np.float64) * PX_PER_MM - 0.5
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(way, axis=1, keepdims=True)
    normal = np.stack([-way[:, 1], way[:, 0]], axis=1) / np.maximum(length, 1e-6)
    along = np.linspace(_ENDS, 1 - _ENDS, ALONG)
    middle = (start[:, :, None] + along * way[:, :, None]).astype(np.float32)
    beside = (aside * PX_PER_MM * normal[:, :, None]).astype(np.float32)
    return [middle[:, axis, None, :] + beside[:, axis, :, None] for axis in (0, 1)]


def thickness(ink: Grey, lines: Sequence[Segment], pen: float) -> float:
    """Say how wide the pen of drawn lines is, mm, where little else crosses them."""
    some = lines[:: max(len(lines) // _SAMPLE, 1)]
    if not some:
        return 0.0
    across = (_along(ink, some) > 0.3 * pen).mean(axis=1) * 2 * _SIDEWAYS
    inked = across[across > 0]
    return max(quantile(inked, _FREE), _THINNEST) if inked.size else _THINNEST


def struck_share(ink: Grey, symbol: Disc, pen: float) -> float:
    """The share of a symbol's middle that is inked: a ring leaves it free, a line does not."""
    side = 2 * _MIDDLE_OF_SYMBOL * symbol.radius
    inner = cut(ink, Box(symbol.center, (side, side)))
    return float((inner > 0.4 * pen).mean()) if inner.size else 0.0


def prefix_chances(inked: Sequence[float] | Floats) -> dict[Value, float]:
    """Turn the chances of lines, in the order in which they are drawn, into those of a count.

    Lines are drawn one after the other from the first point on: n lines are the first n.
    """
    p = np.clip(np.asarray(inked, np.float64), 1e-6, 1 - 1e-6)
    drawn = np.concatenate([[0.0], np.cumsum(np.log(p))])
    missing = np.concatenate([[0.0], np.cumsum(np.log(1 - p[::-1]))])[::-1]
    together = drawn + missing
    chances = np.exp(together - together.max())
    return {n: float(chance) for n, chance in enumerate(chances / chances.sum())}


def in_order(inked: Sequence[float] | Floats) -> bool:
    """Say whether the drawn lines are the first ones, without a gap.

    A single line after a gap that may be the shadow of a fold is none.
    """
    first = next((n for n, chance in enumerate(inked) if chance <= 0.5), len(inked))
    later = [chance for chance in inked[first:] if chance > 0.5]
    return len(later) <= 1 and all(chance < _PERHAPS_DRAWN for chance in later)


def less_shadow(inked: Floats) -> Floats:
    """Believe less in a single line in doubt where no other was drawn: rather a fold's shadow."""
    likely = inked > 0.5
    if np.count_nonzero(likely) != 1 or inked.max() >= _PERHAPS_DRAWN:
        return inked
    return np.where(likely, _BEGUN if likely[0] else _SHADOW, inked)


def count_chances(inked: Sequence[float] | Floats) -> dict[Value, float]:
    """The chances of how many of several independent marks were made."""
    counts = np.array([1.0])
    for chance in inked:
        counts = np.convolve(counts, [1 - chance, chance])
    return {n: float(chance) for n, chance in enumerate(counts)}
