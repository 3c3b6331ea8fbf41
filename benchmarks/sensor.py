"""From light to a file: exposure, white balance, lens blur, photons, tone curve, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Field = NDArray[np.float32]
GAMMA = 2.2
STRIP = 512
"""Rows that are worked on at once, so that 12 megapixels do not fill the memory."""
KELVIN = {2700: (0.42, 0.75, 1.0), 3500: (0.6, 0.84, 1.0), 5000: (0.86, 0.95, 1.0)}
KELVIN |= {6500: (1.0, 0.98, 0.98), 8000: (1.0, 0.93, 0.86)}


@dataclass(frozen=True, slots=True)
class Exposure:
    """How one photo is taken."""

    electrons: float
    """What a white pixel collects: few in dim light."""
    colour_noise: float
    """Blotches of colour, in grey levels."""
    defocus: float
    """Radius of the circle of confusion, in pixels."""
    shake: float
    """How far the hand moves, in pixels."""
    sharpen: float
    contrast: float
    """Of the tone curve, from 0.0."""
    qualities: tuple[int, ...]
    """Of each JPEG generation."""


def light_of(
    size: tuple[int, int], depth: float, hard: float, balance: float, rng: np.random.Generator
) -> Field:
    """Light a scene coarsely, (rows, columns, 3): one pixel in 24 each way.

    Args:
        size: The photo's size.
        depth: How much darker the darkest places are, 0.0 to 1.0.
        hard: The chance of a cast shadow with an edge.
        balance: How much of the lamp's colour the camera fails to take out.
        rng: Decides.
    """
    columns, rows = size[0] // 24 + 1, size[1] // 24 + 1
    x, y = np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, rows / columns, rows))
    # A lamp somewhere beside the table, falling off with the square of its distance.
    lamp, high = rng.uniform(-1.2, 2.2, 2), rng.uniform(0.9, 2.0)
    fall = 1 / ((x - lamp[0]) ** 2 + (y - lamp[1]) ** 2 + high**2)
    fall = fall / fall.max()
    bright = 1 - depth + depth * (fall - fall.min()) / max(float(np.ptp(fall)), 1e-6)
    if rng.random() < hard:
        bright = bright * _cast_shadow(x, y, depth, rng)
    radius2 = (x - 0.5) ** 2 + (y - 0.5 * rows / columns) ** 2
    bright = bright * (1 - rng.uniform(0.05, 0.35) * radius2)
    lamp_colour = np.array(KELVIN[int(rng.choice(list(KELVIN)))])
    colour = lamp_colour**balance
    return np.asarray(bright[..., None] * colour / colour.max(), np.float32)


def _cast_shadow(
    x: NDArray[np.float64], y: NDArray[np.float64], depth: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Cast the shadow of a phone held by two arms, or of a head."""
    soft = rng.uniform(0.008, 0.05)
    angle = rng.uniform(0, 2 * np.pi)
    u = (x - rng.uniform(0.2, 0.8)) * np.cos(angle) + (y - rng.uniform(0.1, 0.6)) * np.sin(angle)
    v = -(x - 0.5) * np.sin(angle) + (y - 0.4) * np.cos(angle)
    if rng.random() < 0.5:
        inside = np.minimum(rng.uniform(0.1, 0.2) - np.abs(u), v + rng.uniform(0, 0.3))
    else:
        inside = rng.uniform(0.2, 0.35) - np.hypot(u, 0.8 * v)
    share = 1 / (1 + np.exp(np.clip(-inside / soft, -40, 40)))
    dark: NDArray[np.float64] = 1 - rng.uniform(0.5, 1.0) * depth * share
    return dark


def developed(picture: Picture, light: Field, exposure: Exposure, seed: int) -> Picture:
    """Turn a scene as it is into what the camera makes of it."""
    blurred = _blurred(picture, exposure, seed)
    height, width = picture.shape[:2]
    cv2.setRNGSeed(seed % (1 << 31))
    linear = (np.arange(256, dtype=np.float32) / 255) ** GAMMA
    out = np.empty_like(blurred)
    for top in range(0, height, STRIP):
        rows = slice(top, min(top + STRIP, height))
        scene = np.asarray(cv2.LUT(blurred[rows], linear)) * _band(light, rows, (width, height))
        out[rows] = _photons(scene, exposure)
    toned = cv2.LUT(_blotched(out, exposure, seed), _tone_curve(exposure.contrast))
    return _sharpened(np.asarray(toned, np.uint8), exposure.sharpen)


