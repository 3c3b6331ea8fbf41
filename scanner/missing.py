"""What a photo does not show, and why: an edge is out of the frame, something covers it, it bends.

Every unseen element says where it was lost (``Doubt.where``), so that people are told of a side
and of ranges instead of forty elements.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from scanner.page.fit import Fit
from scanner.pictures import Grey
from scanner.scan import Doubt, Scan
from scanner.unseen import UNSEEN, is_hidden
from templates.game import SheetLayout
from templates.geometry import Box

SIDES = ("left", "top", "right", "bottom")
CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")
COVERED, BENT = "covered", "bent"
PLACES = (*SIDES, *CORNERS, COVERED, BENT)
"""Where an element may have been lost."""
_CUT = 0.5
"""A side of which more than this is outside the picture is missing; else it is a corner."""


@dataclass(frozen=True, slots=True)
class Missing:
    """What was lost in one way."""

    where: str
    """One of ``PLACES``."""
    elements: tuple[str, ...]


def located(
    doubts: Iterable[Doubt], layout: SheetLayout, fit: Fit, grey: Grey
) -> tuple[Doubt, ...]:
    """Say of every unseen element where it was lost."""
    doubts = tuple(doubts)
    if not any(doubt.why == UNSEEN for doubt in doubts):
        return doubts
    outside = fit.warp.outside(grey)
    cut = replace(fit, doubtful=outside)

    def where(area: Box) -> str:
        if is_hidden(area, cut.unsure):
            return _side(area, outside, layout)
        return BENT if is_hidden(area, fit.unsure) else COVERED

    return tuple(
        replace(doubt, where=where(layout.places[doubt.element].area))
        if doubt.why == UNSEEN and doubt.element in layout.places
        else doubt
        for doubt in doubts
    )


def is_lost(doubt: Doubt) -> bool:
    """Whether an element is told of together with others that were lost."""
    return doubt.why == UNSEEN and doubt.where in PLACES


def missing_of(scan: Scan) -> list[Missing]:
    """Gather what the photo does not show by where it was lost."""
    lost = sorted(filter(is_lost, scan.doubts), key=lambda doubt: PLACES.index(doubt.where))
    return [
        Missing(where, tuple(doubt.element for doubt in some))
        for where, some in groupby(lost, key=lambda doubt: doubt.where)
    ]


def _side(area: Box, outside: NDArray[np.bool_], layout: SheetLayout) -> str:
    """Name the nearest side of the page that is cut off, or the corner."""
    # The outermost nodes may lie beside the page.
    ends = (outside[:, 1], outside[1], outside[:, -2], outside[-2])
    (x, y), page = area.center, layout.page
    far = dict(zip(SIDES, (x, y, page.width - x, page.height - y), strict=True))
    cut = [side for side, end in zip(SIDES, ends, strict=True) if float(end.mean()) > _CUT]
    if cut:
        return min(cut, key=far.__getitem__)
    upright = "top" if far["top"] < far["bottom"] else "bottom"
    return f"{upright}-{'left' if far['left'] < far['right'] else 'right'}"
