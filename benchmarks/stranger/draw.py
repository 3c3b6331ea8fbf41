"""Fills in a sheet of Daydream: what is on a board, in one person's habits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from benchmarks.stranger.hands import Hand
from benchmarks.stranger.pen import Paper, Pen, Point, cross, line, ring, scribble, tick
from benchmarks.stranger.prints import PX_PER_MM
from benchmarks.stranger.writing import Style, cross_out, digits, mark, name

Part = dict[str, Any]


@dataclass
class Filling:
    """One person at one sheet; every part draws on the same chances, in order."""

    paper: Paper
    hand: Hand
    pens: dict[str, Pen]
    style: Style
    rng: np.random.RandomState
    habit: str | None = None
    """How stars, links, rewards and polaroids are marked most of the time."""
    ambiguous: list[str] = field(default_factory=list)
    corrected: list[str] = field(default_factory=list)

    def sheet(self, board: Part, layout: Part) -> None:
        """Fill in everything, as one goes over a sheet."""
        for cloud in layout["clouds"]:
            self._cloud(cloud, board["clouds"].get(cloud["id"]))
        for row in layout["rows"]:
            self._row(row, board["rows"].get(row["id"]))
        for thing in layout["objects"]:
            self._object(thing, board["objects"].get(thing["id"], 0))
        for bonus in layout["bonuses"]:
            self._bonus(bonus, board["bonuses"].get(bonus["id"]))
        for leaf in layout["leaves"]:
            self._leaf(leaf, board["leaves"].get(leaf["id"]))
        for thorn in layout["thorns"][: board["thorns"]]:
            self._draw(line(thorn["from"], thorn["to"], self.rng, 0.25, 0.04))
        for polaroid in layout["polaroids"]:
            self._polaroid(polaroid, board["polaroids"][polaroid["id"]])
        if layout["constellation"]:
            self._constellation(layout["constellation"]["points"], board["constellation"])
        for note in layout["notes"]:
            for head in note["heads"][: board["notes"][note["id"]]]:
                radius = head["radius"]
                blot = scribble(head["center"], radius * 1.9, radius * 1.6, self.rng, 7)
                self.paper.stroke(self.pens["rings"], blot)
        for place, moon in enumerate(layout["chain"]):
            before = layout["chain"][place - 1]["center"]
            self._moon(moon, board["chain"][moon["id"]], before)
        for frame in layout["frames"]:
            for reward in frame["rewards"]:
                said = board["frames"][frame["id"]].get(str(reward["value"]))
                if said == "circled":
                    self._mark(reward, self._some_habit())
                if said == "crossed":
                    self._cross_out(reward["center"], reward["radius"])
        self._fields(board, layout["fields"])
        if layout.get("strip") and self.style.get("strip"):
            style = self._but(jit=self.style["jit"] * 0.5, out=self.style["out"] * 0.3)
            for box in layout["strip"]:
                self._write(box["digit"], box["center"], box["size"], style)

    # ---- with the pen

    def _write(self, number: int, at: Point, size: Point, style: Style | None = None) -> None:
        pen = self.pens["digits"]
        digits(self.paper, pen, self.hand, number, at, size, style or self.style, self.rng)

    def _draw(self, points: np.ndarray) -> None:
        self.paper.stroke(self.pens["lines"], points)

    def _mark(self, disc: Part, habit: str | None = None, style: Style | None = None) -> None:
        center, radius = disc.get("center", disc.get("at")), disc["radius"]
        pen = self.pens["rings"]
        mark(self.paper, pen, center, radius, style or self.style, self.rng, habit)

    def _cross_out(self, at: Point, radius: float) -> None:
        cross_out(self.paper, self.pens["rings"], at, radius, self.style, self.rng)

    def _some_habit(self) -> str | None:
        return self.habit if self.habit and self.rng.rand() < 0.8 else None

    def _but(self, **other: float) -> Style:
        return dict(self.style, **other)

    # ---- parts of the sheet

    def _cloud(self, cloud: Part, number: int | None) -> None:
        if number is None:
            return
        if self.rng.rand() < self.style["strikep"]:
            self._correct(cloud, number)
            self.corrected.append(cloud["id"])
        else:
            self._write(number, cloud["center"], cloud["size"])

    def _correct(self, cloud: Part, number: int) -> None:
        """Write another number first, then the right one."""
        rng, paper, pen = self.rng, self.paper, self.pens["digits"]
        old = int((number + rng.randint(1, 9)) % 10)
        x, y = cloud["center"]
        size = cloud["size"]
        u = rng.rand()
        if u < 0.5:  # struck out, and the right one written beside, smaller
            small = self._but(size=min(self.style["size"] * 0.7, 0.56), jit=0.15, out=0)
            self._write(old, (x - 2.8, y + 0.3), size, small)
            paper.stroke(
                pen,
                scribble((x - 2.8, y + 0.3), 3.6, 4.4, rng, rng.randint(3, 6))
                if rng.rand() < 0.55
                else line((x - 4.6, y + 3), (x - 0.7, y - 2.6), rng),
            )
            if old in (1, 7) or rng.rand() < 0.5:
                paper.stroke(pen, line((x - 4.6, y - 1.6), (x - 0.7, y + 2), rng))
            self._write(number, (x + 2.8, y), size, small)
        elif u < 0.75:  # rubbed out or whitened, and written again
            self._write(old, (x, y), size)
            if "pencil" in pen.name:
                paper.fade((x, y), 5.2, 0.16)
            else:
                paper.fade((x, y), 5, 0)
                self._whiten(x, y)
            self._write(number, (x, y), size)
        else:  # written over, harder
            self._write(old, (x, y), size, self._but(size=self.style["size"] * 0.9))
            width = pen.w
            pen.w = width * 1.9
            self._write(number, (x, y), size)
            pen.w = width
            self.ambiguous.append(cloud["id"])

    def _whiten(self, x: float, y: float) -> None:
        center = (int(x * PX_PER_MM), int(y * PX_PER_MM))
        axes = (int(4.6 * PX_PER_MM), int(3.7 * PX_PER_MM))
        turn = self.rng.randint(0, 40)
        white = (247, 250, 250)
        cv2.ellipse(self.paper.img, center, axes, turn, 0, 360, white, -1, cv2.LINE_AA)

    def _row(self, row: Part, said: str | None) -> None:
        rng, style, pen = self.rng, self.style, self.pens["rings"]
        dot, sun = row["dot"], row["sun"]
        if said == "crossed":
            self._cross_row(dot, sun)
        if said in (None, "crossed"):
            return
        for kind, disc in (("dot", dot), ("sun", sun)):
            if said in (kind, "both"):
                ticks = style["tickp"] and rng.rand() < style["tickp"]
                self._mark(disc, "tick" if ticks else None)
        if said in ("dot", "sun") and rng.rand() < style["strikep"] * 0.6:
            # First the wrong symbol, then that ring crossed out.
            wrong = sun if said == "dot" else dot
            self._mark(wrong)
            self.paper.stroke(pen, scribble(wrong["center"], 4.4, 3.6, rng, 6))
            self.ambiguous.append(row["id"])

    def _cross_row(self, dot: Part, sun: Part) -> None:
        """Cross out each symbol, or both at once."""
        rng, style, pen = self.rng, self.style, self.pens["rings"]
        if rng.rand() < 0.8:
            for disc in (dot, sun):
                at = np.array(disc["center"]) + rng.normal(0, style["ringjit"] * 0.7, 2)
                self._cross_out(at, disc["radius"] * 1.1 * style["ringk"] / 1.3)
            return
        a, z = np.array(dot["center"]), np.array(sun["center"])
        n = (z - a) / np.hypot(*(z - a))
        s = np.array([-n[1], n[0]]) * 2
        self.paper.stroke(pen, line(a - n * 2 + s, z + n * 2 - s, rng, 0.5))
        self.paper.stroke(pen, line(a - n * 2 - s, z + n * 2 + s, rng, 0.5))

    def _object(self, thing: Part, drawn: int) -> None:
        rng, style = self.rng, self.style
        points = [point["at"] for point in thing["points"]]
        bend, shaky = 0.3 + 2 * style["ringjit"] * 0.35, style["shaky"] * 1.6
        i = 0
        while i < drawn:  # some lift the pen at every point, some go on
            run = 1 if rng.rand() < 0.5 else min(drawn - i, rng.randint(2, 5))
            way = [
                line(points[j], points[(j + 1) % len(points)], rng, bend, shaky)
                for j in range(i, i + run)
            ]
            self._draw(np.vstack(way))
            i += run
        is_full = drawn and drawn == (len(points) if thing["closed"] else len(points) - 1)
        if is_full and style["tickobj"] and rng.rand() < style["tickobj"]:
            middle = np.mean(points, 0)
            self._draw(tick(middle + rng.normal(0, 1.2, 2), rng.uniform(2, 3.4), rng))
        if not is_full and drawn and rng.rand() < style["strikep"] * 3:
            self._strike_out_a_line(points, drawn)
            self.ambiguous.append(thing["id"])

    def _strike_out_a_line(self, points: list[Point], drawn: int) -> None:
        """Draw one line too many, and strike it out."""
        a = np.array(points[drawn % len(points)])
        b = np.array(points[(drawn + 1) % len(points)])
        self._draw(line(a, b, self.rng))
        m = (a + b) / 2
        for t in (-0.6, 0, 0.6):
            over = line(m + [t * 1.6 - 0.8, 1.1], m + [t * 1.6 + 0.8, -1.1], self.rng, 0.2)
            self._draw(over)

    def _bonus(self, bonus: Part, said: str | None) -> None:
        for kind in ("line", "leaf"):
            if said in (kind, "both"):
                self._mark(bonus[kind], style=self._but(ringk=self.style["ringk"] * 1.05))

    def _leaf(self, leaf: Part, said: str | None) -> None:
        rng, pen, shaky = self.rng, self.pens["rings"], self.style["shaky"]
        w, h = leaf["size"]
        c = np.array(leaf["center"]) + rng.normal(0, 0.25, 2)
        if said == "circled" and not leaf["circled"]:
            across, down = w / 2 * rng.uniform(1.0, 1.25), h / 2 * rng.uniform(0.95, 1.15)
            self.paper.stroke(pen, ring(c, across, down, rng, shaky=shaky))
        if said == "filled":
            if not leaf["circled"] and rng.rand() < 0.75:
                self.paper.stroke(pen, ring(c, w / 2 * 1.12, h / 2 * 1.05, rng, shaky=shaky))
            turns = max(4, int(5.2 / (pen.w / PX_PER_MM) * rng.uniform(0.5, 0.95)))
            blot = scribble((0, 0), h * 0.78, w * 0.62, rng, turns)
            self.paper.stroke(pen, blot[:, ::-1] + c)

    def _polaroid(self, polaroid: Part, said: Part) -> None:
        center, size = polaroid["center"], polaroid["size"]
        if said["value"] is not None:
            self._write(said["value"], center, size)
        if said["circled"]:
            habit, pen = self._some_habit(), self.pens["rings"]
            mark(self.paper, pen, center, min(size) * 0.42, self.style, self.rng, habit, 1.1)

    def _constellation(self, points: list[Part], said: Part) -> None:
        bend, shaky = 0.3 + self.style["ringjit"] * 0.5, self.style["shaky"] * 1.6
        for i in range(said["lines"]):
            self._draw(line(points[i]["at"], points[i + 1]["at"], self.rng, bend, shaky))
        for point in points:
            star = point["star"]
            if star and star["id"] in said["circled"]:
                self._mark(dict(star, center=point["at"]), self._some_habit())

    def _moon(self, moon: Part, said: Part, before: Point) -> None:
        side = moon["radius"] * 1.7
        if said["value"] is not None:
            style = self._but(jit=self.style["jit"] * 0.7)
            self._write(said["value"], moon["center"], (side, side), style)
        if said["linked"]:
            self._mark(moon["link"], self._some_habit())
            if self.rng.rand() < 0.6:
                c = np.array(moon["center"])
                u = np.array(before) - c
                self._draw(line(c + u * 0.33, c + u * 0.67, self.rng, 0.4))

    def _fields(self, board: Part, fields: Part) -> None:
        rng, pen = self.rng, self.pens["digits"]
        if board["solo"]:
            c = fields["solo"]["center"]
            if rng.rand() < 0.5:
                self.paper.stroke(pen, tick(c, 2, rng))
            else:
                for way in cross(c, 1.9, rng):
                    self.paper.stroke(pen, way)
        if board["total"] is not None:
            style = self._but(size=self.style["size"] * 0.95, out=0)
            self._write(board["total"], fields["total"]["center"], fields["total"]["size"], style)
        name(self.paper, pen, board["name"], fields["name"], rng)
