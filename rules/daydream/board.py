"""What the pen did to a Daydream sheet, right or wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.daydream.sheet import Sheet

FORMAT = 1
"""The number of the JSON's own form."""


class RowMark(StrEnum):
    """What is marked at the end of a row."""

    DOT = "dot"
    SUN = "sun"
    CROSSED = "crossed"
    BOTH = "both"
    """Dot and sun both circled, which no row can earn."""


class BonusMark(StrEnum):
    """Which of an object's two bonuses is circled."""

    LINE = "line"
    LEAF = "leaf"
    BOTH = "both"
    """Both circled, which the rules do not allow."""


class LeafMark(StrEnum):
    """How far a leaf has come; None in a board is a leaf that nobody touched."""

    CIRCLED = "circled"
    FILLED = "filled"


class RewardMark(StrEnum):
    """What became of a frame's reward."""

    CIRCLED = "circled"
    CROSSED = "crossed"


@dataclass(frozen=True, slots=True)
class PolaroidInk:
    """A polaroid as the player left it."""

    value: int | None = None
    circled: bool = False


@dataclass(frozen=True, slots=True)
class MoonInk:
    """A moon of the chain as the player left it."""

    value: int | None = None
    linked: bool = False
    """Whether the number between it and the moon above is circled."""


@dataclass(frozen=True, slots=True)
class ConstellationInk:
    """The constellation as the player left it."""

    lines: int = 0
    circled: tuple[str, ...] = ()
    """The circled stars in the order of the path."""


@dataclass(frozen=True, slots=True)
class DaydreamBoard:
    """One player's sheet: every element of the sheet by name, in the sheet's order."""

    sheet: str
    """Such as ``daydream/BAC``."""
    seed: int
    solo: bool
    name: str | None
    clouds: Mapping[str, int | None]
    rows: Mapping[str, RowMark | None]
    objects: Mapping[str, int]
    """Inked segments from point to point."""
    bonuses: Mapping[str, BonusMark | None]
    leaves: Mapping[str, LeafMark | None]
    thorns: int
    polaroids: Mapping[str, PolaroidInk]
    constellation: ConstellationInk | None
    """None where the sheet has no constellation."""
    notes: Mapping[str, int]
    """Filled heads."""
    chain: Mapping[str, MoonInk]
    frames: Mapping[str, Mapping[int, RewardMark | None]]
    """For each family its rewards by value."""
    total: int | None
    """The number that the player wrote at the bottom."""

    def numbers(self, clouds: tuple[str, ...]) -> tuple[int | None, ...]:
        """Read the numbers of some clouds in the order given."""
        return tuple(map(self.clouds.__getitem__, clouds))

    @property
    def names(self) -> tuple[str, ...]:
        """Whose sheet it is."""
        return (self.name or "",)

    def named(self, names: Sequence[str]) -> DaydreamBoard:
        """Give the same board with a name."""
        return replace(self, name=(names[0] or None) if names else None)

    def as_json(self) -> dict[str, object]:
        """Give the board in the form that programs may rely on."""
        sky = self.constellation
        return {
            "format": FORMAT,
            "sheet": self.sheet,
            "seed": self.seed,
            "solo": self.solo,
            "name": self.name,
            "clouds": dict(self.clouds),
            "rows": _plain(self.rows),
            "objects": dict(self.objects),
            "bonuses": _plain(self.bonuses),
            "leaves": _plain(self.leaves),
            "thorns": self.thorns,
            "polaroids": {
                id_: {"value": ink.value, "circled": ink.circled}
                for id_, ink in self.polaroids.items()
            },
            "constellation": sky and {"lines": sky.lines, "circled": list(sky.circled)},
            "notes": dict(self.notes),
            "chain": {
                id_: {"value": ink.value, "linked": ink.linked} for id_, ink in self.chain.items()
            },
            "frames": {
                id_: _plain({str(value): mark for value, mark in rewards.items()})
                for id_, rewards in self.frames.items()
            },
            "total": self.total,
        }


def blank(sheet: Sheet, *, solo: bool = False, name: str | None = None) -> DaydreamBoard:
    """Give the sheet as it comes from the printer."""
    return DaydreamBoard(
        sheet=sheet.id,
        seed=sheet.seed,
        solo=solo,
        name=name,
        clouds={cloud.id: None for cloud in sheet.clouds},
        rows={row.id: None for row in sheet.rows},
        objects={thing.id: 0 for thing in sheet.objects},
        bonuses={bonus: None for bonus in sheet.bonus_ids},
        leaves={leaf.id: LeafMark.CIRCLED if leaf.circled else None for leaf in sheet.leaves},
        thorns=0,
        polaroids={polaroid.id: PolaroidInk() for polaroid in sheet.polaroids},
        constellation=None if sheet.constellation is None else ConstellationInk(),
        notes={note.id: 0 for note in sheet.notes},
        chain={moon.id: MoonInk() for moon in sheet.chain},
        frames={frame.id: {value: None for value in frame.rewards} for frame in sheet.frames},
        total=None,
    )


def _plain(marks: Mapping[str, StrEnum | None]) -> dict[str, str | None]:
    return {id_: mark and mark.value for id_, mark in marks.items()}
