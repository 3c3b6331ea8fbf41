"""What stands on a fresh grid: stars, moons, notes and families of frames in other places."""

from __future__ import annotations

from collections.abc import Sequence

from templates.daydream.fresh_board import CLOUD, GAP, PANEL, SIGNS, Signs
from templates.daydream.fresh_chance import Chance
from templates.daydream.lattice import Cell, Lattice

CORNER = 3
"""Columns of a small family's block."""
SMALL = range(13, 18)
LARGE = range(24, 30)
"""How many clouds a family of frames may have: one small family, two large ones."""
MOST_TRIES = 200


class NoRoom(Exception):
    """This grid has no places for what the combination needs."""


def drawn(
    grid: Signs, hand_made: Lattice, chance: Chance, *, notes: int, own_columns: bool
) -> list[list[str]]:
    """Give a grid as text, with notes, and with stars and moons as on the hand-made one.

    Args:
        grid: The signs of the fresh grid.
        hand_made: The grid of the same combination.
        chance: Where the choices come from.
        notes: How many notes are in play.
        own_columns: Whether no two stars or moons may stand in one column.

    Raises:
        NoRoom: There are too few places.
    """
    text = [[SIGNS[sign] for sign in line] for line in grid]
    _put_notes(text, grid, notes, chance)
    for left in range(0, hand_made.columns, PANEL):
        cells = [(x, y) for x in range(left, left + PANEL) for y in range(hand_made.lines)]
        for sign in "*)":
            count = sum(hand_made.cells[cell] == sign for cell in cells)
            _put_symbols(text, sign, count, [c for c in cells if _is(grid, c, CLOUD)], chance,
                         own_columns=own_columns)  # fmt: skip
    return text


def _is(grid: Signs, cell: Cell, sign: int) -> bool:
    x, y = cell
    return 0 <= y < len(grid) and 0 <= x < len(grid[0]) and grid[y][x] == sign


def _around(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def _put_symbols(
    text: list[list[str]],
    sign: str,
    count: int,
    clouds: Sequence[Cell],
    chance: Chance,
    *,
    own_columns: bool,
) -> None:
    """Put a star or a moon on some clouds; no two of them touch."""
    for _ in range(MOST_TRIES):
        chosen: list[Cell] = []
        for x, y in chance.shuffled(clouds):
            near = any(text[b][a] in "*)" for a, b in _inside(text, _around((x, y))))
            same_column = any(column == x for column, _ in chosen)
            touches = any(cell in chosen for cell in _around((x, y)))
            if len(chosen) < count and not near and not touches:
                if own_columns and same_column:
                    continue
                chosen.append((x, y))
        if len(chosen) == count:
            for x, y in chosen:
                text[y][x] = sign
            return
    raise NoRoom


def _inside(text: Sequence[Sequence[str]], cells: Sequence[Cell]) -> list[Cell]:
    return [(x, y) for x, y in cells if 0 <= y < len(text) and 0 <= x < len(text[0])]


def _put_notes(text: list[list[str]], grid: Signs, count: int, chance: Chance) -> None:
    """Put notes into gaps: one between two clouds, the others between three or four."""
    if not count:
        return
    by_clouds: dict[bool, list[Cell]] = {True: [], False: []}
    gaps = [(x, y) for y, line in enumerate(grid) for x, sign in enumerate(line) if sign == GAP]
    for cell in chance.shuffled(gaps):
        clouds = sum(_is(grid, beside, CLOUD) for beside in _around(cell))
        if clouds >= 2:
            by_clouds[clouds == 2].append(cell)
    pairs, more = by_clouds[True], by_clouds[False]
    chosen = [*pairs[:1], *more[: count - 1], *pairs[1:]][:count]
    if not pairs or len(more) < count // 2 or len(chosen) < count:
        raise NoRoom
    for x, y in chosen:
        text[y][x] = "n"


def families(grid: Signs, chance: Chance) -> list[tuple[str, ...]]:
    """Divide three panels into a small family in two corners and two large ones; or NoRoom."""
    for _ in range(MOST_TRIES):
        one, two, last = chance.shuffled(range(3))
        blocks = [[["0"] * PANEL for _ in grid] for _ in range(3)]
        _fill(blocks[one], "2", "1", chance, CORNER)
        _fill(blocks[two], "3", "1", chance, CORNER)
        _fill(blocks[last], "3", "2", chance, PANEL)
        sizes = {
            family: sum(
                blocks[x // PANEL][y][x % PANEL] == family
                for y, line in enumerate(grid)
                for x, sign in enumerate(line)
                if sign == CLOUD
            )
            for family in "123"
        }
        if sizes["1"] in SMALL and sizes["2"] in LARGE and sizes["3"] in LARGE:
            return [tuple(" ".join(line) for line in block) for block in blocks]
    raise NoRoom


def _fill(block: list[list[str]], family: str, other: str, chance: Chance, width: int) -> None:
    """Give a panel to one family, and a corner or an end of it to another."""
    height = 3 + chance.below(2)
    left = chance.below(2) * (PANEL - width)
    top = chance.below(2) * (len(block) - height)
    for y, line in enumerate(block):
        for x in range(PANEL):
            inside = left <= x < left + width and top <= y < top + height
            line[x] = other if inside else family
