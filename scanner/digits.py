"""Reads single handwritten digits, and says how sure it is.

A crop is first made comparable (scanner/marks/digit_crop.py). A small network then gives a chance
to each digit and to "no single clear digit"; where it is in doubt, or the shape is one that few
hands write, a larger one is asked as well. Only this module loads the networks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from cv2.typing import MatLike as Grey
from numpy.typing import NDArray

from scanner.marks.digit_crop import normalise_all
from scanner.marks.styles import strangeness, styles_in_use
from scanner.network import Network
from scanner.pictures import Floats
from scanner.weights import weights

NO_DIGIT = 10
"""The last column: empty, scribbled, struck out, or more than one digit."""
NETWORKS = {"first": "digits.onnx", "second": "digits_second.onnx"}
"""The first reads every crop, the second those that the first is not sure of, or should not be."""
DOUBTFUL = 0.99
"""A crop of which the first network is less sure than this is shown to the second."""
STRANGE = 1.15
"""So is a tenth of the others, farther than this from where hands write what it was read as.

There the first is often surer than it should be. Chosen by surprise on the calibration split.
"""
FIRST_SAYS, SECOND_SAYS = 0.3, 0.6
"""How much the scores of the two count where both are asked.

Of all weights these surprise least on the calibration split, by digits and by what is none.
"""


def read_digits(crops: Sequence[Grey]) -> Floats:
    """Read many crops in one go, each for itself.

    Args:
        crops: Grey pictures (height, width) uint8, dark ink on light paper, any size.

    Returns:
        Chances (n, 11), each row adding up to 1: the digits 0 to 9, then NO_DIGIT.

    Raises:
        ValueError: A crop is not a two-dimensional array of uint8.
    """
    return look(crops)[0]


def look(crops: Sequence[Grey]) -> tuple[Floats, Floats]:
    """Read crops and also tell how the network sees them.

    Returns:
        Chances (n, 11) as from ``read_digits``, and features (n, FEATURES): two
        digits of one hand and one shape have features that lie close together.
    """
    if not len(crops):
        return np.zeros((0, 11), np.float32), np.zeros((0, 0), np.float32)
    return look_at_normalised(normalise_all(crops))


def look_at_normalised(pictures: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Read pictures (n, SIDE, SIDE) that ``normalise`` has made."""
    scores, features = ask("first", pictures)
    chances = softmax(scores)
    styles = styles_in_use()
    strange = strangeness(styles.places(features), chances, styles) > STRANGE
    doubtful, guess = chances.max(axis=1) < DOUBTFUL, chances.argmax(axis=1)
    if (asked := np.flatnonzero(doubtful | strange & (guess != NO_DIGIT))).size:
        second, _ = ask("second", pictures[asked])
        # Both count unless both are sure of the same: then the first has said it.
        told = softmax(second)
        same = told.argmax(axis=1) == guess[asked]
        both = doubtful[asked] | (told.max(axis=1) < DOUBTFUL) | ~same
        count = asked[both]
        chances[count] = softmax(FIRST_SAYS * scores[count] + SECOND_SAYS * second[both])
    return chances, features


def softmax(scores: Floats) -> Floats:
    """Turn scores into chances, row by row."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


@lru_cache(maxsize=2)
def _network(name: str) -> Network:
    """Load a network once."""
    return Network(weights(NETWORKS[name]))


def ask(name: str, pictures: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Run one network on normalised pictures: scores (n, 11) and features."""
    return _network(name)(pictures)
