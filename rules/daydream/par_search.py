"""Betters a script by many small changes: simulated annealing.

A change that makes the game better is kept; one that makes it worse is kept now and then,
often at first and hardly ever in the end, so that the search leaves a game that is only
better than those beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from random import Random

from rules.daydream.par_script import SKIP, Script
from rules.daydream.par_stage import Played, Stage

MOST_SKIPS = 30
COLD = 0.08
"""How much worse, in points, a kept change may be in the end."""

COUNTED = 0.5
"""How often a leaf is tried on a number that is itself worth points, where there are such."""


@dataclass
class Found:
    """A script and how it ends."""

    script: Script
    outcome: Played


def annealed(
    stage: Stage, begin: Found, random: Random, *, tries: int, hot: float, goal: int
) -> Found:
    """Give the best of a number of changed games; stop at once where the goal is reached."""
    changes = _Changes(stage, begin.script.copy(), random)
    now, best = begin.outcome, begin
    heat, cooling = hot, (COLD / hot) ** (1 / tries)
    for _ in range(tries):
        heat *= cooling
        undo = changes.try_one()
        outcome = stage.play(changes.script)
        if outcome is None or (
            outcome.promise < now.promise
            and random.random() >= exp((outcome.promise - now.promise) / heat)
        ):
            undo()
            continue
        now = outcome
        changes.settle()
        if (outcome.total, outcome.promise) > (best.outcome.total, best.outcome.promise):
            best = Found(changes.script.copy(), outcome)
            if outcome.total >= goal:
                break
    return best


Undo = Callable[[], None]


class _Changes:
    """Ways to alter one script a little; each gives what takes it back."""

    def __init__(self, stage: Stage, script: Script, random: Random) -> None:
        self.script = script
        self._stage = stage
        self._random = random.random
        ways: list[tuple[Callable[[], Undo | None], int]] = [
            (self._swap, 55),
            (self._rotate, 15),
            (self._bend, 15),
            (self._turn, 5),
            (self._bonus, 3 if script.lines else 0),
            (self._skip, 4),
            (self._use_again, 3),
        ]
        self._ways = [way for way, weight in ways for _ in range(weight)]
        self.settle()

    def settle(self) -> None:
        """Note which clouds are filled before each place, after a change was kept."""
        bits = (1 << cloud if cloud != SKIP else 0 for cloud in self.script.clouds)
        self._filled = list(accumulate(bits, int.__or__, initial=0))

    def try_one(self) -> Undo:
        """Alter something that is likely to be allowed."""
        while True:
            undo = self._ways[self._below(len(self._ways))]()
            if undo is not None:
                return undo

    def _below(self, n: int) -> int:
        return int(self._random() * n)

    def _may_move(self, cloud: int, place: int) -> bool:
        """Whether something beside a cloud, if it comes earlier, is filled by then."""
        if place < 2:
            return cloud != SKIP
        return cloud == SKIP or bool(self._stage.touch[cloud] & self._filled[place])

    def _swap(self) -> Undo | None:
        """Let two dice change their clouds."""
        clouds = self.script.clouds
        a, b = self._below(len(clouds)), self._below(len(clouds))
        if a > b:
            a, b = b, a
        if a == b or not self._may_move(clouds[b], a):
            return None
        clouds[a], clouds[b] = clouds[b], clouds[a]

        def undo() -> None:
            clouds[a], clouds[b] = clouds[b], clouds[a]

        return undo

    def _rotate(self) -> Undo | None:
        """Let three dice pass on their clouds."""
        clouds = self.script.clouds
        places = self._below(len(clouds)), self._below(len(clouds)), self._below(len(clouds))
        a, b, c = places
        before = clouds[a], clouds[b], clouds[c]
        first = min(places)
        comes = {a: before[1], b: before[2], c: before[0]}
        if len(comes) < 3 or not self._may_move(comes[first], first):
            return None
        clouds[a], clouds[b], clouds[c] = comes.values()

        def undo() -> None:
            clouds[a], clouds[b], clouds[c] = before

        return undo

    def _bend(self) -> Undo | None:
        """Spend a leaf on a die, or save it; at times take it from another die."""
        bends = self.script.bends
        last = len(self.script.clouds) - 2
        place, other = self._worth_bending(), 2 + self._below(last)
        before = bends[place], bends[other]
        if self._random() < 0.5:
            bends[other] = 0
        bends[place] = 0 if self._random() < 0.4 else before[0] + self._step()
        if (bends[place], bends[other]) == before:
            return None

        def undo() -> None:
            bends[place], bends[other] = before

        return undo

    def _worth_bending(self) -> int:
        """Choose the place of a die, often one whose number itself is worth points."""
        counted, clouds = self._stage.counted, self.script.clouds
        if counted and self._random() < COUNTED:
            place = clouds.index(counted[self._below(len(counted))])
            if place > 1:
                return place
        return 2 + self._below(len(clouds) - 2)

    def _step(self) -> int:
        return 1 if self._random() < 0.5 else -1

    def _turn(self) -> Undo | None:
        """Use a turn's dice in the other order, with their clouds or without."""
        clouds, turned = self.script.clouds, self.script.turned
        turn = self._below((len(clouds) + 1) // 2)
        a, b = 2 * turn, 2 * turn + 1
        with_clouds = b < len(clouds) and self._random() < 0.5

        def change() -> None:
            turned[turn] ^= 1
            if with_clouds:
                clouds[a], clouds[b] = clouds[b], clouds[a]

        change()
        return change

    def _bonus(self) -> Undo:
        """Take the other bonus for an object."""
        script, before = self.script, self.script.lines
        chosen = self._below(len(before))
        script.lines = (*before[:chosen], not before[chosen], *before[chosen + 1 :])

        def undo() -> None:
            script.lines = before

        return undo

    def _skip(self) -> Undo | None:
        """Skip a die; a later one takes its cloud, and the last die of the game that one's."""
        script, before = self.script, self.script.clouds[:]
        clouds = script.clouds
        place = 2 + self._below(len(clouds) - 2)
        skips = len(clouds) - len(self._stage.touch)
        if clouds[place] == SKIP or skips >= MOST_SKIPS:
            return None
        later = place + 1 + self._below(len(clouds) - place)
        clouds.append(clouds[place])
        clouds[place] = SKIP
        clouds[later], clouds[-1] = clouds[-1], clouds[later]

        def undo() -> None:
            script.clouds = before

        return undo

    def _use_again(self) -> Undo | None:
        """Use a die that was skipped, for the cloud that was filled last."""
        script, before = self.script, self.script.clouds[:]
        skips = [place for place, cloud in enumerate(before) if cloud == SKIP]
        if not skips:
            return None
        last = script.clouds.pop()
        if last != SKIP:
            script.clouds[skips[self._below(len(skips))]] = last

        def undo() -> None:
            script.clouds = before

        return undo
