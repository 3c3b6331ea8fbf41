"""Load a Daydream sheet: what rules need of it, and where everything is on the page."""

from __future__ import annotations

from functools import cache

from rules import values
from rules.daydream.sheet import Sheet
from templates.daydream.arrange import arrange
from templates.daydream.check import check_layout
from templates.daydream.compose import Design, design_of
from templates.daydream.fresh import fresh_design
from templates.daydream.layout import Layout
from templates.games import sheet_name, shelved
from templates.load import MOST_SEED


@cache
def _design(sheet: str, seed: int) -> Design:
    values.integer(seed, "seed", 0, MOST_SEED)
    name = sheet.rpartition("/")[2]
    return fresh_design(name, seed) if seed else design_of(name)


def load_sheet(sheet: str, *, seed: int = 0) -> Sheet:
    """Load what rules need of a sheet, not laid out; ``unknown-sheet`` or ``bad-value`` (seed)."""
    return load_design(sheet, seed=seed).sheet


def load_design(sheet: str, *, seed: int = 0) -> Design:
    """Load a sheet with the cells of its grid; ``unknown-sheet`` or ``bad-value`` (seed)."""
    name = sheet_name(sheet)
    if name.startswith(f"{shelved().name}/"):  # somebody's board, whose seed is its version
        from templates.board.daydream import design_on

        return design_on(name, seed)
    return _design(name, seed)


@cache
def load_daydream(sheet: str, *, paper: str = "a4", seed: int = 0) -> Layout:
    """Lay out a sheet and check that it can be printed and read.

    Raises:
        HostError: ``unknown-sheet``, ``unknown-paper``, or ``bad-value`` for the seed.
        TemplateError: The templates do not make a proper sheet.
    """
    layout = arrange(load_design(sheet, seed=seed), paper)
    check_layout(layout)
    return layout
