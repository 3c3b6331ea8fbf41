"""What a teacher has said about a lesson's sheets: it counts before all that was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from paperplay.results.duplicates import Kept
from rules.errors import HostError
from templates.game import Value

NOBODY = 0
"""Whose sheet it is that was laid aside."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """Answers by the numbers of photos, so that a retaken photo does not undo them."""

    settled: Mapping[int, Mapping[str, Value]] = field(default_factory=dict)
    """What elements show."""
    moved: Mapping[int, int] = field(default_factory=dict)
    """Whose sheets these are, by pupils' numbers."""
    excused: frozenset[int] = frozenset()
    """Pupils who need not hand in."""

    def settle(self, one: Kept, element: str, value: Value) -> Corrections:
        """Say what an element shows."""
        key = one.best.key
        return replace(
            self, settled={**self.settled, key: {**self.settled.get(key, {}), element: value}}
        )

    def move(self, one: Kept, number: int) -> Corrections:
        """Say whose sheet it is."""
        return replace(self, moved={**self.moved, **dict.fromkeys(keys_of(one), number)})

    def excuse(self, number: int, *, on: bool = True) -> Corrections:
        """Excuse a pupil, or no longer."""
        others = self.excused - {number}
        return replace(self, excused=others | {number} if on else others)

    def owner(self, one: Kept) -> int | None:
        """Say whose sheet it is, if somebody has said so; ``NOBODY`` if it was laid aside."""
        return next((self.moved[key] for key in sorted(keys_of(one)) if key in self.moved), None)

    def answers(self, one: Kept) -> dict[str, Value]:
        """Give what was said about a sheet's elements, in whichever of its photos."""
        said: dict[str, Value] = {}
        for key in sorted(keys_of(one)):
            said |= self.settled.get(key, {})
        return said

    def applied(self, one: Kept) -> Kept:
        """Give a sheet as it is once the answers count."""
        best = one.best
        for element, value in self.answers(one).items():
            best = best.settled(element, value)
        return replace(one, best=best)

    def renumbered(self, numbers: Mapping[int, int]) -> Corrections:
        """Give them for photos that have got other numbers; what is about no photo goes."""
        return replace(
            self,
            settled={numbers[key]: said for key, said in self.settled.items() if key in numbers},
            moved={numbers[key]: whose for key, whose in self.moved.items() if key in numbers},
        )

    def as_json(self) -> dict[str, Any]:
        """Give them as plain data."""
        return {
            "settled": {str(key): dict(said) for key, said in self.settled.items()},
            "moved": {str(key): number for key, number in self.moved.items()},
            "excused": sorted(self.excused),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Corrections:
        """Read what ``as_json`` gave."""
        return cls(
            {int(key): dict(said) for key, said in data["settled"].items()},
            {int(key): int(number) for key, number in data["moved"].items()},
            frozenset(map(int, data["excused"])),
        )


def keys_of(one: Kept) -> set[int]:
    """Give the numbers of all photos of a sheet; only a lesson that is kept has them."""
    return {scan.key for scan in (one.best, *one.others) if scan.key}


def checked(one: Kept, element: str, value: Value) -> None:
    """Raise a HostError if an element cannot show this."""
    if not one.best.key:
        raise HostError("review-element", element=element[:40])
    one.best.settled(element, value)
