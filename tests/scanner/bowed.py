"""A page that bows, photographed, and the truth about where every part of it is."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.page.blank import blank_page
from scanner.page.warp import STEP
from templates.load import load_layout
from templates.sheet_code import SheetCode

EDGE = 8.0
"""Nothing is read that close to the paper's edge, mm."""
SIZE = (2016, 1512)
TILTED = {
    "A": np.array([[330, 60], [1230, 110], [1290, 1450], [210, 1400]], np.float32),
    "BAC": np.array([[90, 160], [1890, 100], [1950, 1390], [40, 1330]], np.float32),
}


class Bowed:
    """A page that bows by a share of its height, photographed; and the truth about it."""

    def __init__(self, sheet, bow=0.0, image=None):
        self.code = SheetCode(f"daydream/{sheet}")
        self.page = load_layout(self.code.sheet, paper="a4").page
        self.bow = bow * self.page.height
        flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * [self.page.width, self.page.height]
        self.homography = cv2.getPerspectiveTransform(flat.astype(np.float32), TILTED[sheet])
        self.photo = self._taken(blank_page(self.code) if image is None else image)

    def _shift(self, at):
        """How far the bow moves places of the page, mm: across its middle and along one side."""
        u, v = at[..., 0] / self.page.width, at[..., 1] / self.page.height
        down = self.bow * np.sin(np.pi * np.clip(u, 0, 1))
        across = 0.4 * self.bow * np.sin(1.5 * np.pi * np.clip(v, 0, 1))
        return np.stack([across, down], axis=-1)

    def seen_at(self, at):
        """Where places of the page, mm, are in the photo, px."""
        moved = (at + self._shift(at)).reshape(-1, 1, 2)
        return cv2.perspectiveTransform(moved, self.homography).reshape(at.shape)

    def _taken(self, image):
        x, y = np.meshgrid(np.arange(SIZE[0], dtype=float), np.arange(SIZE[1], dtype=float))
        seen = np.stack([x, y], axis=-1).reshape(-1, 1, 2)
        moved = cv2.perspectiveTransform(seen, np.linalg.inv(self.homography)).reshape(-1, 2)
        at = moved.copy()
        for _ in range(6):
            at = moved - self._shift(at)
        px_per_mm = image.shape[1] / self.page.width
        places = (at * px_per_mm - 0.5).astype(np.float32).reshape(*SIZE[::-1], 2)
        soft = cv2.GaussianBlur(image, (0, 0), 0.8)
        photo = cv2.remap(soft, places, None, cv2.INTER_LINEAR, borderValue=110)
        noise = np.random.default_rng(1).normal(0, 3, photo.shape)
        return np.clip(photo * 0.85 + noise, 0, 255).astype(np.uint8)

    def off(self, warp):
        """How far each node of a warp is from the truth, in mm of the page, where it is read."""
        rows, columns = warp.nodes.shape[:2]
        x, y = np.meshgrid(np.arange(columns) * STEP, np.arange(rows) * STEP)
        at = np.stack([x, y], axis=-1)
        right, bottom = self.page.width - EDGE, self.page.height - EDGE
        inside = (x >= EDGE) & (y >= EDGE) & (x <= right) & (y <= bottom)
        truth = self.seen_at(at)
        # A mm to the right and a mm down, in pixels: the scale differs over a tilted page.
        scale = np.linalg.norm(self.seen_at(at + [0.7, 0.7]) - truth, axis=-1)
        return (np.linalg.norm(warp.nodes - truth, axis=-1) / scale)[inside]
