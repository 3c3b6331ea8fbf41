"""Plays scripts, some ten thousand a second, with the same outcome as a game by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from rules.daydream.extras import heads_for, polaroids_for
from rules.daydream.game import CROSSED, EMPTY, SUN, mark_of_code
from rules.daydream.par_script import SKIP, Script
from rules.daydream.plan import BASE, BOW_TIE, CLOVER, Plan
from rules.daydream.score import objects_lost
from rules.dice import Roll

LONGEST_ROW = 7
SUNS = 8
"""Stands before the length of a row that ends with a sun."""
FILLED = BASE**LONGEST_ROW
"""A row's state is its code, and this for every cloud that is filled."""
NEARLY = 0.9
"""What an object or a star is worth in the search when all its lines but the last are there."""
ODD_THORN = 0.15
"""What a thorn without a second one costs in the search; by the rules it costs nothing."""
SPARE_LEAF = 0.02
ALIKE = 0.5
"""What the missing heads of a note are worth in the search when all numbers but one are alike."""
RUN = 0.6
"""The same, for the run of the polaroids."""
NEAR_MISS = 30
"""A frame that comes too late by fewer segments than this is half as good as one in time."""


class Played(NamedTuple):
    """How a script ends."""

    promise: float
    """The points, with parts of points for what is nearly reached; what the search goes by."""
    total: int


class _Leaps(NamedTuple):
    """Where lines lead from each number of drawn segments, for one choice of bonuses."""

    to: dict[int, list[int]]
    """By how a row ends (see ``_RowEnds``)."""
    leaves: list[int]
    """How many leaves were won on the way to each number of segments."""


class _RowEnds(dict[int, int]):
    """How full rows end, by their state: 0 crossed out, the length with a dot, and SUNS on top."""

    def __missing__(self, code: int) -> int:
        mark, length = mark_of_code(code % FILLED), code // FILLED
        self[code] = end = 0 if mark == CROSSED else length + SUNS * (mark == SUN)
        return end


