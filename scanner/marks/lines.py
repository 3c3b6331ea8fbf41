"""Which lines were drawn: ink along the way from one point to another."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pictures import PX_PER_MM, Floats, Grey, cut
from templates.game import Value
from templates.geometry import Box, Disc

Segment = tuple[tuple[float, float], tuple[float, float]]
"""From one point to another, mm."""

_ALONG = 28
"""How many places along a line are looked at."""
_SIDEWAYS = 1.25
"""How far beside the straight way a pen may go, mm."""
_ACROSS = 11
"""How many places across are looked at."""
_ENDS = 0.16
"""Share of a line at each end that is left out: other lines begin there."""
_STEEPNESS, _MIDDLE = 15.0, 0.58
"""How the covered share of a line becomes a chance; fitted on synthetic hands."""
_FAINTEST, _FAINT_RISE = 5.0, 10.0
"""From this darkness on a faint line may be one, and how much more is needed to be sure."""
_SURELY_INK = 10.0
"""Ways that are darker than this on most of their length say nothing about the paper."""

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
    return float(np.clip(np.percentile(dark, 80), 60, 230))


def line_chances(ink: Grey, segments: Sequence[Segment], faint: Grey | None = None) -> Floats:
    """Say how likely each line was drawn.

    Args:
        ink: The player's ink, 0 is untouched.
        segments: From where to where, mm on the page.
        faint: The same for a second look, at lines of a lighter pen than the page's darkest.

    Returns:
        A chance for each segment, (n,).
    """
    if not segments:
        return np.zeros(0)
    covered = coverage(ink, segments, pen_darkness(ink))
    if faint is not None:
        covered = np.maximum(covered, faint_coverage(faint, segments))
    return np.asarray(1 / (1 + np.exp(-_STEEPNESS * (covered - _MIDDLE))))


def coverage(ink: Grey, segments: Sequence[Segment], pen: float) -> NDArray[np.float64]:
    """The share of each line's way on which there is ink beside or on it."""
    strongest = _along(ink, segments)
    return np.asarray(np.clip((strongest - 0.18 * pen) / (0.3 * pen), 0, 1).mean(axis=1))


def faint_coverage(faint: Grey, segments: Sequence[Segment]) -> NDArray[np.float64]:
    """The same, measured against the ways on which nothing was drawn: how dark is this paper?"""
    strongest = _along(faint, segments)
    usual = np.quantile(strongest, 1 - _MIDDLE, axis=1)
    empty = usual[usual < _SURELY_INK]
    least = max(_FAINTEST, 3.0 + 2 * float(np.median(empty))) if empty.size else _FAINTEST
    return np.asarray(np.clip((strongest - least) / _FAINT_RISE, 0, 1).mean(axis=1))


def _along(ink: Grey, segments: Sequence[Segment]) -> NDArray[np.float64]:
    """The darkest ink across each of some places along each line, (n, places)."""
    ends = np.asarray(segments, np.float64) * PX_PER_MM - 0.5
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(way, axis=1, keepdims=True)
    normal = np.stack([-way[:, 1], way[:, 0]], axis=1) / np.maximum(length, 1e-6)
    along = np.linspace(_ENDS, 1 - _ENDS, _ALONG)
    across = np.linspace(-_SIDEWAYS, _SIDEWAYS, _ACROSS) * PX_PER_MM
    spots = (
        start[:, None, None, :]
        + along[None, :, None, None] * way[:, None, None, :]
        + across[None, None, :, None] * normal[:, None, None, :]
    )
    flat = spots.reshape(len(segments), -1, 2).astype(np.float32)
    seen = cv2.remap(ink, flat, None, cv2.INTER_LINEAR).reshape(len(segments), _ALONG, _ACROSS)
    return np.asarray(seen.max(axis=2), np.float64)


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
    """Say whether the drawn lines are the first ones, without a gap."""
    drawn = [chance > 0.5 for chance in inked]
    return drawn == sorted(drawn, reverse=True)


def count_chances(inked: Sequence[float] | Floats) -> dict[Value, float]:
    """The chances of how many of several independent marks were made."""
    counts = np.array([1.0])
    for chance in inked:
        counts = np.convolve(counts, [1 - chance, chance])
    return {n: float(chance) for n, chance in enumerate(counts)}
