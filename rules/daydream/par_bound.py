"""How many points nobody can exceed on a sheet with certain dice."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from rules.daydream.plan import Plan
from rules.dice import Roll


def most_points(plan: Plan, rolls: Sequence[Roll]) -> int:
    """Give a total that no game can exceed; many sheets do not allow it, either.

    Every skipped die makes the game longer, so that more dice may be high, and gives a leaf;
    but two of them cost a point, until all thorns are drawn. Then waiting is free, and every die
    may be a six. The bound is that of the best number of skips.
    """
    thorns = plan.sheet.thorns
    patient = [(6, 6)] * len(plan.sheet.clouds)
    return max(
        _with_skips(plan, patient, thorns),
        *(_with_skips(plan, rolls, skips) for skips in range(thorns)),
    )


def _with_skips(plan: Plan, rolls: Sequence[Roll], skips: int) -> int:
    sheet = plan.sheet
    turns = (len(sheet.clouds) + skips + 1) // 2
    dice = [die for roll in rolls[:turns] for die in roll]
    circled = sum(leaf.circled for leaf in sheet.leaves)
    leaves = min(len(sheet.leaves), circled + skips + len(sheet.bonus_ids))
    return (
        max(len(sheet.objects) - skips // 2, 0)
        + plan.stars_by_line[min(_highest(dice, len(plan.star_clouds), leaves), sheet.path_lines)]
        + sum(note.heads for note in sheet.notes)
        + _polaroids(plan, dice, leaves)
        + sum(moon.link or 0 for moon in sheet.chain[: len(plan.moon_clouds)])
        + sum(max(frame.rewards) for frame in sheet.frames)
    )


def _highest(dice: Sequence[int], clouds: int, leaves: int) -> int:
    """Add up the highest dice for a number of clouds, bent by leaves."""
    return min(sum(nlargest(clouds, dice)) + leaves, 9 * clouds)


def _polaroids(plan: Plan, dice: Sequence[int], leaves: int) -> int:
    sides = [star for _, star in plan.polaroids]
    if plan.sheet.polaroid_rule == "difference":
        # An empty moon counts as 0, so only the stars' side is bound by the dice.
        return _highest(dice, sum(sides), leaves)
    return 2 * len(sides)
