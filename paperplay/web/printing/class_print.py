"""What the page prints for a class: a game with its dice, puzzles, or a worksheet of one's own."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paperplay.classroom.printing import class_order, with_dice
from paperplay.classroom.puzzles_ordered import PuzzleWish, for_pupils, on_sheets
from paperplay.classroom.store import Group, Pupil
from paperplay.page_options import LONGEST_DICE, check_dice
from printkit.classroom import puzzle_set
from printkit.classroom.class_set import printed_class
from printkit.order import Order
from printkit.puzzles.class_set import printed_puzzles
from rules import values
from rules.daydream.exercise import DEDUCTION
from rules.daydream.exercise import KINDS as TASKS
from rules.daydream.puzzles.solver import LEVELS
from rules.puzzles.sheet import ALL_KINDS, MOST
from templates.daydream.game import GAME
from templates.games import game_of, sheets_of, shelved
from templates.page import PAPERS
from templates.program import program
from templates.telling import title_of

PRINTED = tuple(sheet.rpartition("/")[2] for sheet in GAME.sheets)
ON_SHEETS = (DEDUCTION, *TASKS.values())
"""Puzzles on the grid of a Daydream sheet."""
Form = Mapping[str, str]
MOST_SPARES = 100


def printed_for(group: Group, form: Form, lang: str) -> tuple[Group, bytes]:
    """Print what a form asks for; the class notes which dice were printed.

    Raises:
        HostError: ``bad-value``, ``puzzle-level``, ``puzzle-too-hard`` or ``puzzle-many``.
    """
    kinds = (*PRINTED, *ON_SHEETS, *ALL_KINDS, *(sheet for sheet, _ in worksheets(lang)))
    what = values.choice(form.get("what") or PRINTED[0], "what", kinds)
    page: dict[str, Any] = {
        "lang": lang,
        "paper": values.choice(form.get("paper") or "a4", "paper", tuple(PAPERS)),
    }
    if what in PRINTED:
        return _game(group, f"{GAME.name}/{what}", form, page)
    if what not in (*ON_SHEETS, *ALL_KINDS):
        return _made(group, Order(what, **page), form)
    level = values.integer(_number(form, "level"), "level", LEVELS[0], LEVELS[-1]) or 1
    number = values.integer(_number(form, "number"), "number", 1, 4095) or 1
    hints, because = (form.get(name) == "yes" for name in ("hints", "because"))
    only = _only(group, form)
    if what in ON_SHEETS:
        sheet = values.choice(form.get("sheet") or PRINTED[0], "sheet", PRINTED)
        order = on_sheets(what, f"{GAME.name}/{sheet}", group, level=level, number=number,
                          only=only, **page)  # fmt: skip
        strips = {"hints": hints, "because": because} if what == DEDUCTION else {}
        return group, puzzle_set.printed_puzzles(order, **strips)
    count = values.integer(_number(form, "count"), "count", 1, MOST) or 1
    wish = PuzzleWish(what, level, number, count=count, large=form.get("large") == "yes",
                      because=because, hints=hints, **page)  # fmt: skip
    return group, printed_puzzles(for_pupils(wish, group, hide=False, only=only), hints=hints)


def _game(group: Group, what: str, form: Form, page: Mapping[str, Any]) -> tuple[Group, bytes]:
    dice = (form.get("dice") or group.name)[:LONGEST_DICE]
    check_dice(dice)
    only = _only(group, form)
    group, free = _with_spares(group, form)
    if not only:  # a sheet alone says nothing about the dice
        group = with_dice(group, what, 0, dice)
    call = f"{program()} class scan {shlex.quote(group.name)} photos/ --dice {shlex.quote(dice)}"
    order = class_order(group, what, seed=0, dice=dice, scan=call, pseudonyms=False, only=only,
                        spares=tuple(free), **page)  # fmt: skip
    return group, printed_class(order)


def _made(group: Group, order: Order, form: Form) -> tuple[Group, bytes]:
    """Print a sheet that somebody made, and keep it as it was printed."""
    from printkit.own.class_set import printed_pupils, pupils_codes

    game, only = game_of(order.what), _only(group, form)
    pupils = [(one.number, one.name) for one in only or group.pupils]
    group, free = _with_spares(group, form)
    pupils += [(number, "") for number in free]
    pdf = printed_pupils(order, pupils_codes(order, group.mark, pupils), key=bool(game.tasks_in))
    game.shelf.keep(order.what)
    return group, pdf


def worksheets(lang: str) -> list[tuple[str, str]]:
    """Name the sheets that people made of which everybody has one, with their titles."""
    made = [sheet for sheet in sheets_of(shelved()) if not game_of(sheet).for_table]
    return [(sheet, title_of(sheet, lang)) for sheet in made]


def _with_spares(group: Group, form: Form) -> tuple[Group, range]:
    """Give numbers to sheets that nobody has yet."""
    spares = values.integer(_number(form, "spares", "0"), "spares", 0, MOST_SPARES) or 0
    free = range(group.last + 1, group.last + 1 + spares)
    return replace(group, last=group.last + spares), free


def _only(group: Group, form: Form) -> tuple[Pupil, ...]:
    """Give the pupil whose sheet alone is wanted; nobody if all are."""
    return tuple(one for one in group.pupils if str(one.number) == form.get("only"))


def _number(form: Form, name: str, default: str = "1") -> int:
    told = form.get(name) or default
    return int(told) if told.isdecimal() and len(told) < 6 else -1
