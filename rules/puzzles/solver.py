"""Solves a classic as a person does, and says how: its level is the hardest step that it needs.

last: a house with one open cell, or a cage or sign that leaves one number by itself.
block, line: a number has one place left in a block, or in a row or column, by what is written.
cell: a cell has one number left, by what is written in all its houses, cages and signs.
notes: what may stand in every cell is noted; pairs, threes, houses that cross, cages and signs
strike from the notes, until a number has one place or a cell one number.
suppose: a number with which somewhere nothing is left in the end cannot be.

How hard each of them is depends on the square. Every step only ever takes possibilities away, so
that the order does not matter: what a level solves, it solves in any order, and all the more with
further numbers given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rules.puzzles.grid import Grid, Rule, is_single, number_in, numbers_in

LEVELS = (1, 2, 3, 4, 5)
LAST, BLOCK, LINE, CELL, NOTES, SUPPOSE = "last", "block", "line", "cell", "notes", "suppose"
LADDERS: Mapping[int, Mapping[str, int]] = {
    4: {LAST: 1, BLOCK: 2, LINE: 2, CELL: 2},
    5: {LAST: 1, LINE: 2, CELL: 3, NOTES: 4, SUPPOSE: 5},
    6: {LAST: 1, BLOCK: 2, LINE: 3, CELL: 3, NOTES: 4, SUPPOSE: 4},
    9: {LAST: 1, BLOCK: 2, LINE: 3, CELL: 3, NOTES: 4, SUPPOSE: 5},
}
"""By the size of a square: the level of each kind of step, the easiest first.

