"""A page that was folded or waves, seen by a pinhole camera, and where every part of it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scanner.page.warp import STEP
from templates.page import Page

EDGE = 8.0
"""Nothing is read that close to the paper's edge, mm."""
GRID = 4
"""Places are worked out for one pixel in this many each way."""


@dataclass(frozen=True)
class Fold:
    """A straight crease: what lies beyond it is turned up."""

    at: tuple[float, float]
    """A place on the crease, as shares of the page."""
    along: float
    """Its direction, in degrees; what lies to its right, looking along it, is turned."""
    degrees: float


@dataclass(frozen=True)
class Wave:
    """Paper that was damp: up and down across the page."""

    height: float
    """From its middle to the top, mm."""
    length: float
    """From top to top, mm."""
    across: float = 0.0
    """The direction in which it goes up and down, in degrees."""


@dataclass(frozen=True)
class Camera:
    """Where the camera is, and its lens."""

    tilt: float = 18.0
    towards: float = 40.0
    turn: float = 3.0
    focal: float = 0.78
    """As a share of the picture's longer side."""
    share: float = 0.9
    """How much of the picture the page fills."""
    bulge: float = 0.0
    """Radial distortion of the third order; below zero as ultra-wide lenses have it."""
    size: tuple[int, int] = (2016, 1512)


