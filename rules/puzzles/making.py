"""Makes the classics: from a filled grid numbers are taken while the steps of a level lead on.

A puzzle is known by its kind, level and number alone: what is made from them here must never
change, or puzzles that were printed before would be marked by other solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random

from rules.chance import mixed
from rules.puzzles.grid import (
    BY,
    MINUS,
    PLUS,
    SAME,
    TIMES,
    Grid,
    Puzzle,
    Rule,
    RuleKind,
    is_single,
    number_in,
    numbers_in,
    result_of,
    square,
)
from rules.puzzles.solver import LADDERS, follows, level_of, settle, solve

MOST_NUMBER = 4095
"""Puzzles of one kind and level are numbered from 1 to this."""
_ATTEMPTS = 4000
_HARD = 3
"""From this level on, puzzles begin with as few numbers as leave one solution."""
_CAGE_SIZES = {1: (1, 2, 2, 3), 2: (2, 2, 2, 3, 3), 3: (2, 3, 3, 4), 4: (2, 3, 3, 4), 5: (3, 4)}
"""How large the cages of a level are."""
_SIGNS = {1: 16, 2: 14, 3: 9, 4: 12, 5: 10}
"""How many signs stand in a futoshiki of a level."""


@dataclass(frozen=True, slots=True)
class Classic:
    """One kind of puzzle."""

    size: int
    block: tuple[int, int] | None = None
    further: Callable[[tuple[int, ...], int, Random], tuple[Rule, ...]] | None = None
    """Rules that depend on the solution and the level."""

    @property
    def levels(self) -> range:
        """Those that it has."""
        return range(1, max(LADDERS[self.size].values()) + 1)


@lru_cache(maxsize=512)
def puzzle_of(kind: str, level: int, number: int) -> Puzzle:
    """Make a puzzle, always the same."""
    classic = KINDS[kind]
    if level not in classic.levels or not 1 <= number <= MOST_NUMBER:
        raise ValueError(f"there is no {kind} {number} of level {level}")
    chance = Random(f"puzzle 1 {kind} {level} {number}")
    houses = square(classic.size, classic.block)
    for _ in range(_ATTEMPTS):
        solution = _filled(Grid(classic.size, houses), chance)
        further = classic.further(solution, level, chance) if classic.further else ()
        grid = Grid(classic.size, houses + further)
        given = _chosen(grid, solution, level, chance)
        if given is not None:
            return Puzzle(kind, level, number, grid, given, solution)
    raise ValueError(f"no {kind} {number} of level {level} was found")


def _filled(grid: Grid, chance: Random) -> tuple[int, ...]:
    """Fill all cells at random."""
    return next(fillings(grid, [grid.every] * len(grid.cells), chance))


def fillings(grid: Grid, notes: list[int], chance: Random) -> Iterator[tuple[int, ...]]:
    """Yield the solutions that notes allow, in any order."""
    waiting = [cell for cell in grid.cells if is_single(notes[cell])]
    if not settle(grid, notes, waiting):
        return
    left = [cell for cell in grid.cells if not is_single(notes[cell])]
    if not left:
        yield tuple(map(number_in, notes))
        return
    cell = min(mixed(left, chance), key=lambda each: notes[each].bit_count())
    for number in mixed(numbers_in(notes[cell]), chance):
        yield from fillings(grid, [*notes[:cell], 1 << number, *notes[cell + 1 :]], chance)


def _chosen(
    grid: Grid, solution: tuple[int, ...], level: int, chance: Random
) -> dict[int, int] | None:
    """Choose what is given, so that the puzzle has the level; None if that did not come out.

    Steps never lead further with fewer numbers: from many, numbers are taken; from too few for
    the level's steps, they are put back.
    """
    if level < _HARD:
        given = _thinned(
            grid, solution, chance, lambda less, cell: follows(grid, less, level, cell)
        )
    else:
        given = _thinned(
            grid, solution, chance, lambda less, cell: _is_tied(grid, less, cell, chance)
        )
        back = mixed([cell for cell in grid.cells if cell not in given], chance)
        while back and not solve(grid, given, level).is_solved:
            cell = back.pop()
            if not solve(grid, {**given, cell: solution[cell]}, level - 1).is_solved:
                given[cell] = solution[cell]
    return given if level_of(grid, given) == level else None


def _thinned(
    grid: Grid,
    solution: tuple[int, ...],
    chance: Random,
    holds: Callable[[dict[int, int], int], bool],
) -> dict[int, int]:
    """Take numbers away, one after the other, while something holds without each."""
    given = dict(enumerate(solution))
    for cell in mixed(list(given), chance):
        number = given.pop(cell)
        if not holds(given, cell):
            given[cell] = number
    return given


def _is_tied(grid: Grid, given: Mapping[int, int], cell: int, chance: Random) -> bool:
    """Say whether only one number fits a cell, of a puzzle that is unique with it."""
    beside = {given[peer] for peer in grid.peers[cell] if peer in given}
    if len(beside) == grid.size - 1:
        return True
    notes = [1 << given[each] if each in given else grid.every for each in grid.cells]
    if not settle(grid, notes, list(given)) or is_single(notes[cell]):
        return True
    return len(list(islice(fillings(grid, notes, chance), 2))) == 1


def _cages(solution: tuple[int, ...], level: int, chance: Random) -> tuple[Rule, ...]:
    """Divide the square into cages of up to four cells."""
    size = KINDS["cages"].size
    left = set(range(size * size))
    rules = []
    for first in mixed(sorted(left), chance):
        if first not in left:
            continue
        cells, wanted = [first], mixed(_CAGE_SIZES[level], chance)[0]
        left.discard(first)
        while len(cells) < wanted:
            around = sorted({n for c in cells for n in _neighbours(c, size)} & left)
            if not around:
                break
            cells.append(mixed(around, chance)[0])
            left.discard(cells[-1])
        rules.append(_cage(tuple(sorted(cells)), solution, chance))
    return tuple(sorted(rules, key=lambda rule: rule.cells))


def _cage(cells: tuple[int, ...], solution: tuple[int, ...], chance: Random) -> Rule:
    numbers = [solution[cell] for cell in cells]
    signs = {1: (SAME,), 2: (PLUS, MINUS, TIMES, BY)}.get(len(cells), (PLUS, TIMES))
    for sign in mixed(signs, chance):
        result = result_of(sign, numbers)
        if result is not None and result < 100:
            return Rule(RuleKind.CAGE, cells, sign, result)
    return Rule(RuleKind.CAGE, cells, PLUS, sum(numbers))


def _neighbours(cell: int, size: int) -> list[int]:
    y, x = divmod(cell, size)
    around = ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x))
    return [size * v + u for v, u in around if 0 <= v < size and 0 <= u < size]


def _signs(solution: tuple[int, ...], level: int, chance: Random) -> tuple[Rule, ...]:
    """Put signs between some neighbours."""
    size = KINDS["futoshiki"].size
    pairs = [(c, n) for c in range(size * size) for n in _neighbours(c, size) if c < n]
    chosen = sorted(mixed(pairs, chance)[: _SIGNS[level]])
    return tuple(
        Rule(RuleKind.SIGN, pair if solution[pair[0]] < solution[pair[1]] else pair[::-1])
        for pair in chosen
    )


KINDS = {
    "sudoku9": Classic(9, (3, 3)),
    "sudoku4": Classic(4, (2, 2)),
    "sudoku6": Classic(6, (2, 3)),
    "cages": Classic(5, further=_cages),
    "futoshiki": Classic(5, further=_signs),
}
