"""Fresh sheets: from a seed to a sheet of the same combination, alike and new.

A sheet follows from its combination and its seed alone, on every machine, in every edition of the
drawings. Whoever changes what a seed gives changes print: once people have printed, they need
another stream beside this one, and codes that say which.
"""

from __future__ import annotations

import msgspec

from templates.daydream.compose import Design, compose, design_of
from templates.daydream.fresh_board import PANEL
from templates.daydream.fresh_chance import Chance
from templates.daydream.fresh_elements import NoRoom, drawn, families
from templates.daydream.fresh_grid import fresh_grid
from templates.daydream.fresh_objects import fresh_chain, fresh_objects, fresh_path
from templates.daydream.model import Panel, combinations, panel

MOST_GRIDS = 100
_STREAM = "fresh 1"


def fresh_design(name: str, seed: int) -> Design:
    """Make the sheet of a combination such as ``BAC`` and a seed from 1 up."""
    hand_made = design_of(name)
    chance = Chance(f"{_STREAM} {name} {seed}")
    combination = combinations()[name]
    panels = _fresh_panels(hand_made, combination.panels, chance)
    fresh = msgspec.structs.replace(
        combination,
        objects=fresh_objects(hand_made, chance),
        constellation=fresh_path(combination.constellation, chance),
        chain=fresh_chain(combination.chain, chance),
    )
    return compose(name, fresh, panels, seed=seed)


def _fresh_panels(hand_made: Design, letters: tuple[str, ...], chance: Chance) -> dict[str, Panel]:
    """Make grids until one has room for everything, and cut it into panels."""
    for _ in range(MOST_GRIDS):
        signs = fresh_grid(hand_made.lattice, chance)
        try:
            text = drawn(
                signs,
                hand_made.lattice,
                chance,
                notes=len(hand_made.sheet.notes),
                own_columns=bool(hand_made.sheet.polaroids),
            )
            frames = families(signs, chance) if hand_made.sheet.frames else [()] * len(letters)
        except NoRoom:
            continue
        return {
            letter: msgspec.structs.replace(
                panel(letter),
                grid=tuple(" ".join(line[n * PANEL : (n + 1) * PANEL]) for line in text),
                frames=frames[n],
                objects=(),
            )
            for n, letter in enumerate(letters)
        }
    raise AssertionError(f"No grid like that of {hand_made.sheet.id} has room for everything.")
