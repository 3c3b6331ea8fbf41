"""What the file of When I Dream's score sheet says, as checked types. Lengths in mm."""

from __future__ import annotations

from typing import Literal

import msgspec

from templates.files import convert, read_toml
from templates.score_sheet import Range

FILE = "templates/when_i_dream/score.toml"

Block = Literal["line", "square", "zigzag"]


class TableFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far the table keeps from the paper's edges."""

    left: float
    right: float
    top: float
    bottom: float


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line of names."""

    number: float
    beside: float
    paired: tuple[int, ...]
    name: Range
    gap: float


class RoundPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the points of a round may be noted."""

    width: Range
    height: float


class Rounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lines of the table."""

    height: Range
    label: float
    count: float
    count_height: float
    count_gap: float
    recalled: float
    box: float
    digits: int
    block: dict[str, Block]
    points: RoundPoints


class RoleChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The symbols to circle."""

    radius: float
    least_apart: float
    most_apart: float
    round_gap: float
    column_gap: float
    zigzag: float


class Penalties(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The boxes for penalty cards."""

    boxes: tuple[int, int]
    crowded: dict[str, int]
    box: float
    apart: float
    gap: float


class Total(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields for the totals."""

    height: Range
    width: float
    digit: float


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says."""

    frame: TableFrame
    head: Head
    rounds: Rounds
    choice: RoleChoices
    penalties: Penalties
    total: Total


def load_settings() -> Settings:
    """Read the file; raise TemplateError where it is wrong."""
    return convert(read_toml(FILE.removeprefix("templates/")), Settings, FILE)
