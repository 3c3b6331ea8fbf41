"""A second solver of the classics, which shares nothing with the first but the puzzles themselves.

It knows sets instead of bits, tries every filling of a cage or sign, and counts solutions by
writing numbers cell after cell. It is slow, and needs to be nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, islice, product

from rules.puzzles.grid import Grid, Rule

Ways = dict[int, frozenset[int]]
STEPS = {
    4: ("last", "block line cell"),
    5: ("last", "line", "cell", "notes", "suppose"),
    6: ("last", "block", "line cell", "notes suppose"),
    9: ("last", "block", "line cell", "notes", "suppose"),
}
"""What may be done from each level on, by the size of the square."""


def fits(rule: Rule, numbers: tuple[int, ...]) -> bool:
    """Say whether a rule is kept by all its numbers."""
    if rule.kind.value in ("row", "column", "block"):
        return len(set(numbers)) == len(numbers)
    if rule.kind.value == "sign":
        return numbers[0] < numbers[1]
    high, low = max(numbers), min(numbers)
    product_of_all = 1
    for number in numbers:
        product_of_all *= number
    return {
        "+": sum(numbers) == rule.number,
        "=": numbers[0] == rule.number,
        "×": product_of_all == rule.number,
        "−": high - low == rule.number,
        "÷": low * rule.number == high,
    }[rule.sign]


def count_solutions(grid: Grid, given: Mapping[int, int], most: int = 2) -> int:
    """Count the solutions of a puzzle, up to a limit."""
    return sum(1 for _ in islice(_solutions(grid, dict(given)), most))


def _solutions(grid: Grid, written: dict[int, int]) -> Iterator[dict[int, int]]:
    open_cells = [cell for cell in range(grid.size**2) if cell not in written]
    if not open_cells:
        if all(fits(rule, tuple(written[c] for c in rule.cells)) for rule in grid.rules):
            yield written
        return
    free = {cell: _free(grid, written, cell) for cell in open_cells}
    cell = min(open_cells, key=lambda each: len(free[each]))
    for number in free[cell]:
        yield from _solutions(grid, {**written, cell: number})


def _free(grid: Grid, written: Mapping[int, int], cell: int) -> list[int]:
    """List the numbers that no house has yet, and that no complete cage or sign forbids."""
    houses, others = _rules_of(grid.size, grid.rules, cell)
    taken = {written[c] for rule in houses for c in rule.cells if c in written}
    left = [number for number in range(1, grid.size + 1) if number not in taken]
    for rule in others:
        if all(c in written or c == cell for c in rule.cells):
            ways = [
                tuple(number if c == cell else written[c] for c in rule.cells) for number in left
            ]
            left = [number for number, way in zip(left, ways, strict=True) if fits(rule, way)]
    return left


@cache
def _rules_of(size: int, rules: tuple[Rule, ...], cell: int) -> tuple[list[Rule], list[Rule]]:
    mine = [rule for rule in rules if cell in rule.cells]
    houses = [rule for rule in mine if rule.kind.value in ("row", "column", "block")]
    return houses, [rule for rule in mine if rule not in houses]


def second_level(grid: Grid, given: Mapping[int, int]) -> int | None:
    """Say which level a puzzle has, found out anew; None if it has none."""
    levels = range(1, len(STEPS[grid.size]) + 1)
    return next((level for level in levels if _is_solved(grid, given, level)), None)


def _is_solved(grid: Grid, given: Mapping[int, int], level: int) -> bool:
    steps = " ".join(STEPS[grid.size][:level]).split()
    every = frozenset(range(1, grid.size + 1))
    written = dict(given)
    notes: Ways = {cell: every for cell in range(grid.size**2)}
    while len(written) < len(notes):
        before = len(written), dict(notes)
        for step in steps:
            found = _SIMPLE[step](grid, written) if step in _SIMPLE else {}
            if step == "notes":
                notes = _closed(grid, _with(notes, written), [*_BASIC, *_CLEVER])
                found = {cell: min(left) for cell, left in notes.items() if len(left) == 1}
            if step == "suppose":
                notes = _struck(grid, notes)
            if found.keys() - written.keys():
                written |= found
                break
        if (len(written), notes) == before:
            return False
    return True


# ------------------------------------------------------------------ by what is written alone


def _plain(grid: Grid, written: Mapping[int, int]) -> Ways:
    every = frozenset(range(1, grid.size + 1))
    return {c: frozenset({written[c]}) if c in written else every for c in range(grid.size**2)}


def _last(grid: Grid, written: Mapping[int, int]) -> dict[int, int]:
    ways, found = _plain(grid, written), {}
    for rule in grid.rules:
        for cell, left in _left(grid, rule, ways).items():
            if len(left) == 1:
                found[cell] = min(left)
    return found


def _possible(grid: Grid, written: Mapping[int, int]) -> Ways:
    ways = _plain(grid, written)
    possible = dict(ways)
    for rule in grid.rules:
        for cell, left in _left(grid, rule, ways).items():
            possible[cell] &= left
    return possible


def _places(grid: Grid, ways: Ways, kinds: tuple[str, ...]) -> dict[int, int]:
    found = {}
    for rule in grid.rules:
        for number in range(1, grid.size + 1) if rule.kind.value in kinds else ():
            places = [cell for cell in rule.cells if number in ways[cell]]
            if len(places) == 1:
                found[places[0]] = number
    return found


def _cell(grid: Grid, written: Mapping[int, int]) -> dict[int, int]:
    return {c: min(left) for c, left in _possible(grid, written).items() if len(left) == 1}


_SIMPLE: dict[str, Callable[[Grid, Mapping[int, int]], dict[int, int]]] = {
    "last": _last,
    "block": lambda grid, written: _places(grid, _possible(grid, written), ("block",)),
    "line": lambda grid, written: _places(grid, _possible(grid, written), ("row", "column")),
    "cell": _cell,
}


def _left(grid: Grid, rule: Rule, ways: Ways) -> Ways:
    """Say what one rule leaves: of a house what is not written, else what some filling has."""
    if rule.kind.value in ("row", "column", "block"):
        sure = {cell: min(ways[cell]) for cell in rule.cells if len(ways[cell]) == 1}
        return {
            cell: ways[cell] - {number for other, number in sure.items() if other != cell}
            for cell in rule.cells
        }
    found = _fillings(grid.size, rule, tuple(ways[cell] for cell in rule.cells))
    return dict(zip(rule.cells, found, strict=True))


@cache
def _fillings(
    size: int, rule: Rule, ways: tuple[frozenset[int], ...]
) -> tuple[frozenset[int], ...]:
    at = [divmod(cell, size) for cell in rule.cells]
    apart = [
        (a, b)
        for a, b in combinations(range(len(at)), 2)
        if at[a][0] == at[b][0] or at[a][1] == at[b][1]
    ]
    fitting = [
        numbers
        for numbers in product(*ways)
        if all(numbers[a] != numbers[b] for a, b in apart) and fits(rule, numbers)
    ]
    places = zip(*fitting, strict=True) if fitting else [()] * len(ways)
    return tuple(frozenset(place) for place in places)


# ------------------------------------------------------------------ notes and suppositions


def _with(notes: Ways, written: Mapping[int, int]) -> Ways:
    return {c: left & {written[c]} if c in written else left for c, left in notes.items()}


def _closed(grid: Grid, notes: Ways, means: list[Callable[[Grid, Ways], Ways]]) -> Ways:
    """Use all means until none strikes anything, or nothing is left somewhere."""
    while True:
        after = notes
        for mean in means:
            after = mean(grid, after)
        if after == notes or not all(after.values()):
            return after
        notes = after


def _by_rules(grid: Grid, notes: Ways) -> Ways:
    after = dict(notes)
    for rule in grid.rules:
        for cell, left in _left(grid, rule, after).items():
            after[cell] &= left
    return after


def _by_places(grid: Grid, notes: Ways) -> Ways:
    after = dict(notes)
    for rule in grid.houses:
        for number in range(1, grid.size + 1):
            places = [cell for cell in rule.cells if number in after[cell]]
            if len(places) == 1:
                after[places[0]] &= {number}
            elif not places:
                after[rule.cells[0]] = frozenset()
    return after


def _by_sets(grid: Grid, notes: Ways) -> Ways:
    after = dict(notes)
    for rule, many in product(grid.houses, (2, 3)):
        for cells in combinations(rule.cells, many):
            union = frozenset().union(*(after[cell] for cell in cells))
            if len(union) == many:
                after |= {c: after[c] - union for c in rule.cells if c not in cells}
        for numbers in combinations(range(1, grid.size + 1), many):
            places = [cell for cell in rule.cells if after[cell] & set(numbers)]
            if len(places) == many:
                after |= {cell: after[cell] & set(numbers) for cell in places}
    return after


def _by_crossings(grid: Grid, notes: Ways) -> Ways:
    after = dict(notes)
    for one, other in product(grid.houses, repeat=2):
        shared = set(one.cells) & set(other.cells)
        for number in range(1, grid.size + 1) if one != other and len(shared) > 1 else ():
            places = {cell for cell in one.cells if number in after[cell]}
            if places and places <= shared:
                after |= {c: after[c] - {number} for c in other.cells if c not in shared}
    return after


_BASIC: list[Callable[[Grid, Ways], Ways]] = [_by_rules, _by_places]
_CLEVER: list[Callable[[Grid, Ways], Ways]] = [_by_sets, _by_crossings]


def _struck(grid: Grid, notes: Ways) -> Ways:
    """Strike every number with which nothing is left somewhere in the end."""
    found = dict(notes)
    for cell, left in notes.items():
        for number in left if len(left) > 1 else ():
            end = _closed(grid, {**notes, cell: frozenset({number})}, _BASIC)
            if not all(end.values()):
                found[cell] -= {number}
    return found
