"""Notices digits that are unlike everybody's, and hands that are unlike their own strip.

The network is as sure of a 4 that looks like a 9 as of a 9. But such a 9 lies far from where hands
write it: of 19 misread digits among 23,341 of unseen hands that were read with 0.995 or more, 14
were in the farthest tenth. How unusual the rest of the hand is told nothing beyond that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanner.digits import NO_DIGIT
from scanner.marks.styles import SPREAD
from scanner.pictures import Floats

_WEIGHTS = (-2.5, 0.63, 1.26)
"""Chance of a misreading, as log odds: by the odds that the reader left, and by strangeness.

Found by logistic regression on the calibration split (training/odd_hands.py).
"""
_MOST = 0.004
"""What strangeness alone leaves to others, at the most: it adds to a sheet's risk, no more.

Of 1,136 digits of unseen hands with 0.002 to 0.005 left to others, 9 were misread; to ask about
them all would be a question more on every third sheet.
"""
_ASKED = 0.06
"""What a digit loses to another one that the hand's strip shows in its place."""


def widened(chances: Floats, strange: Floats) -> Floats:
    """Believe strange digits less, where that leaves more to others than the reader does."""
    wide = chances.astype(np.float64)
    rows = np.arange(len(wide))
    guess = wide.argmax(axis=1)
    sure = wide[rows, guess]
    left = np.clip(1 - sure, 1e-6, 0.999)
    steady, by_odds, by_strangeness = _WEIGHTS
    odds = steady + by_odds * np.log(left / (1 - left)) + by_strangeness * np.log(strange + 1e-6)
    wrong = np.minimum(1 / (1 + np.exp(-odds)), _MOST)
    for n in np.flatnonzero((wrong > left) & (guess != NO_DIGIT)):
        others = _others(wide[n], int(guess[n]))
        wide[n] = wrong[n] * others
        wide[n, guess[n]] = 1 - wrong[n]
    return np.asarray(wide, np.float32)


def _others(row: NDArray[np.float64], guess: int) -> NDArray[np.float64]:
    """Deal out what is left: by what the reader likes second best, but never all to one."""
    others = np.sqrt(np.maximum(row, 1e-9))
    others[guess] = 0.0
    return np.asarray(others / others.sum())


def confused(chances: Floats, places: Floats, example: Floats, digits: tuple[int, int]) -> Floats:
    """Doubt digits that look as the strip's box of another digit does.

    Args:
        chances: (n, 11), as read.
        places: (n, d), where the crops lie.
        example: (d,), where the strip's box lies.
        digits: What the box should show, and what it was read as.
    """
    meant, read = digits
    if NO_DIGIT in digits:
        return chances
    wide = chances.copy()
    own = chances.argmax(axis=1) == read
    for n in np.flatnonzero(own & (((places - example) ** 2).sum(axis=1) < _near(places))):
        wide[n] *= 1 - _ASKED
        wide[n, meant] += _ASKED
    return wide


def _near(places: Floats) -> float:
    """Squared distance up to which two shapes of one hand may be the same sign."""
    return 2 * SPREAD * places.shape[1]
