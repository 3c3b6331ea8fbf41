"""What is on a Daydream sheet, without a single millimetre: the part that rules need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Symbol = Literal["star", "moon"]
PolaroidRule = Literal["difference", "distinct"]


@dataclass(frozen=True, slots=True)
class Cloud:
    """A place for one number."""

    id: str
    symbol: Symbol | None
    """What the cloud feeds on this sheet; None where the combination ignores it."""
    touches: tuple[str, ...]
    """The clouds directly beside, above and below."""


@dataclass(frozen=True, slots=True)
class Row:
    """Clouds that are judged together, in the order they stand."""

    id: str
    clouds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShelfObject:
    """An outline to draw, from its first point on, in the order of its points."""

    id: str
    name: str
    suns: tuple[bool, ...]
    """For each point, whether it is a sun; the first always is."""
    closed: bool
    bonus: str | None
    """The bonus that finishing it earns."""

    @property
    def segments(self) -> int:
        """How many lines from point to point make the whole outline."""
        return len(self.suns) if self.closed else len(self.suns) - 1


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf that bends a die by one."""

    id: str
    circled: bool
    """Whether it is printed as circled."""


@dataclass(frozen=True, slots=True)
class Polaroid:
    """A copy of one cloud's number."""

    id: str
    cloud: str
    side: Symbol


@dataclass(frozen=True, slots=True)
class Note:
    """A note between clouds: one head for two clouds, two heads for more."""

    id: str
    clouds: tuple[str, ...]
    heads: int


@dataclass(frozen=True, slots=True)
class Moon:
    """A moon of the chain, and what joining it to the moon above is worth."""

    id: str
    link: int | None


@dataclass(frozen=True, slots=True)
class Frame:
    """A family of frames: a group of clouds and its rewards, highest first."""

    id: str
    clouds: tuple[str, ...]
    rewards: tuple[int, ...]


@dataclass(frozen=True)
class Sheet:
    """One combination of panels, or a fresh one made from a seed.

    Not slotted, so that what follows from it is worked out once and kept.
    """

    id: str
    """Such as ``daydream/BAC``."""
    seed: int
    clouds: tuple[Cloud, ...]
    rows: tuple[Row, ...]
    objects: tuple[ShelfObject, ...]
    """In the order in which they are drawn."""
    leaves: tuple[Leaf, ...]
    thorns: int
    """How many thorns are printed on the plant."""
    tiers: tuple[int, int, int, int]
    """The lowest total of each solo tier."""
    polaroids: tuple[Polaroid, ...] = ()
    """From left to right."""
    polaroid_rule: PolaroidRule | None = None
    constellation: tuple[str | None, ...] | None = None
    """The star on each point of the path, the start first; None for a bare point."""
    notes: tuple[Note, ...] = ()
    chain: tuple[Moon, ...] = ()
    frames: tuple[Frame, ...] = ()

    @cached_property
    def cloud_by_id(self) -> Mapping[str, Cloud]:
        """The clouds by name."""
        return {cloud.id: cloud for cloud in self.clouds}

    @cached_property
    def object_by_id(self) -> Mapping[str, ShelfObject]:
        """The objects by name."""
        return {thing.id: thing for thing in self.objects}

    @cached_property
    def segments_of(self) -> Mapping[str, int]:
        """How many lines each object has, by name."""
        return {thing.id: thing.segments for thing in self.objects}

    @cached_property
    def bonus_ids(self) -> tuple[str, ...]:
        """The bonuses in the order of their objects."""
        return tuple(thing.bonus for thing in self.objects if thing.bonus is not None)

    @cached_property
    def stars(self) -> tuple[str, ...]:
        """The stars of the constellation in the order of the path."""
        return tuple(star for star in self.constellation or () if star is not None)

    @property
    def path_lines(self) -> int:
        """How many lines the constellation's path has."""
        return max(len(self.constellation) - 1, 0) if self.constellation else 0

    def clouds_with(self, symbol: Symbol) -> tuple[str, ...]:
        """Name the clouds that carry a symbol."""
        return self._clouds_by_symbol[symbol]

    @cached_property
    def _clouds_by_symbol(self) -> Mapping[Symbol, tuple[str, ...]]:
        symbols: tuple[Symbol, Symbol] = ("star", "moon")
        return {
            symbol: tuple(cloud.id for cloud in self.clouds if cloud.symbol == symbol)
            for symbol in symbols
        }

    @cached_property
    def neighbours(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """For each cloud those directly beside, above and below."""
        return tuple((cloud.id, cloud.touches) for cloud in self.clouds)
