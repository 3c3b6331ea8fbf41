"""What an owner marked on a board, as checked types: the places of a layout, in mm.

The names are those of ``paperplay layout``; what follows from the places may be left out: ids are
given in order, rows find their clouds, clouds their neighbours.
"""

from __future__ import annotations

import json
import tomllib
from typing import Annotated, Literal, TypeVar

import msgspec

from rules.errors import HostError
from templates.files import checked

MOST_BYTES = 400_000
"""Of a marks file."""
_MOST = 400
"""Of one kind of mark."""
Along = Annotated[float, msgspec.Meta(ge=0, le=1200)]
Side = Annotated[float, msgspec.Meta(gt=0.5, le=400)]
Radius = Annotated[float, msgspec.Meta(ge=0.8, le=40)]
Point = tuple[Along, Along]
Size = tuple[Side, Side]
Name = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[\w .'’-]*$")]
Symbol = Literal["star", "moon"]
T = TypeVar("T")
Many = Annotated[tuple[T, ...], msgspec.Meta(max_length=_MOST)]
Some = Annotated[tuple[T, ...], msgspec.Meta(min_length=1, max_length=60)]
Clouds = Annotated[tuple[Name, ...], msgspec.Meta(max_length=60)]


class _Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Anything that is marked."""


class DiscMark(_Mark, frozen=True):
    """A round place."""

    center: Point
    radius: Radius = 2.2


class BoxMark(_Mark, frozen=True):
    """A place in which something is written."""

    center: Point
    size: Size
    digits: Annotated[int, msgspec.Meta(ge=1, le=4)] = 3


class CloudMark(_Mark, frozen=True):
    """A place for a number."""

    center: Point
    size: Size
    symbol: Symbol | None = None
    panel: Name = ""


class RowMark(_Mark, frozen=True):
    """The two symbols of a row."""

    dot: DiscMark | None = None
    sun: DiscMark | None = None
    clouds: Clouds = ()
    """Where the symbols do not tell."""


class PointMark(_Mark, frozen=True):
    """A point of an object's outline."""

    at: Point
    sun: bool = False


class ObjectMark(_Mark, frozen=True):
    """An outline, in the order in which it is drawn."""

    points: Some[PointMark]
    closed: bool = True
    name: Name = ""


class BonusMark(_Mark, frozen=True):
    """What finishing an object earns."""

    line: DiscMark
    leaf: DiscMark
    object: Name = ""
    """Of which object; the nearest if nobody says."""


class LeafMark(_Mark, frozen=True):
    """A leaf."""

    center: Point
    size: Size
    circled: bool = False


class ThornMark(_Mark, frozen=True):
    """A thorn, from the stem on."""

    start: Point = msgspec.field(name="from")
    end: Point = msgspec.field(name="to")


class PolaroidMark(_Mark, frozen=True):
    """A copy of a cloud's number."""

    center: Point
    size: Size
    cloud: Name = ""
    """Of which cloud; those with symbols from left to right if nobody says."""


class SkyMark(_Mark, frozen=True):
    """A point of the constellation, in order."""

    at: Point
    star: bool = False
    radius: Radius = 2.3


class NoteMark(_Mark, frozen=True):
    """The heads of a note."""

    heads: Some[DiscMark]
    clouds: Clouds = ()


class MoonMark(_Mark, frozen=True):
    """A moon of the chain, and the number between it and the one before."""

    center: Point
    radius: Radius
    link: DiscMark | None = None
    value: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None


class RewardMark(_Mark, frozen=True):
    """A reward of a family of frames."""

    center: Point
    value: Annotated[int, msgspec.Meta(ge=0, le=99)]
    radius: Radius = 2.6


class FrameMark(_Mark, frozen=True):
    """A family of frames."""

    rewards: Some[RewardMark]
    clouds: Clouds


class PlaceMark(_Mark, frozen=True):
    """A place of an own sheet: a number's, a circle's, a box's, or the points of a line."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"^[\w.-]+$")]
    center: Point | None = None
    size: Size | None = None
    radius: Radius = 2.4
    points: Annotated[tuple[PointMark, ...], msgspec.Meta(max_length=60)] = ()


class Marks(_Mark, frozen=True):
    """Everything that was marked on a board."""

    format: Literal[1] = 1
    game: Annotated[
        str, msgspec.Meta(pattern=r"^(daydream/[A-F]{1,3}|own/[a-z][a-z0-9-]{0,39})?$")
    ] = ""
    """Whose rules count, such as ``daydream/BAC`` or ``own/darts``; nothing until that is said."""
    version: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{8})?$")] = ""
    """Of an own sheet: which of its name; it is put in when marks are kept."""
    players: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """How many share an own sheet on which that matters."""
    places: Many[PlaceMark] = ()
    """Of an own sheet."""
    clouds: Many[CloudMark] = ()
    rows: Many[RowMark] = ()
    objects: Many[ObjectMark] = ()
    bonuses: Many[BonusMark] = ()
    leaves: Many[LeafMark] = ()
    thorns: Many[ThornMark] = ()
    polaroids: Many[PolaroidMark] = ()
    constellation: Many[SkyMark] = ()
    notes: Many[NoteMark] = ()
    chain: Many[MoonMark] = ()
    frames: Many[FrameMark] = ()
    name: BoxMark | None = None
    solo: BoxMark | None = None
    total: BoxMark | None = None

    @property
    def count(self) -> int:
        """How many things are marked."""
        parts = (getattr(self, name) for name in self.__struct_fields__)
        return sum(len(part) for part in parts if isinstance(part, tuple))


def read_marks(data: bytes, file: str) -> Marks:
    """Read a marks file, TOML or JSON; ``board-marks`` with what is wrong where."""
    if len(data) > MOST_BYTES:
        raise HostError("board-marks", file=file, where="", wrong=f"{len(data) // 1000} kB")
    try:
        text = data.decode("utf-8-sig")
        plain = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise HostError("board-marks", file=file, where="", wrong=str(error)[:120]) from None
    return marks_from(plain, file)


def marks_from(plain: object, file: str) -> Marks:
    """Check plain data; ``board-marks`` with what is wrong where."""
    try:
        return checked(plain, Marks)
    except msgspec.ValidationError as error:
        wrong, _, where = str(error).partition(" - at ")
        raise HostError("board-marks", file=file, where=where.strip("`$."), wrong=wrong) from None


def plain_of(marks: Marks) -> dict[str, object]:
    """Give marks as plain data."""
    found = msgspec.to_builtins(marks)
    assert isinstance(found, dict)
    return found
