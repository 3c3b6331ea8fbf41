"""What the files of Daydream say, as checked types."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

import msgspec

from templates.errors import TemplateError, known_names
from templates.files import convert, read_toml
from templates.languages import LANGUAGES

Positive = Annotated[float, msgspec.Meta(gt=0, le=400)]
Point = tuple[float, float]
Extra = Literal[
    "constellation", "notes", "polaroids-difference", "polaroids-distinct", "moon-chain", "frames"
]

FOLDER = "daydream"


Words = dict[str, str]
"""One text in every language, by the language's name."""


def check_words(words: Words, file: str, place: str) -> None:
    """Refuse a text that is not there in every language, or in one that nobody speaks."""
    for lang in set(words) ^ set(LANGUAGES):
        wrong = f"has no text in {lang}." if lang in LANGUAGES else f"has {lang}."
        remedy = f"Write it in {', '.join(LANGUAGES)}."
        raise TemplateError(f"templates/{file}", place, wrong, remedy)


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of an object's picture: an SVG path in the object's box."""

    d: str
    tint: str
    line: bool = False
    width: Positive = 0.35


class ObjectArt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object as it is drawn, in mm in its own box."""

    name: Words
    size: tuple[Positive, Positive]
    closed: bool
    points: tuple[Point, ...]
    picture: tuple[Shape, ...]

    @property
    def segments(self) -> int:
        """How many lines make the whole outline."""
        return len(self.points) if self.closed else len(self.points) - 1


class PlacedObject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object on a panel's shelf."""

    object: str
    """Its key in objects.toml."""
    suns: tuple[int, ...] = (0,)
    """Which of its points are suns; the first always is, and an open outline's last."""
    bonus: bool = False


class Panel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the six panels."""

    grid: tuple[str, ...]
    """See templates/daydream/lattice.py."""
    leaves: int
    circled: int
    """How many of the leaves are printed as circled."""
    objects: tuple[PlacedObject, ...]
    """From left to right, top shelf first."""
    frames: tuple[str, ...] = ()
    """For each cell of the grid the number of its family of frames."""


class Combination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which panels stand side by side, and what is in play."""

    panels: tuple[str, ...]
    level: Literal["easy", "medium", "hard"]
    extras: tuple[Extra, ...]
    solo_tiers: tuple[int, int, int, int]
    """The lowest total of each tier."""
    shelves: int
    thorns: int
    shelf_of: tuple[str, ...] = ()
    """Whose things stand first on the shelf, where that is not the order of the panels."""
    constellation: str = ""
    """The path from its start: . for a point, * for a star. By hand that of the world."""
    chain: tuple[int, ...] = ()
    """The numbers printed between the moons, from the top. By hand those of the world."""
    leaves: int = 0
    """Leaves beyond those of the panels."""
    circled: int = 0
    """How many of these are printed as circled."""
    objects: tuple[PlacedObject, ...] = ()
    """Objects beyond those of the panels, at the end of the shelf."""


class Constellation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure in the sky, drawn in one go."""

    path: str
    """From its start: . for a point, * for a star."""
    points: tuple[Point, ...]
    """In mm from the top left of its place."""
    outline: int
    """The point up to which the path goes around the figure; the rest lies inside."""
    eye: Point


class Chain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moons on their string."""

    links: tuple[int, ...]


class Polaroids(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What sheets with polaroids share."""

    objects: tuple[PlacedObject, ...]


class World(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is the same on every sheet that has it."""

    constellation: Constellation
    chain: Chain
    polaroids: Polaroids


@cache
def world() -> World:
    """Load what the sheets share."""
    file = f"templates/{FOLDER}/world.toml"
    found = convert(read_toml(f"{FOLDER}/world.toml"), World, file)
    for index, placed in enumerate(found.polaroids.objects):
        _check_object(placed, file, f"polaroids, objects[{index}]")
    sky = found.constellation
    if len(sky.path) != len(sky.points) or set(sky.path) - set(".*"):
        raise TemplateError(
            file,
            "constellation",
            f"a path of {len(sky.path)} signs and {len(sky.points)} points do not fit together.",
            "Write . or * for each point.",
        )
    return found


@cache
def object_art() -> dict[str, ObjectArt]:
    """The drawings of all objects, by key."""
    file = f"{FOLDER}/objects.toml"
    named = read_toml(file)
    art = {key: convert(named[key], ObjectArt, f"templates/{file}", key) for key in named}
    for key, one in art.items():
        check_words(one.name, file, key)
    return art


@cache
def panel(name: str) -> Panel:
    """Load one panel, A to F."""
    file = f"{FOLDER}/panels/{name}.toml"
    found = convert(read_toml(file), Panel, f"templates/{file}")
    for index, placed in enumerate(found.objects):
        _check_object(placed, f"templates/{file}", f"objects[{index}]")
    return found


@cache
def combinations() -> dict[str, Combination]:
    """Load the eight combinations."""
    file = f"{FOLDER}/sheets.toml"
    named = read_toml(file)
    found = {key: convert(named[key], Combination, f"templates/{file}", key) for key in named}
    return {key: _shared(one) for key, one in found.items()}


def _shared(one: Combination) -> Combination:
    """Add what a combination has from the world."""
    replace = msgspec.structs.replace
    if "constellation" in one.extras:
        one = replace(one, constellation=world().constellation.path)
    if "moon-chain" in one.extras:
        one = replace(one, chain=world().chain.links)
    if {"polaroids-difference", "polaroids-distinct"} & set(one.extras):
        one = replace(one, objects=world().polaroids.objects)
    return one


def _check_object(placed: PlacedObject, file: str, place: str) -> None:
    art = object_art().get(placed.object)
    if art is None:
        remedy = known_names(placed.object, object_art(), "objects")
        raise TemplateError(file, place, f'"{placed.object}" is not in objects.toml.', remedy)
    last = len(art.points) - 1
    wanted = {0} if art.closed else {0, last}
    if not wanted <= set(placed.suns) <= set(range(last + 1)):
        raise TemplateError(
            file,
            place,
            f"suns {list(placed.suns)} do not fit an outline of {last + 1} points.",
            f"Begin with 0, go up to {last}"
            + (", and let the open outline end on a sun." if not art.closed else "."),
        )
