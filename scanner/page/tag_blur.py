"""How blurred a photo is where its tags are, whatever else can be read."""

from __future__ import annotations

from math import pi, sqrt

import cv2
import numpy as np

from scanner.page.tags import SeenTag
from scanner.pictures import Floats, Grey
from templates.page import TAG

_PX_PER_MM = 10.0
_ASIDE = 1.2
"""How far to either side of a tag's edge it is black, or white, mm."""
_CORNERS = 1.5
"""What is left out of an edge at its ends, mm."""
_LEAST_CONTRAST = 20.0


def tag_blur(grey: Grey, tags: tuple[SeenTag, ...]) -> float:
    """Give the standard deviation of the blur, mm, in the direction in which there is more."""
    if not tags:
        return 0.0
    every = [_blurs(_upright(grey, tag)) for tag in tags]
    return float(np.median(every, axis=0).max())


def _upright(grey: Grey, tag: SeenTag) -> Grey:
    """Show a tag from straight above, with some paper around it."""
    near, far = _ASIDE * _PX_PER_MM, (_ASIDE + TAG) * _PX_PER_MM
    square = np.array([(near, near), (far, near), (far, far), (near, far)], np.float32) - 0.5
    side = round((TAG + 2 * _ASIDE) * _PX_PER_MM)
    matrix = cv2.getPerspectiveTransform(tag.corners.astype(np.float32), square)
    return np.asarray(cv2.warpPerspective(grey, matrix, (side, side)), np.uint8)


def _blurs(tag: Grey) -> tuple[float, float]:
    """Measure the edges on the left and right, and those above and below."""
    across, down = ([_width(side) for side in (turned, turned[:, ::-1])] for turned in (tag, tag.T))
    return float(np.mean(across)), float(np.mean(down))


def _width(tag: Grey) -> float:
    """Say how wide the edge on the left is, by how steeply white turns to black at most."""
    aside = round((_ASIDE + _CORNERS) * _PX_PER_MM)
    edge = tag[aside:-aside, : round(2 * _ASIDE * _PX_PER_MM)].astype(np.float32)
    profile: Floats = np.median(edge, axis=0)
    contrast = max(float(np.ptp(profile)), _LEAST_CONTRAST)
    steepest = float(np.abs(np.diff(profile)).max()) * _PX_PER_MM
    return contrast / max(steepest * sqrt(2 * pi), 1e-6)
