"""Bent sheets on a table in space, and a camera with a real lens that looks at them.

Millimetres: the table is the plane z = 0, x to the right, y down as seen from above, z up.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Size = tuple[float, float]
SOLVER_STEPS = 12


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper, rolled about some axis as paper is when it has been carried around."""

    size: Size
    at: tuple[float, float] = (0.0, 0.0)
    """Where its middle lies on the table."""
    turn: float = 0.0
    """In radians."""
    rise: float = 0.0
    """How high its highest place is above the table."""
    roll: float = 0.0
    """The direction across the bend, in radians, from the sheet's own x."""
    skew: float = 0.0
    """How far the highest place is from the middle, from -0.3 to 0.3."""
    curl: float = 0.0
    """How high one corner stands up; before ``bent_by``, compared with the rise."""
    corner: int = 0
    """Which: 0 to 3 from the top left, clockwise."""

    def in_space(self, places: Points) -> Points:
        """Bring places on the paper, (..., 2), to where they are in space, (..., 3)."""
        middle = np.array(self.size) / 2
        flat = places - middle
        across = np.array([np.cos(self.roll), np.sin(self.roll)])
        reach = float(np.abs(across * middle).sum())
        s = np.clip((flat @ across) / reach, -1.3, 1.3)
        z = self.rise * self._profile(s)
        # Paper does not stretch: where it slopes, it covers less of the table.
        slope = (self._profile(s + 1e-3) - self._profile(s - 1e-3)) / 2e-3 * self.rise / reach
        shrink = np.sqrt(np.maximum(1 - np.minimum(slope**2, 0.9), 0.1))
        flat = flat - ((1 - shrink) * s * reach)[..., None] * across * 0.5
        z = z + self._corner_height(places)
        c, n = np.cos(self.turn), np.sin(self.turn)
        turned = flat @ np.array([[c, n], [-n, c]]) + np.array(self.at)
        return np.concatenate([turned, z[..., None]], -1)

    def _profile(self, s: NDArray[np.float64]) -> NDArray[np.float64]:
        """The bend's cross-section: flat on the table at both ends, 1 at its highest."""
        moved = np.clip(s - self.skew * (1 - s**2), -1, 1)
        return np.asarray(np.cos(np.pi / 2 * moved) ** 2, np.float64)

    def _corner_height(self, places: Points) -> NDArray[np.float64]:
        if not self.curl:
            return np.zeros(places.shape[:-1])
        x, y = ((0, 0), (1, 0), (1, 1), (0, 1))[self.corner]
        corner = np.array(self.size) * [x, y]
        far = np.linalg.norm(places - corner, axis=-1) / (0.4 * min(self.size))
        return np.asarray(self.curl * np.clip(1 - far, 0, 1) ** 2, np.float64)


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera in its place."""

    photo: tuple[int, int]
    """Width and height in pixels."""
    focal: float
    """In pixels."""
    rotation: Points
    """From the table's directions to the camera's, (3, 3)."""
    distance: float
    """From the camera to what it looks at, in mm."""
    target: tuple[float, float] = (0.0, 0.0)
    """The place on the table in the middle of the picture."""
    shift: tuple[float, float] = (0.0, 0.0)
    """How far the picture is moved, in pixels: nobody frames exactly."""
    bulge: tuple[float, float] = (0.0, 0.0)
    """Lens distortion, third and fifth order."""

    def seen(self, space: Points) -> Points:
        """Project places in space, (..., 3), to pixels, (..., 2)."""
        eye = self._eye(space)
        ideal = eye[..., :2] / np.maximum(eye[..., 2:], 1.0)
        r2 = (ideal**2).sum(-1, keepdims=True)
        bent = ideal * (1 + self.bulge[0] * r2 + self.bulge[1] * r2**2)
        middle = np.array(self.photo) / 2 + self.shift
        return np.asarray(bent * self.focal + middle, np.float64)

    def depth(self, space: Points) -> Points:
        """Say how far in front of the camera places in space are, in mm."""
        return self._eye(space)[..., 2]

    def _eye(self, space: Points) -> Points:
        moved = (space - [*self.target, 0.0]) * [1, 1, -1]
        return np.asarray(moved @ self.rotation.T + [0, 0, self.distance], np.float64)


@dataclass(frozen=True, slots=True)
class View:
    """One sheet as one camera sees it."""

    sheet: Sheet
    lens: Lens
    homography: Points = field(repr=False)
    """From mm on the paper to pixels, by the four corners, (3, 3)."""

    @classmethod
    def of(cls, sheet: Sheet, lens: Lens) -> View:
        """Look at a sheet."""
        corners = corners_of(sheet.size)
        seen = lens.seen(sheet.in_space(corners)).astype(np.float32)
        flat = cv2.getPerspectiveTransform(corners.astype(np.float32), seen)
        return cls(sheet, lens, np.asarray(flat, np.float64))

    def places(self, pixels: Points) -> Points:
        """Find which place on the paper each pixel, (rows, columns, 2), shows.

        Starts from the flat sheet and walks, so it also goes on beyond the paper's edge.
        """
        back = np.linalg.inv(self.homography)
        at = np.asarray(cv2.perspectiveTransform(pixels.reshape(1, -1, 2), back)[0], np.float64)
        width, height = self.sheet.size
        at = np.clip(at, [-0.25 * width, -0.25 * height], [1.25 * width, 1.25 * height])
        wanted = pixels.reshape(-1, 2)
        for _ in range(SOLVER_STEPS):
            seen = self.lens.seen(self.sheet.in_space(at))
            one, two = (
                self.lens.seen(self.sheet.in_space(at + step)) - seen
                for step in ([0.5, 0.0], [0.0, 0.5])
            )
            missing = wanted - seen
            area = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]
            area = np.where(np.abs(area) < 1e-6, 1e-6, area)
            u = (missing[:, 0] * two[:, 1] - missing[:, 1] * two[:, 0]) / area
            v = (missing[:, 1] * one[:, 0] - missing[:, 0] * one[:, 1]) / area
            at = at + 0.5 * np.clip(np.stack([u, v], 1), -60, 60)
        return np.asarray(at.reshape(pixels.shape), np.float64)

    def bow(self) -> float:
        """Say how far the paper's bend moves what is seen, as a share of the paper's height.

        Compared with flat paper whose corners are seen in the same places; the lens's own
        distortion, which is in both, is left out.
        """
        flat = View.of(replace(self.sheet, rise=0.0, curl=0.0), self.lens)
        moved = self._from_corners() - flat._from_corners()
        return float(np.linalg.norm(moved, axis=1).max() / self.sheet.size[1])

    def _from_corners(self) -> Points:
        """Say where on the paper each place would seem to be, going by the corners alone."""
        grid = _grid(self.sheet.size, 24, 17)
        seen = self.lens.seen(self.sheet.in_space(grid)).reshape(1, -1, 2)
        back = cv2.perspectiveTransform(seen, np.linalg.inv(self.homography))
        return np.asarray(back[0], np.float64)


def corners_of(size: Size) -> Points:
    """Give a sheet's corners from the top left, clockwise."""
    width, height = size
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)


