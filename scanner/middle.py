"""The middle of values: as numpy has it, which for that reads its masked arrays in first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.pictures import Floats


def medians(values: NDArray[Any]) -> Floats:
    """Give the middle value of each row; of an even number the mean of the middle two."""
    ordered, count = np.sort(values, axis=-1), values.shape[-1]
    low, high = ordered[..., (count - 1) // 2], ordered[..., count // 2]
    return np.asarray(np.add(low, high, dtype=np.float64) / 2)


def median(values: NDArray[Any]) -> float:
    """Give the middle of all values; of none it is no number."""
    return float(medians(values.ravel())) if values.size else float("nan")
