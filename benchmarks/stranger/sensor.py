"""What becomes of a picture in a phone: sensor, sharpening, files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image

_t = {}


def develop(
    im: np.ndarray,
    rng: np.random.RandomState,
    gain: float = 1.0,
    wb: float = 0.0,
    noise: float = 3.0,
    blur: float = 0.0,
    motion: float = 0.0,
    gamma: float = 1.0,
    sharpen: float = 0.0,
    sat: float = 1.0,
) -> np.ndarray:
    """Do to a picture what sensors and phones do."""
    if blur > 0.25:
        im = cv2.GaussianBlur(im, (0, 0), blur)
    if motion > 1:
        n = int(motion) | 1
        k = np.zeros((n, n), np.float32)
        a = rng.uniform(0, np.pi)
        c = n // 2
        q = np.array([np.cos(a), np.sin(a)]) * c
        cv2.line(
            k,
            tuple(np.round(c - q).astype(int).tolist()),
            tuple(np.round(c + q).astype(int).tolist()),
            1,
            1,
            cv2.LINE_AA,
        )
        im = cv2.filter2D(im, -1, k / k.sum())
    g = (
        np.array(
            [1 + wb * rng.normal(0, 0.12) - wb * 0.1, 1, 1 + wb * rng.normal(0, 0.12) + wb * 0.08]
        )
        * gain
    )
    x = np.arange(256) / 255.0
    lut = np.stack([np.clip(255 * np.clip(x * k, 0, 1.15) ** gamma, 0, 255) for k in g], -1)
    lut = np.where(lut > 225, 225 + (lut - 225) * 0.75, lut).astype(np.uint8)[None]
    im = cv2.LUT(im, lut)
    if sat != 1:
        gr = cv2.cvtColor(cv2.cvtColor(im, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        im = cv2.addWeighted(im, sat, gr, 1 - sat, 0)
    if sharpen:
        im = cv2.addWeighted(im, 1 + sharpen, cv2.GaussianBlur(im, (0, 0), 1.6), -sharpen, 0)
    if noise:
        if "n" not in _t:
            q = np.random.RandomState(3)
            a = q.randn(1500, 2000).astype(np.float32)
            b = cv2.GaussianBlur(q.randn(1500, 2000, 3).astype(np.float32), (0, 0), 1.2) * 2.5
            _t["n"] = np.clip((a[..., None] * 0.8 + b * 0.5) * 20, -120, 120).astype(np.int16)
        N = _t["n"]
        o = rng.randint(0, 1000, 2)
        N = np.roll(N, tuple(o), (0, 1))
        N = np.tile(N, (im.shape[0] // 1500 + 1, im.shape[1] // 2000 + 1, 1))[
            : im.shape[0], : im.shape[1]
        ]
        im = cv2.addWeighted(im.astype(np.int16), 1, N, noise / 20.0, 0)
        im = np.clip(im, 0, 255).astype(np.uint8)
    return im


def save(im: np.ndarray, path: Path, q: int, exif: int = 0) -> None:
    """Save a photo, stored turned if it says so, as phones do."""
    if exif == 6:
        im = np.rot90(im, 1)
    if exif == 8:
        im = np.rot90(im, -1)
    if exif == 3:
        im = np.rot90(im, 2)
    p = Image.fromarray(np.ascontiguousarray(im[:, :, ::-1]))
    e = Image.Exif()
    if exif:
        e[0x0112] = exif
        p.save(path, quality=int(q), exif=e)
    else:
        p.save(path, quality=int(q))


def recompress(im: np.ndarray, q: int) -> np.ndarray:
    """Save as JPEG and load again."""
    return cv2.imdecode(cv2.imencode(".jpg", im, [cv2.IMWRITE_JPEG_QUALITY, int(q)])[1], 1)
