"""Print puzzles for a class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperplay.commands import example
from paperplay.commands.print import MOST_COPIES, tell_printed
from paperplay.messages import lang_option
from paperplay.page_options import ink_option, out_option, paper_option
from paperplay.patience import patient
from paperplay.seed_option import SEED
from paperplay.sheet_names import FRESH
from rules.daydream.exercise import DEDUCTION, KINDS
from rules.daydream.puzzles.deduction import MOST_NUMBER
from rules.daydream.puzzles.solver import LEVELS
from rules.errors import HostError
from rules.puzzles.sheet import ALL_KINDS, MOST

if TYPE_CHECKING:
    from paperplay.classroom.store import Group, Pupil

_ON_SHEETS = (DEDUCTION, *KINDS.values())
"""Kinds that stand on the grid of a Daydream sheet."""
MOVE = "move"
_KINDS = (*_ON_SHEETS, *ALL_KINDS, MOVE)
Parts = tuple[Callable[[bool], bytes], Callable[[], bytes]]
"""Make the pages, with the key or without it, and the key alone."""


@click.command(
    "puzzle",
    epilog=example(
        "paperplay class puzzle sudoku9 --level 3 --each samples/7b.csv --out sudoku.pdf",
        "paperplay class puzzle cages --level 2 --per-page 4 --copies 24 --out cages.pdf",
        "paperplay class puzzle deduction --level 2 --each samples/7b.csv --out puzzles.pdf",
    ),
)
@click.argument("kind", metavar="KIND", type=click.Choice(_KINDS))
@click.option("--sheet", type=FRESH, default="A", show_default=True,
              help=f"Of what stands on a Daydream sheet: one of {', '.join(FRESH.names)}.",
)  # fmt: skip
@click.option("--level", type=click.IntRange(LEVELS[0], LEVELS[-1]), default=1, show_default=True,
              help="How hard it is. A column 'level' in the list counts before it.",
)  # fmt: skip
@click.option("--each", metavar="LIST", help="Another one of the same level for each pupil, named.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="The sheet's seed.")
@click.option("--number", type=click.IntRange(1, MOST_NUMBER), default=1, show_default=True,
              help="Which one; with --each the first pupil's.")  # fmt: skip
@click.option("--per-page", type=click.IntRange(1, MOST), default=1, show_default=True,
              help="How many squares are on a sheet.")  # fmt: skip
@click.option("--large", is_flag=True, help="Large print, one square on a sheet.")
@click.option(
    "--because", is_flag=True, help="Lines for 'I know because …'; on strips for deductions."
)
@click.option("--hints", is_flag=True, help="Strips of hints, to cut out and fold over.")
@out_option
@click.option("--key", metavar="FILE", help="The answer key as a PDF of its own.")
@click.option("--no-key", is_flag=True, help="No answer key; else it comes last.")
@click.option("--force", is_flag=True, help="Overwrite files that are there.")
@click.option("--copies", type=click.IntRange(1, MOST_COPIES), default=1, show_default=True,
              help="How many, without --each.")  # fmt: skip
@click.option("--reprint", multiple=True, metavar="PUPIL",
              help="With --each, print this pupil's sheet alone.")  # fmt: skip
@click.option("--pseudonyms", is_flag=True, help="With --each, print numbers instead of names.")
@lang_option
@paper_option
@ink_option
def command(
    kind: str, sheet: str, seed: int, out: str, key: str | None, no_key: bool, force: bool,
    per_page: int, large: bool, because: bool, hints: bool, **asked: Any,
) -> None:  # fmt: skip
    """Print puzzles of a KIND, each with one solution that can be reasoned out.

    KIND is sudoku4, sudoku6 or sudoku9, cages (calculations), futoshiki (signs), chances (how many
    of the 36 rolls?), or on the grid of a Daydream sheet deduction, symbols, clouds or mistakes;
    move is a game in its middle, to be talked about.
    A puzzle can be solved by steps of its level, and not by those of the level below. With --each
    every pupil of LIST gets another one; 'class scan' marks them and knows whose they are.
    """
    from paperplay.output import STANDARD_OUTPUT, check_output, write_output

    if asked["reprint"] and not asked["each"]:
        raise HostError("puzzle-option", option="--reprint", kind="--copies")
    if key in (out, STANDARD_OUTPUT):
        raise HostError("exercise-key", key=key)
    for file in filter(None, (out, key)):
        check_output(file, force=force, kind="pdf")
    with patient(asked["lang"]):
        if kind in ALL_KINDS:
            setting = {"count": per_page, "large": large, "because": because}
            pages, answers = _squares(kind, setting, hints=hints, **asked)
        else:
            _refuse(kind, {"--per-page": per_page > 1, "--large": large,
                           "--because": because and kind != DEDUCTION,
                           "--hints": hints and kind != DEDUCTION,
                           "--each": bool(asked["each"]) and kind == MOVE,
                           "--level": asked["level"] > 1 and kind != DEDUCTION})  # fmt: skip
            strips = {"hints": hints, "because": because}
            make = _moves if kind == MOVE else partial(_on_sheet, kind, strips)
            pages, answers = make(sheet, seed=seed, **asked)
        made = pages(not (key or no_key))
        if key:
            write_output(key, answers(), force=force)
    write_output(out, made, force=force)
    tell_printed(out, made, asked["lang"])


def _refuse(kind: str, options: dict[str, bool]) -> None:
    for option, is_given in options.items():
        if is_given:
            raise HostError("puzzle-option", option=option, kind=kind)


def _class_of(
    each: str, reprint: tuple[str, ...], lang: str, *, pseudonyms: bool
) -> tuple[Group, list[Pupil]]:
    """Read a list and keep its class; give it, and whose sheets alone are wanted."""
    from paperplay.classroom.alone import changing
    from paperplay.classroom.lists import class_list
    from paperplay.classroom.printing import printed_group
    from paperplay.classroom.questions import pupil_called
    from paperplay.classroom.store import keep_class

    listed = class_list(Path(each))
    with changing():
        group = printed_group(each, listed, lang, hide=pseudonyms)
        only = [pupil_called(word, group) for word in reprint]
        keep_class(group)
    return group, only


# ------------------------------------------------------------------ squares and chances


def _squares(
    kind: str, setting: dict[str, Any], *, hints: bool, level: int, number: int,
    each: str | None, reprint: tuple[str, ...], copies: int, pseudonyms: bool, **page: Any,
) -> Parts:  # fmt: skip
    """Prepare sheets of squares, or of chances."""
    from paperplay.classroom.puzzles_ordered import PuzzleWish, copies_of, for_pupils
    from printkit.puzzles.class_set import printed_puzzles

    wish = PuzzleWish(kind, level, number, hints=hints, **setting, **page)
    if each is not None:
        group, only = _class_of(each, reprint, page["lang"], pseudonyms=pseudonyms)
        order = for_pupils(wish, group, hide=pseudonyms, only=only)
    else:
        order = copies_of(wish, copies)
    return _printed(order, printed_puzzles, hints=hints)


# ------------------------------------------------------------------ on the grid of a sheet


def _on_sheet(
    kind: str, strips: dict[str, bool], sheet: str, *, level: int, number: int, each: str | None,
    reprint: tuple[str, ...], copies: int, pseudonyms: bool, **page: Any,
) -> Parts:  # fmt: skip
    from paperplay.classroom.puzzles_ordered import hardest_on, on_sheets, task_of
    from templates.games import game_of, sheet_name

    name = sheet_name(sheet)
    if not game_of(name).tasks_in:
        raise HostError("exercise-sheet", sheet=name)
    hardest_on(kind, name, page["seed"], level)  # said before a class is kept
    first = task_of(kind, level, number)
    if each is None and not any(strips.values()):
        return _copies(name, *first, copies, **page)
    from printkit.classroom.puzzle_set import PuzzleOrder, printed_puzzles

    if each is None:
        pupils, tasks = [(copy, "") for copy in range(copies)], [first] * copies
        order = PuzzleOrder(name, "", 0, pupils, tasks, named=False, **page)
        return _printed(order, printed_puzzles, **strips)
    group, only = _class_of(each, reprint, page["lang"], pseudonyms=pseudonyms)
    order = on_sheets(kind, name, group, level=level, number=number, hide=pseudonyms, only=only,
                      **page)  # fmt: skip
    return _printed(order, printed_puzzles, **strips)


def _moves(
    sheet: str, *, number: int, copies: int, level: int, each: None, reprint: tuple[()],
    pseudonyms: bool, **page: Any,
) -> Parts:  # fmt: skip
    """Prepare a game in its middle, to be talked about."""
    from printkit.daydream.your_move import MoveOrder, printed_moves
    from templates.games import game_of, sheet_name

    name = sheet_name(sheet)
    if not game_of(name).tasks_in:
        raise HostError("exercise-sheet", sheet=name)
    order = MoveOrder(name, number, copies, **page)
    return (
        lambda with_key: printed_moves(order, key=with_key),
        lambda: printed_moves(order, sheets=False),
    )


def _printed(order: Any, print_: Callable[..., bytes], **strips: bool) -> Parts:
    return (
        lambda with_key: print_(order, key=with_key, **strips),
        lambda: print_(order, sheets=False),
    )


def _copies(name: str, form: int, number: int, copies: int, **page: Any) -> Parts:
    """Prepare copies of one puzzle, and its key."""
    from printkit.order import Order
    from printkit.press import printed

    order = Order(name, exercise=(form, number), copies=copies, **page)
    return (
        lambda with_key: printed(order if with_key else replace(order, key="none")),
        lambda: printed(replace(order, key="only")),
    )
