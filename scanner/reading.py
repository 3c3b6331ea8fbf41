"""What one element on the paper seems to say: a value, its chance, and what else it could be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from templates.game import Value

CORRECTED, SCRIBBLE = "digit-struck", "digit-scribble"
"""Why a person is asked about ink that is more than one digit, or none."""
INSTEAD = "crossed-beside"
"""Why a person is asked about a ring beside a symbol that is crossed out."""
RUBBED_OUT = "digit-rubbed"
"""Why a person is asked about a digit that is far paler than all others."""
_MOST_LIKELY, _STILL_LIKELY = 4, 0.02


@dataclass(frozen=True)
class Reading:
    """The chances of everything that an element can say."""

    element: str
    """Its name in a scan, such as ``c1`` or ``p1.value``."""
    chances: Mapping[Value, float]
    """Every value with its chance; they add up to 1."""
    why: str = ""
    """Why a person should look at it whatever the chances are; a key of ``scan.why``."""
    doubt: str = "mark-faint"
    """Why a person should look at it if it is not sure; a key of ``scan.why``."""
    shape: str = ""
    """How a digit is written, to be compared with others of its hand (``scanner.alike``)."""
    copied: bool = False
    """Whether it repeats a number that stands elsewhere: one slip explains all that is odd."""

    @cached_property
    def guess(self) -> Value:
        """The most likely value."""
        return max(self.chances, key=self.chances.__getitem__)

    @property
    def confidence(self) -> float:
        """The chance of the guess."""
        return self.chances[self.guess]

    def saying(self, chances: Mapping[Value, float]) -> Reading:
        """Give the same reading with other chances, in a third of the time of ``replace``."""
        return Reading(self.element, chances, self.why, self.doubt, self.shape, self.copied)

    @cached_property
    def runner_up(self) -> Value:
        """The second most likely value."""
        others = [value for value in self.chances if value != self.guess]
        return max(others, key=self.chances.__getitem__, default=None)

    @property
    def likely(self) -> tuple[Value, ...]:
        """The likeliest values, the guess first, and then what still has a chance."""
        by_chance = sorted(self.chances, key=lambda value: -self.chances[value])
        return tuple(
            value
            for n, value in enumerate(by_chance[:_MOST_LIKELY])
            if n < 2 or self.chances[value] > _STILL_LIKELY
        )


def normalised(weights: Mapping[Value, float]) -> dict[Value, float]:
    """Scale weights to chances; none at all become equal."""
    total = sum(weights.values())
    if total <= 0:
        return {value: 1 / len(weights) for value in weights}
    return {value: weight / total for value, weight in weights.items()}
