"""How good a photo of a sheet is, in a few figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PhotoQuality:
    """What was measured while a page was flattened and its print taken away."""

    px_per_mm: float
    """Of the photo at its full size, in the middle of the page."""
    blur_mm: float
    """How blurred print looks: a standard deviation."""
    misfit_mm: float
    """How far print lies from where it should be, once the page is flat."""
    tint: float
    """How dark tints are, compared with what they should be."""
    black: float
    """How dark black print is, compared with what it should be."""
    light: float
    """How bright the darkest part of the page is, compared with the brightest."""
