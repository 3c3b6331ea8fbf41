"""A page as the scanner sees it once flattened: a pen, a lens, a sensor, an inexact fit."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.page.blank import PX_PER_MM
from training.places_marks import Points
from training.shapes import Rng

Grey = NDArray[np.uint8]


@dataclass(frozen=True)
class Pen:
    """How a line looks."""

    width: float
    """In mm."""
    darkness: float
    """How much it takes off white paper, 35 to 230."""
    grain: float
    uneven: float

    @classmethod
    def some(cls, rng: Rng) -> Pen:
        """Pick a pen: a ball pen, a pencil or a felt pen."""
        kind = rng.random()
        if kind < 0.5:
            return cls(rng.uniform(0.25, 0.6), rng.uniform(90, 225), rng.uniform(0, 0.2), 0.12)
        if kind < 0.78:
            width = rng.uniform(0.3, 0.8)
            return cls(width, rng.uniform(40, 130), rng.uniform(0.15, 0.6), 0.3)
        return cls(rng.uniform(0.6, 1.6), rng.uniform(110, 230), rng.uniform(0, 0.1), 0.05)


def photograph_flat(blank: Grey, strokes: list[Points], misfit: float, rng: Rng) -> Grey:
    """Draw strokes on a print, photograph it and flatten the photo, with what goes wrong then."""
    cover = _drawn(blank.shape, strokes, rng)
    page = _printed(blank, rng).astype(np.float32)
    page *= 1 - cover
    page = _astray(page, misfit * PX_PER_MM, rng)
    page *= _light(blank.shape, rng)
    if rng.random() < 0.4:
        for _ in range(int(rng.integers(1, 4))):
            _crease(page, rng)
    if rng.random() < 0.2:
        _shadow(page, rng)
    return _sensed(page, rng)


def _drawn(shape: tuple[int, ...], strokes: list[Points], rng: Rng) -> NDArray[np.float32]:
    """Give how much of the light the ink takes away."""
    total = np.zeros(shape, np.float32)
    pens = [Pen.some(rng)]
    if rng.random() < 0.1:
        pens.append(Pen.some(rng))
    which = rng.random(len(strokes)) < 0.3
    for number, pen in enumerate(pens):
        layer = np.zeros(shape, np.uint8)
        for stroke, other in zip(strokes, which, strict=True):
            if len(pens) == 1 or int(other) == number:
                _line(layer, stroke, pen, rng)
        ink = layer.astype(np.float32) * (pen.darkness / 255 / 255)
        if pen.grain > 0.02:
            coarse = rng.random((shape[0] // 2, shape[1] // 2), dtype=np.float32)
            rough = cv2.resize(coarse, shape[1::-1], interpolation=cv2.INTER_LINEAR)
            ink *= 1 - pen.grain * rough
        total = np.maximum(total, ink)
    return total


def _line(layer: Grey, stroke: Points, pen: Pen, rng: Rng) -> None:
    fixed = np.round(stroke * PX_PER_MM * 16).astype(np.int32)
    firm = np.clip(1 - pen.uneven * abs(rng.normal(0, 1)), 0.45, 1)
    width = pen.width * PX_PER_MM * (0.8 + 0.2 * firm)
    for first in range(0, len(fixed) - 1, 10):
        thick = max(int(width + rng.random()), 1)
        shade = 255 * np.clip(firm - pen.uneven * rng.uniform(0, 0.5), 0.35, 1)
        piece = fixed[first : first + 11]
        cv2.polylines(layer, [piece], False, float(shade), thick, cv2.LINE_AA, 4)


def _printed(blank: Grey, rng: Rng) -> Grey:
    """Print darker or paler than planned, and perhaps with running ink."""
    strength = rng.uniform(0.75, 1.2)
    levels = np.clip(255 - (255 - np.arange(256.0)) * strength, 0, 255).astype(np.uint8)
    printed = np.asarray(cv2.LUT(blank, levels), np.uint8)
    if rng.random() < 0.3:
        printed = np.asarray(cv2.erode(printed, np.ones((2, 2), np.uint8)), np.uint8)
    return printed


def _astray(page: NDArray[np.float32], size: float, rng: Rng) -> NDArray[np.float32]:
    """Shift parts of the page by up to half a mm, as a poor fit does."""
    height, width = page.shape
    few = rng.normal(0, size, (2, 5, 6)).astype(np.float32)
    few = np.clip(few, -0.5 * PX_PER_MM, 0.5 * PX_PER_MM)
    shift = [cv2.resize(one, (width, height), interpolation=cv2.INTER_CUBIC) for one in few]
    x = shift[0] + np.arange(width, dtype=np.float32)
    y = shift[1] + np.arange(height, dtype=np.float32)[:, None]
    moved = cv2.remap(page, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _light(shape: tuple[int, ...], rng: Rng) -> NDArray[np.float32]:
    """Give the light on the table, with a shadow at times."""
    few = rng.uniform(0.55, 1.0) + rng.normal(0, 0.06, (4, 5))
    if rng.random() < 0.35:
        few[:, int(rng.integers(1, 4)) :] *= rng.uniform(0.5, 0.9)
    light = cv2.resize(few.astype(np.float32), shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(light, 0.25, 1.05), np.float32)


def _beside(shape: tuple[int, ...], rng: Rng) -> NDArray[np.float32]:
    """Give every pixel's distance from a random line across the page, mm."""
    height, width = shape
    angle = rng.choice([0.0, np.pi / 2]) + rng.normal(0, 0.12)
    if rng.random() < 0.3:
        angle = rng.uniform(0, np.pi)
    x = (np.arange(width, dtype=np.float32) - rng.uniform(0.1, 0.9) * width) * np.cos(angle)
    y = (np.arange(height, dtype=np.float32) - rng.uniform(0.1, 0.9) * height) * np.sin(angle)
    return np.asarray((x[None, :] + y[:, None]) / PX_PER_MM, np.float32)


