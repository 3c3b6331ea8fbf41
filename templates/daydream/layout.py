"""A Daydream sheet on paper: its topology and the place of everything on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from rules.daydream.exercise import asks_numbers, bare
from rules.daydream.sheet import Sheet
from templates.daydream.compose import Design
from templates.daydream.places import TOTAL_DIGITS, places_on
from templates.geometry import Box, Disc, Point
from templates.page import Page
from templates.places import Place

FORMAT = 1


@dataclass(frozen=True, slots=True)
class ObjectPlace:
    """An object on the shelf."""

    art: str
    """Its key in objects.toml."""
    origin: Point
    """The top left of its box on the page."""
    scale: float
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Symbols:
    """The two symbols at the end of a row."""

    dot: Disc
    sun: Disc


@dataclass(frozen=True, slots=True)
class BonusPlace:
    """The two bonuses of an object."""

    line: Disc
    leaf: Disc


@dataclass(frozen=True, slots=True)
class Thorn:
    """A short line from the plant's stem."""

    id: str
    start: Point
    end: Point


@dataclass(frozen=True)
class Layout:
    """What printer and scanner share about one sheet."""

    design: Design
    page: Page
    pitch: tuple[float, float]
    """From one cell of the grid to the next."""
    sky: Box
    """The grid with the letters and numbers at its edges."""
    grid: Box
    sun_radius: float
    """Of the suns on the outlines of objects."""
    clouds: Mapping[str, Box]
    """Where a number goes."""
    rows: Mapping[str, Symbols]
    objects: Mapping[str, ObjectPlace]
    shelves: tuple[Box, ...]
    """The boards on which the objects stand."""
    bonuses: Mapping[str, BonusPlace]
    leaves: Mapping[str, Box]
    plant: Box
    """Where the plant stands that takes the thorns; its stem is in the middle."""
    thorns: tuple[Thorn, ...]
    name: Box
    date: Box
    solo: Box
    total: Box
    texts: Mapping[str, Box]
    """Where words go: title, tiers, examples, legend, reminder, strip, sum."""
    polaroids: Mapping[str, Box] = field(default_factory=dict)
    path: tuple[Point, ...] = ()
    """The constellation's points."""
    star_radius: float = 0.0
    notes: Mapping[str, tuple[Disc, ...]] = field(default_factory=dict)
    chain: Mapping[str, Disc] = field(default_factory=dict)
    links: Mapping[str, Disc] = field(default_factory=dict)
    """The number above each moon but the first, by the moon's id."""
    rewards: Mapping[str, Mapping[int, Disc]] = field(default_factory=dict)
    strip: tuple[Box, ...] = ()
    """Boxes for 0 to 9, in which a player may show their digits."""

    @property
    def sheet(self) -> Sheet:
        """The part that rules see."""
        return self.design.sheet

    @property
    def name_fields(self) -> Mapping[str, Box]:
        """Where the name is written."""
        return {"name": self.name}

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Every element that can be read."""
        return dict(places_on(self))

    def for_task(self, form: int) -> Layout:
        """Give the clouds and rows alone; the rest is no part of a task."""
        return replace(
            self,
            design=replace(self.design, sheet=bare(self.sheet)),
            bonuses={},
            leaves={},
            thorns=(),
            polaroids={},
            path=(),
            notes={},
            chain={},
            links={},
            rewards={},
            strip=self.strip if asks_numbers(form) else (),
        )

    def as_json(self) -> dict[str, Any]:
        """Give the layout as scripts see it."""
        sheet = self.sheet
        return {
            "format": FORMAT,
            "sheet": sheet.id,
            "seed": sheet.seed,
            "paper": self.page.paper,
            "page": [self.page.width, self.page.height],
            "clouds": [self._cloud(cloud.id) for cloud in sheet.clouds],
            "rows": [
                {"id": row.id, "clouds": list(row.clouds), **_discs(self.rows[row.id])}
                for row in sheet.rows
            ],
            "objects": [self._object(thing.id) for thing in sheet.objects],
            "bonuses": self._bonuses(),
            "leaves": [
                {"id": leaf.id, **self.leaves[leaf.id].as_json(), "circled": leaf.circled}
                for leaf in sheet.leaves
            ],
            "thorns": [
                {"id": thorn.id, "from": list(thorn.start), "to": list(thorn.end)}
                for thorn in self.thorns
            ],
            "polaroids": [
                {"id": p.id, "cloud": p.cloud, **self.polaroids[p.id].as_json(), "side": p.side}
                for p in sheet.polaroids
            ],
            "constellation": self._constellation(),
            "notes": self._notes(),
            "chain": self._chain(),
            "frames": self._frames(),
            "fields": {
                "name": self.name.as_json(),
                "solo": self.solo.as_json(),
                "total": {**self.total.as_json(), "digits": TOTAL_DIGITS},
            },
            "strip": [{"digit": n, **box.as_json()} for n, box in enumerate(self.strip)],
        }

    def _cloud(self, name: str) -> dict[str, Any]:
        cloud = self.sheet.cloud_by_id[name]
        return {
            "id": name,
            **self.clouds[name].as_json(),
            "panel": self.design.panel_of[name],
            "symbol": cloud.symbol,
            "touches": list(cloud.touches),
        }

    def _object(self, name: str) -> dict[str, Any]:
        thing = self.sheet.object_by_id[name]
        points = zip(self.objects[name].points, thing.suns, strict=True)
        return {
            "id": name,
            "name": thing.name,
            "points": [{"at": list(at), "sun": sun} for at, sun in points],
            "closed": thing.closed,
            "bonus": thing.bonus,
        }

    def _bonuses(self) -> list[dict[str, Any]]:
        return [
            {"id": thing.bonus, "object": thing.id, **_discs(self.bonuses[thing.bonus])}
            for thing in self.sheet.objects
            if thing.bonus is not None
        ]

    def _constellation(self) -> dict[str, Any] | None:
        if self.sheet.constellation is None:
            return None
        stars = zip(self.path, self.sheet.constellation, strict=True)
        return {
            "points": [
                {"at": list(at), "star": star and {"id": star, "radius": self.star_radius}}
                for at, star in stars
            ]
        }

    def _notes(self) -> list[dict[str, Any]]:
        return [
            {
                "id": note.id,
                "clouds": list(note.clouds),
                "heads": [head.as_json() for head in self.notes[note.id]],
            }
            for note in self.sheet.notes
        ]

    def _chain(self) -> list[dict[str, Any]]:
        return [
            {
                "id": moon.id,
                **self.chain[moon.id].as_json(),
                "link": moon.link and {"value": moon.link, **self.links[moon.id].as_json()},
            }
            for moon in self.sheet.chain
        ]

    def _frames(self) -> list[dict[str, Any]]:
        return [
            {
                "id": frame.id,
                "clouds": list(frame.clouds),
                "rewards": [
                    {"value": value, **self.rewards[frame.id][value].as_json()}
                    for value in frame.rewards
                ],
            }
            for frame in self.sheet.frames
        ]


def _discs(pair: Symbols | BonusPlace) -> dict[str, object]:
    return {each.name: getattr(pair, each.name).as_json() for each in fields(pair)}
