"""How a picture becomes the file that arrives: saved, shrunk, passed on."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.photo import Picture
from benchmarks.sensor import saved

Rng = np.random.Generator


def saved_once(picture: Picture, rng: Rng) -> bytes:
    """Save as the phone does."""
    return saved(picture, (int(rng.integers(80, 95)),))


def messenger(picture: Picture, rng: Rng) -> bytes:
    """Send on twice: each time shrunk and saved with what the messenger thinks is enough."""
    for longest in (1600, int(rng.choice([1280, 1600]))):
        picture = shrunk_to(picture, longest)
        data = saved(picture, (int(rng.integers(62, 82)),))
        picture = np.asarray(
            cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8
        )
    return data


def shrunk_to(picture: Picture, longest: int) -> Picture:
    """Make a picture smaller, never larger."""
    scale = longest / max(picture.shape[:2])
    if scale >= 1:
        return picture
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def scanner_app(picture: Picture, rng: Rng) -> bytes:
    """Make black and white of a picture that shows nothing but the sheet, as scanner apps do."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    near = int(max(picture.shape[:2]) / rng.uniform(35, 70)) | 1
    limit = float(rng.uniform(6, 14))
    soft = cv2.GaussianBlur(grey, (0, 0), 0.7)
    black = cv2.adaptiveThreshold(
        soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, near, limit
    )
    if rng.random() < 0.5:
        black = cv2.medianBlur(black, 3)
    smooth = cv2.GaussianBlur(black, (0, 0), float(rng.uniform(0.4, 0.8)))
    return saved(cv2.cvtColor(np.asarray(smooth, np.uint8), cv2.COLOR_GRAY2BGR), (85,))
