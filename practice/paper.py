"""Paper that does not lie flat: it bows, its corners curl, it has been folded."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from practice.ink import Picture
from practice.pose import Size

SHADING_STEP = 32


@dataclass(frozen=True, slots=True)
class Bend:
    """How a sheet is bent, as seen from the camera: places shift, light changes."""

    size: float
    """The largest shift, as a share of the page's height."""
    across: float
    """How much of it bows about the upright middle; the rest about the level one."""
    curl: float
    """How much of it is the curl of one corner."""
    corner: tuple[int, int]
    waves: float
    """Half waves of the bow across the page."""

    def source(self, at: NDArray[np.float32], page: Size) -> NDArray[np.float32]:
        """Say which place of the page is seen where the flat page would show ``at``."""
        if not self.size:
            return at
        shift = self.size * page[1]
        u, v = at[:, :, 0] / page[0], at[:, :, 1] / page[1]
        inner_u, inner_v = np.clip(u, 0, 1), np.clip(v, 0, 1)
        bow_y = self.across * np.sin(np.pi * self.waves * inner_u)
        bow_x = (1 - self.across) * np.sin(np.pi * self.waves * inner_v)
        near = np.clip(1 - np.hypot(u - self.corner[0], v - self.corner[1]) / 0.45, 0, 1) ** 2
        inwards = self.curl * near
        moved = at.copy()
        moved[:, :, 0] += shift * ((1 - self.curl) * bow_x + inwards * (0.5 - self.corner[0]))
        moved[:, :, 1] += shift * ((1 - self.curl) * bow_y + inwards * (0.5 - self.corner[1]))
        return moved

    def shading(
        self, photo: Size, homography: NDArray[np.float64], page: Size
    ) -> NDArray[np.float32]:
        """Give the light that the bow adds or takes, coarsely, (rows, columns, 1)."""
        columns, rows = photo[0] // SHADING_STEP + 1, photo[1] // SHADING_STEP + 1
        x, y = np.meshgrid(np.arange(columns), np.arange(rows))
        grid = np.stack([x, y], 2).astype(np.float64) * SHADING_STEP
        flat = cv2.perspectiveTransform(grid.reshape(1, -1, 2), np.linalg.inv(homography))
        u = np.clip(flat[0, :, 0] / page[0], 0, 1).reshape(rows, columns, 1)
        slope = np.cos(np.pi * self.waves * u) * self.size * self.across
        return (1 + 8 * slope).astype(np.float32)


def bend_of(most: float, rng: np.random.Generator) -> Bend:
    """Bend a sheet by at most a share of its height."""
    return Bend(
        size=float(most * rng.uniform(0.2, 1.0) * rng.choice([-1, 1])),
        across=float(rng.uniform(0.2, 1.0)),
        curl=float(rng.choice([0.0, 0.35, 0.7])),
        corner=(int(rng.integers(2)), int(rng.integers(2))),
        waves=float(rng.choice([1.0, 1.0, 1.5])),
    )


def creased(page: Picture, rng: np.random.Generator) -> Picture:
    """Fold the page once and open it again: a line stays, and one side is darker."""
    height, width = page.shape[:2]
    upright = rng.random() < 0.5
    if upright:
        at = rng.uniform(0.3, 0.7) * width
        ends = (int(at), 0), (int(at + rng.normal(0, 0.04) * width), height)
    else:
        at = rng.uniform(0.3, 0.7) * height
        ends = (0, int(at)), (width, int(at + rng.normal(0, 0.04) * height))
    thick = max(width // 1500, 1)
    light, dark = page.copy(), np.full((height, width), 255, np.uint8)
    cv2.line(dark, ends[0], ends[1], 215, 2 * thick, cv2.LINE_AA)
    side = [ends[0], ends[1], (width, height), (width, 0) if upright else (0, height)]
    shade = np.full((height, width), 255, np.uint8)
    cv2.fillPoly(shade, [np.array(side, np.int32)], int(rng.integers(238, 252)), cv2.LINE_AA)
    both = cv2.multiply(dark, cv2.GaussianBlur(shade, (0, 0), 3 * thick), scale=1 / 255)
    return np.asarray(cv2.multiply(light, cv2.merge([both] * 3), scale=1 / 255), np.uint8)