In a square of four nothing harder is ever needed, in one of six notes alone seldom suffice.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that follows."""

    why: str
    """What kind of step it is."""
    level: int
    cell: int
    number: int
    rules: tuple[Rule, ...] = ()
    """Those that say so."""
    is_not: bool = False
    """Whether the number is struck, and not written."""


@dataclass(frozen=True, slots=True)
class Way:
    """How far the steps of a level lead."""

    steps: tuple[Step, ...]
    is_solved: bool


class Contradiction(Exception):
    """Nothing is left for a cell, or no place for a number."""


def solve(grid: Grid, given: Mapping[int, int], level: int = LEVELS[-1]) -> Way:
    """Go as far as the steps up to a level lead, always by the easiest step that there is."""
    work = Work(grid, given)
    try:
        while work.left and work.step(level):
            pass
    except Contradiction:
        return Way(tuple(work.steps), False)
    return Way(tuple(work.steps), not work.left)


def follows(grid: Grid, given: Mapping[int, int], level: int, cell: int) -> bool:
    """Say whether the steps up to a level lead to what stands in a cell."""
    work = Work(grid, given)
    while not work.written[cell] and work.step(level):
        pass
    return bool(work.written[cell])


def level_of(grid: Grid, given: Mapping[int, int]) -> int | None:
    """Say which level a puzzle has; None if no step leads to its end."""
    return next((level for level in LEVELS if solve(grid, given, level).is_solved), None)


class Work:
    """A puzzle under way."""

    def __init__(self, grid: Grid, given: Mapping[int, int]) -> None:
        """Begin with what is printed."""
        self.grid, self.steps = grid, list[Step]()
        self.written = [0] * len(grid.cells)
        self.left = len(grid.cells)
        self._open_in = [len(rule.cells) for rule in grid.houses]
        """How many cells of each house are to be written."""
        self._seen = [grid.every] * len(grid.cells)
        """What may stand in each cell by what is written: every rule by itself, all together."""
        self._alone: dict[int, Rule] = {}
        """Cells for which a cage or sign by itself leaves one number."""
        self._struck = [grid.every] * len(grid.cells)
        """What notes and suppositions have left."""
        self._ladder = LADDERS[grid.size]
        self._by: Mapping[str, Callable[[], bool]] = {
            LAST: self._last,
            BLOCK: lambda: self._where(BLOCK, grid.blocks, self._seen),
            LINE: lambda: self._where(LINE, grid.lines, self._seen),
            CELL: lambda: self._what(CELL, self._seen),
            NOTES: self._note,
            SUPPOSE: self._suppose,
        }
        for rule in grid.others:
            self._look(rule)
        for cell, number in given.items():
            self._write(cell, number)

    def step(self, level: int) -> bool:
        """Take the easiest step; False if there is none up to this level."""
        for why, hard in self._ladder.items():
            if hard > level:
                break
            if self._by[why]():
                return True
        return False

    def _took(self, why: str, cell: int, number: int, rules: tuple[Rule, ...]) -> bool:
        self.steps.append(Step(why, self._ladder[why], cell, number, rules))
        self._write(cell, number)
        return True

    def _write(self, cell: int, number: int) -> None:
        bit = 1 << number
        if not self._seen[cell] & bit:
            raise Contradiction
        self.written[cell] = number
        self.left -= 1
        for house in self.grid.houses_of[cell]:
            self._open_in[house] -= 1
        self._seen[cell] = bit
        self._alone.pop(cell, None)
        for peer in self.grid.peers[cell]:
            if self._seen[peer] & bit:
                self._seen[peer] &= ~bit
                if not self._seen[peer]:
                    raise Contradiction
        for rule in self.grid.beside[cell]:
            self._look(rule)

    def _look(self, rule: Rule) -> None:
        """Let a cage or sign look at what is written in its own cells."""
        notes = (1 << self.written[c] if self.written[c] else self.grid.every for c in rule.cells)
        for cell, note in zip(rule.cells, self.grid.left(rule, notes), strict=True):
            self._seen[cell] &= note
            if not self._seen[cell]:
                raise Contradiction
            if is_single(note) and not self.written[cell]:
                self._alone[cell] = rule

    def _last(self) -> bool:
        for house, rule in enumerate(self.grid.houses):
            if self._open_in[house] == 1:
                left = [cell for cell in rule.cells if not self.written[cell]]
                missing = self.grid.every
                for cell in rule.cells:
                    missing &= ~(1 << self.written[cell] if self.written[cell] else 0)
                if not missing & self._seen[left[0]]:
                    raise Contradiction
                return self._took(LAST, left[0], number_in(missing), (rule,))
        if self._alone:
            cell, rule = next(iter(self._alone.items()))
            return self._took(LAST, cell, number_in(self._left(rule, cell)), (rule,))
        return False

    def _left(self, rule: Rule, cell: int) -> int:
        notes = (1 << self.written[c] if self.written[c] else self.grid.every for c in rule.cells)
        return self.grid.left(rule, notes)[rule.cells.index(cell)]

    def _where(self, why: str, houses: Sequence[Rule], notes: list[int]) -> bool:
        found = _only_place(houses, self.grid.every, notes, self.written)
        if found is None:
            return False
        rule, cell, number = found
        return self._took(why, cell, number, (rule,))

    def _what(self, why: str, notes: list[int]) -> bool:
        for cell, note in enumerate(notes):
            if not self.written[cell] and is_single(note):
                return self._took(why, cell, number_in(note), self.grid.through[cell])
        return False

    def _note(self) -> bool:
        """Strike from the notes until one says what to write."""
        notes = self._struck
        for cell, seen in enumerate(self._seen):
            notes[cell] &= seen
        while True:
            if not all(notes):
                raise Contradiction
            if self._where(NOTES, self.grid.houses, notes) or self._what(NOTES, notes):
                return True
            if not strike(self.grid, notes):
                return False

    def _suppose(self) -> bool:
        """Strike a number that fails; cells with the fewest ways left are tried first."""
        notes = self._struck
        open_cells = [cell for cell in self.grid.cells if not self.written[cell]]
        for cell in sorted(open_cells, key=lambda each: notes[each].bit_count()):
            for number in numbers_in(notes[cell]):
                if fails(self.grid, notes, cell, number):
                    notes[cell] &= ~(1 << number)
                    level, rules = self._ladder[SUPPOSE], self.grid.through[cell]
                    self.steps.append(Step(SUPPOSE, level, cell, number, rules, is_not=True))
                    return True
        return False


def _only_place(
    houses: Sequence[Rule], every: int, notes: list[int], written: list[int]
) -> tuple[Rule, int, int] | None:
    """Find a number that has one place left in a house."""
    for rule in houses:
        once = twice = done = 0
        for cell in rule.cells:
            if written[cell]:
                done |= 1 << written[cell]
            else:
                twice |= once & notes[cell]
                once |= notes[cell]
        if (once | done) != every:
            raise Contradiction
        single = once & ~twice & ~done
        if single:
            bit = single & -single
            cell = next(c for c in rule.cells if not written[c] and notes[c] & bit)
            return rule, cell, number_in(bit)
    return None


def strike(grid: Grid, notes: list[int]) -> bool:
    """Let pairs, threes, crossing houses, cages and signs strike; say whether they did."""
    before = list(notes)
    for rule in grid.houses:
        _sets(rule.cells, notes)
    for shared, of_one, of_other in grid.crossings:
        outside = inside = 0
        for cell in of_one:
            outside |= notes[cell]
        for cell in shared:
            inside |= notes[cell]
        for cell in of_other:
            notes[cell] &= ~(inside & ~outside)
    for rule in grid.others:
        left = grid.left(rule, [notes[cell] for cell in rule.cells])
        for cell, note in zip(rule.cells, left, strict=True):
            notes[cell] &= note
    return notes != before


def _sets(cells: tuple[int, ...], notes: list[int]) -> None:
    """Strike by two or three cells that share as many numbers, and numbers that share cells."""
    open_cells = [cell for cell in cells if not is_single(notes[cell])]
    done = 0
    for cell in cells:
        if is_single(notes[cell]):
            done |= notes[cell]
    for many in (2, 3):
        if many > len(open_cells) - 1:
            return
        few = [cell for cell in open_cells if 1 < notes[cell].bit_count() <= many]
        for group in combinations(few, many):
            union = 0
            for cell in group:
                union |= notes[cell]
            if union.bit_count() == many:
                for cell in open_cells:
                    if cell not in group:
                        notes[cell] &= ~union
        places: dict[int, int] = {}
        for at, cell in enumerate(open_cells):
            for number in numbers_in(notes[cell] & ~done):
                places[1 << number] = places.get(1 << number, 0) | 1 << at
        few = [bit for bit, at in places.items() if 1 < at.bit_count() <= many]
        for group in combinations(few, many):
            union = 0
            for bit in group:
                union |= places[bit]
            if union.bit_count() == many:
                for at, cell in enumerate(open_cells):
                    if union >> at & 1:
                        notes[cell] &= sum(group)


def fails(grid: Grid, notes: list[int], cell: int, number: int) -> bool:
    """Suppose a number; say whether nothing is left somewhere in the end."""
    now = list(notes)
    now[cell] = 1 << number
    return not settle(grid, now, [cell])


def settle(grid: Grid, now: list[int], waiting: list[int]) -> bool:
    """Write what follows by last, where and what, without pairs; False if that leads nowhere."""
    done, houses, every = set[int](), grid.houses, grid.every
    look = set(range(len(houses)))
    while look:
        while waiting:
            cell = waiting.pop()
            look.update(grid.houses_of[cell])
            note = now[cell]
            if not note & (note - 1) and cell not in done:
                done.add(cell)
                for peer in grid.peers[cell]:
                    if now[peer] & note:
                        now[peer] &= ~note
                        waiting.append(peer)
                        if not now[peer]:
                            return False
            for rule in grid.beside[cell]:
                left = grid.left(rule, [now[each] for each in rule.cells])
                for each, fit in zip(rule.cells, left, strict=True):
                    if now[each] & ~fit:
                        now[each] &= fit
                        waiting.append(each)
                        if not now[each]:
                            return False
        for house in look:
            once = twice = 0
            for cell in houses[house].cells:
                note = now[cell]
                twice |= once & note
                once |= note
            if once != every:
                return False
            single = once & ~twice
            for cell in houses[house].cells:
                note = now[cell]
                hit = note & single
                if hit and hit != note:
                    if hit & (hit - 1):
                        return False
                    now[cell] = hit
                    waiting.append(cell)
        look = {house for cell in waiting for house in grid.houses_of[cell]}
    return True
