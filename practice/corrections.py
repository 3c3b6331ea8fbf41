"""Digits that were put right: struck out with a new one beside, or written over."""

from __future__ import annotations

from collections.abc import Sequence

from practice.strokes import Stroke, Writer


def corrected(
    value: int, center: Sequence[float], size: Sequence[float], hand: Writer
) -> list[Stroke]:
    """Write another digit first and then put it right, all inside one cloud."""
    wrong = int((value + hand.rng.integers(1, 10)) % 10)
    if hand.rng.random() < 0.4:
        return _overwritten(wrong, value, center, size, hand)
    return _struck_out(wrong, value, center, size, hand)


def _struck_out(
    wrong: int, right: int, center: Sequence[float], size: Sequence[float], hand: Writer
) -> list[Stroke]:
    """Strike a digit out and write the right one beside it, smaller."""
    (x, y), (width, height) = center[:2], size[:2]
    half = (0.46 * width, 0.8 * height)
    old, new = (x - 0.24 * width, y), (x + 0.25 * width, y - 0.04 * height)
    strokes = hand.digit(wrong, old, half)
    reach = 0.36 * min(half)
    for _ in range(int(hand.rng.integers(1, 3))):
        lean = float(hand.rng.uniform(-0.8, 0.2)) * reach
        ends = [(old[0] - reach, old[1] - lean), (old[0] + reach, old[1] + lean)]
        strokes += hand.path(ends, lift=True)
    return strokes + hand.digit(right, new, half)


def _overwritten(
    wrong: int, right: int, center: Sequence[float], size: Sequence[float], hand: Writer
) -> list[Stroke]:
    """Write the right digit over the wrong one, more than once to make it stand out."""
    strokes = hand.digit(wrong, center, size)
    over = hand.digit(right, center, size)
    return strokes + over + [stroke + [0.12, 0.08, 0.0] for stroke in over]
