"""One player's game as it goes: what may be written, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from rules.daydream.board import RowMark
from rules.daydream.plan import BASE, BOW_TIE, CLOVER, Plan
from rules.daydream.rows import mark_of

EMPTY = -1
CROSSED, DOT, SUN = RowMark.CROSSED, RowMark.DOT, RowMark.SUN


class Move(NamedTuple):
    """What is done with one die."""

    die: int
    """The number rolled."""
    cloud: int
    """Where it is written; -1: the die is skipped and a leaf circled instead."""
    number: int
    """What is written; leaves have bent the die to it."""


class Player(Protocol):
    """Someone who decides."""

    def start(self, game: PlayedGame, roll: tuple[int, int]) -> tuple[int, int]:
        """Choose clouds for the two numbers of the start."""

    def move(self, game: PlayedGame, dice: Sequence[int], may_skip: bool) -> Move:
        """Choose what to do with one of the dice that are left this turn."""

    def wants_line(self, game: PlayedGame) -> bool:
        """Choose a bonus: True for a line to the next sun, False for a leaf."""

    def order(self, game: PlayedGame, rows: list[int]) -> list[int]:
        """Choose in which order rows that are full at once are resolved."""


class PlayedGame:
    """The sheet of one player in the middle of a game. Changed by every move."""

    def __init__(self, plan: Plan, player: Player, *, solo: bool) -> None:
        """Begin with an empty sheet."""
        sheet = plan.sheet
        self.plan = plan
        self.player = player
        self.solo = solo
        self.numbers = [EMPTY] * len(sheet.clouds)
        self.empty = len(sheet.clouds)
        self.codes = [0] * len(sheet.rows)
        self.left = [len(row.clouds) for row in sheet.rows]
        self.marks: list[RowMark | None] = [None] * len(sheet.rows)
        self.frontier: set[int] = set()
        self.drawn = 0
        self.ready = sum(leaf.circled for leaf in sheet.leaves)
        """Leaves that are circled and not yet filled."""
        self.spent = 0
        self.blank = len(sheet.leaves) - self.ready
        """Leaves that are not circled yet."""
        self.thorns = 0
        self.bonus_lines: list[bool] = []
        """For each bonus earned, whether the line was taken."""
        self.path = 0
        self.chain: list[int] = []
        self.family_left = [len(frame.clouds) for frame in sheet.frames]
        self.rewards: list[int | None] = [None] * len(sheet.frames)
        self.crossed: list[set[int]] = [set() for _ in sheet.frames]

    @property
    def over(self) -> bool:
        """Whether this player has ended the game."""
        return self.empty == 0 or self.drawn == self.plan.segments

    def moves(self, dice: Sequence[int], may_skip: bool) -> Iterator[Move]:
        """List every legal way to use one of the dice that are left."""
        for die in sorted(set(dice)):
            # Before the first number of the start everything is open; after it, the frontier.
            for number in range(max(0, die - self.ready), min(9, die + self.ready) + 1):
                for cloud in sorted(self.frontier):
                    yield Move(die, cloud, number)
            if may_skip:
                yield Move(die, -1, die)

    def start(self, roll: tuple[int, int]) -> None:
        """Write the two numbers of the start where the player wants them."""
        clouds = self.player.start(self, roll)
        for cloud, number in zip(clouds, roll, strict=True):
            self._write(cloud, number)

    def turn(self, roll: tuple[int, int]) -> None:
        """Use both dice of a turn."""
        dice = list(roll)
        may_skip = True
        while dice and self.empty:
            move = self.player.move(self, dice, may_skip)
            dice.remove(move.die)
            if move.cloud < 0:
                may_skip = False
                self._skip()
            else:
                bent = abs(move.number - move.die)
                self.ready -= bent
                self.spent += bent
                self._write(move.cloud, move.number)

    def _skip(self) -> None:
        self._circle_leaf()
        if self.solo and self.thorns < self.plan.sheet.thorns:
            self.thorns += 1

    def _circle_leaf(self) -> None:
        if self.blank:
            self.blank -= 1
            self.ready += 1

    def _write(self, cloud: int, number: int) -> None:
        plan = self.plan
        self.numbers[cloud] = number
        self.empty -= 1
        self.frontier.discard(cloud)
        for beside in plan.touches[cloud]:
            if self.numbers[beside] == EMPTY:
                self.frontier.add(beside)
        full: list[int] = []
        for row, weight, _ in plan.seats[cloud]:
            self.codes[row] += (number + 1) * weight
            self.left[row] -= 1
            if not self.left[row]:
                full.append(row)
        self._feed_extras(cloud, number)
        for row in self.player.order(self, full) if len(full) > 1 else full:
            self._resolve(row)

    def _feed_extras(self, cloud: int, number: int) -> None:
        plan = self.plan
        if cloud in plan.star_clouds:
            self.path = min(self.path + number, plan.sheet.path_lines)
        if cloud in plan.moon_clouds and len(self.chain) < len(plan.sheet.chain):
            self.chain.append(number)
        family = plan.family_of[cloud]
        if family is not None:
            self.family_left[family] -= 1
            if self.solo and not self.family_left[family]:
                self.take_reward(family)

    def take_reward(self, family: int) -> int | None:
        """Circle the highest reward of a family that is still there."""
        for value in self.plan.sheet.frames[family].rewards:
            if value not in self.crossed[family]:
                self.rewards[family] = value
                return value
        return None

    def _resolve(self, row: int) -> None:
        mark = mark_of_code(self.codes[row])
        self.marks[row] = mark
        if mark != CROSSED:
            for _ in self.plan.rows[row]:
                self._draw(to_sun=mark == SUN)

    def _draw(self, *, to_sun: bool) -> None:
        plan = self.plan
        if self.drawn == plan.segments:
            return
        before = self.drawn
        self.drawn = plan.next_sun[before] if to_sun else before + 1
        if self.solo and plan.sheet.frames:
            self._cross_out(before)
        if self.drawn in plan.bonus_ends:
            line = self.player.wants_line(self)
            self.bonus_lines.append(line)
            if line:
                self._draw(to_sun=True)
            else:
                self._circle_leaf()

    def _cross_out(self, before: int) -> None:
        for name, value in ((CLOVER, 5), (BOW_TIE, 2)):
            start = self.plan.start_of.get(name)
            if start is not None and before <= start < self.drawn:
                for family, taken in enumerate(self.rewards):
                    if taken is None:
                        self.crossed[family].add(value)


def mark_of_code(code: int) -> RowMark:
    """Say what a full row's state has earned."""
    numbers: list[int] = []
    while code:
        code, digit = divmod(code, BASE)
        numbers.append(digit - 1)
    mark = mark_of(numbers)
    assert mark is not None, "A full row has no empty cloud."
    return mark