def _crease(page: NDArray[np.float32], rng: Rng) -> None:
    """Fold the paper: a line, darker or paler, and a little more light on one side of it."""
    away = _beside(page.shape, rng)
    depth = rng.uniform(0.03, 0.3) * (1 if rng.random() < 0.8 else -1)
    wide = rng.uniform(0.12, 0.7)
    near = np.abs(away) < 3 * wide
    page[near] *= 1 - depth * np.exp(-((away[near] / wide) ** 2) / 2)
    page[away > 0] *= 1 - rng.uniform(0, 0.06)


def _shadow(page: NDArray[np.float32], rng: Rng) -> None:
    """Let something stand in the light, with an edge more or less sharp."""
    soft = np.clip(_beside(page.shape, rng) / rng.uniform(0.5, 8) + 0.5, 0, 1)
    page *= 1 - rng.uniform(0.1, 0.5) * soft


def _sensed(page: NDArray[np.float32], rng: Rng) -> Grey:
    """Photograph with fewer pixels, blur, noise and JPEG, and enlarge again."""
    height, width = page.shape
    scale = rng.uniform(0.5, 1.0)
    small = (int(width * scale), int(height * scale))
    way = cv2.INTER_AREA if scale < 0.8 else cv2.INTER_LINEAR
    photo = cv2.resize(page, small, interpolation=way)
    blur = rng.choice([0.0, rng.uniform(0.3, 0.9), rng.uniform(0.8, 1.7)], p=[0.3, 0.45, 0.25])
    if blur:
        photo = cv2.GaussianBlur(photo, (0, 0), blur)
    if rng.random() < 0.2:  # the hand moved
        reach = int(rng.integers(2, 4))
        photo = cv2.blur(photo, (reach, 1) if rng.random() < 0.5 else (1, reach))
    noise = np.empty(photo.shape, np.int16)
    cv2.randn(noise, 0, float(rng.uniform(0.5, 8)))
    photo = cv2.add(photo, noise.astype(np.float32))
    if rng.random() < 0.2:  # sharpened by the phone
        photo = cv2.addWeighted(photo, 1.6, cv2.GaussianBlur(photo, (0, 0), 1.2), -0.6, 0)
    coded = cv2.imencode(
        ".jpg", np.clip(photo, 0, 255).astype(np.uint8), [1, int(rng.integers(45, 96))]
    )[1]
    seen = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE)
    wide = cv2.resize(seen, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(wide, np.uint8)
