"""How well a page was flattened, place by place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil

import numpy as np
from numpy.typing import NDArray

from scanner.page.warp import STEP, Warp
from scanner.pictures import Floats, Grey
from templates.geometry import Box

GOOD_MATCH = 0.45
"""From this likeness on a piece of print was found."""
LEAST_MATCH = 0.15
"""Print that hardly shows is this much like the blank where it should be."""
BENT_PRINT = 0.3
"""Print that a smooth bend leaves so far aside, mm, is followed over folds and waves."""
IN_PLACE = 0.6
"""Print this close to its place, mm, lies there."""


@dataclass(frozen=True)
class Fit:
    """A warp, and how well the print lies where it should."""

    warp: Warp
    misfit: float
    """What is left between print and blank, mm: the 90th percentile over the pieces."""
    found: float
    """The share of the pieces of print that were found."""
    aside: float = 0.0
    """The share of those that lie further than BENT_PRINT from where they should."""
    own: float = 0.0
    """The share of this sheet's own print, without tags and codes, that lies where it should."""
    doubtful: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((0, 0), bool))
    """(rows, columns) for each node of the warp: whether print and blank do not meet there."""

    lying: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    """(n, 2) places of the page, mm, whose print lies where it should."""

    def within(self, grey: Grey) -> Fit:
        """The same, where nothing is known about what is outside the picture."""
        outside = self.warp.outside(grey)
        return replace(self, doubtful=self.doubtful | outside if self.doubtful.size else outside)

    def unsure(self, box: Box) -> bool:
        """Whether what is seen at a place of the page, mm, may be something else."""
        if not self._any_doubt:
            return False
        left, top = (max(int(edge / STEP), 0) for edge in (box.left, box.top))
        right, bottom = (ceil(edge / STEP) + 1 for edge in (box.right, box.bottom))
        return bool(self.doubtful[top:bottom, left:right].any())

    @cached_property
    def _any_doubt(self) -> bool:
        return bool(self.doubtful.any())

    @property
    def unfit(self) -> float:
        """The share of the page that does not fit."""
        return float(self.doubtful.mean()) if self.doubtful.size else 0.0
