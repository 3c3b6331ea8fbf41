"""What a fold leaves on the sheet: a thin line, rubbed and broken, and print that flakes off."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from benchmarks.paper import Points
from benchmarks.photo import Picture, Printed


def worn(page: Printed, creases: Sequence[Points], rng: np.random.Generator) -> Picture:
    """Draw the marks of folds onto a page."""
    image = page.image.copy()
    height, width = image.shape[:2]
    for line in creases:
        mask = np.zeros((height, width), np.uint8)
        ends = np.round(line * page.px_per_mm * 16).astype(np.int64)
        ends = np.clip(ends, -(1 << 20), 1 << 20).astype(int)
        thick = max(round(float(rng.uniform(0.15, 0.5)) * page.px_per_mm), 1)
        cv2.line(mask, tuple(ends[0]), tuple(ends[1]), 255, thick, cv2.LINE_AA, 4)
        x, y, wide, high = cv2.boundingRect(mask)
        if not wide or not high:
            continue
        strength = mask[y : y + high, x : x + wide].astype(np.float32) / 255
        rough = rng.random((high // 6 + 1, wide // 6 + 1)).astype(np.float32)
        strength *= cv2.resize(rough, (wide, high)) * np.float32(rng.uniform(0.4, 1.0))
        part = image[y : y + high, x : x + wide].astype(np.float32)
        # The ridge is darker where it lies in shadow, paler where print has come off.
        tone = 255.0 if rng.random() < 0.5 else float(rng.uniform(90, 190))
        part += (tone - part) * strength[..., None] * (0.7 if tone < 255 else 0.9)
        image[y : y + high, x : x + wide] = np.clip(part, 0, 255)
    return image
