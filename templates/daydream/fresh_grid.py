"""A fresh grid: panels of the stock side by side that make one good grid."""

from __future__ import annotations

from templates.daydream.fresh_board import (
    CLOUD,
    DOWN,
    GAP,
    LEFT,
    PANEL,
    RIGHT,
    UP,
    FreshBoard,
    Measures,
    Signs,
    numbered,
)
from templates.daydream.fresh_chance import Chance
from templates.daydream.fresh_stock import WANTED, Panel, stock
from templates.daydream.lattice import Lattice

TRIES = 80
"""Panels tried beside the ones before, until all are chosen anew."""
CHANGES = 600
KEPT = (14000, 6000, 2400, 900, 300)
"""Changes tried on a single panel, and how likely (of 65536) one for the worse is kept."""
OTHER_END = {RIGHT: LEFT, LEFT: RIGHT, DOWN: UP, UP: DOWN}


def fresh_grid(hand_made: Lattice, chance: Chance) -> list[list[int]]:
    """Make a grid that is like a hand-made one in its measures, without stars and notes."""
    like = [
        [numbered(hand_made.cells[x, y]) for x in range(hand_made.columns)]
        for y in range(hand_made.lines)
    ]
    if hand_made.columns == PANEL:
        return _single(FreshBoard(like).measures(), chance)
    wanted = [
        FreshBoard([line[:end] for line in like]).measures()
        for end in range(PANEL, hand_made.columns + 1, PANEL)
    ]
    while True:
        board = _joined(wanted, chance)
        if board is not None:
            _move_symbols(board, wanted[-1], chance)
            return board.lines()


def _single(like: Measures, chance: Chance) -> list[list[int]]:
    """Change a panel of the stock: there are too few for a sheet of just one."""
    kind = like.clouds, like.rows
    wanted = WANTED[kind][1]
    board = FreshBoard(_perhaps_mirrored(chance.choice(stock()[kind]), chance))
    now, good = 0, board.lines()
    for _ in range(CHANGES):
        word = chance.word()
        enough = now + sum(word & 0xFFFF < likely for likely in KEPT)
        before = board.change(word)
        then = board.faults(wanted, enough)
        if then > enough:
            board.undo(before)
            continue
        now = then
        if now == 0:
            good = board.lines()
    board = FreshBoard(good)
    _move_symbols(board, wanted, chance)
    return board.lines()


def _joined(wanted: list[Measures], chance: Chance) -> FreshBoard | None:
    """Put panel beside panel, each such that the grid so far is as wanted."""
    grid: list[list[int]] | None = None
    board = None
    clouds = rows = 0
    for measures in wanted:
        panels = stock()[measures.clouds - clouds, measures.rows - rows]
        clouds, rows = measures.clouds, measures.rows
        for _ in range(TRIES):
            panel = _perhaps_mirrored(chance.choice(panels), chance)
            board = FreshBoard(panel if grid is None else _beside(grid, panel))
            # Left of others, any panel of the stock will do.
            if grid is None or board.faults(measures) == 0:
                break
        else:
            return None
        grid = board.lines()
    return board


def _beside(left: Signs, right: Signs) -> list[list[int]]:
    return [[*one, *other] for one, other in zip(left, right, strict=True)]


def _perhaps_mirrored(panel: Panel, chance: Chance) -> Signs:
    if chance.below(2):
        return panel
    turned = {RIGHT: LEFT, LEFT: RIGHT}
    return [[turned.get(sign, sign) for sign in reversed(line)] for line in panel]


def _move_symbols(board: FreshBoard, wanted: Measures, chance: Chance) -> None:
    """Move the symbols of some rows to their other end, where there is room."""
    steps = {RIGHT: 1, LEFT: -1, DOWN: board.columns, UP: -board.columns}
    for place, sign in enumerate(tuple(board.signs)):
        if sign not in steps or chance.below(3):
            continue
        end = place + steps[sign]
        while 0 <= end < len(board.signs) and board.signs[end] == CLOUD:
            end += steps[sign]
        if not 0 <= end < len(board.signs) or board.signs[end] != GAP:
            continue
        board.put(place, GAP)
        board.put(end, OTHER_END[sign])
        if board.faults(wanted):
            board.put(end, GAP)
            board.put(place, sign)
