"""A flatbed scanner: no lens, no tilt, but askew, soft, and with a lid behind the paper."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.photo import Photo, Printed
from benchmarks.sensor import Exposure, developed, light_of, saved


def scanned(page: Printed, rng: np.random.Generator) -> Photo:
    """Scan a sheet on a flatbed, a little askew, sometimes the wrong way round."""
    per_mm = float(rng.choice([200, 240, 300])) / 25.4
    width, height = page.size
    glass = (round((width + 6) * per_mm), round((height + 6) * per_mm))
    turn = np.radians(rng.uniform(-1.5, 1.5) + (180 if rng.random() < 0.1 else 0))
    c, s = np.cos(turn) * per_mm, np.sin(turn) * per_mm
    middle = np.array(glass) / 2 + rng.uniform(-2, 2, 2) * per_mm
    mm = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    mm[:2, 2] = middle - mm[:2, :2] @ [width / 2, height / 2]
    from_px = mm @ np.diag([1 / page.px_per_mm, 1 / page.px_per_mm, 1])
    lid = (float(rng.choice([252, 235, 40])),) * 3
    flags = cv2.INTER_AREA if per_mm < page.px_per_mm else cv2.INTER_CUBIC
    soft = cv2.GaussianBlur(page.image, (0, 0), max(0.45 * page.px_per_mm / per_mm, 0.3))
    seen = cv2.warpPerspective(soft, from_px, glass, flags=flags, borderValue=lid)
    light = light_of(glass, rng.uniform(0, 0.04), 0, 0.05, rng) * np.float32(rng.uniform(0.9, 1.04))
    exposure = Exposure(40000, 0.3, 0.0, 0, 0.4, float(rng.uniform(0, 0.5)), (88,))
    picture = developed(np.asarray(seen, np.uint8), light, exposure, int(rng.integers(1 << 30)))
    return Photo(saved(picture, (int(rng.integers(80, 96)),)), (mm,), (0.0,))