class Stage:
    """One sheet and the rolls of one seed."""

    def __init__(self, plan: Plan, rolls: Sequence[Roll]) -> None:
        """Look up beforehand what every script will ask for."""
        sheet = plan.sheet
        self.plan = plan
        self.rolls = rolls
        self.touch = [sum(1 << c for c in beside) for beside in plan.touches]
        """For each cloud the clouds beside it, as bits."""
        self.counted = sorted(plan.star_clouds | _subtracted(plan))
        """The clouds whose numbers themselves are worth points."""
        self._dice = [die for roll in rolls for die in roll]
        groups = [*(frame.clouds for frame in sheet.frames), *(row.clouds for row in sheet.rows)]
        self._full = [FILLED * len(group) for group in groups]
        """For each family and then each row the least state in which it is full."""
        self._writes = [
            [self._written(cloud, number) for number in range(10)]
            for cloud in range(len(sheet.clouds))
        ]
        """For each cloud and number what they add to which states; the family comes first."""
        circled = sum(leaf.circled for leaf in sheet.leaves)
        most_won = 2 * len(rolls) + len(sheet.objects)
        self._leaves = [min(circled + won, len(sheet.leaves)) for won in range(most_won + 1)]
        """How many leaves are circled, by how many were won with skips and bonuses."""
        self._clover = plan.start_of.get(CLOVER, plan.segments)
        self._bow_tie = plan.start_of.get(BOW_TIE, plan.segments)
        suns = {0, *plan.next_sun}
        self._on_sun = [drawn in suns for drawn in range(plan.segments + 1)]
        self._notes = [(n.heads, c) for n, c in zip(sheet.notes, plan.notes, strict=True)]
        self._ends = _RowEnds()
        self._polaroids: dict[tuple[int, ...], tuple[int, float]] = {}
        self._leaps: dict[tuple[bool, ...], _Leaps] = {}

    def _written(self, cloud: int, number: int) -> list[tuple[int, int]]:
        family = self.plan.family_of[cloud]
        families = len(self.plan.sheet.frames)
        rows = [
            (families + seat.row, FILLED + (number + 1) * seat.weight)
            for seat in self.plan.seats[cloud]
        ]
        return rows if family is None else [(family, FILLED), *rows]

    def play(self, script: Script) -> Played | None:
        """Play a script to the end of the game; None if it breaks the rules."""
        clouds, bends, turned, dice = script.clouds, script.bends, script.turned, self._dice
        touch, writes, full, ends = self.touch, self._writes, self._full, self._ends
        leaps, won = self._leaps.get(script.lines) or self._new_leaps(script.lines)
        leaves, on_sun, segments = self._leaves, self._on_sun, self.plan.segments
        families = len(self.plan.sheet.frames)
        states = [0] * len(full)
        everything = (1 << len(touch)) - 1
        numbers = [EMPTY] * len(touch)
        framed: list[int] = []
        filled = drawn = thorns = spent = 0
        for place, cloud in enumerate(clouds):
            if drawn == segments and not place & 1:
                break
            if cloud == SKIP:
                if filled == everything:
                    break
                if place < 2 or (place & 1 and clouds[place - 1] == SKIP):
                    return None
                thorns += 1
                continue
            number = dice[place ^ turned[place >> 1]]
            if place > 1:
                if not touch[cloud] & filled:
                    return None
                if bends[place]:
                    bent = _bent(number, bends[place], leaves[thorns + won[drawn]] - spent)
                    spent += abs(bent - number)
                    number = bent
            filled |= 1 << cloud
            numbers[cloud] = number
            first = second = 0
            for group, more in writes[cloud][number]:
                state = states[group] + more
                states[group] = state
                if state >= full[group]:
                    if group < families:
                        framed += (group, drawn)
                    elif end := ends[state]:
                        first, second = end, first
            if first:
                if second and (second > SUNS) == on_sun[drawn] != (first > SUNS):
                    first, second = second, first
                drawn = leaps[second][leaps[first][drawn]]
        ready = leaves[thorns + won[drawn]] - spent
        outcome = self._outcome(drawn, numbers, min(thorns, self.plan.sheet.thorns), ready)
        return self._with_extras(outcome, numbers, self._chain(script, numbers), framed)

    def _chain(self, script: Script, numbers: Sequence[int]) -> list[int]:
        """Give the numbers for the chain in the order in which a game writes them."""
        moons, clouds = self.plan.moon_clouds, script.clouds
        if not moons:
            return []
        if script.turned[0]:
            clouds = [clouds[1], clouds[0], *clouds[2:]]
        return [numbers[c] for c in clouds if c in moons and numbers[c] != EMPTY]

    def _outcome(self, drawn: int, numbers: Sequence[int], thorns: int, ready: int) -> Played:
        """Count objects, thorns and the constellation."""
        plan = self.plan
        nearly = self._nearly_drawn[drawn]
        objects = int(nearly)
        total = objects - objects_lost(thorns, objects)
        promise = total - objects + nearly + SPARE_LEAF * ready - ODD_THORN * (thorns % 2)
        if plan.star_clouds:
            lines = sum(numbers[c] for c in plan.star_clouds if numbers[c] != EMPTY)
            path = min(lines, plan.sheet.path_lines)
            total += plan.stars_by_line[path]
            promise += self._nearly_reached[path]
        return Played(promise, total)

    def _with_extras(
        self, outcome: Played, numbers: Sequence[int], chain: Sequence[int], framed: Sequence[int]
    ) -> Played:
        """Add what chain, notes, polaroids and frames are worth."""
        plan, sheet = self.plan, self.plan.sheet
        promise, extras = outcome.promise, 0
        if chain:
            links = (moon.link or 0 for moon in sheet.chain[1:])
            extras += sum(
                link for link, (a, b) in zip(links, pairwise(chain), strict=False) if a == b
            )
        for heads, clouds in self._notes:
            worth, near = _note_worth(tuple([numbers[c] for c in clouds]), heads)
            extras += worth
            promise += near
        if plan.polaroids:
            copied = tuple([numbers[c] for c, _ in plan.polaroids])
            worth, near = self._polaroids.get(copied) or self._new_polaroids(copied)
            extras += worth
            promise += near
        for family, drawn in zip(framed[::2], framed[1::2], strict=True):
            worth, near = self._reward(family, drawn)
            extras += worth
            promise += near
        return Played(promise + extras, outcome.total + extras)

    def _reward(self, family: int, drawn: int) -> tuple[int, float]:
        """Say what the clover and the bow tie have left of a frame, and what was nearly left."""
        best, second = self.plan.sheet.frames[family].rewards
        late, very_late = drawn - self._clover, drawn - self._bow_tie
        if late <= 0:
            return best, 0.0
        if very_late <= 0:
            return second, max(1 - late / NEAR_MISS, 0) * (best - second) / 2
        return 0, max(1 - very_late / NEAR_MISS, 0) * second / 2

    def _new_polaroids(self, numbers: tuple[int, ...]) -> tuple[int, float]:
        """Say what polaroids are worth, and how near they are to a run, which counts double."""
        sheet = self.plan.sheet
        worth = polaroids_for([_or_none(number) for number in numbers], sheet)
        near = 0.0
        if sheet.polaroid_rule == "distinct" and worth <= len(numbers):
            right = max(
                sum(number == first + step * n for n, number in enumerate(numbers))
                for step in (1, -1)
                for first in range(10)
            )
            near = RUN * len(numbers) * (right / len(numbers)) ** 2
        self._polaroids[numbers] = worth, near
        return worth, near

    @cached_property
    def _nearly_drawn(self) -> list[float]:
        """Objects by the segments drawn, with a part for the one that is begun."""
        ends = [0, *sorted(self.plan.object_ends)]
        parts = [
            done + NEARLY * segment / (end - begin)
            for done, (begin, end) in enumerate(pairwise(ends))
            for segment in range(end - begin)
        ]
        return [*parts, float(len(ends) - 1)]

    @cached_property
    def _nearly_reached(self) -> list[float]:
        """Stars by the lines of the path, with a part for the way to the next."""
        stars = self.plan.stars_by_line
        between = [[n for n, reached in enumerate(stars) if reached == star] for star in stars]
        return [
            star + NEARLY * (n - alike[0]) / len(alike)
            for n, (star, alike) in enumerate(zip(stars, between, strict=True))
        ]

    def _new_leaps(self, lines: tuple[bool, ...]) -> _Leaps:
        plan = self.plan
        line_at = dict(zip(sorted(plan.bonus_ends), lines, strict=True))

        def settled(drawn: int) -> int:
            while line_at.get(drawn) and drawn < plan.segments:
                drawn = plan.next_sun[drawn]
            return drawn

        places = range(plan.segments + 1)
        dots = [settled(min(at + 1, plan.segments)) for at in places]
        suns = [settled(plan.next_sun[at]) for at in places]
        leaves = [sum(not line for end, line in line_at.items() if end <= at) for at in places]
        to = {length: leap for length, leap in enumerate(_repeated(dots))}
        to |= {SUNS + length: leap for length, leap in enumerate(_repeated(suns))}
        leaps = self._leaps[lines] = _Leaps(to, leaves)
        return leaps


