"""A whole solo game written down beforehand, so that it can be altered and played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rules.daydream.game import Move, PlayedGame
from rules.daydream.plan import Plan
from rules.daydream.players import Careful
from rules.dice import Roll

SKIP = -1
"""Stands in a script where a die is skipped."""
RUN_POINTS = 2.0
"""What a number that fits the run of polaroids is worth to a player who tries for it."""


@dataclass
class Script:
    """What is done with every die: places 0 and 1 are the opening, 2 and 3 the first turn.

    A script may ask for more than a game allows: a bend is cut to the leaves that are
    ready, and what stands after the end of the game is not played.
    """

    clouds: list[int]
    """For each place the cloud that is filled, or SKIP; every cloud stands here once."""
    bends: list[int]
    """For each place by how much leaves bend its die."""
    turned: list[int]
    """For each turn 1 if its second die is used first, else 0."""
    lines: tuple[bool, ...]
    """For each bonus, in the order of the objects, True for the line and False for the leaf."""

    def copy(self) -> Script:
        """Give the same script on a paper of its own."""
        return Script(self.clouds[:], self.bends[:], self.turned[:], self.lines)


class Reciter(Careful):
    """Plays a script by the rules, and writes down what came of it."""

    def __init__(self, plan: Plan, script: Script) -> None:
        """Leave only the order of rows to the careful player."""
        super().__init__(plan, Random(0))
        self._script = script
        self._place = 0
        self._lines = dict(zip(sorted(plan.bonus_ends), script.lines, strict=True))
        self.opening = (0, 0)
        self.turns: list[list[Move]] = []

    def start(self, game: PlayedGame, roll: tuple[int, int]) -> tuple[int, int]:
        """Open as written."""
        first, second = self._script.clouds[:2]
        self.opening = (second, first) if self._script.turned[0] else (first, second)
        self._place = 2
        return self.opening

    def move(self, game: PlayedGame, dice: Sequence[int], may_skip: bool) -> Move:
        """Go on as written, and bend a die as far as leaves go."""
        place, script = self._place, self._script
        self._place += 1
        if len(dice) > 1:
            self.turns.append([])
        die = dice[script.turned[place // 2]] if len(dice) > 1 else dice[0]
        cloud, bend = script.clouds[place], script.bends[place]
        reach = 0 if cloud == SKIP else min(game.ready, abs(bend), 9 - die if bend > 0 else die)
        move = Move(die, cloud, die + reach if bend > 0 else die - reach)
        self.turns[-1].append(move)
        return move

    def wants_line(self, game: PlayedGame) -> bool:
        """Choose as written."""
        return self._lines[game.drawn]


class Diarist(Careful):
    """The careful player with a little noise in its reckoning, who writes down what it does."""

    def __init__(self, plan: Plan, random: Random, noise: float, *, run: bool = False) -> None:
        """Let a move look better than it is, by up to this many lines.

        With ``run`` the player tries for polaroids that run from 1 to 6, or down from 6 to 1;
        that is beyond the careful player, and worth as much again as six different ones.
        """
        super().__init__(plan, random)
        rising = random.random() < 0.5
        self._run = {
            cloud: n if rising else 7 - n
            for n, (cloud, _) in enumerate(plan.polaroids if run else (), start=1)
        }
        self._noise = noise
        self._turns: list[list[Move]] = []
        self._lines: dict[int, bool] = {}

    def _gain(self, game: PlayedGame, cloud: int, number: int) -> float:
        return super()._gain(game, cloud, number) + self._noise * self._random.random()

    def _extra(self, game: PlayedGame, cloud: int, number: int) -> float:
        wanted = self._run.get(cloud)
        if wanted is None:
            return super()._extra(game, cloud, number)
        return self._point * (RUN_POINTS if number == wanted else -RUN_POINTS)

    def start(self, game: PlayedGame, roll: tuple[int, int]) -> tuple[int, int]:
        """Choose as ever."""
        clouds = super().start(game, roll)
        self._turns = [[Move(n, c, n) for n, c in zip(roll, clouds, strict=True)]]
        return clouds

    def move(self, game: PlayedGame, dice: Sequence[int], may_skip: bool) -> Move:
        """Choose as ever."""
        move = super().move(game, dice, may_skip)
        if len(dice) > 1:
            self._turns.append([])
        self._turns[-1].append(move)
        return move

    def wants_line(self, game: PlayedGame) -> bool:
        """Choose as ever."""
        self._lines[game.drawn] = super().wants_line(game)
        return self._lines[game.drawn]

    def script(self, rolls: Sequence[Roll]) -> Script:
        """Give the game as a script for this many rolls; clouds that stayed empty come last."""
        plan = self._plan
        script = Script([], [0] * (2 * len(rolls)), [0] * len(rolls), ())
        for turn, moves in enumerate(self._turns):
            script.turned[turn] = int(moves[0].die != rolls[turn][0])
            for move in moves:
                if move.cloud != SKIP:
                    script.bends[len(script.clouds)] = move.number - move.die
                script.clouds.append(move.cloud)
        script.clouds += _growth(plan, {cloud for cloud in script.clouds if cloud != SKIP})
        script.lines = tuple(self._lines.get(end, True) for end in sorted(plan.bonus_ends))
        return script


def _growth(plan: Plan, filled: set[int]) -> list[int]:
    """Put the clouds that are empty into an order in which they can be filled."""
    order: list[int] = []
    while len(filled) < len(plan.touches):
        cloud = next(
            c for c, beside in enumerate(plan.touches) if c not in filled and filled & {*beside}
        )
        filled.add(cloud)
        order.append(cloud)
    return order
