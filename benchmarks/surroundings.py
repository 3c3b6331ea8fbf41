"""Tables, and what lies on them or gets in front of the lens."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
COARSER = 2


def table_top(
    size: tuple[int, int], rng: np.random.Generator, *, cluttered: bool = False
) -> Picture:
    """Make one of several tables, bare or with things on it."""
    small = (size[0] // COARSER, size[1] // COARSER)
    kinds = (_oak, _stone, _gingham, _desk, _newspaper)
    picture = kinds[int(rng.choice(5, p=[0.35, 0.15, 0.2, 0.2, 0.1]))](small, rng)
    for _ in range(int(rng.choice([0, 1, 3, 6]))):
        (_card, _coin, _ballpoint, _saucer)[int(rng.integers(4))](picture, rng)
    for _ in range(int(rng.integers(1, 6)) if cluttered else 0):
        (_note, _pencil, _die, _card)[int(rng.integers(4))](picture, rng)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def clouds_of_noise(
    size: tuple[int, int], rng: np.random.Generator, stretch: tuple[float, float] = (1, 1)
) -> NDArray[np.float32]:
    """Add noise at many scales, from 0.0 to 1.0."""
    total = np.zeros((size[1], size[0]), np.float32)
    for octave in range(2, 8):
        rows = max(int(2**octave * stretch[1]), 2)
        columns = max(int(2**octave * stretch[0]), 2)
        layer = rng.random((rows, columns), dtype=np.float32)
        even = cv2.resize(layer, size, interpolation=cv2.INTER_CUBIC)
        total += np.asarray(even, np.float32) / 1.7**octave
    total -= total.min()
    return np.asarray(total / total.max(), np.float32)


def put_over(
    picture: Picture,
    outline: NDArray[np.float64],
    colour: tuple[int, int, int],
    rng: np.random.Generator,
) -> Picture:
    """Lay something solid over the picture: rounder at its edge, with a shadow around it."""
    height, width = picture.shape[:2]
    low = np.clip(outline.min(0) - 120, 0, [width, height]).astype(int)
    high = np.clip(outline.max(0) + 120, 0, [width, height]).astype(int)
    if (high <= low).any():
        return picture
    part = picture[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round((outline - low) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    shade = cv2.GaussianBlur(mask, (0, 0), 22).astype(np.float32)[..., None] / 255
    part *= 1 - 0.35 * shade
    round_edge = cv2.GaussianBlur(mask, (0, 0), 30).astype(np.float32)[..., None] / 255
    grain = rng.normal(1, 0.02, part.shape[:2]).astype(np.float32)[..., None]
    body = np.array(colour, np.float32) * (0.55 + 0.5 * round_edge) * grain
    alpha = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
    picture = picture.copy()
    blended = part * (1 - alpha) + body * alpha
    picture[low[1] : high[1], low[0] : high[0]] = np.clip(blended, 0, 255)
    return picture


def _tinted(
    tone: NDArray[np.floating], dark: NDArray[np.floating], light: NDArray[np.floating]
) -> Picture:
    mixed = dark * (1 - tone[..., None]) + light * tone[..., None]
    return np.asarray(np.clip(mixed, 0, 255), np.uint8)


def _oak(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    upright = rng.random() < 0.5
    stretch = (3.0, 0.15) if upright else (0.15, 3.0)
    veins = clouds_of_noise(size, rng, stretch)
    tone = 0.6 * veins + 0.4 * (0.5 + 0.5 * np.sin(25 * clouds_of_noise(size, rng, stretch)))
    browns = ((40.0, 70.0, 110.0), (70.0, 100.0, 140.0), (110.0, 150.0, 185.0))
    brown = np.array(browns[int(rng.integers(3))])
    return _tinted(tone, brown * 0.7, brown * 1.25)


def _stone(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    noise = clouds_of_noise(size, rng)
    veins = np.abs(np.sin(14 * noise)) ** 0.5
    grey = rng.uniform(90, 190)
    return _tinted(veins, np.full(3, grey * 0.75), np.full(3, min(grey * 1.2, 240)))


def _gingham(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    pitch = int(rng.integers(24, 70))
    x, y = np.meshgrid(np.arange(size[0]) // pitch % 2, np.arange(size[1]) // pitch % 2)
    tone = (x + y).astype(np.float32) / 2 * 0.9 + 0.1 * clouds_of_noise(size, rng)
    colours = ((50.0, 50.0, 190.0), (160.0, 90.0, 40.0), (60.0, 130.0, 60.0))
    colour = np.array(colours[int(rng.integers(3))])
    return _tinted(tone, colour, np.full(3, 236.0))


def _desk(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    """A plain board: white, grey or black."""
    level = float(rng.choice([45, 120, 205, 228]))
    noise = clouds_of_noise(size, rng, (4, 4))
    return _tinted(noise, np.full(3, level - 6), np.full(3, level + 6))


def _newspaper(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    picture = np.full((size[1], size[0], 3), (205, 214, 218), np.uint8)
    for left in range(10, size[0], 260):
        for top in range(20, size[1], 17):
            letters = "".join(chr(97 + int(n)) if n < 26 else " " for n in rng.integers(0, 31, 26))
            font = cv2.FONT_HERSHEY_COMPLEX_SMALL
            cv2.putText(picture, letters, (left, top), font, 0.55, (60, 60, 60), 1, cv2.LINE_AA)
    return picture


def _spot(picture: Picture, rng: np.random.Generator) -> tuple[int, int]:
    return int(rng.integers(picture.shape[1])), int(rng.integers(picture.shape[0]))


def _card(picture: Picture, rng: np.random.Generator) -> None:
    size = picture.shape[1] * rng.uniform(0.08, 0.14)
    box = cv2.boxPoints((_spot(picture, rng), (size, size * 1.45), float(rng.uniform(0, 180))))
    cv2.fillPoly(picture, [box.astype(np.int32)], (242, 242, 242), cv2.LINE_AA)
    inner = box.mean(0) + (box - box.mean(0)) * 0.8
    colour = tuple(int(v) for v in rng.integers(40, 220, 3))
    cv2.fillPoly(picture, [inner.astype(np.int32)], colour, cv2.LINE_AA)


def _coin(picture: Picture, rng: np.random.Generator) -> None:
    spot, radius = _spot(picture, rng), int(picture.shape[1] * 0.02)
    cv2.circle(picture, spot, radius, (70, 140, 170), -1, cv2.LINE_AA)
    cv2.circle(picture, spot, int(radius * 0.75), (150, 165, 170), -1, cv2.LINE_AA)


def _ballpoint(picture: Picture, rng: np.random.Generator) -> None:
    start, angle = np.array(_spot(picture, rng)), rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)]) * picture.shape[1] * 0.3
    thick = picture.shape[1] // 70
    for share, colour in ((1.0, (30, 30, 30)), (0.8, (170, 80, 30))):
        end = start + way * share
        ends = [(int(p[0]), int(p[1])) for p in (start, end)]
        cv2.line(picture, ends[0], ends[1], colour, thick, cv2.LINE_AA)


def _saucer(picture: Picture, rng: np.random.Generator) -> None:
    spot, radius = _spot(picture, rng), picture.shape[1] * rng.uniform(0.06, 0.1)
    for share, level in ((1.0, 225), (0.9, 240), (0.55, 215), (0.5, 245), (0.43, 50)):
        cv2.circle(picture, spot, int(radius * share), (level, level, level), -1, cv2.LINE_AA)


def _note(picture: Picture, rng: np.random.Generator) -> None:
    """A sheet of ruled paper."""
    size = picture.shape[1] * rng.uniform(0.25, 0.4)
    box = cv2.boxPoints((_spot(picture, rng), (size, size * 1.3), float(rng.uniform(0, 180))))
    _shadow(picture, box)
    cv2.fillPoly(picture, [box.astype(np.int32)], (218, 224, 224), cv2.LINE_AA)
    for share in np.linspace(0.1, 0.9, 12):
        left, right = (box[a] * (1 - share) + box[b] * share for a, b in ((0, 1), (3, 2)))
        ends = [left * 0.9 + right * 0.1, left * 0.1 + right * 0.9]
        points = [(int(p[0]), int(p[1])) for p in ends]
        cv2.line(picture, points[0], points[1], (130, 110, 100), 1, cv2.LINE_AA)


def _pencil(picture: Picture, rng: np.random.Generator) -> None:
    start, angle = np.array(_spot(picture, rng)), rng.uniform(0, 180)
    size = (picture.shape[1] * 0.3, picture.shape[1] * 0.014)
    box = cv2.boxPoints(((float(start[0]), float(start[1])), size, float(angle)))
    _shadow(picture, box)
    colours = ((40, 90, 240), (170, 220, 90), (120, 30, 150), (60, 190, 230))
    cv2.fillPoly(picture, [box.astype(np.int32)], colours[int(rng.integers(4))], cv2.LINE_AA)


def _die(picture: Picture, rng: np.random.Generator) -> None:
    size = picture.shape[1] * 0.02
    spot, angle = _spot(picture, rng), float(rng.uniform(0, 90))
    box = cv2.boxPoints((spot, (size, size), angle))
    _shadow(picture, box)
    cv2.fillPoly(picture, [box.astype(np.int32)], (238, 240, 240), cv2.LINE_AA)
    for share in (0.25, 0.5, 0.75)[: int(rng.integers(1, 4))]:
        at = box[0] * (1 - share) + box[2] * share
        cv2.circle(picture, (int(at[0]), int(at[1])), max(int(size / 9), 1), (20, 20, 20), -1)


def _shadow(picture: Picture, box: NDArray[np.float32]) -> None:
    reach = picture.shape[1] * 0.004
    moved = np.round(box + reach).astype(np.int32)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [moved], 255)
    x, y, width, height = cv2.boundingRect(mask)
    part = picture[y : y + height, x : x + width]
    part[mask[y : y + height, x : x + width] > 0] //= 2
