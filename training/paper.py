"""What a phone sees of a pen on paper: drawing, print that was left over, light, blur, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from training.shapes import Rng, Strokes, smooth

Grey = NDArray[np.uint8]
Ink = NDArray[np.uint8]
"""How much ink: 0 none, 255 full."""


def draw_strokes(strokes: Strokes, rng: Rng, *, plain: bool = False) -> Ink:
    """Draw strokes with a random pen, slant and size into a picture of ink.

    With ``plain`` the strokes stay as they are, drawn with a fine, even pen.
    """
    height = 44.0 if plain else rng.uniform(20, 80)
    width = 3.0 if plain else max(1.2, height * rng.choice([0.05, 0.07, 0.09, 0.13, 0.17]))
    if not plain:
        turn = _bend(rng)
        strokes = rebalanced(loosened(strokes, rng), rng)
        strokes = [_wobble(s @ turn.T.astype(np.float32), rng) for s in strokes]
    everything = np.vstack(strokes)
    low, high = everything.min(axis=0), everything.max(axis=0)
    scale = height / max(float((high - low).max()), 1e-6)
    margin = width + 3
    size = np.ceil((high - low) * scale + 2 * margin).astype(int)
    ink = np.zeros((size[1], size[0]), np.uint8)
    lines = [((s - low) * scale + margin) * 16 for s in strokes]
    thickness = max(1, round(width))
    for line in lines:
        cv2.polylines(ink, [np.rint(line).astype(np.int32)], False, 255, thickness, cv2.LINE_AA, 4)
    return ink


def _bend(rng: Rng) -> NDArray[np.float64]:
    """Make a random slant, turn and stretch, mostly mild."""
    slant = rng.normal(0.0, 0.16)
    angle = rng.normal(0.0, 0.08)
    stretch = np.exp(rng.normal(0.0, 0.16 if rng.random() < 0.85 else 0.4))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    bend: NDArray[np.float64] = turn @ np.array([[stretch, -slant], [0.0, 1.0]])
    return bend


def loosened(strokes: Strokes, rng: Rng) -> Strokes:
    """Set each stroke down a little beside its place, and lift the pen early or late."""
    everything = np.vstack(strokes)
    size = float(np.ptp(everything, axis=0).max())
    apart = 0.035 * size if len(strokes) > 1 and rng.random() < 0.6 else 0.0
    loose = []
    for stroke in strokes:
        moved = stroke + rng.normal(0, apart, 2) if apart else stroke
        first, last = (int(len(stroke) * max(0.0, rng.normal(-0.02, 0.03))) for _ in range(2))
        trimmed = moved[first : len(stroke) - last]
        loose.append(np.asarray(trimmed if len(trimmed) > 1 else moved, np.float32))
    return loose


def rebalanced(strokes: Strokes, rng: Rng) -> Strokes:
    """Make one half larger than the other: a big belly and a small head, or the reverse."""
    everything = np.vstack(strokes)
    low, size = everything.min(axis=0), np.maximum(np.ptp(everything, axis=0), 1e-6)
    uneven = np.clip(rng.normal(0, (0.10, 0.16)), -0.35, 0.35)  # of width and height

    def moved(stroke: NDArray[np.float32]) -> NDArray[np.float32]:
        share = (stroke - low) / size
        return np.asarray(low + size * (share + uneven * share * (1 - share)), np.float32)

    return [moved(stroke) for stroke in strokes]


def _wobble(stroke: NDArray[np.float32], rng: Rng) -> NDArray[np.float32]:
    """Let the hand tremble a little, slowly along the stroke."""
    if len(stroke) < 3:
        return stroke
    size = float(np.ptp(stroke, axis=0).max())
    knots = rng.normal(0, 0.018 * size, (5, 2))
    at = np.linspace(0, 4, len(stroke))
    moved = [np.interp(at, np.arange(5), knots[:, k]) for k in (0, 1)]
    return (stroke + np.stack(moved, axis=1)).astype(np.float32)


def bend_picture(ink: Ink, rng: Rng) -> Ink:
    """Slant, turn, stretch and warp a picture of ink, and change its size."""
    ink = cv2.convertScaleAbs(ink, alpha=255 / max(float(ink.max()), 1.0))
    rows, columns = np.nonzero(ink > 60)
    if not len(rows):
        return ink
    low = np.array([columns.min(), rows.min()], float)
    high = np.array([columns.max() + 1, rows.max() + 1], float)
    height = rng.uniform(20, 80)
    bend = _bend(rng) * (height / float((high - low).max()))
    corners = np.array([[low[0], low[1]], [high[0], low[1]], [low[0], high[1]], high]) @ bend.T
    start = corners.min(axis=0) - 4
    size = np.ceil(corners.max(axis=0) + 4 - start).astype(int)
    move = np.hstack([bend, -start[:, None]])
    out = cv2.warpAffine(ink, move, (int(size[0]), int(size[1])), flags=cv2.INTER_LINEAR)
    if rng.random() < 0.5:
        out = _warp(out, rng)
    if rng.random() < 0.3:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
        out = cv2.dilate(out, kernel) if rng.random() < 0.5 else cv2.erode(out, kernel)
    return out


def _warp(ink: Ink, rng: Rng) -> Ink:
    height, width = ink.shape
    shift = rng.normal(0, 0.022 * max(height, width), (4, 4, 2)).astype(np.float32)
    smooth_shift = cv2.resize(shift, (width, height), interpolation=cv2.INTER_CUBIC)
    grid_x, grid_y = np.meshgrid(
        np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
    )
    return cv2.remap(
        ink, grid_x + smooth_shift[..., 0], grid_y + smooth_shift[..., 1], cv2.INTER_LINEAR
    )


def photograph(ink: Ink | None, rng: Rng, *, print_share: float = 0.5, spread: float = 0.2) -> Grey:
    """Put ink, or none, somewhere on a cloud's paper and take a picture of it.

    With ``print_share`` as its chance there is print left over; ``spread`` says how far
    from the middle the ink lies, as a share of the free room.
    """
    width, height = int(rng.integers(60, 151)), int(rng.integers(56, 131))
    if ink is not None:
        height, width = max(height, ink.shape[0] + 2), max(width, ink.shape[1] + 2)
    cover = np.zeros((height, width), np.uint8)
    if ink is not None:
        free_x, free_y = width - ink.shape[1], height - ink.shape[0]
        x = int(free_x * np.clip(rng.normal(0.5, spread), 0, 1))
        y = int(free_y * np.clip(rng.normal(0.5, spread), 0, 1))
        cover[y : y + ink.shape[0], x : x + ink.shape[1]] = ink
    paper = rng.uniform(150, 252)
    contrast = rng.uniform(0.5, 0.95) if rng.random() < 0.7 else rng.uniform(0.28, 0.5)
    grey = 1.0 - cover * np.float32(contrast / 255)
    if rng.random() < print_share:
        grey = np.minimum(grey, _leftover_print((height, width), rng))
    grey *= paper * _light((height, width), rng)
    return _camera(grey, rng)


def _leftover_print(shape: tuple[int, int], rng: Rng) -> NDArray[np.float32]:
    """Draw what is left of a cloud's outline, a star or moon, or a cell's line, in light tint."""
    height, width = shape
    layer = np.zeros(shape, np.uint8)
    kind = rng.random()
    thin = int(rng.integers(1, 4))
    if kind < 0.75:
        turn = np.linspace(0, 2 * np.pi, 120)
        bumps = 1 + 0.07 * np.abs(np.sin(turn * rng.integers(3, 6) + rng.uniform(0, 6)))
        reach = rng.uniform(0.84, 1.08, 2) / 2
        outline = np.stack(
            [
                width * (0.5 + reach[0] * bumps * np.cos(turn)),
                height * (0.5 + reach[1] * bumps * np.sin(turn)),
            ],
            1,
        )
        if rng.random() < 0.7:  # most of it was subtracted
            start = int(rng.integers(120))
            outline = np.roll(outline, start, axis=0)[: int(rng.integers(8, 60))]
        cv2.polylines(
            layer, [np.rint(outline * 16).astype(np.int32)], False, 255, thin, cv2.LINE_AA, 4
        )
    if rng.random() < 0.5:
        _draw_symbol(layer, rng)
    grey = 1.0 - layer * np.float32(rng.uniform(0.03, 0.3) / 255)
    if kind > 0.9:  # a printed line along the rim, as in a table
        at = int(rng.integers(0, 4))
        rim = (
            np.s_[:, at : at + thin]
            if rng.random() < 0.5
            else np.s_[height - at - thin : height - at]
        )
        grey[rim] = 1.0 - rng.uniform(0.1, 0.9)
    return grey.astype(np.float32)


def _draw_symbol(layer: Grey, rng: Rng) -> None:
    """Draw a small star or moon into a corner of the cloud."""
    height, width = layer.shape
    size = rng.uniform(0.07, 0.14) * max(height, width)
    middle = np.array([rng.choice([0.2, 0.8]) * width, rng.choice([0.25, 0.75]) * height])
    turn = np.linspace(0, 2 * np.pi, 11)
    if rng.random() < 0.5:
        radius = np.where(np.arange(11) % 2, 0.45, 1.0) * size
        shape = middle + np.stack([radius * np.sin(turn), -radius * np.cos(turn)], 1)
    else:
        moon = [(0.3, -1), (-0.7, -0.6), (-0.9, 0.2), (-0.2, 1), (0.6, 0.8), (-0.1, 0.2), (0.3, -1)]
        shape = middle + smooth(np.array(moon)) * size
    points = [np.rint(shape * 16).astype(np.int32)]
    if rng.random() < 0.5:
        cv2.fillPoly(layer, points, 255, cv2.LINE_AA, 4)
    else:
        cv2.polylines(layer, points, True, 255, 1, cv2.LINE_AA, 4)


def _light(shape: tuple[int, int], rng: Rng) -> NDArray[np.float32]:
    """Make uneven light: brighter on one side, at times with the edge of a shadow."""
    corner = rng.uniform(0.85, 1.0, (2, 2)) if rng.random() < 0.8 else rng.uniform(0.6, 1.0, (2, 2))
    return cv2.resize(corner.astype(np.float32), shape[::-1], interpolation=cv2.INTER_LINEAR)


def _camera(grey: NDArray[np.float32], rng: Rng) -> Grey:
    """Blur, add noise and compress."""
    if rng.random() < 0.7:
        grey = cv2.GaussianBlur(grey, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.7:
        noise = np.empty(grey.shape, np.float32)
        cv2.randn(noise, 0.0, float(rng.uniform(0.5, 5)))
        grey = grey + noise
    picture = np.clip(grey, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        quality = int(rng.integers(35, 95))
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        picture = cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE)
    return picture
