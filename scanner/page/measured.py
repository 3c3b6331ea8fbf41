"""Measures how good a photo of a sheet is, from what was found out on the way."""

from __future__ import annotations

import numpy as np

from scanner.middle import median, quantile
from scanner.page.fit import Fit
from scanner.page.ink import InkPage
from scanner.page.shown_print import Print
from scanner.page.warp import STEP, Warp
from scanner.pictures import PX_PER_MM, Grey
from scanner.quality import PhotoQuality

_SPARSE = 24
"""Light changes slowly: one pixel in this many each way is enough."""
_PAPER = 235
"""From this tone on, in even light, a pixel is paper."""


def quality_of(
    reduction: float, fit: Fit, flat: Grey, page: InkPage, print_: Print
) -> PhotoQuality:
    """Put the figures of a photo together; it was opened ``reduction`` times smaller than it is."""
    tint, black = print_.darkness_in(page.tones, page.blur)
    return PhotoQuality(
        px_per_mm=reduction * _scale(fit.warp),
        blur_mm=page.blur / PX_PER_MM,
        misfit_mm=fit.misfit,
        tint=tint,
        black=black,
        light=_evenness(flat, page.grey),
    )


def _scale(warp: Warp) -> float:
    """The pixels per mm that most of the page has."""
    across = np.diff(warp.nodes, axis=1)[:-1] / STEP
    down = np.diff(warp.nodes, axis=0)[:, :-1] / STEP
    areas = across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]
    return float(np.sqrt(median(np.abs(areas))))


def _evenness(flat: Grey, even: Grey) -> float:
    """Compare the light on the darkest paper of a page with that on the brightest."""
    seen, evened = (each[::_SPARSE, ::_SPARSE] for each in (flat, even))
    light = seen[evened >= _PAPER]
    if not light.size:
        return 0.0
    dark, bright = (quantile(light, share) for share in (0.03, 0.97))
    return float(dark / max(bright, 1.0))
