"""Reads the digits of one hand together: a hand is consistent.

Who crosses the 7 writes a bare 1 otherwise. Each crop is first read for itself;
the sure ones then show how this hand writes each digit, and every crop is compared
with that instead of with the digit as everybody writes it. Digits that the writer
was asked to write once, in a strip, are examples whose meaning is known. A hand that is
unlike others, or unlike its own strip, is not believed as readily (scanner/marks/odd_hands.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanner.alike import shapes_of
from scanner.digits import NO_DIGIT, Grey, look
from scanner.marks.odd_hands import confused, widened
from scanner.marks.styles import SPREAD, Styles, strangeness, styles_in_use
from scanner.pictures import Floats

_TRUST = 0.4  # how much the hand counts beside the single crop
_LOUDEST = 4.0  # evidence never counts more: a hand that was misunderstood must not overrule ink
_SPEAKS = 0.9  # a crop that is less sure than this shows nothing about the hand
_USUAL = 0.5
"""Strangeness that halves what a crop shows about the hand; chosen by loss on calibration hands."""
_STRIP_SURE = 0.5  # a strip box that reads this surely as another digit is left out


class Hand(NamedTuple):
    """What one person wrote, as far as it can be read."""

    chances: Floats
    """(n, 11) as from ``read_digits``: the digits, then NO_DIGIT."""
    shapes: list[str]
    """What each crop looks like."""
    single: Floats
    """The chances of each crop as it is read for itself."""


def read_together(crops: Sequence[Grey], strip: Mapping[int, Grey] | None = None) -> Floats:
    """Read crops that were all written by the same person.

    Args:
        crops: Grey pictures (height, width) uint8, dark ink on light paper, any size.
        strip: The writer's own examples, by digit, as far as they were filled in.

    Returns:
        Chances (n, 11) as from ``read_digits``: the digits, then NO_DIGIT.
    """
    return read_hand(crops, strip).chances


def read_hand(crops: Sequence[Grey], strip: Mapping[int, Grey] | None = None) -> Hand:
    """Read crops as ``read_together`` does, and give their shapes beside the chances."""
    if not len(crops):
        nothing = np.zeros((0, 11), np.float32)
        return Hand(nothing, [], nothing)
    examples = dict(strip or {})
    chances, features = look([*crops, *examples.values()])
    count = len(crops)
    known = _known_examples(chances[count:], list(examples))
    joined = join_hand(chances[:count], features, known)
    places = styles_in_use().places(features)
    joined = widened(joined, strangeness(places[:count], joined, styles_in_use()))
    for row, digit in enumerate(examples):
        if not known[row, digit]:
            other = int(chances[count + row].argmax())
            joined = confused(joined, places[:count], places[count + row], (digit, other))
    return Hand(joined, shapes_of(places[:count]), chances[:count])


def _known_examples(chances: Floats, digits: Sequence[int]) -> Floats:
    """Say what the strip's boxes show; an empty or contradicting box is no example."""
    known = np.zeros((len(digits), 11), np.float32)
    for row, digit in enumerate(digits):
        other = float(np.delete(chances[row], digit).max())
        if other < _STRIP_SURE:
            known[row, digit] = 1.0
    return known


def join_hand(
    chances: Floats, features: Floats, known: Floats | None = None, styles: Styles | None = None
) -> Floats:
    """Let the sure crops of a hand speak for the doubtful ones.

    Args:
        chances: (n, 11), each crop read for itself.
        features: (n + k, m), of the crops and then of the k known examples.
        known: (k, 11), what the examples mean; 1 in one column each, or all 0.
        styles: How hands differ, if not as the package says.
    """
    styles = styles or styles_in_use()
    if known is None:
        known = np.zeros((0, 11), np.float32)
    # Squared: a crop that is half a 1 and half a 7 is no example of either.
    speaks = np.where(chances > _SPEAKS, chances**2, 0.0)
    # Nor is what is unlike everybody's: misread ones would make each other sure.
    places = styles.places(features)
    strange = strangeness(places[: len(chances)], chances, styles)
    speaks /= 1 + (strange[:, None] / _USUAL) ** 2
    weights = np.concatenate([speaks, known])[:, :NO_DIGIT]
    return _heard(chances, _evidence(places, weights, len(chances), styles))


def _evidence(
    places: Floats, weights: NDArray[np.float64], count: int, styles: Styles
) -> NDArray[np.float64]:
    """Say how much better each digit explains each crop as this hand writes it (count, 10).

    Each digit's mean for the hand is a guess from its examples, the crop itself left out,
    and from how hands differ: few examples say little (a Gaussian's conjugate prior).
    """
    away = places - styles.means[:, None]  # (digit, crop, direction)
    weight = weights.T[:, :, None]
    own, own_weight = away[:, :count], weight[:, :count]
    heard = weight.sum(axis=1, keepdims=True) - own_weight
    total = (weight * away).sum(axis=1, keepdims=True) - own_weight * own
    unsure = 1 / (1 / styles.between + heard / SPREAD)
    hand, everybody = SPREAD + unsure, SPREAD + styles.between
    as_hand = (own - unsure * total / SPREAD) ** 2 / hand + np.log(hand)
    as_everybody = own**2 / everybody + np.log(everybody)
    evidence = 0.5 * (as_everybody - as_hand).sum(axis=2).T
    return _LOUDEST * np.tanh(evidence / _LOUDEST)


def _heard(chances: Floats, evidence: NDArray[np.float64]) -> Floats:
    """Weigh the single reading with the hand's evidence; the hand has no say on NO_DIGIT."""
    digits = chances[:, :NO_DIGIT].astype(np.float64)
    powers = np.log(np.maximum(digits, 1e-12)) + _TRUST * evidence
    weighed = np.exp(powers - powers.max(axis=1, keepdims=True))
    weighed *= digits.sum(axis=1, keepdims=True) / weighed.sum(axis=1, keepdims=True)
    return np.concatenate([weighed, chances[:, NO_DIGIT:]], axis=1).astype(np.float32)
