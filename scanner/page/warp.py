"""Where each part of a page is in a picture, and the page as seen from straight above."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.page.blank import page_px
from scanner.pictures import Floats, Grey
from templates.geometry import Box
from templates.page import Page

STEP = 4.0
"""From node to node of the warp, mm."""
_BAND = 3  # nodes whose part of the page is drawn at once


@dataclass(frozen=True)
class Warp:
    """Where each node of a page is in the picture."""

    page: Page
    nodes: Floats
    """(rows, columns, 2) pixels, a node every STEP mm from the top left of the page."""

    @classmethod
    def plain(cls, page: Page, homography: NDArray[np.float64]) -> Warp:
        """Lay the page as a perspective from mm to pixels has it."""
        nodes = page_nodes(page)
        seen = cv2.perspectiveTransform(nodes.reshape(-1, 1, 2), homography)
        return cls(page, seen.reshape(nodes.shape))

    def flatten(self, grey: Grey, px_per_mm: int, blank: Grey | None = None) -> Grey:
        """Draw the page as seen from straight above; white, or as its blank, outside the picture.

        In bands of a few nodes, so that a band's part of the map stays in the processor's cache.
        """
        width, height = page_px(self.page, px_per_mm)
        step = round(STEP * px_per_mm)
        nodes = self.nodes.astype(np.float32)
        rows, columns = nodes.shape[:2]
        flat = np.empty((height, width), np.uint8)
        fine = np.empty(((_BAND + 1) * step, columns * step, 2), np.float32)
        for row in range(0, rows - 1, _BAND):
            band = nodes[row : row + _BAND + 1]
            part, drawn = fine[: len(band) * step], flat[row * step : (row + _BAND) * step]
            if not drawn.size:  # the last node lies less than a pixel inside the page's edge
                break
            cv2.resize(band, (columns * step, len(part)), dst=part)
            # Enlarging puts a node into the middle of its square, and the page begins at a node.
            part = part[step // 2 : step // 2 + len(drawn), step // 2 : step // 2 + width]
            cv2.remap(
                grey,
                part,
                None,
                cv2.INTER_LINEAR,
                dst=drawn,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=255,
            )
        return flat if blank is None else self._filled(flat, grey, blank)

    def _filled(self, flat: Grey, grey: Grey, blank: Grey) -> Grey:
        """Put the blank where the page is outside the picture: white would pass for faded print."""
        missing = self.outside(grey)
        if missing.any():
            height, width = flat.shape
            near = cv2.dilate(missing.astype(np.uint8), np.ones((3, 3), np.uint8))
            step = round(STEP * width / self.page.width)
            size = near.shape[1] * step, near.shape[0] * step
            wide = cv2.resize(near, size, interpolation=cv2.INTER_NEAREST)
            # A node is the middle of its square, and the page begins at a node.
            wide = wide[step // 2 :, step // 2 :][:height, :width]
            np.copyto(flat, blank, where=(wide > 0) & (flat == 255))
        return flat

    def at(self, places: Floats) -> Floats:
        """Where places of the page, mm, (n, 2), are in the picture, (n, 2)."""
        return sampled(self.nodes, places)

    def outside(self, grey: Grey) -> NDArray[np.bool_]:
        """(rows, columns) for each node: whether it is outside the picture."""
        return outside(self.nodes, grey)

    def around(self, box: Box) -> NDArray[np.float64]:
        """The perspective from mm on the page to pixels that is right at a place of the page."""
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        seen = self.at(corners).astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), seen), np.float64)

    def moved(self, field: NDArray[np.float64]) -> Warp:
        """Read the warp at places that are displaced on the page, mm at every node."""
        nodes = page_nodes(self.page)
        there = (nodes + field).reshape(-1, 2)
        return Warp(self.page, sampled(self.nodes, there).reshape(self.nodes.shape))


def outside(seen: Floats, grey: Grey) -> NDArray[np.bool_]:
    """Say which pixels, (..., 2), are not in the picture."""
    last = np.array(grey.shape[::-1]) - 1
    return np.asarray(((seen < 0) | (seen > last)).any(axis=-1))


@lru_cache(maxsize=16)  # there are few papers
def page_nodes(page: Page) -> Floats:
    """The nodes of a page, (rows, columns, 2), mm."""
    columns = int(np.ceil(page.width / STEP)) + 1
    rows = int(np.ceil(page.height / STEP)) + 1
    x, y = np.meshgrid(np.arange(columns) * STEP, np.arange(rows) * STEP)
    nodes = np.stack([x, y], axis=-1).astype(np.float64)
    nodes.flags.writeable = False
    return nodes


def sampled(field: Floats, places: Floats) -> Floats:
    """What a field with nodes every STEP mm has at places, mm; it goes on as it ends."""
    padded = np.pad(field, ((2, 2), (2, 2), (0, 0)), mode="reflect", reflect_type="odd")
    there = (places / STEP + 2).astype(np.float32).reshape(-1, 1, 2)
    found = cv2.remap(padded.astype(np.float32), there, None, cv2.INTER_LINEAR)
    return np.asarray(found, np.float64).reshape(-1, field.shape[2])
