"""How hands differ, and how far a digit lies from where they write it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

import numpy as np

from scanner.pictures import Floats
from scanner.weights import weights

SPREAD = 2.0
"""Variance of one hand's shapes; 1 was measured, but some are far from the others."""
_DIGITS = 10


@dataclass(frozen=True, slots=True)
class Styles:
    """How hands differ, as found on the writers of the training split by training.hands.

    In the space of the projection the shapes of one digit by one hand have variance 1
    in every direction, and those of the hands' averages have the variances ``between``.
    """

    projection: Floats
    """(features, d)"""
    means: Floats
    """(10, d): each digit as hands write it on average."""
    between: Floats
    """(d,)"""

    def places(self, features: Floats) -> Floats:
        """Project the network's features (n, features), whatever their length, to (n, d)."""
        length = np.linalg.norm(features, axis=1, keepdims=True)
        return np.asarray(features / np.maximum(length, 1e-6) @ self.projection, np.float32)


@lru_cache(maxsize=1)
def styles_in_use() -> Styles:
    """Load how hands differ, as the package says."""
    data = np.load(BytesIO(weights("hands.npz")))
    return Styles(data["projection"], data["means"], data["between"])


def strangeness(places: Floats, chances: Floats, styles: Styles) -> Floats:
    """Say how far each crop (n,) is from its likeliest digit as everybody writes it; 1 is far."""
    likeliest = chances[:, :_DIGITS].argmax(axis=1)
    away = (places - styles.means[likeliest]) ** 2 / (SPREAD + styles.between)
    return np.asarray(away.mean(axis=1), np.float32)
