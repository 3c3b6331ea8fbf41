"""Sheets that lie over one another: what is beneath another sheet cannot be seen.

The upper one has print and ink of its own there, which may pass for those of the lower one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.page.fit import Fit
from scanner.page.tags import SeenSheet, page_corners
from scanner.pictures import Floats
from templates.page import TAG, TAG_FROM_EDGE

_RIM = TAG_FROM_EDGE - TAG / 2
"""How far a sheet's paper goes beyond its tags, mm."""


def beneath(fit: Fit, seen: SeenSheet, others: Sequence[SeenSheet]) -> Fit:
    """Doubt what is within another sheet that hides a tag of this one."""
    page, there = fit.warp.page, {tag.place for tag in seen.tags}
    gone = [page_corners(page, n).mean(axis=0) for n in range(len(page.tags)) if n not in there]
    if not gone or not others:
        return fit
    hidden = fit.warp.at(np.array(gone))
    nodes = fit.warp.nodes
    doubtful = fit.doubtful if fit.doubtful.size else np.zeros(nodes.shape[:2], bool)
    for other in others:
        if _on(other, hidden).any():
            doubtful = doubtful | _on(other, nodes)
    return replace(fit, doubtful=doubtful)


def _on(sheet: SeenSheet, points: Floats) -> NDArray[np.bool_]:
    """Say which points of the picture, (..., 2), lie on the paper of a sheet that is flat."""
    hull = cv2.convexHull(np.concatenate([tag.corners for tag in sheet.tags]))[:, 0]
    sides = np.roll(hull, -1, axis=0) - hull
    inward = np.stack([-sides[:, 1], sides[:, 0]], axis=-1)
    inward /= np.linalg.norm(inward, axis=-1, keepdims=True)
    inward *= np.sign(((hull.mean(axis=0) - hull) * inward).sum())
    scale = np.sqrt(np.mean([cv2.contourArea(tag.corners) for tag in sheet.tags])) / TAG
    inside = ((points[..., None, :] - hull) * inward).sum(axis=-1).min(axis=-1)
    return np.asarray(inside > -_RIM * scale)