def _band(light: Field, rows: slice, size: tuple[int, int]) -> Field:
    """Make the light of some rows as fine as the picture."""
    width, height = size
    at = (np.arange(rows.start, rows.stop) + 0.5) * len(light) / height - 0.5
    above = np.clip(np.floor(at), 0, len(light) - 2).astype(int)
    share = np.clip(at - above, 0, 1).astype(np.float32)[:, None, None]
    band = light[above] * (1 - share) + light[above + 1] * share
    return np.asarray(cv2.resize(band, (width, len(at))), np.float32)


def saved(picture: Picture, qualities: tuple[int, ...]) -> bytes:
    """Save as JPEG, open and save again, as a photo fares that is passed on."""
    data = b""
    for quality in qualities:
        done, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        assert done, "OpenCV writes every picture of 8 bits as JPEG."
        data = coded.tobytes()
        if len(qualities) > 1:
            picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return data


def _photons(scene: NDArray[np.float32], exposure: Exposure) -> Picture:
    """Count photons: the darker, the noisier compared with what is there."""
    grain = np.empty(scene.shape, np.float32)
    cv2.randn(grain, np.zeros(3), np.ones(3))
    read = 2e-5
    noisy = scene + grain * cv2.sqrt(scene / exposure.electrons + read)
    coded = cv2.pow(np.clip(noisy, 0, 1), 1 / GAMMA)
    return np.asarray(coded * 255 + 0.5, np.uint8)


def _blotched(picture: Picture, exposure: Exposure, seed: int) -> Picture:
    """Leave the blotches of colour that noise reduction does not get rid of."""
    if not exposure.colour_noise:
        return picture
    height, width = picture.shape[:2]
    rng = np.random.default_rng(seed)
    coarse = rng.normal(0, exposure.colour_noise, (height // 6 + 1, width // 6 + 1, 3))
    coarse -= coarse.mean(2, keepdims=True)
    even = cv2.resize(coarse.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.add(picture, even, dtype=cv2.CV_8U), np.uint8)


def _blurred(picture: Picture, exposure: Exposure, seed: int) -> Picture:
    rng = np.random.default_rng(seed + 1)
    kernel = _disc(exposure.defocus)
    if exposure.shake > 0.7:
        both = cv2.filter2D(_padded(kernel, exposure.shake), -1, _walk(exposure.shake, rng))
        kernel = np.asarray(both, np.float32)
    if kernel.shape[0] < 2:
        return picture
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)


def _disc(radius: float) -> NDArray[np.float32]:
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return np.asarray(np.clip(radius + 0.5 - np.hypot(x, y), 0, 1), np.float32)


def _padded(kernel: NDArray[np.float32], by: float) -> NDArray[np.float32]:
    return np.pad(kernel, int(np.ceil(by)) + 1)


def _walk(length: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """Follow an unsteady hand while the shutter is open."""
    reach = int(np.ceil(length))
    heading = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.15, 40))
    steps = np.stack([np.cos(heading), np.sin(heading)], 1) * length / 40
    way = np.cumsum(steps, 0)
    way -= way.mean(0)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for x, y in np.clip(np.round(way + reach), 0, 2 * reach).astype(int):
        kernel[y, x] += 1
    return np.asarray(kernel / kernel.sum(), np.float32)


def _tone_curve(contrast: float) -> NDArray[np.uint8]:
    """Deepen shadows and brighten lights, as phones do."""
    x = np.arange(256) / 255
    bent = x + contrast * 0.16 * np.sin(2 * np.pi * (x - 0.5))
    return np.clip(bent * 255, 0, 255).astype(np.uint8)


def _sharpened(picture: Picture, amount: float) -> Picture:
    if not amount:
        return picture
    soft = cv2.GaussianBlur(picture, (0, 0), 1.4)
    return np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)
