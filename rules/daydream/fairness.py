"""Does a sheet play as hard as the hand-made ones? Bounds on how often solo tiers are reached."""

from __future__ import annotations

from dataclasses import dataclass

from rules.daydream.sheet import Sheet
from rules.daydream.simulate import simulate

TOP_TIER = (0.03, 0.20)
"""How often a careful player reaches tier 4."""
LOWEST_TIER = 0.15
"""A careful player ends in tier 1 less often."""
WORK = 22_000
"""Clouds filled by the careful player in one check: one or two seconds on one core."""
CARELESS = 4
"""The careless player plays this many times fewer games."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """How a sheet plays."""

    games: int
    mean: float
    tiers: tuple[float, float, float, float]
    """How often a careful player ends in tier 1 to 4."""
    careless: float
    """How often a careless player ends in tier 1 or 2."""

    @property
    def fair(self) -> bool:
        """Whether every bound is kept."""
        low, high = TOP_TIER
        return low <= self.tiers[3] <= high and self.tiers[0] < LOWEST_TIER and self.careless > 0.5


def fairness_of(sheet: Sheet) -> Fairness:
    """Play a sheet often enough to judge it; the same sheet is always judged alike."""
    games = WORK // len(sheet.clouds)
    careful = simulate(sheet, games=games, policy="careful", dice="fair")
    careless = simulate(sheet, games=games // CARELESS, policy="careless", dice="fair")
    return Fairness(
        games=games,
        mean=round(careful.mean, 2),
        tiers=careful.tiers,
        careless=sum(careless.tiers[:2]),
    )
