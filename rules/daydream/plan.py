"""A sheet turned into numbers, so that many games can be played quickly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rules.daydream.extras import stars_reached
from rules.daydream.lines import Track, track_of
from rules.daydream.sheet import Sheet

BASE = 11
"""A row's state is a number in this base: one digit a cloud, 0 for an empty one."""

CLOVER, BOW_TIE = "clover", "bow_tie"
"""Beginning them in solo crosses out the fives, or the twos, of the frames."""


class Seat(NamedTuple):
    """A cloud's place in one of its rows."""

    row: int
    weight: int
    """What a written number, plus one, is multiplied with in the row's state."""
    length: int


@dataclass(frozen=True)
class Plan:
    """Everything a game looks up, by index instead of by name."""

    sheet: Sheet

    @cached_property
    def index_of(self) -> dict[str, int]:
        """Cloud ids to indices."""
        return {cloud.id: i for i, cloud in enumerate(self.sheet.clouds)}

    @cached_property
    def touches(self) -> list[tuple[int, ...]]:
        """The clouds beside each cloud."""
        return [tuple(self.index_of[c] for c in cloud.touches) for cloud in self.sheet.clouds]

    @cached_property
    def rows(self) -> list[tuple[int, ...]]:
        """The clouds of each row."""
        return [tuple(self.index_of[c] for c in row.clouds) for row in self.sheet.rows]

    @cached_property
    def seats(self) -> list[tuple[Seat, ...]]:
        """For each cloud its place in each of its rows."""
        seats: list[list[Seat]] = [[] for _ in self.sheet.clouds]
        for r, clouds in enumerate(self.rows):
            for place, cloud in enumerate(clouds):
                seats[cloud].append(Seat(r, BASE**place, len(clouds)))
        return [tuple(one) for one in seats]

    @cached_property
    def _track(self) -> Track:
        """Every segment is a place: a game asks the player about each bonus."""
        return track_of(self.sheet, self.sheet.bonus_ids)

    @cached_property
    def next_sun(self) -> tuple[int, ...]:
        """From each number of drawn segments to the number at the next sun."""
        return self._track.next_sun

    @cached_property
    def segments(self) -> int:
        """How many segments all objects have."""
        return self._track.end

    @cached_property
    def object_ends(self) -> dict[int, int]:
        """After how many segments which object is finished."""
        ends: dict[int, int] = {}
        drawn = 0
        for i, thing in enumerate(self.sheet.objects):
            drawn += thing.segments
            ends[drawn] = i
        return ends

    @cached_property
    def bonus_ends(self) -> frozenset[int]:
        """After how many segments a bonus is earned."""
        return frozenset(
            end for end, i in self.object_ends.items() if self.sheet.objects[i].bonus is not None
        )

    @cached_property
    def start_of(self) -> dict[str, int]:
        """How many segments stand before an object of this name."""
        starts: dict[str, int] = {}
        drawn = 0
        for thing in self.sheet.objects:
            starts.setdefault(thing.name, drawn)
            drawn += thing.segments
        return starts

    @cached_property
    def star_clouds(self) -> frozenset[int]:
        """The clouds that draw the constellation."""
        if self.sheet.constellation is None:
            return frozenset()
        return frozenset(self.index_of[c] for c in self.sheet.clouds_with("star"))

    @cached_property
    def moon_clouds(self) -> frozenset[int]:
        """The clouds that feed the chain."""
        if not self.sheet.chain:
            return frozenset()
        return frozenset(self.index_of[c] for c in self.sheet.clouds_with("moon"))

    @cached_property
    def polaroids(self) -> list[tuple[int, bool]]:
        """Each polaroid's cloud, and whether it is a star's."""
        return [(self.index_of[p.cloud], p.side == "star") for p in self.sheet.polaroids]

    @cached_property
    def notes(self) -> list[tuple[int, ...]]:
        """The clouds that each note touches."""
        return [tuple(self.index_of[c] for c in note.clouds) for note in self.sheet.notes]

    @cached_property
    def notes_of(self) -> list[tuple[int, ...]]:
        """The notes that each cloud touches."""
        return [
            tuple(n for n, clouds in enumerate(self.notes) if cloud in clouds)
            for cloud in range(len(self.sheet.clouds))
        ]

    @cached_property
    def family_of(self) -> list[int | None]:
        """The family of frames that each cloud belongs to."""
        family: list[int | None] = [None] * len(self.sheet.clouds)
        for f, frame in enumerate(self.sheet.frames):
            for cloud in frame.clouds:
                family[self.index_of[cloud]] = f
        return family

    @cached_property
    def stars_by_line(self) -> list[int]:
        """How many stars are reached after each number of lines of the constellation."""
        return [len(stars_reached(self.sheet, n)) for n in range(self.sheet.path_lines + 1)]
