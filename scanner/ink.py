"""What the player added: the page with even light, less everything that was printed."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.blank import PX_PER_MM
from scanner.pictures import Grey

_LIGHT_PX_PER_MM = 1
_TOLERANCE = 0.45
"""How far print may lie from where the blank has it, mm."""


@dataclass(frozen=True)
class InkPage:
    """A flattened page."""

    grey: Grey
    """Paper at 255 whatever the light was, PX_PER_MM pixels to the mm."""
    ink: Grey
    """How much darker than the print the page is: 0 is untouched."""

    @property
    def clean(self) -> Grey:
        """The player's ink alone on white paper."""
        return 255 - self.ink


def find_ink(flat: Grey, blank: Grey) -> InkPage:
    """Even out the light of a flattened page and take its print away.

    Args:
        flat: The page as photographed, seen from straight above.
        blank: The same page before anyone wrote on it, same size.
    """
    even = even_light(flat, blank)
    side = 2 * round(_TOLERANCE * PX_PER_MM) + 1
    darkest = cv2.erode(blank, np.ones((side, side), np.uint8))
    ink = cv2.subtract(darkest, even)
    return InkPage(even, ink)


def even_light(flat: Grey, blank: Grey) -> Grey:
    """Divide by the light: how much brighter or darker paper is than it should be."""
    height, width = flat.shape
    small = (width * _LIGHT_PX_PER_MM // PX_PER_MM, height * _LIGHT_PX_PER_MM // PX_PER_MM)
    seen = cv2.resize(flat, small, interpolation=cv2.INTER_AREA).astype(np.float32)
    printed = cv2.resize(blank, small, interpolation=cv2.INTER_AREA).astype(np.float32)
    light = seen / np.maximum(printed, 60.0)
    # Ink only ever darkens: the lightest of the surroundings is the light.
    light = cv2.dilate(light, np.ones((5, 5), np.uint8))
    light = cv2.erode(light, np.ones((5, 5), np.uint8))
    light = cv2.GaussianBlur(cv2.medianBlur(light, 5), (0, 0), 2.5)
    gain = 1.0 / np.clip(light, 0.05, 4.0)
    wide = cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR)
    return cv2.multiply(flat, wide, dtype=cv2.CV_8U).astype(np.uint8, copy=False)