class Bent:
    """A page that bends, photographed; and the truth about it."""

    def __init__(
        self,
        page: Page,
        image: np.ndarray,
        folds: Sequence[Fold] = (),
        waves: Sequence[Wave] = (),
        camera: Camera | None = None,
        seed: int = 1,
    ) -> None:
        self.page, self.folds, self.waves = page, tuple(folds), tuple(waves)
        self.camera = camera or Camera()
        self._frame()
        self.photo = self._taken(image, seed)

    def in_space(self, at: np.ndarray) -> np.ndarray:
        """Bring places of the page, mm, (..., 2), to where they are in space, (..., 3)."""
        size = np.array([self.page.width, self.page.height])
        # Two places on each crease come along, to say where it lies by the time it is folded.
        creases = [_crease(fold, size) for fold in self.folds]
        places = np.concatenate([at.reshape(-1, 2), *creases]) - size / 2
        space = np.concatenate([places, np.zeros_like(places[:, :1])], axis=1)
        for wave in self.waves:
            _wave(space, places, wave)
        flat = lain = space
        for number, fold in enumerate(self.folds):
            ends = slice(at.size // 2 + 2 * number, at.size // 2 + 2 * number + 2)
            if number and abs(np.sin(np.radians(fold.along - self.folds[0].along))) > 0.5:
                # Creases that cross: each turns the paper as if the other were not there.
                space = space + _turned(flat, places, fold, ends) - flat
            else:
                turned = _turned(lain, places, fold, ends)
                space, lain = space + turned - lain, turned
        return space[: at.size // 2].reshape(*at.shape[:-1], 3)

    def _frame(self) -> None:
        """Step back until the page fills its share of the picture."""
        camera = self.camera
        tilt, towards, turn = (np.radians(a) for a in (camera.tilt, camera.towards, camera.turn))
        lean = np.array(
            [[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]]
        )
        self.rotation = _spun(turn) @ _spun(towards) @ lean @ _spun(-towards)
        self.middle = np.array(camera.size) / 2
        edge = np.array([(x, y) for x in np.linspace(0, 1, 9) for y in np.linspace(0, 1, 9)])
        edge = edge * [self.page.width, self.page.height]
        low, high = 100.0, 4000.0
        for _ in range(40):
            self.distance = (low + high) / 2
            seen = self.seen_at(edge)
            fits = (np.ptp(seen, axis=0) < camera.share * np.array(camera.size)).all()
            low, high = (low, self.distance) if fits else (self.distance, high)
        seen = self.seen_at(edge)
        self.shift = self.middle - (seen.max(axis=0) + seen.min(axis=0)) / 2
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * [self.page.width, self.page.height]
        self.homography = cv2.getPerspectiveTransform(
            corners.astype(np.float32), self.seen_at(corners).astype(np.float32)
        )

    shift = np.zeros(2)

    def seen_at(self, at: np.ndarray) -> np.ndarray:
        """Where places of the page, mm, are in the photo, px."""
        eye = (self.in_space(np.asarray(at, float)) * [1, 1, -1]) @ self.rotation.T
        ideal = eye[..., :2] / (eye[..., 2:] + self.distance)
        bent = ideal * (1 + self.camera.bulge * (ideal**2).sum(axis=-1, keepdims=True))
        return bent * self.camera.focal * max(self.camera.size) + self.middle + self.shift

    def _taken(self, image: np.ndarray, seed: int) -> np.ndarray:
        width, height = self.camera.size
        x, y = np.meshgrid(np.arange(width // GRID + 2), np.arange(height // GRID + 2))
        pixels = (np.stack([x, y], axis=-1) + 0.5) * GRID - 0.5
        back = np.linalg.inv(self.homography)
        wanted = cv2.perspectiveTransform(pixels.reshape(-1, 1, 2), back).reshape(-1, 2)
        limit = np.array([self.page.width, self.page.height])
        at = wanted = np.clip(wanted, -0.2 * limit, 1.2 * limit)
        for _ in range(14):
            seen = cv2.perspectiveTransform(self.seen_at(at).reshape(-1, 1, 2), back)
            at = at + 0.8 * (wanted - seen.reshape(-1, 2))
        px_per_mm = image.shape[1] / self.page.width
        coarse = (at * px_per_mm - 0.5).astype(np.float32).reshape(pixels.shape)
        size = (pixels.shape[1] * GRID, pixels.shape[0] * GRID)
        places = cv2.resize(coarse, size)[:height, :width]
        scale = self.scale / px_per_mm
        soft = cv2.GaussianBlur(image, (0, 0), max(0.4 / min(scale, 1.0), 0.3))
        border = (95, 105, 110)[: image.ndim] if image.ndim == 3 else 105
        photo = cv2.remap(soft, places, None, cv2.INTER_LINEAR, borderValue=border)
        noise = np.random.default_rng(seed).normal(0, 3, photo.shape)
        return np.clip(photo * 0.85 + noise, 0, 255).astype(np.uint8)

    @property
    def scale(self) -> float:
        """Pixels per mm in the middle of the page."""
        middle = np.array([self.page.width, self.page.height]) / 2
        right, down = (self.seen_at(middle + s) - self.seen_at(middle) for s in ((1, 0), (0, 1)))
        return float(np.sqrt(abs(right[0] * down[1] - right[1] * down[0])))

    def off(self, warp) -> np.ndarray:
        """How far each node of a warp is from the truth, in mm of the page, where it is read."""
        rows, columns = warp.nodes.shape[:2]
        x, y = np.meshgrid(np.arange(columns) * STEP, np.arange(rows) * STEP)
        at = np.stack([x, y], axis=-1)
        right, bottom = self.page.width - EDGE, self.page.height - EDGE
        inside = (x >= EDGE) & (y >= EDGE) & (x <= right) & (y <= bottom)
        truth = self.seen_at(at)
        scale = np.linalg.norm(self.seen_at(at + [0.7, 0.7]) - truth, axis=-1)
        return (np.linalg.norm(warp.nodes - truth, axis=-1) / scale)[inside]


def _crease(fold: Fold, size: np.ndarray) -> np.ndarray:
    along = np.radians(fold.along)
    way = np.array([np.cos(along), np.sin(along)])
    return np.array(fold.at) * size + [-way, way]


def _turned(space: np.ndarray, places: np.ndarray, fold: Fold, ends: slice) -> np.ndarray:
    """Turn what lies beyond a crease, whose ends are among the places."""
    along, turn = np.radians(fold.along), np.radians(fold.degrees)
    beyond = (places - places[ends][0]) @ [-np.sin(along), np.cos(along)] > 0
    first, last = space[ends]
    line = (last - first) / np.linalg.norm(last - first)
    away = space - first
    c, s = np.cos(turn), np.sin(turn)
    turned = away * c + np.cross(line, away) * s + (away @ line)[:, None] * line * (1 - c)
    return np.where(beyond[:, None], turned + first, space)


def _wave(space: np.ndarray, places: np.ndarray, wave: Wave) -> None:
    angle = np.radians(wave.across)
    way = np.array([np.cos(angle), np.sin(angle)])
    phase = 2 * np.pi * places @ way / wave.length
    space[:, 2] += wave.height * np.sin(phase)
    # Paper does not stretch: half the square of the slope is lost on the way.
    steep = (2 * np.pi * wave.height / wave.length) ** 2 / 4
    along = wave.length / (2 * np.pi) * (phase + np.sin(2 * phase) / 2)
    space[:, :2] -= (steep * along)[:, None] * way


def _spun(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