def bent_by(sheet: Sheet, lens: Lens, bow: float) -> Sheet:
    """Bend a sheet until its bow, as the lens sees it, is this share of its height."""
    low, high = 0.0, 0.35 * min(sheet.size)
    for _ in range(16):
        rise = (low + high) / 2
        bent = View.of(replace(sheet, rise=rise, curl=sheet.curl * rise), lens)
        low, high = (low, rise) if bent.bow() > bow else (rise, high)
    return replace(sheet, rise=low, curl=sheet.curl * low)


def _grid(size: Size, columns: int, rows: int) -> Points:
    x, y = np.meshgrid(np.linspace(0, size[0], columns), np.linspace(0, size[1], rows))
    return np.stack([x, y], -1)


def rotation_of(tilt: float, towards: float, turn: float) -> Points:
    """Look down at the table from the side.

    Args:
        tilt: Away from straight above, in radians.
        towards: To which side, in radians.
        turn: How the picture is turned, in radians.
    """
    c, s = np.cos(tilt), np.sin(tilt)
    lean = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    turned = _about_axis(turn) @ _about_axis(towards) @ lean @ _about_axis(-towards)
    return np.asarray(turned, np.float64)


def _about_axis(angle: float) -> Points:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def framed(lens: Lens, space: Points, share: float, rng: np.random.Generator) -> Lens:
    """Step back until everything fits into a share of the picture, and frame it roughly."""
    photo = np.array(lens.photo, float)
    low, high = 100.0, 6000.0
    for _ in range(40):
        middle = (low + high) / 2
        seen = replace(lens, distance=middle).seen(space)
        fits = (np.ptp(seen, axis=0) < share * photo).all()
        low, high = (low, middle) if fits else (middle, high)
    placed = replace(lens, distance=high)
    seen = placed.seen(space)
    slack = photo - np.ptp(seen, axis=0)
    wanted = slack * np.clip(rng.normal(0.5, 0.17, 2), 0.12, 0.88)
    shift = wanted - seen.min(0)
    return replace(placed, shift=(float(shift[0]), float(shift[1])))
