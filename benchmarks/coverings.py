"""Things that lie on a sheet or get in front of it; each knows what it hides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.paper_camera import Scene
from benchmarks.paper_view import scale_of
from benchmarks.photo import Picture

Points = NDArray[np.float64]
Mask = NDArray[np.uint8]
Rng = np.random.Generator
SKIN = ((150, 175, 222), (120, 150, 205), (85, 115, 168), (52, 74, 118))
Covering = Callable[[Picture, Scene, Points, Rng], Mask]
"""Changes the picture near a place of the sheet, and says which pixels are then hidden."""


def fingers(picture: Picture, scene: Scene, at: Points, rng: Rng) -> Mask:
    """One to three fingers that come in from the sheet's nearer long side."""
    width, height = scene.sheets[0].size
    below = at[1] > 0.45 * height
    towards = np.radians(rng.normal(90 if below else -90, 22))
    way = np.array([np.cos(towards), np.sin(towards)])
    aside = np.array([-way[1], way[0]])
    mask = np.zeros(picture.shape[:2], np.uint8)
    skin = np.array(SKIN[int(rng.integers(4))], float)
    thick = float(rng.uniform(13, 18))
    for finger in range(int(rng.integers(1, 4))):
        tip = at + aside * finger * thick * 1.02 + way * finger * float(rng.uniform(-6, 10))
        outline = _finger(tip, way, aside, thick)
        own = _filled(picture, scene, outline, 14)
        _shade(picture, own, scale_of(scene.sheets[0], scene.lens) * 1.6, 0.4)
        _round(picture, own, skin, thick * scale_of(scene.sheets[0], scene.lens), rng)
        nail = _oval(tip + way * 4.6, way * 4.2, aside * thick * 0.3)
        pale = _filled(picture, scene, nail, 15)
        blend(picture, pale // 2, skin * 0.5 + 118)
        mask |= own
    return mask


def scrap(picture: Picture, scene: Scene, at: Points, rng: Rng) -> Mask:
    """A scrap of white paper."""
    wide, high = rng.uniform(12, 38), rng.uniform(10, 28)
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [wide / 2, high / 2]
    angle = rng.uniform(0, np.pi)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    torn = _torn(box @ turn + at, rng)
    mask = _filled(picture, scene, torn, 0.6)
    _shade(picture, mask, scale_of(scene.sheets[0], scene.lens) * 0.7, 0.3)
    blend(picture, mask, np.full(3, rng.uniform(232, 255)))
    return mask


def card(picture: Picture, scene: Scene, at: Points, rng: Rng) -> Mask:
    """A playing card, a phone, a cup: something large and coloured."""
    colour = rng.uniform(20, 235, 3)
    if rng.random() < 0.4:
        radius = rng.uniform(18, 32)
        outline = _oval(at, np.array([radius, 0]), np.array([0, radius]))
    else:
        angle, wide = rng.uniform(0, np.pi), rng.uniform(30, 55)
        way = np.array([np.cos(angle), np.sin(angle)]) * wide / 2
        aside = np.array([-way[1], way[0]]) * 1.5
        outline = at + np.array([way + aside, way - aside, -way - aside, aside - way])
    mask = _filled(picture, scene, outline, 2.0)
    _shade(picture, mask, scale_of(scene.sheets[0], scene.lens) * 1.5, 0.35)
    blend(picture, mask, colour)
    return mask


def glare(picture: Picture, scene: Scene, at: Points, rng: Rng) -> Mask:
    """A lamp mirrored in a glossy sheet: burnt out in its middle, pale around it."""
    shine = _shine(picture, scene, at, rng)
    blend(picture, (shine * 255).astype(np.uint8), np.full(3, 255.0))
    return np.asarray((shine > 0.9) * 255, np.uint8)


def sheen(picture: Picture, scene: Scene, at: Points, rng: Rng) -> Mask:
    """The dull shine of a laminated sheet, which hides nothing."""
    shine = _shine(picture, scene, at, rng) * np.float32(rng.uniform(0.15, 0.4))
    blend(picture, (shine * 255).astype(np.uint8), np.full(3, 255.0))
    return np.zeros(picture.shape[:2], np.uint8)


def _shine(picture: Picture, scene: Scene, at: Points, rng: Rng) -> NDArray[np.float32]:
    height, width = picture.shape[:2]
    middle = scene.pixels_of(at[None])[0]
    size = np.array([rng.uniform(9, 26), rng.uniform(7, 18)])
    size = size * scale_of(scene.sheets[0], scene.lens)
    angle = rng.uniform(0, np.pi)
    x, y = np.meshgrid(np.arange(0, width, 8) + 3.5, np.arange(0, height, 8) + 3.5)
    u = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
    v = (y - middle[1]) * np.cos(angle) - (x - middle[0]) * np.sin(angle)
    far = np.sqrt((u / size[0]) ** 2 + (v / size[1]) ** 2)
    shine = np.clip(1.25 * np.exp(-(far**3)) + 0.28 * np.exp(-far / 1.1), 0, 1)
    return np.asarray(cv2.resize(shine.astype(np.float32), (width, height)), np.float32)


def blend(picture: Picture, mask: Mask, colour: Any) -> None:
    """Mix a colour into the picture."""
    x, y, width, height = cv2.boundingRect(mask)
    if not width:
        return
    part = picture[y : y + height, x : x + width]
    share = mask[y : y + height, x : x + width, None].astype(np.float32) / 255
    part[:] = np.clip(part * (1 - share) + np.asarray(colour, np.float32) * share, 0, 255)


def covered_in(scene: Scene, mask: Mask | None, sheet: int = 0) -> Callable[[Points], Any]:
    """Say of places on a sheet whether they are hidden or out of the picture."""
    return unseen(lambda places: scene.pixels_of(places, sheet), scene.lens.photo, mask)


def unseen(
    seen: Callable[[Points], Points], size: tuple[int, int], mask: Mask | None
) -> Callable[[Points], NDArray[np.bool_]]:
    """Say of places, by where in a picture they are, whether they are hidden or out of it."""
    width, height = size

    def covered(places: Points) -> NDArray[np.bool_]:
        pixels = np.round(seen(places)).astype(int)
        out = (pixels < 2).any(1) | (pixels[:, 0] > width - 3) | (pixels[:, 1] > height - 3)
        if mask is not None:
            x = np.clip(pixels[:, 0], 0, width - 1)
            y = np.clip(pixels[:, 1], 0, height - 1)
            out |= mask[y, x] > 127
        return np.asarray(out, bool)

    return covered


def _filled(picture: Picture, scene: Scene, outline: Points, high: float) -> Mask:
    """Fill an outline that is some mm above the sheet."""
    space = scene.sheets[0].in_space(outline) + [0, 0, high]
    pixels = np.clip(scene.lens.seen(space), -30000, 30000)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(pixels * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return mask


def _shade(picture: Picture, mask: Mask, reach: float, strength: float) -> None:
    """Darken what is around a thing."""
    small = cv2.resize(mask, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(reach / 8, 0.5))
    height, width = mask.shape
    dark = cv2.resize(255 - soft * np.float32(strength), (width, height))
    cv2.multiply(picture, cv2.merge([dark] * 3), picture, 1 / 255, cv2.CV_8U)


def _round(picture: Picture, mask: Mask, colour: Points, thick: float, rng: Rng) -> None:
    """Paint something round like a finger: darker towards its sides."""
    x, y, width, height = cv2.boundingRect(mask)
    if not width:
        return
    near = cv2.copyMakeBorder(mask[y : y + height, x : x + width], 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    depth = cv2.distanceTransform((near > 127).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1]
    t = np.clip(depth / (thick / 2), 0, 1)
    tone = 0.55 + 0.5 * np.sqrt(1 - (1 - t) ** 2)
    noise = rng.normal(1, 0.025, (height // 3 + 1, width // 3 + 1)).astype(np.float32)
    tone = tone * cv2.resize(noise, (width, height))
    body = tone[..., None] * colour
    share = mask[y : y + height, x : x + width, None].astype(np.float32) / 255
    part = picture[y : y + height, x : x + width]
    part[:] = np.clip(part * (1 - share) + body * share, 0, 255)


def _finger(tip: Points, way: Points, aside: Points, thick: float) -> Points:
    t = np.linspace(0, np.pi, 24)[:, None]
    end = tip + way * thick / 2 * (1 - np.sin(t)) + aside * thick / 2 * np.cos(t)
    joint = [end[-1] + way * 24 - aside * 0.8, end[-1] + way * 260 - aside * 2]
    back = [end[0] + way * 260 + aside * 2, end[0] + way * 24 + aside * 0.8]
    return np.concatenate([end, joint, back])


def _oval(middle: Points, one: Points, other: Points) -> Points:
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)[:, None]
    return np.asarray(middle + one * np.cos(t) + other * np.sin(t), np.float64)


def _torn(box: Points, rng: Rng) -> Points:
    """Tear two sides of a piece of paper."""
    sides = []
    for place, (a, b) in enumerate(zip(box, np.roll(box, -1, 0), strict=True)):
        t = np.linspace(0, 1, 14, endpoint=False)[:, None]
        side = a * (1 - t) + b * t
        sides.append(side + rng.normal(0, 0.35, side.shape) * (place % 2))
    return np.concatenate(sides)
