"""Par: a very good solo game for one sheet and one seed of the dice.

A beam search: many games with the same rolls are played side by side. For every die each of
them goes on with the BRANCHES best moves by the careful player's reckoning, and with skips;
then the WIDTH most promising sheets are kept. A sheet promises its points, where lines count as
parts of objects, and the lines that its open rows can be expected to bring. Only a game that
draws every object without a thorn, on a sheet without extras, is known to be the best there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import permutations
from random import Random
from typing import NamedTuple

from rules.daydream.game import Game, Move
from rules.daydream.plan import Plan
from rules.daydream.players import LEAF_PRICE, MOST_LEAVES, Careful
from rules.daydream.sheet import Sheet
from rules.daydream.simulate import MOST_TURNS, parts_of
from rules.dice import Roll, rolls

WIDTH = 200
"""How many sheets are kept after every die."""
BRANCHES = 8
"""How many moves are tried for each of them."""


@dataclass(frozen=True)
class Par:
    """The best game found."""

    total: int
    parts: dict[str, int]
    start: tuple[int, int]
    """The clouds of the opening, by index."""
    turns: tuple[tuple[Move, ...], ...]
    """What was done with the dice of each roll."""
    optimal: bool
    """Whether no game at all can have more points."""


class _Line(Game):
    """A game that can be copied and goes on by moves from outside."""

    start_clouds: tuple[int, int] = (0, 0)
    turns: tuple[tuple[Move, ...], ...] = ()

    def copy(self) -> _Line:
        """Give the same game on a sheet of its own."""
        other = _Line.__new__(_Line)
        other.__dict__.update(self.__dict__)
        for name in ("numbers", "codes", "left", "marks", "chain", "family_left", "rewards"):
            setattr(other, name, getattr(self, name)[:])
        other.bonus_lines = self.bonus_lines[:]
        other.frontier = set(self.frontier)
        other.crossed = [set(one) for one in self.crossed]
        return other

    def open_with(self, clouds: tuple[int, int], roll: Roll) -> None:
        """Write the two numbers of the start."""
        self.start_clouds = clouds
        for cloud, number in zip(clouds, roll, strict=True):
            self._write(cloud, number)

    def use(self, move: Move) -> None:
        """Use one die."""
        if move.cloud < 0:
            self._skip()
            return
        bent = abs(move.number - move.die)
        self.ready -= bent
        self.spent += bent
        self._write(move.cloud, move.number)


class _Judge(Careful):
    """The careful player's eye for moves and sheets."""

    def best_moves(self, game: Game, dice: Sequence[int], may_skip: bool) -> list[Move]:
        """Choose the moves that are worth a try."""
        leaves = min(game.ready, MOST_LEAVES)
        rated = [
            (
                self._gain(game, cloud, number) - LEAF_PRICE * abs(number - die),
                Move(die, cloud, number),
            )
            for die in sorted(set(dice))
            for number in range(max(0, die - leaves), min(9, die + leaves) + 1)
            for cloud in game.frontier
        ]
        moves = [move for _, move in nlargest(BRANCHES, rated)]
        if may_skip and game.blank:
            moves.append(Move(min(dice), -1, min(dice)))
            if len(set(dice)) > 1:
                moves.append(Move(max(dice), -1, max(dice)))
        return moves

    def promise(self, game: Game) -> float:
        """Reckon the points that a sheet will come to."""
        parts = parts_of(game)
        value = self._value
        open_lines = sum(
            value[len(clouds), code]
            for clouds, code, left in zip(self._plan.rows, game.codes, game.left, strict=True)
            if left
        )
        points = sum(parts.values()) - parts["objects"] - parts["constellation"]
        lines = min(game.drawn + open_lines, self._plan.segments) + LEAF_PRICE * game.ready / 2
        return points + game.path * self._star + lines / self._point


def par_of(sheet: Sheet, dice: int | str, *, width: int = WIDTH) -> Par:
    """Search for a very good game; the same arguments give the same one."""
    plan = Plan(sheet)
    judge = _Judge(plan, Random(0))
    source = rolls(dice)
    kept = nlargest(width, _openings(plan, judge, next(source)), key=judge.promise)
    ended: list[_Line] = []
    for _ in range(MOST_TURNS):
        if not kept:
            break
        kept = _turn(judge, kept, next(source), width)
        ended += [game for game in kept if game.over]
        kept = [game for game in kept if not game.over]
    best = max(ended, key=_total)
    plain = not (sheet.polaroids or sheet.constellation or sheet.notes or sheet.chain)
    return Par(
        total=_total(best),
        parts=parts_of(best),
        start=best.start_clouds,
        turns=best.turns,
        optimal=plain and not sheet.frames and _total(best) == len(sheet.objects),
    )


def _total(game: Game) -> int:
    return sum(parts_of(game).values())


def _openings(plan: Plan, judge: _Judge, roll: Roll) -> Iterator[_Line]:
    empty = _Line(plan, judge, solo=True)
    for clouds in permutations(range(len(plan.sheet.clouds)), 2):
        game = empty.copy()
        game.open_with(clouds, roll)
        yield game


def _turn(judge: _Judge, games: Sequence[_Line], roll: Roll, width: int) -> list[_Line]:
    """Use both dice of a turn on all sheets."""
    half = [_Half(game, roll, True, ()) for game in games]
    for _ in roll:
        tried = {one.likeness: one for before in half for one in _tries(judge, before)}
        half = nlargest(width, tried.values(), key=lambda one: judge.promise(one.game))
    for one in half:
        one.game.turns = (*one.game.turns, one.done)
    return [one.game for one in half]


class _Half(NamedTuple):
    """A sheet in the middle of a turn."""

    game: _Line
    dice: tuple[int, ...]
    may_skip: bool
    done: tuple[Move, ...]

    @property
    def likeness(self) -> tuple[object, ...]:
        """What makes two sheets the same for the rest of the game."""
        game = self.game
        return tuple(game.numbers), game.drawn, game.ready, game.thorns, self.dice, self.may_skip


def _tries(judge: _Judge, half: _Half) -> Iterator[_Half]:
    """Use one more die in several ways; a full sheet stays as it is."""
    if not half.game.empty:
        yield half
        return
    for move in judge.best_moves(half.game, half.dice, half.may_skip):
        after = half.game.copy()
        after.use(move)
        dice = list(half.dice)
        dice.remove(move.die)
        yield _Half(after, tuple(dice), half.may_skip and move.cloud >= 0, (*half.done, move))
