"""The stock of panels from which fresh grids are made, and how it was made.

A panel of the stock was found by a walk: from cells filled by chance, one change after
the other, some of them for the worse, until every rule of shape held and the measures
were those of a hand-made panel. That takes too long to be done while someone
waits, and so it was done once. A stock that changes would change every fresh sheet:

    python -m templates.daydream.fresh_stock > templates/daydream/fresh_stock.txt
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from templates.daydream.fresh_board import (
    CLOUD,
    GAP,
    LEFT,
    PANEL,
    PROPOSED,
    RIGHT,
    SIGNS,
    FreshBoard,
    Measures,
)
from templates.daydream.fresh_chance import Chance
from templates.files import read_text

LINES = 7
WANTED = {
    (22, 12): (240, Measures(22, 12, 33, 24, 5, 0, 1)),
    (24, 12): (240, Measures(24, 12, 34, 26, 4, 1, 1)),
    (22, 11): (120, Measures(22, 11, 32, 24, 4, 0, 1)),
    (24, 11): (120, Measures(24, 11, 34, 27, 3, 1, 1)),
}
"""For each number of clouds and rows how many panels are wanted, and their measures."""
STEPS = 5000
KEPT = (22000, 7500, 2500, 800, 250)
"""How likely (of 65536) a change for the worse by 1, 2 … is kept."""
Kind = tuple[int, int]
Panel = tuple[tuple[int, ...], ...]


@cache
def stock() -> Mapping[Kind, Sequence[Panel]]:
    """Read the panels, by their numbers of clouds and rows."""
    panels: dict[Kind, list[Panel]] = {}
    for line in read_text("daydream/fresh_stock.txt").split():
        signs = tuple(map(SIGNS.index, line))
        kind = signs.count(CLOUD), len(signs) - signs.count(CLOUD) - signs.count(GAP)
        lines = tuple(signs[n : n + PANEL] for n in range(0, len(signs), PANEL))
        panels.setdefault(kind, []).append(lines)
    return panels


def made() -> Iterator[str]:
    """Make the stock, one panel a line."""
    for kind, (count, wanted) in WANTED.items():
        chance = Chance(f"stock {kind[0]} {kind[1]}")
        known: set[tuple[int, ...]] = set()
        while len(known) < 2 * count:
            signs = _walk(wanted, chance)
            if signs is not None and signs not in known:
                known |= {signs, _mirrored(signs)}
                yield "".join(SIGNS[sign] for sign in signs)


def _mirrored(signs: tuple[int, ...]) -> tuple[int, ...]:
    turned = {RIGHT: LEFT, LEFT: RIGHT}
    return tuple(
        turned.get(signs[line + x], signs[line + x])
        for line in range(0, len(signs), PANEL)
        for x in reversed(range(PANEL))
    )


def _walk(wanted: Measures, chance: Chance) -> tuple[int, ...] | None:
    board = FreshBoard([[chance.choice(PROPOSED) for _ in range(PANEL)] for _ in range(LINES)])
    now = 1 << 30
    for _ in range(STEPS):
        word = chance.word()
        enough = now + sum(word & 0xFFFF < likely for likely in KEPT)
        undo = board.change(word)
        then = board.faults(wanted, enough)
        if then == 0:
            return tuple(board.signs)
        if then <= enough:
            now = then
        else:
            board.undo(undo)
    return None


if __name__ == "__main__":
    for line in made():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
