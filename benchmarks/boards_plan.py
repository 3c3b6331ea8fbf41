"""Boards of other people's making: where everything is, on other grids and in another order.

The topology is that of a Daydream combination, by hand or fresh, so that its games can be played;
sizes, places, outlines of objects and what stands where are this module's own. Written from the
issue's text alone, before there was anything that reads such boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from rules.daydream.sheet import Sheet
from templates.daydream.compose import Design
from templates.daydream.load import load_design

Json = dict[str, Any]
Size = tuple[float, float]
COMBINATIONS = ("A", "BC", "D", "AD", "BAC", "EF", "DA", "EDF")
ROOM = 7.5
"""Between the middles of two symbols, mm."""


@dataclass(frozen=True)
class Plan:
    """One board before it is drawn."""

    name: str
    sheet: Sheet
    size: Size
    """mm."""
    layout: Json
    """Where everything is, in the contract's form; the board's own mm."""
    folds: tuple[float, ...]
    """Where it is folded, mm from the left."""
    parts: dict[str, tuple[float, float, float, float]]
    """The regions, left, top, right, bottom."""


def plan_of(number: int) -> Plan:
    """Lay out a board; the same number gives the same board."""
    rng = Random(f"other people's board {number}")
    combination = COMBINATIONS[number % len(COMBINATIONS)]
    seed = rng.choice([0, 0, rng.randint(1, 40)])
    design = load_design(f"daydream/{combination}", seed=seed)
    return _Arranger(number, design, rng).plan()


class _Arranger:
    """Puts the grid somewhere and lets everything else flow around it."""

    def __init__(self, number: int, design: Design, rng: Random) -> None:
        self.number, self.design, self.sheet, self.rng = number, design, design.sheet, rng
        lattice = design.lattice
        self.margin = rng.uniform(9, 14)
        pitch = rng.uniform(15.0, 17.5)
        self.pitch = (pitch, pitch * rng.uniform(0.95, 1.12))
        self.grid_size = lattice.columns * self.pitch[0], lattice.lines * self.pitch[1]
        self.above = rng.random() < 0.5
        self.stagger = rng.choice([0.0, 0.0, 0.12])

    def plan(self) -> Plan:
        width = max(self.grid_size[0], 190.0) + 2 * self.margin
        blocks = list(self._blocks())
        flowed, high = self._flow(blocks, width)
        height = self.grid_size[1] + high + 3 * self.margin
        top_of_grid = self.margin if self.above else 2 * self.margin + high
        top_of_rest = 2 * self.margin + self.grid_size[1] if self.above else self.margin
        left = (width - self.grid_size[0]) / 2
        layout: Json = {
            "format": 1, "sheet": self.sheet.id, "seed": self.sheet.seed, "paper": "a4",
            "page": [round(width, 2), round(height, 2)], "strip": [],
            **self._grid(left, top_of_grid),
            "objects": [], "bonuses": [], "leaves": [], "thorns": [], "polaroids": [],
            "constellation": None, "chain": [], "frames": [], "fields": {},
        }  # fmt: skip
        for (kind, made), (x, y) in flowed:
            _put(layout, kind, _moved(made, x, y + top_of_rest))
        for frame in layout["frames"]:
            members = next(f.clouds for f in self.sheet.frames if f.id == frame["id"])
            frame["clouds"] = list(members)
        panels = len(set(self.design.panel_of.values()))
        folded = panels == 3 or (panels == 2 and self.rng.random() < 0.5)
        folds = tuple(width * k / panels for k in range(1, panels)) if folded else ()
        rest = (0.0, top_of_rest - 0.5 * self.margin, width, top_of_rest + high)
        grid = (left, top_of_grid, left + self.grid_size[0], top_of_grid + self.grid_size[1])
        return Plan(
            f"other-{self.number}", self.sheet, (round(width, 2), round(height, 2)), layout,
            folds, {"grid": grid, "rest": rest},
        )  # fmt: skip

    # -- the grid

    def _at(self, cell: tuple[int, int], left: float, top: float) -> list[float]:
        shaken = self.rng.uniform(-0.5, 0.5), self.rng.uniform(-0.5, 0.5)
        lean = self.stagger * self.pitch[1] * (cell[0] % 2)
        return [
            round(left + (cell[0] + 0.5) * self.pitch[0] + shaken[0], 2),
            round(top + (cell[1] + 0.5) * self.pitch[1] + shaken[1] + lean, 2),
        ]

    def _grid(self, left: float, top: float) -> Json:
        rng, design = self.rng, self.design
        wide = self.pitch[0] * rng.uniform(0.74, 0.82)
        high = self.pitch[1] * rng.uniform(0.72, 0.8)
        clouds = [
            {
                "id": cloud.id,
                "center": self._at(design.cell_of[cloud.id], left, top),
                "size": [round(wide - 1.5, 2), round(high - 1.5, 2)],
                "panel": design.panel_of[cloud.id],
                "symbol": cloud.symbol,
                "touches": list(cloud.touches),
            }
            for cloud in self.sheet.clouds
        ]
        rows = []
        for row, run in zip(self.sheet.rows, design.runs, strict=True):
            x, y = self._at(run.symbols, left, top)
            half = ROOM / 2
            across, down = (0.0, half) if run.upright else (half, 0.0)
            rows.append(
                {
                    "id": row.id,
                    "clouds": list(row.clouds),
                    "dot": _disc(x - across, y - down, 2.0),
                    "sun": _disc(x + across, y + down, 2.4),
                }
            )
        notes = []
        for note in self.sheet.notes:
            x, y = self._at(design.cell_of[note.id], left, top)
            offs = [0.0] if note.heads == 1 else [-2.8, 2.8]
            heads = [_disc(x + off, y + 1.5, 1.5) for off in offs]
            notes.append({"id": note.id, "clouds": list(note.clouds), "heads": heads})
        return {"clouds": clouds, "rows": rows, "notes": notes}

    # -- everything else: blocks with their size, from their own top left

    def _blocks(self) -> Iterator[tuple[str, Json, Size]]:
        rng = self.rng
        for thing in self.sheet.objects:
            yield self._object(thing)
        sky = self.sheet.constellation
        if sky:
            yield self._sky(sky)
        if self.sheet.chain:
            yield self._chain()
        for polaroid in self.sheet.polaroids:
            made = {"id": polaroid.id, "cloud": polaroid.cloud, "center": [9.0, 9.5],
                    "size": [12.0, 13.0], "side": polaroid.side}  # fmt: skip
            yield "polaroids", made, (18.0, 19.0)
        for frame in self.sheet.frames:
            rewards = [
                {"value": value, **_disc(5.0 + 9 * k, 6.0, 2.6)}
                for k, value in enumerate(frame.rewards)
            ]
            yield "frames", {"id": frame.id, "clouds": [], "rewards": rewards}, (20.0, 13.0)
        for leaf in self.sheet.leaves:
            made = {"id": leaf.id, "center": [5.0, 7.0], "size": [6.0, 9.0],
                    "circled": leaf.circled}  # fmt: skip
            yield "leaves", made, (10.0, 14.0)
        yield self._thorns()
        yield "name", {"center": [34.0, 7.0], "size": [60.0, 9.0]}, (68.0, 14.0)
        yield "solo", {"center": [7.0, 7.0], "size": [4.5, 4.5]}, (14.0, 14.0)
        digits = {"center": [17.0, 8.0], "size": [28.0, 11.5], "digits": 3}
        yield "total", digits, (rng.uniform(34, 40), 16.0)

    def _object(self, thing: Any) -> tuple[str, Json, Size]:
        rng, count = self.rng, len(thing.suns)
        side = max(16.0, 5.6 * count / np.pi * (1.12 if thing.closed else 0.9)) + 3
        if thing.closed:
            start, flat = rng.uniform(0, 2 * np.pi), rng.uniform(0.85, 1.0)
            turns = start + 2 * np.pi * np.arange(count) / count
            far = side / 2 - 2 - np.array([rng.uniform(0, 1.2) for _ in range(count)])
            x, y = side / 2 + far * np.cos(turns), side / 2 + flat * far * np.sin(turns)
        else:
            x = 2.5 + (side - 5) * np.arange(count) / max(count - 1, 1)
            y = side / 2 + (side / 2 - 4) * np.cos(
                np.pi * np.arange(count) + rng.uniform(-0.4, 0.4)
            )
        points = [
            {"at": [round(float(a), 2), round(float(b), 2)], "sun": bool(sun)}
            for a, b, sun in zip(x, y, thing.suns, strict=True)
        ]
        made = {"id": thing.id, "name": thing.name, "points": points, "closed": thing.closed,
                "bonus": thing.bonus}  # fmt: skip
        room = side + 2
        if thing.bonus:
            made["_bonus"] = {
                "id": thing.bonus, "object": thing.id,
                "line": _disc(side + 5, side / 2 - 4, 2.1),
                "leaf": _disc(side + 5, side / 2 + 4, 2.1),
            }  # fmt: skip
            room = side + 10
        return "objects", made, (room, side + 2)

    def _sky(self, sky: Any) -> tuple[str, Json, Size]:
        step, points, per = 8.2, [], 9
        for n, star in enumerate(sky):
            line, place = divmod(n, per)
            x = place if line % 2 == 0 else per - 1 - place
            at = [round(6 + step * x + self.rng.uniform(-0.7, 0.7), 2),
                  round(6 + 9.5 * line + self.rng.uniform(-0.8, 0.8), 2)]  # fmt: skip
            points.append({"at": at, "star": star and {"id": star, "radius": 2.3}})
        high = 9.5 * ((len(sky) - 1) // per) + 12
        return "constellation", {"points": points}, (step * per + 8, high)

    def _chain(self) -> tuple[str, Json, Size]:
        moons, x = [], 7.0
        for moon in self.sheet.chain:
            link = moon.link and {"value": moon.link, **_disc(x - 9.5, 8.0, 2.2)}
            moons.append({"id": moon.id, **_disc(x, 8.0, 5.0), "link": link})
            x += 19.0
        return "chain", {"moons": moons}, (x - 8, 17.0)

    def _thorns(self) -> tuple[str, Json, Size]:
        thorns = [
            {"id": f"t{n + 1}",
             "from": [round(6 + 4.6 * (n // 2), 2), 8.0 + (1.4 if n % 2 else -1.4)],
             "to": [round(8 + 4.6 * (n // 2), 2), 8.0 + (5.8 if n % 2 else -5.8)]}
            for n in range(self.sheet.thorns)
        ]  # fmt: skip
        return "thorns", {"all": thorns}, (14 + 4.6 * (len(thorns) // 2), 16.0)

    def _flow(
        self, blocks: list[tuple[str, Json, Size]], width: float
    ) -> tuple[list[tuple[tuple[str, Json], tuple[float, float]]], float]:
        """Set blocks in lines, as words are."""
        placed, x, y, line = [], self.margin, 0.0, 0.0
        for kind, made, (wide, high) in blocks:
            if x + wide > width - self.margin and line:
                x, y, line = self.margin, y + line + 1.5, 0.0
            placed.append(((kind, made), (x, y)))
            x, line = x + wide + self.rng.uniform(0.5, 2.5), max(line, high)
        return placed, y + line


def _disc(x: float, y: float, radius: float) -> Json:
    return {"center": [round(x, 2), round(y, 2)], "radius": radius}


def _moved(made: Any, x: float, y: float) -> Any:
    """Move every place inside a piece of layout."""
    if isinstance(made, dict):
        return {
            key: [round(value[0] + x, 2), round(value[1] + y, 2)]
            if key in ("center", "at", "from", "to")
            else _moved(value, x, y)
            for key, value in made.items()
        }
    return [_moved(each, x, y) for each in made] if isinstance(made, list) else made


def _put(layout: Json, kind: str, made: Json) -> None:
    if kind in ("name", "solo", "total"):
        layout["fields"][kind] = made
    elif kind == "constellation":
        layout[kind] = made
    elif kind == "chain":
        layout[kind] = made["moons"]
    elif kind == "thorns":
        layout[kind] = made["all"]
    else:
        bonus = made.pop("_bonus", None)
        layout[kind].append(made)
        if bonus:
            layout["bonuses"].append(bonus)
