"""Reads the digits of one hand together: a hand is consistent.

Who crosses the 7 writes a bare 1 otherwise. Each crop is first read for itself;
then the sure ones speak for those that look like them. Digits that the writer
was asked to write once, in a strip, are examples whose meaning is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scanner.digits import NO_DIGIT, Floats, Grey, look

_SHARPNESS = 30.0  # how fast likeness fades with the distance between two shapes
_TRUST = 1.0  # how much the hand counts beside the single crop
_DOUBT = 0.1  # likeness that stands in for hands that were not seen
_STRIP_SURE = 0.5  # a strip box that reads this surely as another digit is left out


def read_together(crops: Sequence[Grey], strip: Mapping[int, Grey] | None = None) -> Floats:
    """Read crops that were all written by the same person.

    Args:
        crops: Grey pictures (height, width) uint8, dark ink on light paper, any size.
        strip: The writer's own examples, by digit, as far as they were filled in.

    Returns:
        Chances (n, 11) as from ``read_digits``: the digits, then NO_DIGIT.
    """
    if not len(crops):
        return np.zeros((0, 11), np.float32)
    examples = dict(strip or {})
    chances, features = look([*crops, *examples.values()])
    count = len(crops)
    known = _known_examples(chances[count:], list(examples))
    return join_hand(chances[:count], features, known)


def _known_examples(chances: Floats, digits: Sequence[int]) -> Floats:
    """Say what the strip's boxes show; an empty or contradicting box says nothing."""
    known = np.zeros((len(digits), 11), np.float32)
    for row, digit in enumerate(digits):
        other = float(np.delete(chances[row], digit).max())
        if other < _STRIP_SURE:
            known[row, digit] = 1.0
    return known


def join_hand(chances: Floats, features: Floats, known: Floats | None = None) -> Floats:
    """Let the sure crops of a hand speak for the doubtful ones.

    Args:
        chances: (n, 11), each crop read for itself.
        features: (n + k, m), of the crops and then of the k known examples.
        known: (k, 11), what the examples mean; 1 in one column each, or all 0.
    """
    count = len(chances)
    if known is None:
        known = np.zeros((0, 11), np.float32)
    # Squared: a crop that is half a 1 and half a 7 is no example of either.
    speakers = np.concatenate([chances**2, known])
    # By the number of speakers: a digit must not win because it was written more often.
    votes = _likeness(features)[:count] @ speakers / (speakers.sum(axis=0) + 1)
    return _heard(chances, votes)


def _likeness(features: Floats) -> Floats:
    """Compare every two shapes: 1 for the same shape, fading to 0; none with itself."""
    length = np.linalg.norm(features, axis=1, keepdims=True)
    unit = features / np.maximum(length, 1e-6)
    likeness: Floats = np.exp(_SHARPNESS * (unit @ unit.T - 1)).astype(np.float32)
    np.fill_diagonal(likeness, 0.0)
    return likeness


def _heard(chances: Floats, votes: NDArray[np.float32]) -> Floats:
    """Weigh the single reading with the hand's votes; the hand has no say on NO_DIGIT."""
    digits, votes = chances[:, :NO_DIGIT], votes[:, :NO_DIGIT]
    share = (votes + _DOUBT / 10) / (votes.sum(axis=1, keepdims=True) + _DOUBT)
    weighed = digits * (share * 10) ** _TRUST
    weighed *= digits.sum(axis=1, keepdims=True) / np.maximum(
        weighed.sum(axis=1, keepdims=True), 1e-12
    )
    return np.concatenate([weighed, chances[:, NO_DIGIT:]], axis=1).astype(np.float32)
