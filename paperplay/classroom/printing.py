"""From a class to what is printed for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paperplay.classroom.store import ClassPar, Group, par_key
from printkit.classroom.class_set import ClassOrder
from rules.daydream.par import par_of
from templates.daydream.load import load_sheet


def with_par(group: Group, what: str, seed: int, dice: str) -> Group:
    """Search for par, unless it is known; that takes some seconds, at worst a minute."""
    key = par_key(what, seed, dice)
    if key in group.pars:
        return group
    found = par_of(load_sheet(what, seed=seed), dice)
    return replace(group, pars={**group.pars, key: ClassPar(found.total, found.optimal)})


def class_order(
    group: Group, what: str, *, seed: int, dice: str, pseudonyms: bool, **page: Any
) -> ClassOrder:
    """Put together what the class set needs; par is searched for first, see ``with_par``."""
    par = group.pars[par_key(what, seed, dice)]
    return ClassOrder(
        what=what,
        group=group.name,
        mark=group.mark,
        pupils=[(one.number, "" if pseudonyms else one.name) for one in group.pupils],
        dice=dice,
        par=par.total,
        best=par.best,
        seed=seed,
        **page,
    )
