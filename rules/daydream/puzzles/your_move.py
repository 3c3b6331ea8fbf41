"""Your move: a game stopped before a roll, to be talked about; there is no one right answer.

What is printed is known by its sheet and number alone. What could come of a move is counted: each
is played on many times by the careful player, all with the same rolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, islice
from random import Random

from rules.daydream.board import RowMark
from rules.daydream.game import EMPTY, Move, PlayedGame
from rules.daydream.plan import Plan
from rules.daydream.players import LEAF_PRICE, Careful
from rules.daydream.sheet import Sheet
from rules.daydream.simulate import MOST_TURNS, parts_of, table_game
from rules.dice import rolls

GAMES = 60
"""Played on from every way to use the roll."""
_FIRST, _SECOND, _TOLD = 8, 3, 5
"""How many moves are tried with one die, then with the other, and how many ways are told."""
_LEAVES = range(1, 4)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to use a roll."""

    moves: tuple[Move, ...]
    points: float
    """What such games ended with, on average."""


@dataclass(frozen=True, slots=True)
class YourMove:
    """A game in its middle."""

    sheet: Sheet
    number: int
    turns: int
    """Played so far."""
    roll: tuple[int, int]
    leaves: int
    """That are circled and not filled."""
    clouds: Mapping[str, int | None]
    rows: Mapping[str, RowMark | None]
    ways: tuple[Way, ...]
    """The best ones that are about different clouds, best first."""


@lru_cache(maxsize=16)
def your_move(sheet: Sheet, number: int) -> YourMove:
    """Stop a game where there is something to choose, always the same."""
    plan = Plan(sheet)
    chance = Random(f"your move 1 {sheet.id} {sheet.seed} {number}")
    for attempt in count():
        seed = f"your move {sheet.id} {sheet.seed} {number} {attempt}"
        turns = int(len(sheet.clouds) * (0.18 + 0.14 * chance.random()))
        (game,) = table_game(plan, ["careful"], seed, turns, solo=True)
        roll = next(islice(rolls(seed), turns + 1, None))
        if not game.over and game.ready in _LEAVES and roll[0] != roll[1]:
            break
    numbers = [None if written == EMPTY else written for written in game.numbers]
    return YourMove(
        sheet=sheet,
        number=number,
        turns=turns,
        roll=roll,
        leaves=game.ready,
        clouds=dict(zip((cloud.id for cloud in sheet.clouds), numbers, strict=True)),
        rows=dict(zip((row.id for row in sheet.rows), game.marks, strict=True)),
        ways=tuple(_ways(game, roll)),
    )


def _ways(game: PlayedGame, roll: tuple[int, int]) -> list[Way]:
    """Weigh ways to use a roll; of several with the same clouds the best one is told."""
    best: dict[frozenset[int], Way] = {}
    for moves in _pairs(game, roll):
        points = sum(_points(game, roll, moves, trial) for trial in range(GAMES)) / GAMES
        where = frozenset(move.cloud for move in moves)
        if where not in best or points > best[where].points:
            best[where] = Way(moves, points)
    return sorted(best.values(), key=lambda way: -way.points)[:_TOLD]


def _pairs(game: PlayedGame, roll: tuple[int, int]) -> Iterator[tuple[Move, ...]]:
    seen = set()
    for first in _Teller(game.plan, ()).best(game, roll, True, _FIRST):
        teller = _Teller(game.plan, (first,))
        _copied(game, teller).turn(roll)
        for second in teller.seconds:
            if (pair := frozenset((first, second))) not in seen:
                seen.add(pair)
                yield first, second


def _points(game: PlayedGame, roll: tuple[int, int], moves: tuple[Move, ...], trial: int) -> int:
    """Play on to the end, and count."""
    played = _copied(game, _Teller(game.plan, moves))
    played.turn(roll)
    for later in islice(rolls(f"on {trial}"), MOST_TURNS):
        if played.over:
            break
        played.turn(later)
    return sum(parts_of(played).values())


def _copied(game: PlayedGame, player: Careful) -> PlayedGame:
    known = {id(game.plan): game.plan, id(game.player): player}
    return deepcopy(game, known)


class _Teller(Careful):
    """Makes the moves that were told, and then careful ones."""

    def __init__(self, plan: Plan, told: tuple[Move, ...]) -> None:
        super().__init__(plan, Random("your move"))
        self._left = list(told)
        self.seconds: list[Move] = []
        """The best moves after those that were told."""

    def move(self, game: PlayedGame, dice: Sequence[int], may_skip: bool) -> Move:
        if self._left:
            return self._left.pop(0)
        if not self.seconds:
            self.seconds = self.best(game, dice, may_skip, _SECOND)
        return super().move(game, dice, may_skip)

    def best(self, game: PlayedGame, dice: Sequence[int], may_skip: bool, most: int) -> list[Move]:
        """Give the best moves, each cloud once."""
        found: dict[int, tuple[float, Move]] = {}
        for move in game.moves(dice, may_skip and game.blank > 0):
            worth = LEAF_PRICE - self._thorn(game)
            if move.cloud >= 0:
                bent = abs(move.number - move.die)
                worth = self._gain(game, move.cloud, move.number) - LEAF_PRICE * bent
            if move.cloud not in found or worth > found[move.cloud][0]:
                found[move.cloud] = (worth, move)
        order = sorted(found.values(), key=lambda each: (-each[0], each[1]))
        return [move for _, move in order[:most]]
