"""What all classics share: cells in a square, and rules that say what may stand in some of them.

Cells are numbered from 0, line after line; what may stand in one is a note, a bit for each number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import combinations, permutations, product
from math import prod


class RuleKind(StrEnum):
    """What a rule is about."""

    ROW = "row"
    COLUMN = "column"
    BLOCK = "block"
    CAGE = "cage"
    SIGN = "sign"


HOUSES = frozenset({RuleKind.ROW, RuleKind.COLUMN, RuleKind.BLOCK})
"""Rules that want every number once."""
PLUS, MINUS, TIMES, BY, SAME = "+", "−", "×", "÷", "="


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: a house, a cage that is calculated, or a sign between two cells."""

    kind: RuleKind
    cells: tuple[int, ...]
    """Of a sign, the lesser one first."""
    sign: str = ""
    """Of a cage: how it is calculated."""
    number: int = 0
    """Of a cage: the result."""

    @property
    def is_house(self) -> bool:
        """Whether it wants every number once."""
        return self.kind in HOUSES


@dataclass(frozen=True)
class Grid:
    """The cells of a puzzle and their rules, sorted for whoever looks at them."""

    size: int
    rules: tuple[Rule, ...]

    @cached_property
    def every(self) -> int:
        """The note of a cell in which anything may stand."""
        return (2 << self.size) - 2

    @cached_property
    def cells(self) -> range:
        """All cells."""
        return range(self.size * self.size)

    @cached_property
    def houses(self) -> tuple[Rule, ...]:
        """The rules that want every number once."""
        return tuple(rule for rule in self.rules if rule.is_house)

    @cached_property
    def blocks(self) -> tuple[Rule, ...]:
        """The houses that are blocks."""
        return tuple(rule for rule in self.houses if rule.kind is RuleKind.BLOCK)

    @cached_property
    def lines(self) -> tuple[Rule, ...]:
        """The houses that are rows and columns."""
        return tuple(rule for rule in self.houses if rule.kind is not RuleKind.BLOCK)

    @cached_property
    def others(self) -> tuple[Rule, ...]:
        """Cages and signs."""
        return tuple(rule for rule in self.rules if not rule.is_house)

    @cached_property
    def through(self) -> tuple[tuple[Rule, ...], ...]:
        """The rules of each cell."""
        return tuple(tuple(rule for rule in self.rules if c in rule.cells) for c in self.cells)

    @cached_property
    def beside(self) -> tuple[tuple[Rule, ...], ...]:
        """The cages and signs of each cell."""
        return tuple(tuple(rule for rule in self.others if c in rule.cells) for c in self.cells)

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """The places among the houses of those that go through each cell."""
        return tuple(
            tuple(at for at, rule in enumerate(self.houses) if cell in rule.cells)
            for cell in self.cells
        )

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """The cells that share a house with each cell."""
        return tuple(
            tuple(sorted({c for rule in rules if rule.is_house for c in rule.cells} - {cell}))
            for cell, rules in enumerate(self.through)
        )

    @cached_property
    def crossings(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], ...]:
        """For two houses that share cells: those shared, those of the first, those of the second.

        What the first can have in the shared cells alone cannot stand elsewhere in the second.
        """
        found = []
        for one, other in permutations(self.houses, 2):
            shared = set(one.cells) & set(other.cells)
            if len(shared) > 1:
                rest = [tuple(c for c in rule.cells if c not in shared) for rule in (one, other)]
                found.append((tuple(sorted(shared)), rest[0], rest[1]))
        return tuple(found)

    def place(self, cell: int) -> tuple[int, int]:
        """Give line and column of a cell, from 1."""
        return cell // self.size + 1, cell % self.size + 1

    def left(self, rule: Rule, notes: Iterable[int]) -> tuple[int, ...]:
        """Say what a cage or sign leaves for its cells, which have these notes."""
        if rule.kind is RuleKind.SIGN:
            return _less(*notes)
        lines = [(c // self.size, c % self.size) for c in rule.cells]
        apart = tuple(
            (a, b)
            for (a, one), (b, other) in combinations(enumerate(lines), 2)
            if one[0] == other[0] or one[1] == other[1]
        )
        return _calculated(rule.sign, rule.number, apart, tuple(notes))


def square(size: int, block: tuple[int, int] | None = None) -> tuple[Rule, ...]:
    """Give the houses of a square: its lines, columns, and blocks of a height and width."""
    lines = range(size)
    rules = [Rule(RuleKind.ROW, tuple(size * y + x for x in lines)) for y in lines]
    rules += [Rule(RuleKind.COLUMN, tuple(size * y + x for y in lines)) for x in lines]
    if block:
        high, wide = block
        for top, left in product(range(0, size, high), range(0, size, wide)):
            inside = product(range(top, top + high), range(left, left + wide))
            rules.append(Rule(RuleKind.BLOCK, tuple(size * y + x for y, x in inside)))
    return tuple(rules)


def numbers_in(note: int) -> list[int]:
    """List the numbers of a note."""
    return [number for number in range(1, note.bit_length()) if note >> number & 1]


def number_in(note: int) -> int:
    """Give the only number of a note."""
    return note.bit_length() - 1


def is_single(note: int) -> bool:
    """Whether a note has one number."""
    return note != 0 and note & (note - 1) == 0


def result_of(sign: str, numbers: Iterable[int]) -> int | None:
    """Calculate a cage; None where it does not come out even."""
    given = sorted(numbers, reverse=True)
    if sign in (PLUS, SAME):
        return sum(given)
    if sign == TIMES:
        return prod(given)
    if sign == MINUS:
        return given[0] - given[1]
    return given[0] // given[1] if given[0] % given[1] == 0 else None


def _less(lesser: int, greater: int) -> tuple[int, int]:
    """Keep of two notes what fits "lesser < greater"."""
    if not lesser or not greater:
        return 0, 0
    lowest = (lesser & -lesser).bit_length() - 1
    highest = greater.bit_length() - 1
    return lesser & ((1 << highest) - 1), greater & ~((2 << lowest) - 1)


@lru_cache(maxsize=1 << 16)
def _calculated(
    sign: str, number: int, apart: tuple[tuple[int, int], ...], notes: tuple[int, ...]
) -> tuple[int, ...]:
    left = [0] * len(notes)
    for ways in product(*map(numbers_in, notes)):
        if all(ways[a] != ways[b] for a, b in apart) and result_of(sign, ways) == number:
            left = [note | 1 << way for note, way in zip(left, ways, strict=True)]
    return tuple(left)


@dataclass(frozen=True)
class Puzzle:
    """One puzzle: what is printed, and its only solution."""

    kind: str
    level: int
    number: int
    grid: Grid
    given: Mapping[int, int]
    """The printed numbers by cell."""
    solution: tuple[int, ...]

    @property
    def asked(self) -> tuple[int, ...]:
        """The cells to be filled."""
        return tuple(cell for cell in self.grid.cells if cell not in self.given)
