"""From a class to what is printed for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from paperplay.classroom.lists import ClassList
from paperplay.classroom.store import ClassPar, Group, par_key
from printkit.classroom.class_set import ClassOrder, printed_name
from rules.daydream.par import par_of
from templates.daydream.load import load_sheet
from templates.telling import printable
from templates.wording import say


def with_par(group: Group, what: str, seed: int, dice: str) -> Group:
    """Search for par, unless it is known; that takes some seconds, at worst a minute."""
    key = par_key(what, seed, dice)
    if key in group.pars:
        return group
    found = par_of(load_sheet(what, seed=seed), dice)
    return replace(group, pars={**group.pars, key: ClassPar(found.total, found.optimal)})


def tell_odd(listed: ClassList, group: Group, file: str, lang: str, *, hide: bool) -> None:
    """Say on standard error, all at once, what could not be taken from a list as it is."""
    for odd in listed.odd:
        why = say(f"classroom.list.{odd.why}", lang, name=odd.name)
        facts = {"file": printable(file), "line": odd.line, "why": why, "taken": odd.taken}
        click.echo(f"paperplay: {say('classroom.list.odd', lang, **facts)}", err=True)
    lacking = [
        f"{pupil.name} ({say('classroom.number', lang, number=pupil.number)})"
        for pupil in group.pupils
        if not (hide or printed_name(pupil.name))
    ]
    if lacking:
        told = say("classroom.list.letters", lang, names=lacking)
        click.echo(f"paperplay: {told}", err=True)


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
