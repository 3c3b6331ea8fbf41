"""From a class to what is printed for it."""

from __future__ import annotations

from paperplay.classroom.store import Group
from printkit.classroom.class_set import ClassOrder
from rules.daydream.par import par_of
from templates.load import load_sheet


def class_order(
    group: Group,
    what: str,
    *,
    dice: str,
    seed: int,
    lang: str,
    paper: str,
    ink: str,
    pseudonyms: bool,
    scan: str,
) -> ClassOrder:
    """Put together what the class set needs; par is searched for, which takes some seconds."""
    par = par_of(load_sheet(what, seed=seed), dice)
    return ClassOrder(
        what=what,
        group=group.name,
        pupils=[(one.number, "" if pseudonyms else one.name) for one in group.pupils],
        dice=dice,
        par=par.total,
        best=par.optimal,
        scan=scan,
        lang=lang,
        paper=paper,
        ink=ink,
        seed=seed,
    )
