"""Which handwritten digits are what their label says.

Left out are digits that are far from every sample of their own digit, and much nearer to another
digit's: wrong labels, or nothing that a person would read so.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

SOURCES = ("mnist_train", "swiss", "cheques", "unipen_strokes")
SAMPLES = 1600
"""Of each source, to compare with."""


def plain_digits(handwriting: Path, kept: Path) -> dict[str, np.ndarray]:
    """Say of each source which digits are plain; found once and kept in a folder."""
    files = {name: kept / f"plain-{name}.npy" for name in SOURCES}
    if not all(file.is_file() for file in files.values()):
        kept.mkdir(parents=True, exist_ok=True)
        for name, plain in _compared(handwriting).items():
            np.save(files[name], plain)
    return {name: np.load(file) for name, file in files.items()}


def _compared(handwriting: Path) -> dict[str, np.ndarray]:
    features, labels = {}, {}
    for name in SOURCES:
        data = np.load(handwriting / f"{name}.npz")
        pictures = _strokes_drawn(data) if name == "unipen_strokes" else _pictures(name, data)
        features[name] = np.array([_features(picture) for picture in pictures])
        labels[name] = data["labels"]
    rng = np.random.RandomState(0)
    chosen = {name: rng.permutation(len(labels[name]))[:SAMPLES] for name in SOURCES}
    known = np.vstack([features[name][chosen[name]] for name in SOURCES])
    digits = np.concatenate([labels[name][chosen[name]] for name in SOURCES])
    order = np.argsort(digits, kind="stable")
    known, digits = known[order], digits[order]
    starts = np.searchsorted(digits, np.arange(10))
    return {name: _plain(features[name], labels[name], known, starts) for name in SOURCES}


def _plain(
    features: np.ndarray, labels: np.ndarray, known: np.ndarray, starts: np.ndarray
) -> np.ndarray:
    found = []
    for at in range(0, len(features), 1000):
        likeness = features[at : at + 1000] @ known.T
        likeness[likeness > 0.99999] = -1  # itself
        nearest = np.maximum.reduceat(likeness, starts, axis=1)
        digits = labels[at : at + 1000]
        rows = np.arange(len(digits))
        own = nearest[rows, digits].copy()
        nearest[rows, digits] = -1
        found.append(own > nearest.max(1) - 0.08)
    return np.concatenate(found)


def _pictures(name: str, data: np.lib.npyio.NpzFile) -> list[np.ndarray]:
    images = data["images"]
    if name == "mnist_train":
        return list(images)
    if name == "swiss":
        return list(255 - images)
    return [_off_the_cheque(image) for image in 255 - images]


def _off_the_cheque(image: np.ndarray) -> np.ndarray:
    ground = int(np.percentile(image, 40)) + 12
    return cv2.normalize(cv2.subtract(image, ground), None, 0, 255, cv2.NORM_MINMAX)


def _strokes_drawn(data: np.lib.npyio.NpzFile) -> list[np.ndarray]:
    points, labels = data["points"], data["labels"]
    of_stroke, of_digit = data["stroke_offsets"], data["digit_offsets"]
    drawn = []
    for digit in range(len(labels)):
        strokes = [
            points[of_stroke[k] : of_stroke[k + 1]].astype(float)
            for k in range(of_digit[digit], of_digit[digit + 1])
        ]
        whole = np.vstack(strokes)
        low = whole.min(0)
        scale = 52 / max(np.ptp(whole, axis=0).max(), 1)
        picture = np.zeros((64, 64), np.uint8)
        for stroke in strokes:
            line = ((stroke - low) * scale + 6).astype(np.int32)
            cv2.polylines(picture, [line], False, 255, 5)
        drawn.append(picture)
    return drawn


def _features(picture: np.ndarray) -> np.ndarray:
    picture = picture.astype(np.uint8)
    ink = picture > 90
    ys, xs = np.where(ink.any(1))[0], np.where(ink.any(0))[0]
    if len(ys) < 3:
        return np.zeros(196, np.float32)
    cut = picture[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
    size = max(cut.shape)
    square = np.zeros((size, size), np.uint8)
    y, x = (size - cut.shape[0]) // 2, (size - cut.shape[1]) // 2
    square[y : y + cut.shape[0], x : x + cut.shape[1]] = cut
    small = cv2.resize(square, (14, 14), interpolation=cv2.INTER_AREA).astype(np.float32)
    flat = cv2.GaussianBlur(small, (0, 0), 0.8).ravel()
    return flat / (np.linalg.norm(flat) + 1e-6)
