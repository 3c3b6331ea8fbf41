"""Par for a sheet and a seed of the dice: searched for once and remembered."""

from __future__ import annotations

from paperplay.remembered import found_once
from scanner.scan import DicePar

FILE = "par.json"
SEARCH = 2
"""Raised when the search changes, so that what an older one found is searched for anew."""


def known_par(sheet: str, seed: int, dice: str) -> DicePar:
    """Give par for a sheet such as ``daydream/A``; the first time takes some seconds.

    Raises:
        HostError: ``unknown-sheet``, or ``bad-value`` for a seed out of range.
    """
    from templates.daydream.load import load_sheet
    from templates.games import sheet_name
    from templates.sheet_code import EDITION

    name = sheet_name(sheet)
    topology = load_sheet(name, seed=seed)

    def search() -> DicePar:
        from rules.daydream.par import par_of

        par = par_of(topology, dice)
        return DicePar(dice, par.total, par.optimal)

    return found_once(FILE, f"{SEARCH} {EDITION} {name} {seed} {dice}", DicePar, search)
