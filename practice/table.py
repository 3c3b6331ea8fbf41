"""What a sheet lies on, and what lies around it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from practice.ink import Picture
from practice.pose import Size

FINE = 3
"""Tables are drawn coarser than the photo: nobody looks at them."""
WOODS = ((78, 112, 158), (52, 82, 120), (120, 160, 196), (40, 58, 84))
CLOTHS = ((150, 120, 90), (70, 60, 140), (120, 140, 110), (190, 190, 196), (60, 54, 50))
SKINS = ((150, 178, 224), (120, 150, 205), (88, 118, 172), (58, 80, 122))


def ground(size: Size, rng: np.random.Generator) -> Picture:
    """Make a table of wood or cloth, mostly with things on it."""
    small = (size[0] // FINE, size[1] // FINE)
    picture = _wood(small, rng) if rng.random() < 0.6 else _cloth(small, rng)
    for _ in range(int(rng.integers(0, 6))):
        (_paper, _pencil, _cup, _die)[int(rng.integers(4))](picture, rng)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def flatbed_lid(size: Size, rng: np.random.Generator) -> Picture:
    """Make the lid of a flatbed scanner."""
    return np.full((size[1], size[0], 3), int(rng.choice([250, 244, 60])), np.uint8)


def with_thumb(
    picture: Picture, homography: NDArray[np.float64], page: Size, rng: np.random.Generator
) -> Picture:
    """Hold the paper down at its edge; the thumb stays on the empty margin."""
    width, height = page
    along = rng.uniform(0.25, 0.75)
    edges = {
        0: ((along * width, 0), (0, 1)),
        1: ((width, along * height), (-1, 0)),
        2: ((along * width, height), (0, -1)),
        3: ((0, along * height), (1, 0)),
    }
    (x, y), inwards = edges[int(rng.integers(4))]
    reach = 0.02 * max(page)
    inner = np.array([[x + inwards[0] * reach, y + inwards[1] * reach], [x, y]])
    tip, edge = cv2.perspectiveTransform(inner[None], homography)[0]
    outwards = (edge - tip) / max(np.hypot(*(edge - tip)), 1e-6)
    thick = 0.055 * max(picture.shape) * rng.uniform(0.8, 1.1)
    middle = tip + outwards * thick * 1.7
    angle = float(np.degrees(np.arctan2(outwards[1], outwards[0])))
    mask = np.zeros(picture.shape[:2], np.uint8)
    axes = (int(thick * 1.7), int(thick * 0.62))
    cv2.ellipse(mask, tuple(int(v) for v in middle), axes, angle, 0, 360, 255, -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), max(thick / 25, 1)).astype(np.float32)[:, :, None] / 255
    rim = cv2.GaussianBlur(mask, (0, 0), max(thick / 4, 1)).astype(np.float32)[:, :, None] / 255
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], np.float32) * (0.55 + 0.5 * rim)
    return _picture(picture * (1 - soft) + skin * soft)


def _wood(size: Size, rng: np.random.Generator) -> Picture:
    """Draw boards with a grain that runs along them."""
    width, height = size
    grain = rng.random((height // 3 + 2, width // 90 + 3)).astype(np.float32)
    fibres = cv2.resize(grain, size, interpolation=cv2.INTER_CUBIC)
    slow = cv2.resize(rng.random((6, 4)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    rings = 0.5 + 0.5 * np.sin(40 * slow + 6 * fibres)
    tone = 0.75 + 0.2 * fibres + 0.14 * rings
    tone *= np.where(np.arange(height) % (height // 3) < 3, 0.6, 1)[:, None]
    colour = np.array(WOODS[int(rng.integers(len(WOODS)))], np.float32)
    return _picture(tone[:, :, None] * colour * rng.uniform(0.85, 1.15))


def _cloth(size: Size, rng: np.random.Generator) -> Picture:
    """Draw a woven cloth, plain or checked."""
    width, height = size
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    weave = 1 + 0.06 * np.sin(x * 1.9) + 0.06 * np.sin(y * 2.1)
    weave += rng.normal(0, 0.03, (height, width))
    colour = np.array(CLOTHS[int(rng.integers(len(CLOTHS)))], np.float32)
    if rng.random() < 0.5:
        wide = int(rng.integers(30, 90))
        weave *= np.where((x // wide + y // wide) % 2 == 0, 1.0, rng.uniform(0.6, 0.9))
    return _picture(weave[:, :, None] * colour)


def _picture(values: NDArray[np.floating]) -> Picture:
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def _anywhere(picture: Picture, rng: np.random.Generator) -> tuple[int, int]:
    return int(rng.integers(picture.shape[1])), int(rng.integers(picture.shape[0]))


def _paper(picture: Picture, rng: np.random.Generator) -> None:
    """Leave another sheet of paper lying around, with some lines of text."""
    middle = _anywhere(picture, rng)
    long = picture.shape[1] * rng.uniform(0.15, 0.35)
    box = cv2.boxPoints((middle, (long, long * 0.7), float(rng.uniform(0, 180))))
    cv2.fillPoly(picture, [box.astype(np.int32)], (236, 240, 242), cv2.LINE_AA)
    for share in np.linspace(0.15, 0.85, 9):
        start = box[0] * (1 - share) + box[1] * share
        end = box[3] * (1 - share) + box[2] * share
        a, b = start * 0.88 + end * 0.12, start * 0.2 + end * 0.8
        ends = [tuple(int(v) for v in p) for p in (a, b)]
        cv2.line(picture, ends[0], ends[1], (90, 90, 90), 1, cv2.LINE_AA)


def _pencil(picture: Picture, rng: np.random.Generator) -> None:
    start = np.array(_anywhere(picture, rng))
    angle = rng.uniform(0, 2 * np.pi)
    end = start + np.array([np.cos(angle), np.sin(angle)]) * picture.shape[1] * 0.3
    colour = tuple(int(v) for v in rng.integers(30, 230, 3))
    ends = [tuple(int(v) for v in p) for p in (start, end)]
    cv2.line(picture, ends[0], ends[1], colour, picture.shape[1] // 90, cv2.LINE_AA)


def _cup(picture: Picture, rng: np.random.Generator) -> None:
    middle, radius = _anywhere(picture, rng), int(picture.shape[1] * rng.uniform(0.05, 0.09))
    cv2.circle(picture, middle, radius, (235, 235, 235), -1, cv2.LINE_AA)
    cv2.circle(picture, middle, int(radius * 0.85), (40, 60, 90), -1, cv2.LINE_AA)


def _die(picture: Picture, rng: np.random.Generator) -> None:
    middle, side = _anywhere(picture, rng), picture.shape[1] * 0.025
    box = cv2.boxPoints((middle, (side, side), float(rng.uniform(0, 90))))
    cv2.fillPoly(picture, [box.astype(np.int32)], (232, 236, 240), cv2.LINE_AA)
    for share in (0.25, 0.5, 0.75):
        spot = box[0] * (1 - share) + box[2] * share
        centre = (int(spot[0]), int(spot[1]))
        cv2.circle(picture, centre, int(side * 0.1) + 1, (20, 20, 20), -1, cv2.LINE_AA)
