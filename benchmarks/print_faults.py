"""What printers and copiers do to a page before anybody writes on it."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.photo import Picture
from practice.pages import PX_PER_MM

Rng = np.random.Generator


def draft(page: Picture, rng: Rng) -> Picture:
    """Save ink: everything pale and a little ragged."""
    height, width = page.shape[:2]
    left = np.float32(rng.uniform(0.3, 0.5))
    rough = rng.normal(1, 0.18, (height // 3 + 1, width // 3 + 1)).astype(np.float32)
    strength = np.clip(cv2.resize(rough, (width, height)), 0.3, 1.6) * left
    kept = (255 - page.astype(np.float32)) * strength[..., None]
    return np.asarray(255 - np.clip(kept, 0, 255), np.uint8)


def stripes(page: Picture, rng: Rng) -> Picture:
    """A clogged ink jet: thin lines without ink, more or less regularly."""
    height = page.shape[0]
    pitch = rng.uniform(2.2, 6.5) * PX_PER_MM
    tone = np.ones(height, np.float32)
    for at in np.arange(rng.uniform(0, pitch), height, pitch):
        middle = at + rng.normal(0, 0.05) * pitch
        half = rng.uniform(0.08, 0.28) * PX_PER_MM
        away = np.abs(np.arange(height) - middle) / half
        tone *= 1 - np.float32(rng.uniform(0.4, 1.0)) * np.clip(1.5 - away, 0, 1)
    kept = (255 - page.astype(np.float32)) * tone[:, None, None]
    if rng.random() < 0.4:
        # One colour runs out: its share of the print is missing.
        kept[..., int(rng.integers(3))] *= np.float32(rng.uniform(0.2, 0.6))
    return np.asarray(255 - np.clip(kept, 0, 255), np.uint8)


def grey_copy(page: Picture, rng: Rng) -> Picture:
    """A copy of a blank sheet: no colour, a grey cast with grain, specks, edges grown."""
    height, width = page.shape[:2]
    grey = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey = cv2.GaussianBlur(grey, (0, 0), 0.06 * PX_PER_MM)
    cast = rng.uniform(175, 225)
    grain = rng.normal(0, rng.uniform(8, 20), (height // 2, width // 2)).astype(np.float32)
    grain = cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR)
    base = grey / 255 * cast + (255 - grey) / 255 * 45 + grain
    tint = np.array([1.02, 1.0, 0.985], np.float32)
    picture = np.clip(base[..., None] * tint, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(60, 200))):
        spot = int(rng.integers(width)), int(rng.integers(height))
        radius = max(round(float(rng.exponential(0.07)) * PX_PER_MM), 1)
        cv2.circle(picture, spot, radius, (60, 60, 60), -1, cv2.LINE_AA)
    return picture


def margin(page: Picture, rng: Rng) -> Picture:
    """A printer that cannot print up to the edge: what is there stays white."""
    cut = page.copy()
    height, width = page.shape[:2]
    most = [float(v) * PX_PER_MM for v in rng.uniform(4.2, 6.5, 4)]
    wide = int(rng.integers(4))
    most[wide] = rng.uniform(7, 14) * PX_PER_MM
    cut[: int(most[0])] = 255
    cut[height - int(most[1]) :] = 255
    cut[:, : int(most[2])] = 255
    cut[:, width - int(most[3]) :] = 255
    return cut
