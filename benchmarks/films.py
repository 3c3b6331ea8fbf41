"""Films of a pile of sheets that somebody leafs through, as a phone takes them.

Each sheet lies still for a moment and is then pulled away to one side; the next lies under it.
The hand that holds the phone moves a little all the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks import surroundings
from benchmarks.coverings import SKIN
from benchmarks.photo import Picture, Printed
from benchmarks.sensor import light_of

Rng = np.random.Generator
CODECS = {".mp4": "mp4v", ".mov": "mp4v", ".webm": "VP80"}
PULL = 0.35
"""How long a sheet takes to leave, in seconds."""


@dataclass(frozen=True)
class Film:
    """How a film is taken."""

    size: tuple[int, int] = (1920, 1080)
    rate: int = 15
    """Frames a second."""
    still: tuple[float, float] = (0.9, 1.7)
    """How long a sheet lies still, in seconds."""


def frames(pages: Sequence[Printed], film: Film, rng: Rng) -> Iterator[Picture]:
    """Yield the frames of leafing through a pile, its first page on top."""
    width, height = film.size
    table = surroundings.table_top(film.size, rng)
    light = cv2.resize(light_of(film.size, 0.25, 0.2, 0.2, rng), film.size)
    placed = [_placed(page, film, rng) for page in pages]
    sway = _sway(rng)
    time = 0.0
    for number, top in enumerate(placed):
        under = _laid(table, placed[number + 1]) if number + 1 < len(placed) else table
        still, side = rng.uniform(*film.still), float(rng.choice([-1, 1]))
        steps = round((still + PULL) * film.rate)
        for step in range(steps):
            gone = max((step / film.rate - still) / PULL, 0.0)
            scene = _laid(under, _moved(top, side * gone**1.5 * width, gone * 40))
            if gone:
                scene = _hand(scene, top, side * gone**1.5 * width, rng)
            yield _seen(scene, light, sway(time), 0 if not gone else 14 * gone, rng)
            time += 1 / film.rate


def write_film(path: Path, pages: Sequence[Printed], film: Film, seed: int) -> None:
    """Write a film; the name's end says how it is coded.

    Raises:
        OSError: This OpenCV cannot write such films.
    """
    rng = np.random.default_rng(seed)
    code = cv2.VideoWriter_fourcc(*CODECS[path.suffix])
    writer = cv2.VideoWriter(str(path), code, film.rate, film.size)
    if not writer.isOpened():
        raise OSError(f"OpenCV cannot write {path.suffix} here: take one of {', '.join(CODECS)}.")
    for frame in frames(pages, film, rng):
        writer.write(frame)
    writer.release()


@dataclass(frozen=True)
class _Layer:
    """A sheet as it lies in the picture."""

    picture: Picture
    mask: NDArray[np.uint8]


def _placed(page: Printed, film: Film, rng: Rng) -> _Layer:
    """Lay a sheet on the pile, roughly where the others lie."""
    width, height = film.size
    wide, high = page.size
    upright = high > wide
    turn = np.radians(rng.normal(0, 1.5) + (90 if upright else 0) + 180 * rng.integers(2))
    scale = 0.93 * min(width / max(wide, high), height / min(wide, high))
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0], [rng.normal(0, 6e-5), rng.normal(0, 6e-5), 1]])
    middle = matrix @ [wide / 2, high / 2, 1]
    at = np.array([width, height]) / 2 + rng.normal(0, 8, 2)
    move = np.eye(3)
    move[:2, 2] = at - middle[:2] / middle[2]
    ratio = scale / page.px_per_mm
    small = cv2.resize(page.image, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    whole = move @ matrix @ np.diag([1 / scale, 1 / scale, 1.0])
    picture = cv2.warpPerspective(small, whole, film.size, flags=cv2.INTER_CUBIC)
    white = np.full(small.shape[:2], 255, np.uint8)
    mask = cv2.warpPerspective(white, whole, film.size)
    return _Layer(np.asarray(picture, np.uint8), np.asarray(mask, np.uint8))


def _moved(layer: _Layer, across: float, up: float) -> _Layer:
    if not across:
        return layer
    matrix = np.array([[1.0, 0.02, across], [-0.02, 1.0, -up]])
    size = layer.mask.shape[1::-1]
    return _Layer(
        np.asarray(cv2.warpAffine(layer.picture, matrix, size), np.uint8),
        np.asarray(cv2.warpAffine(layer.mask, matrix, size), np.uint8),
    )


def _laid(under: Picture, layer: _Layer) -> Picture:
    """Lay a sheet on what is there, with a narrow shadow."""
    alpha = cv2.merge([layer.mask] * 3)
    small = cv2.resize(layer.mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    shade = cv2.GaussianBlur(small, (0, 0), 2.5)
    dark = cv2.resize(255 - shade // 3, layer.mask.shape[1::-1])
    below = cv2.multiply(under, cv2.merge([dark] * 3), scale=1 / 255)
    return np.asarray(
        cv2.add(
            cv2.multiply(layer.picture, alpha, scale=1 / 255),
            cv2.multiply(below, 255 - alpha, scale=1 / 255),
        ),
        np.uint8,
    )


def _hand(scene: Picture, top: _Layer, across: float, rng: Rng) -> Picture:
    """Show the hand that pulls: a few fingers at the sheet's edge."""
    x, y, width, height = cv2.boundingRect(top.mask)
    at = np.array([x + (width if across > 0 else 0) + across, y + 0.6 * height])
    for finger in range(3):
        tip = at + [-np.sign(across) * 40, finger * 46]
        ends = [(int(p[0]), int(p[1])) for p in (tip, tip + [np.sign(across) * 700, 160])]
        cv2.line(scene, ends[0], ends[1], SKIN[1], 44, cv2.LINE_AA)
    return scene


def _seen(scene: Picture, light: NDArray[np.float32], sway: NDArray[np.float64],
          drag: float, rng: Rng) -> Picture:  # fmt: skip
    """Take one frame: the hand's sway, motion blur, light and noise."""
    height, width = scene.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(sway[2]), 1.0)
    turn[:, 2] += sway[:2]
    moved = cv2.warpAffine(
        scene, turn, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    moved = cv2.GaussianBlur(moved, (0, 0), 0.7)
    if drag >= 1:
        moved = cv2.blur(moved, (round(2 * drag) + 1, 1))
    lit = cv2.multiply(moved, light, dtype=cv2.CV_8U)
    # Phones take most of the noise out before they write a film.
    noise = rng.normal(0, 1.6, (height // 3, width // 3)).astype(np.float32)
    noise = cv2.resize(noise, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.add(lit, cv2.merge([noise] * 3), dtype=cv2.CV_8U), np.uint8)


def _sway(rng: Rng):
    """How an unsteady hand drifts: sideways, up and down, turning."""
    speed, phase = rng.uniform(0.6, 2.6, (3, 3)), rng.uniform(0, 2 * np.pi, (3, 3))
    reach = np.array([[5.0], [5.0], [0.35]])

    def sway(time: float) -> NDArray[np.float64]:
        return np.asarray((reach * np.sin(speed * time + phase)).sum(1), np.float64)

    return sway