def _subtracted(plan: Plan) -> frozenset[int]:
    """The clouds whose polaroids are added up, or subtracted."""
    if plan.sheet.polaroid_rule != "difference":
        return frozenset()
    return frozenset(cloud for cloud, _ in plan.polaroids)


def _repeated(step: Sequence[int]) -> list[list[int]]:
    """Take a step 0 to LONGEST_ROW times."""
    leaps = [list(range(len(step)))]
    for _ in range(LONGEST_ROW):
        leaps.append([step[at] for at in leaps[-1]])
    return leaps


def _bent(die: int, bend: int, ready: int) -> int:
    """Bend a die as far as leaves and digits go."""
    if bend > 0:
        return min(die + min(bend, ready), 9)
    return max(die - min(-bend, ready), 0)


@cache
def _note_worth(numbers: tuple[int, ...], heads: int) -> tuple[int, float]:
    """Count the heads that a note's numbers fill, and a part for those that are nearly filled."""
    worth = heads_for([_or_none(number) for number in numbers], heads)
    alike = max((numbers.count(number) for number in numbers if number != EMPTY), default=0)
    return worth, (heads - worth) * ALIKE * max(alike - 1, 0) / (len(numbers) - 1)


def _or_none(number: int) -> int | None:
    return None if number == EMPTY else number
