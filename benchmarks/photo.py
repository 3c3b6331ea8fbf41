"""What goes into a camera and what comes out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Printed:
    """A page that lies in front of the camera."""

    image: Picture
    """As seen from straight above; blue, green, red."""
    px_per_mm: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        return self.image.shape[1] / self.px_per_mm, self.image.shape[0] / self.px_per_mm


@dataclass(frozen=True, slots=True)
class Photo:
    """A file, and what is true about it."""

    jpeg: bytes
    homographies: tuple[NDArray[np.float64], ...]
    """For each sheet, from mm on the paper to pixels, by its four corners."""
    bows: tuple[float, ...]
    """For each sheet, how far its bend moves what is seen, as a share of its height."""
