"""Pictures on their way through the scanner: arrays with a name and a scale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import HostError
from templates.geometry import Box

PX_PER_MM = 6
"""The scale of pages that have been flattened."""

Grey = NDArray[np.uint8]
"""A grey picture, (height, width), 255 is white."""
Floats = NDArray[np.floating[Any]]


class PhotoError(HostError):
    """A picture that cannot be read, with a reason that a person can act on.

    The sentences are in ``templates/words/scan.toml`` under ``[errors.CODE]``.
    """


@dataclass(frozen=True)
class Picture:
    """One picture, or one page of a document, upright as the camera meant it."""

    name: str
    """The file's name, for messages."""
    page: int
    """From 1; more than 1 only in documents."""
    size: tuple[int, int]
    """Full width and height in pixels, upright."""
    decode: Callable[[int], Grey]
    """Decode the picture in grey, reduced to 1/1, 1/2, 1/4 or 1/8 of its size."""
    pages: int = 1
    """How many the document has."""


def reduced(page: Grey, times: int = 2) -> Grey:
    """Average squares of pixels; an edge that fills none is lost: that is 30 times quicker."""
    height, width = (side // times for side in page.shape)
    if times % 2:  # the mean around every middle pixel, in half the time
        middles = (slice(times // 2, times * side, times) for side in (height, width))
        return np.ascontiguousarray(cv2.blur(page, (times, times))[tuple(middles)])
    even = page[: times * height, : times * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def cut(page: Grey, box: Box, beyond: float = 0.0) -> Grey:
    """Cut a box, and a little more, out of a flattened page, as much of it as is on the page."""
    return np.ascontiguousarray(page[place_of(box, beyond)])


@lru_cache(maxsize=8192)  # a box is where it is on every photo of a sheet
def place_of(box: Box, beyond: float = 0.0, px_per_mm: float = PX_PER_MM) -> tuple[slice, slice]:
    """Where a box and some mm more is on a page, in pixels."""
    edges = (box.left - beyond, box.top - beyond, box.right + beyond, box.bottom + beyond)
    left, top, right, bottom = (max(round(edge * px_per_mm), 0) for edge in edges)
    return slice(top, bottom), slice(left, right)
