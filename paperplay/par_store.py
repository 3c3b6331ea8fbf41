"""Par for a sheet and a seed of the dice: searched for once and remembered."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from paperplay.remembered import remember, remembered

FILE = "par.json"
SEARCH = 2
"""Raised when the search changes, so that what an older one found is searched for anew."""


@dataclass(frozen=True, slots=True)
class KnownPar:
    """What the search came to."""

    total: int
    optimal: bool
    """Whether no game at all can have more points."""


def par_for(sheet: str, seed: int, dice: str) -> int:
    """Give par for a sheet such as ``daydream/A``; the first time takes some seconds."""
    return known_par(sheet, seed, dice).total


def known_par(sheet: str, seed: int, dice: str) -> KnownPar:
    """Give par, and whether it is proved that nobody can have more.

    Raises:
        HostError: ``unknown-sheet``, or ``bad-value`` for a seed out of range.
    """
    from templates.daydream.fresh import EDITION
    from templates.daydream.load import load_sheet
    from templates.games import sheet_name

    name = sheet_name(sheet)
    topology = load_sheet(name, seed=seed)
    key = f"{SEARCH} {EDITION} {name} {seed} {dice}"
    known = _taken_up(remembered(FILE).get(key))
    if known is not None:
        return known
    from rules.daydream.par import par_of

    par = par_of(topology, dice)
    found = KnownPar(par.total, par.optimal)
    remember(FILE, key, asdict(found))
    return found


def _taken_up(data: object) -> KnownPar | None:
    """Take up what was remembered; None if it is not there or spoilt."""
    if not isinstance(data, dict):
        return None
    total, optimal = data.get("total"), data.get("optimal")
    if type(total) is not int or type(optimal) is not bool:
        return None
    return KnownPar(total, optimal)
