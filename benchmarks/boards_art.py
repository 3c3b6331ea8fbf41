"""Boards of other people's making, drawn: backgrounds, outlines and colours of many kinds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.boards_plan import Plan
from benchmarks.photo import Picture

PX_PER_MM = 9.0
_FINE = 4
"""Bits after the point in which OpenCV takes places."""
GROUNDS = ("plain", "gradient", "night", "paper", "planks", "blots", "tiles", "bare")
SHAPES = ("oval", "puffs", "rounded", "hexagon", "circle", "box")
Colour = tuple[float, float, float]


def ground_of(number: int) -> str:
    """Say which background a board has."""
    return GROUNDS[(number * 5 + number // 8) % len(GROUNDS)]


def draw_board(plan: Plan) -> Picture:
    """Draw an empty board, PX_PER_MM pixels to the mm: blue, green, red."""
    number = int(plan.name.rpartition("-")[2])
    return _Artist(plan, ground_of(number), Random(f"drawn {plan.name}")).draw()


class _Artist:
    def __init__(self, plan: Plan, ground: str, rng: Random) -> None:
        self.plan, self.ground, self.rng = plan, ground, rng
        self.noise = np.random.default_rng(rng.randrange(1 << 30))
        self.shape = rng.choice(SHAPES)
        self.line: Colour = self._colour(20, 90)
        self.fill: Colour = self._colour(225, 255)
        self.accent: Colour = self._colour(40, 190)
        self.on_ground: Colour = self._colour(30, 110)
        self.width = rng.uniform(0.35, 0.8)

    def _colour(self, low: float, high: float) -> Colour:
        b, g, r = (self.rng.uniform(low, high) for _ in range(3))
        return b, g, r

    def draw(self) -> Picture:
        columns, rows = (round(side * PX_PER_MM) for side in self.plan.size)
        self.image = self._ground(rows, columns)
        self._decorate()
        layout = self.plan.layout
        for cloud in layout["clouds"]:
            self._cloud(cloud)
        for row in layout["rows"]:
            self._symbol(row["dot"], filled=True)
            self._sun(row["sun"])
        for note in layout["notes"]:
            self._note(note["heads"])
        for thing in layout["objects"]:
            self._object(thing)
        for bonus in layout["bonuses"]:
            self._symbol(bonus["line"], filled=False)
            self._leaf(bonus["leaf"]["center"], (3.0, 4.0))
        for leaf in layout["leaves"]:
            self._leaf(leaf["center"], leaf["size"])
            if leaf["circled"]:
                self._oval(leaf["center"], [s * 0.62 for s in leaf["size"]], None, self.line)
        self._extras(layout)
        for box in layout["fields"].values():
            self._box(box["center"], box["size"])
        return self.image

    # -- strokes

    def _px(self, at: Sequence[float]) -> NDArray[np.int32]:
        return np.round((np.asarray(at, float) * PX_PER_MM - 0.5) * (1 << _FINE)).astype(np.int32)

    def _thick(self, mm: float) -> int:
        return max(round(mm * PX_PER_MM), 1)

    def _poly(
        self, points: Any, fill: Colour | None, line: Colour | None, *, closed: bool = True,
        width: float | None = None,
    ) -> None:  # fmt: skip
        pixels = self._px(points)
        if fill is not None:
            cv2.fillPoly(self.image, [pixels], fill, cv2.LINE_AA, _FINE)
        if line is not None:
            thick = self._thick(self.width if width is None else width)
            cv2.polylines(self.image, [pixels], closed, line, thick, cv2.LINE_AA, _FINE)

    def _oval(self, center: Any, radii: Any, fill: Colour | None, line: Colour | None) -> None:
        t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        around = np.stack([np.cos(t), np.sin(t)], 1) * np.asarray(radii)
        self._poly(np.asarray(center) + around, fill, line)

    def _box(self, center: Any, size: Any) -> None:
        half = np.asarray(size) / 2 + 0.6
        corners = np.asarray(center) + half * [[-1, -1], [1, -1], [1, 1], [-1, 1]]
        self._poly(corners, self.fill, self.line)

    def _star(self, center: Any, radius: float, spikes: int, fill: Colour) -> None:
        t = np.pi * np.arange(2 * spikes) / spikes - np.pi / 2
        far = np.where(np.arange(2 * spikes) % 2, 0.45 * radius, radius)
        points = np.asarray(center) + np.stack([np.cos(t), np.sin(t)], 1) * far[:, None]
        self._poly(points, fill, self.line, width=0.25)

    # -- what a board has

    def _cloud(self, cloud: Any) -> None:
        center, half = np.array(cloud["center"]), np.array(cloud["size"]) / 2 + 0.75
        if self.shape in ("oval", "circle"):
            radii = half * 1.08 if self.shape == "oval" else np.full(2, half.max() * 1.05)
            self._oval(center, radii, self.fill, self.line)
        elif self.shape == "hexagon":
            t = np.pi / 3 * np.arange(6)
            self._poly(
                center + np.stack([np.cos(t), np.sin(t)], 1) * half * 1.15, self.fill, self.line
            )
        elif self.shape == "puffs":
            t = np.linspace(0, 2 * np.pi, 64, endpoint=False)
            wave = 1 + 0.07 * np.abs(np.sin(3.5 * t + self.rng.uniform(0, 3)))
            around = np.stack([np.cos(t), np.sin(t)], 1) * half * 1.05 * wave[:, None]
            self._poly(center + around, self.fill, self.line)
        else:
            cut = 0.3 if self.shape == "rounded" else 0.0
            t = np.linspace(0, 2 * np.pi, 64, endpoint=False)
            power = 0.45 if cut else 0.12
            x, y = np.cos(t), np.sin(t)
            around = np.stack([np.sign(x) * np.abs(x) ** power, np.sign(y) * np.abs(y) ** power], 1)
            self._poly(center + around * half, self.fill, self.line)
        at = center + half * [-0.72, -0.72]
        if cloud["symbol"] == "star":
            self._star(at, 1.7, 5, self.accent)
        elif cloud["symbol"] == "moon":
            self._oval(at, (1.5, 1.5), self.accent, None)
            self._oval(at + [0.7, -0.3], (1.2, 1.2), self.fill, None)

    def _symbol(self, disc: Any, *, filled: bool) -> None:
        radius = disc["radius"]
        self._oval(disc["center"], (radius * 1.15,) * 2, self.fill, None)
        self._oval(disc["center"], (radius * 0.6,) * 2, self.line if filled else None, self.line)

    def _sun(self, disc: Any) -> None:
        self._oval(disc["center"], (disc["radius"] * 1.1,) * 2, self.fill, None)
        self._star(disc["center"], disc["radius"] * 0.9, 8, self.accent)

    def _note(self, heads: Any) -> None:
        for head in heads:
            center = np.array(head["center"])
            self._oval(center, (1.5, 1.3), self.fill, self.on_ground)
            stem = np.stack([center + [1.4, 0], center + [1.4, -6]])
            self._poly(stem, None, self.on_ground, closed=False, width=0.4)

    def _object(self, thing: Any) -> None:
        points = np.array([point["at"] for point in thing["points"]])
        way = np.concatenate([points, points[:1]]) if thing["closed"] else points
        middle = points.mean(0)
        art = middle + (points - middle) * 0.55
        if thing["closed"]:
            self._poly(art, self._colour(120, 235), None)
        pale = tuple(0.5 * a + 0.5 * b for a, b in zip(self.fill, self.accent, strict=True))
        self._poly(way, None, pale, closed=False, width=0.3)  # type: ignore[arg-type]
        for point in thing["points"]:
            self._oval(point["at"], (1.25, 1.25), self.fill, None)
            if point["sun"]:
                self._star(point["at"], 1.3, 8, self.accent)
            else:
                self._oval(point["at"], (0.7, 0.7), self.line, None)

    def _leaf(self, center: Any, size: Any) -> None:
        t = np.linspace(0, 2 * np.pi, 32, endpoint=False)
        thin = np.sin(t / 2) ** 0.8
        around = np.stack([np.sin(t) * 0.42 * thin, -np.cos(t) * 0.46], 1) * np.asarray(size)
        self._poly(np.asarray(center) + around, self.fill, self.line, width=0.35)

    def _extras(self, layout: Any) -> None:
        if layout["constellation"]:
            points = layout["constellation"]["points"]
            for point in points:
                if point["star"]:
                    self._oval(point["at"], (2.4, 2.4), self.fill, None)
                    self._star(point["at"], 1.8, 5, self.accent)
                else:
                    self._oval(point["at"], (1.2, 1.2), self.fill, None)
                    self._oval(point["at"], (0.6, 0.6), self.line, None)
        for moon in layout["chain"]:
            self._oval(moon["center"], (moon["radius"] + 0.8,) * 2, self.fill, self.line)
            if moon["link"]:
                self._oval(moon["link"]["center"], (2.5, 2.5), self.fill, None)
                self._text(str(moon["link"]["value"]), moon["link"]["center"], 2.6)
        for polaroid in layout["polaroids"]:
            self._box(np.array(polaroid["center"]) + [0, 1], np.array(polaroid["size"]) + [2, 4])
            self._box(polaroid["center"], polaroid["size"])
        for frame in layout["frames"]:
            for reward in frame["rewards"]:
                self._oval(reward["center"], (3.0, 3.0), self.fill, None)
                self._text(str(reward["value"]), reward["center"], 3.0)
        for thorn in layout["thorns"]:
            for end in ("from", "to"):
                self._oval(thorn[end], (0.8, 0.8), self.fill, self.on_ground)
        if layout["thorns"]:
            ends = [layout["thorns"][0]["from"], layout["thorns"][-1]["from"]]
            y = sum(end[1] for end in ends) / 2
            stem = [[ends[0][0] - 3, y], [ends[1][0] + 3, y]]
            self._poly(stem, None, self.on_ground, closed=False, width=0.8)

    def _text(self, text: str, center: Any, high: float, colour: Colour | None = None) -> None:
        font, scale = cv2.FONT_HERSHEY_DUPLEX, high * PX_PER_MM / 22
        (wide, tall), _ = cv2.getTextSize(text, font, scale, 2)
        x, y = (np.asarray(center) * PX_PER_MM).tolist()
        at = round(x - wide / 2), round(y + tall / 2)
        cv2.putText(self.image, text, at, font, scale, colour or self.line, 2, cv2.LINE_AA)

    # -- what is behind it

    def _ground(self, rows: int, columns: int) -> Picture:
        base = np.array(self._colour(195, 245))
        x, y = np.meshgrid(np.linspace(0, 1, columns // 8), np.linspace(0, 1, rows // 8))
        if self.ground == "night":
            # Not so dark that nobody could see what a pen drew on it.
            base = np.array([self.rng.uniform(190, 225), self.rng.uniform(140, 175), 130.0])
            small = base * (0.85 + 0.2 * y[..., None])
        elif self.ground == "gradient":
            small = base * (1 - y[..., None]) + np.array(self._colour(170, 245)) * y[..., None]
        elif self.ground == "blots":
            small = np.tile(base, (*x.shape, 1))
            for _ in range(40):
                at, far = self.noise.uniform(0, 1, 2), self.noise.uniform(0.03, 0.16)
                inside = (x - at[0]) ** 2 + (y - at[1]) ** 2 < far**2
                small[inside] = 0.55 * small[inside] + 0.45 * self.noise.uniform(150, 255, 3)
        elif self.ground == "bare":
            small = np.full((*x.shape, 3), 250.0)
        else:
            small = np.tile(base, (*x.shape, 1))
        image = cv2.resize(
            small.astype(np.float32), (columns, rows), interpolation=cv2.INTER_LINEAR
        )
        if self.ground in ("paper", "planks"):
            coarse = (
                (rows // 6, columns // 6) if self.ground == "paper" else (rows // 3, columns // 60)
            )
            grain = self.noise.normal(0, 7, coarse).astype(np.float32)
            image += cv2.resize(grain, (columns, rows))[..., None]
        return np.clip(image, 0, 255).astype(np.uint8)

    def _decorate(self) -> None:
        width, height = self.plan.size
        if self.ground == "bare":
            return
        if self.ground == "tiles":
            soft = tuple(0.9 * float(v) for v in self.image[5, 5])
            for step in np.arange(0, width, 12.0):
                self._poly([[step, 0], [step, height]], None, soft, closed=False, width=0.5)
            for step in np.arange(0, height, 12.0):
                self._poly([[0, step], [width, step]], None, soft, closed=False, width=0.5)
            return
        if self.ground == "night":
            for _ in range(160):
                at = self.noise.uniform(0, 1, 2) * [width, height]
                self._oval(at, (self.rng.uniform(0.2, 0.6),) * 2, self.fill, None)
        hills = self.rng.randint(1, 3)
        for hill in range(hills):
            t = np.linspace(0, 1, 40)
            y = height * (0.55 + 0.15 * hill) + 9 * np.sin(
                6.3 * t * self.rng.uniform(0.5, 1.6) + hill
            )
            shape = np.stack([t * width, y], 1)
            edge = np.concatenate([shape, [[width, height], [0, height]]])
            tone = self.image[5, 5].astype(float) * self.rng.uniform(0.82, 0.94)
            self._poly(edge, tuple(tone.tolist()), None)
        for _ in range(self.rng.randint(4, 14)):
            at = self.noise.uniform(0.02, 0.98, 2) * [width, height]
            tone = self.image[int(at[1] * PX_PER_MM), int(at[0] * PX_PER_MM)].astype(float)
            self._star(
                at, self.rng.uniform(2, 6), self.rng.randint(3, 9), tuple((tone * 0.88).tolist())
            )
        title = "".join(
            self.rng.choice("ABCDEFGHKLMNOPRSTUVW") for _ in range(self.rng.randint(4, 9))
        )
        self._text(title, (width * self.rng.uniform(0.2, 0.8), 5.5), 5.0, self.on_ground)
