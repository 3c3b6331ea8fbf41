"""From a class to what is printed for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from paperplay.classroom.alone import changing
from paperplay.classroom.lists import ClassList
from paperplay.classroom.store import (
    LESSONS,
    ClassPar,
    Group,
    Pupil,
    class_folder,
    class_name,
    keep_class,
    kept_class,
    par_key,
)
from printkit.classroom.class_set import ClassOrder, printed_name
from rules.daydream.par import par_of
from rules.errors import HostError
from templates.daydream.load import load_sheet
from templates.telling import printable
from templates.wording import say


def printed_group(word: str, listed: ClassList, lang: str, *, hide: bool) -> Group:
    """Give the class that a list is printed for, and say what is odd about the list."""
    group = listed_group(word, listed)
    for told in odd_lines(listed, group, Path(word).name, lang, hide=hide):
        click.echo(f"paperplay: {told}", err=True)
    return group


def listed_group(word: str, listed: ClassList) -> Group:
    """Give the class of a list: who is known keeps the number.

    Raises:
        HostError: ``class-other``: lessons of another class are kept under its name.
    """
    name = class_name(word)
    kept = kept_class(name)
    group = kept.renewed(listed.names) if kept else Group.of(name, listed.names)
    if kept and group.mark != kept.mark and (class_folder(name) / LESSONS).is_dir():
        raise HostError("class-other", name=name)
    return group.apart().carrying(listed.carried, listed.levels)


def with_dice(group: Group, what: str, seed: int, dice: str) -> Group:
    """Note which dice sheets are printed for."""
    key = par_key(what, seed, dice)
    return replace(group, pars={key: ClassPar(), **group.pars})


def with_par(group: Group, what: str, seed: int, dice: str) -> Group:
    """Search for par, unless it is known; that takes some seconds, at worst a minute."""
    key = par_key(what, seed, dice)
    if group.pars.get(key, ClassPar()).total is not None:
        return group
    return replace(group, pars={**group.pars, key: par_for(what, seed, dice)})


def keep_par(name: str, key: str, par: ClassPar) -> None:
    """Keep a par beside all that others have kept of the class while it was searched for."""
    with changing():
        group = kept_class(name)
        if group is not None and key in group.pars:
            keep_class(replace(group, pars={**group.pars, key: par}))


def par_for(what: str, seed: int, dice: str) -> ClassPar:
    """Search for par."""
    found = par_of(load_sheet(what, seed=seed), dice)
    return ClassPar(found.total, found.optimal)


def odd_lines(
    listed: ClassList, group: Group, file: str, lang: str, *, hide: bool
) -> Iterator[str]:
    """Say, all at once, what could not be taken from a list as it is."""
    numbers = {pupil.name: pupil.number for pupil in group.pupils}
    for odd in listed.odd:
        name, taken = odd.name, odd.taken
        if hide:
            taken = say("classroom.number", lang, number=numbers[taken]) if taken else ""
            name = name if odd.why == "level" else "…"
        why = say(f"classroom.list.{odd.why}", lang, name=name)
        facts = {"file": printable(file), "line": odd.line, "why": why, "taken": taken}
        yield say(
            f"classroom.list.odd{f'-{odd.why}' if odd.why in ('level', 'nobody') else ''}",
            lang,
            **facts,
        )
    lacking = [
        f"{pupil.name} ({say('classroom.number', lang, number=pupil.number)})"
        for pupil in group.pupils
        if not (hide or printed_name(pupil.name))
    ]
    if lacking:
        yield say("classroom.list.letters", lang, names=lacking)


def class_order(
    group: Group,
    what: str,
    *,
    seed: int,
    dice: str,
    pseudonyms: bool,
    only: Sequence[Pupil] = (),
    **page: Any,
) -> ClassOrder:
    """Put together what the class set needs, with par if it is known."""
    par = group.pars.get(par_key(what, seed, dice), ClassPar())
    return ClassOrder(
        what=what,
        group=group.name,
        mark=group.mark,
        pupils=[(one.number, "" if pseudonyms else one.name) for one in only or group.pupils],
        dice=dice,
        par=par.total,
        best=par.best,
        seed=seed,
        has_page=not only,
        **page,
    )
