"""Whether the numbers on a sheet can come from known rolls, with the leaves that were used.

The paper does not say in which order numbers were written, so the question is whether there is
any way to share them out among the dice:

- both dice of the start are written as they fell;
- of every later roll at least one die is written, since only one may be skipped for a leaf;
- a written number may differ from its die by as many steps as leaves were filled, all together;
- as many dice were skipped as leaves are circled that were neither printed so nor a bonus; where
  all leaves are circled it may have been more, which only the thorns of a solo game tell.

This is a flow of least cost: dice flow to numbers, and a step of difference costs a leaf. Where
numbers were written, and when a leaf was won, is not looked at, so a sheet that passes may still
be impossible; one that does not pass is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import inf

from rules.daydream.board import BonusMark, DaydreamBoard, LeafMark
from rules.daydream.flow import Flow
from rules.daydream.sheet import Sheet
from rules.dice import Roll, rolls

_START = 2
"""Numbers that are written before the first turn."""
_MUST = 10_000
"""What leaving out a die that has to be written costs: more than any number of leaves."""


@dataclass(frozen=True, slots=True)
class DiceVerdict:
    """What known rolls say about a sheet."""

    wrong: int
    """How many numbers at least did not come from the dice."""
    suspects: Mapping[int, tuple[str, ...]]
    """The numbers among which these are, and the clouds that hold them."""
    counts_fit: bool
    """Whether there are as many numbers as dice, less those that leaves were circled for."""

    @property
    def possible(self) -> bool:
        """Whether the dice can have given all numbers."""
        return self.wrong == 0


def check_dice(
    board: DaydreamBoard, sheet: Sheet, seed: int | str, unsure: Collection[str] = ()
) -> DiceVerdict:
    """Compare a board with the rolls of a seed; nothing is held against what is unsure."""
    known = {
        cloud: number
        for cloud, number in board.clouds.items()
        if number is not None and cloud not in unsure
    }
    numbers = Counter(known.values())
    open_clouds = sum(cloud in unsure for cloud in board.clouds)
    leaves = _leaves_of(board, sheet, unsure)
    # An unsure cloud may be empty, or hold any number.
    piles = [_Pile(numbers, free) for free in range(open_clouds + 1)]
    full = len(sheet.clouds)
    games = [(pile, turns) for pile in piles for turns in leaves.turns_for(pile.count, full)]
    counts_fit = bool(games)
    if not games:
        games = [(pile, turns) for pile in piles for turns in _any_turns(pile.count)]
    dice = list(islice(rolls(seed), 1 + max(turns for _, turns in games)))
    wrong, fitting = _least_wrong(games, dice, leaves.filled)
    suspects = {
        number: tuple(cloud for cloud, value in known.items() if value == number)
        for number in sorted(numbers)
        if wrong
        and any(
            _leaves_needed(pile.without(number), dice[: turns + 1], wrong - 1) <= leaves.filled
            for pile, turns in fitting
        )
    }
    return DiceVerdict(wrong, suspects, counts_fit)


@dataclass(frozen=True, slots=True)
class _Pile:
    """The numbers on a sheet, in no order."""

    numbers: Counter[int]
    free: int
    """Further numbers that may be anything."""

    @property
    def count(self) -> int:
        return self.numbers.total() + self.free

    def without(self, number: int) -> _Pile:
        """Give the pile with one of these numbers unknown."""
        return _Pile(self.numbers - Counter((number,)), self.free + 1)


@dataclass(frozen=True, slots=True)
class _Leaves:
    """What the leaves say about a game."""

    filled: int
    least_skips: int
    most_skips: float

    def turns_for(self, count: int, full: int) -> Iterator[int]:
        """Give the lengths of a game that this many numbers and these leaves allow."""
        for turns in _any_turns(count):
            left_out = _START + 2 * turns - count if count else 0
            # On a full sheet the last die may have been lost without a leaf.
            lost = range(2) if count == full and left_out else range(1)
            if any(self.least_skips <= left_out - each <= self.most_skips for each in lost):
                yield turns


def _any_turns(count: int) -> range:
    """Every turn has written one number or two."""
    return range(max(0, (count - 1) // 2), max(0, count - _START) + 1)


def _leaves_of(board: DaydreamBoard, sheet: Sheet, unsure: Collection[str]) -> _Leaves:
    printed = sum(leaf.circled for leaf in sheet.leaves)
    open_leaves = sum(leaf in unsure for leaf in board.leaves)
    marks = Counter(mark for leaf, mark in board.leaves.items() if leaf not in unsure)
    taken = marks[LeafMark.CIRCLED] + marks[LeafMark.FILLED]
    bonuses = Counter(mark for bonus, mark in board.bonuses.items() if bonus not in unsure)
    won = bonuses[BonusMark.LEAF]
    perhaps = bonuses[BonusMark.BOTH] + sum(bonus in unsure for bonus in board.bonuses)
    least = max(0, taken - printed - won - perhaps)
    most: float = max(0, taken + open_leaves - printed - won)
    if taken + open_leaves == len(board.leaves):
        most = max(least, board.thorns) if _thorns_tell(board, sheet, unsure) else inf
    return _Leaves(marks[LeafMark.FILLED] + open_leaves, least, most)


def _thorns_tell(board: DaydreamBoard, sheet: Sheet, unsure: Collection[str]) -> bool:
    """Say whether every skipped die has drawn a thorn: there is room for more of them."""
    sure = not {"thorns", "solo"} & set(unsure)
    return board.solo and sure and board.thorns < sheet.thorns


def _least_wrong(
    games: list[tuple[_Pile, int]], dice: list[Roll], filled: int
) -> tuple[int, list[tuple[_Pile, int]]]:
    """Find how many numbers have to be left unexplained, and in which games that is enough."""
    wrong = 0
    while True:
        fitting = [
            (pile, turns)
            for pile, turns in games
            if _leaves_needed(pile, dice[: turns + 1], wrong) <= filled
        ]
        if fitting:
            return wrong, fitting
        wrong += 1


def _leaves_needed(pile: _Pile, dice: list[Roll], wrong: int) -> float:
    """Give the fewest leaves that turn these dice into these numbers, all but a few."""
    flow = Flow()
    start, turns = dice[0], Counter(tuple(sorted(roll)) for roll in dice[1:])
    must = len(dice) - 1
    if pile.count >= _START:
        must += _START
    for place, face in enumerate(start):
        die = ("start", place)
        flow.edge("dice", die, 1, -_MUST if pile.count >= _START else 0)
        flow.edge(die, ("number", face), 1)
        flow.edge(die, "free", 1)
        flow.edge(die, "wrong", 1)
    for roll, often in turns.items():
        flow.edge("dice", roll, often, -_MUST)
        flow.edge("dice", roll, often)
        for face, dice_of_face in Counter(roll).items():
            flow.edge(roll, ("face", face), often * dice_of_face)
    for face in {face for roll in turns for face in roll}:
        for number in pile.numbers:
            flow.edge(("face", face), ("number", number), pile.count, abs(face - number))
        flow.edge(("face", face), "free", pile.count)
        flow.edge(("face", face), "wrong", pile.count)
    flow.edge("wrong", "unexplained", wrong)
    for number, often in pile.numbers.items():
        flow.edge("unexplained", ("number", number), often)
        flow.edge(("number", number), "sheet", often)
    flow.edge("free", "sheet", pile.free)
    cost = flow.cost("dice", "sheet", pile.count)
    needed = cost + _MUST * must
    return needed if needed < _MUST else inf
