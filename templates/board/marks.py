"""What an owner marked on a board, as checked types: the places of a layout, in mm.

The names are those of ``paperplay layout``; what follows from the places may be left out: ids are
given in order, rows find their clouds, clouds their neighbours.
"""

from __future__ import annotations

import json
import tomllib
from typing import Annotated, Literal

import msgspec

from rules.errors import HostError

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


class _Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Anything that is marked."""


class DiscMark(_Mark):
    """A round place."""

    center: Point
    radius: Radius = 2.2


class BoxMark(_Mark):
    """A place in which something is written."""

    center: Point
    size: Size
    digits: Annotated[int, msgspec.Meta(ge=1, le=4)] = 3


class CloudMark(_Mark):
    """A place for a number."""

    center: Point
    size: Size
    symbol: Symbol | None = None
    panel: Name = ""


class RowMark(_Mark):
    """The two symbols of a row."""

    dot: DiscMark | None = None
    sun: DiscMark | None = None
    clouds: tuple[Name, ...] = ()
    """Where the symbols do not tell."""


class PointMark(_Mark):
    """A point of an object's outline."""

    at: Point
    sun: bool = False


class ObjectMark(_Mark):
    """An outline, in the order in which it is drawn."""

    points: tuple[PointMark, ...]
    closed: bool = True
    name: Name = ""


class BonusMark(_Mark):
    """What finishing an object earns."""

    line: DiscMark
    leaf: DiscMark
    object: Name = ""
    """Of which object; the nearest if nobody says."""


class LeafMark(_Mark):
    """A leaf."""

    center: Point
    size: Size
    circled: bool = False


class ThornMark(_Mark):
    """A thorn, from the stem on."""

    start: Point = msgspec.field(name="from")
    end: Point = msgspec.field(name="to")


class PolaroidMark(_Mark):
    """A copy of a cloud's number."""

    center: Point
    size: Size
    cloud: Name = ""
    """Of which cloud; those with symbols from left to right if nobody says."""


class SkyMark(_Mark):
    """A point of the constellation, in order."""

    at: Point
    star: bool = False
    radius: Radius = 2.3


class NoteMark(_Mark):
    """The heads of a note."""

    heads: tuple[DiscMark, ...]
    clouds: tuple[Name, ...] = ()


class MoonMark(_Mark):
    """A moon of the chain, and the number between it and the one before."""

    center: Point
    radius: Radius
    link: DiscMark | None = None
    value: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None


class RewardMark(_Mark):
    """A reward of a family of frames."""

    center: Point
    value: Annotated[int, msgspec.Meta(ge=0, le=99)]
    radius: Radius = 2.6


class FrameMark(_Mark):
    """A family of frames."""

    rewards: tuple[RewardMark, ...]
    clouds: tuple[Name, ...]


class ChoiceMark(_Mark):
    """One of the things to circle, on a board with a score of its own."""

    field: Name
    value: int | Name
    center: Point
    radius: Radius = 2.4


class FieldMark(_Mark):
    """A number to write or a box to tick, on a board with a score of its own."""

    field: Name
    center: Point
    size: Size


class LineMark(_Mark):
    """A line to draw from point to point, on a board with a score of its own."""

    field: Name
    points: tuple[Point, ...]


class Marks(_Mark):
    """Everything that was marked on a board."""

    format: Literal[1] = 1
    game: Name | Annotated[str, msgspec.Meta(pattern=r"^daydream/[A-F]{1,3}$")] = ""
    """Such as ``daydream/BAC``; nothing where the board has a score of its own."""
    clouds: tuple[CloudMark, ...] = ()
    rows: tuple[RowMark, ...] = ()
    objects: tuple[ObjectMark, ...] = ()
    bonuses: tuple[BonusMark, ...] = ()
    leaves: tuple[LeafMark, ...] = ()
    thorns: tuple[ThornMark, ...] = ()
    polaroids: tuple[PolaroidMark, ...] = ()
    constellation: tuple[SkyMark, ...] = ()
    notes: tuple[NoteMark, ...] = ()
    chain: tuple[MoonMark, ...] = ()
    frames: tuple[FrameMark, ...] = ()
    name: BoxMark | None = None
    solo: BoxMark | None = None
    total: BoxMark | None = None
    numbers: tuple[FieldMark, ...] = ()
    boxes: tuple[FieldMark, ...] = ()
    choices: tuple[ChoiceMark, ...] = ()
    lines: tuple[LineMark, ...] = ()
    sheet: Annotated[str, msgspec.Meta(max_length=60_000)] = ""
    """A sheet file with the fields and the score of a board that is no Daydream."""

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
        marks = msgspec.convert(plain, Marks)
    except msgspec.ValidationError as error:
        wrong, _, where = str(error).partition(" - at ")
        raise HostError("board-marks", file=file, where=where.strip("`$."), wrong=wrong) from None
    for name in marks.__struct_fields__:
        part = getattr(marks, name)
        if isinstance(part, tuple) and len(part) > _MOST:
            raise HostError("board-marks", file=file, where=name, wrong=f"{len(part)} > {_MOST}")
    return marks


def plain_of(marks: Marks) -> dict[str, object]:
    """Give marks as plain data."""
    found = msgspec.to_builtins(marks)
    assert isinstance(found, dict)
    return found
