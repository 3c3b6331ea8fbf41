"""An eraser: it takes most of the graphite away, smears some, and never gets all of it."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.ink import Layer
from practice.strokes import Stroke


def rub_out(layer: Layer, strokes: list[Stroke], rng: np.random.Generator) -> None:
    """Rub where strokes are, and leave a ghost of them."""
    points = np.concatenate([stroke[:, :2] for stroke in strokes]) * layer.px_per_mm
    margin = 1.5 * layer.px_per_mm
    height, width = layer.amount.shape
    low = np.clip(points.min(0) - margin, 0, [width - 2, height - 2]).astype(int)
    high = np.clip(points.max(0) + margin, low + 2, [width, height]).astype(int)
    part = layer.amount[low[1] : high[1], low[0] : high[0]]
    left = float(rng.uniform(0.08, 0.28))
    smear = cv2.GaussianBlur(part, (0, 0), 0.7 * layer.px_per_mm) * np.float32(0.12)
    uneven = rng.uniform(0.6, 1.4, (4, 4)).astype(np.float32)
    uneven = cv2.resize(uneven, part.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    part[:] = part * left * np.clip(uneven, 0.3, 1.6) + smear
