"""Print puzzles for a class."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from paperplay.commands import example
from paperplay.commands.print import MOST_COPIES, tell_printed
from paperplay.messages import lang_option
from paperplay.page_options import ink_option, out_option, paper_option
from paperplay.patience import patient
from paperplay.seed_option import SEED
from paperplay.sheet_names import FRESH
from rules.daydream.exercise import DEDUCTION, KINDS, MOST_TASK, deduction_form
from rules.daydream.puzzles.deduction import MOST_NUMBER
from rules.daydream.puzzles.solver import LEVELS
from rules.errors import HostError

_KINDS = (DEDUCTION, *KINDS.values())


@click.command(
    "puzzle",
    epilog=example(
        "paperplay class puzzle deduction --level 2 --each samples/7b.csv --out puzzles.pdf",
        "paperplay class puzzle symbols --sheet D --copies 24 --out symbols.pdf --key key.pdf",
    ),
)
@click.argument("kind", metavar="KIND", type=click.Choice(_KINDS))
@click.option("--sheet", type=FRESH, default="A", show_default=True,
              help=f"One of {', '.join(FRESH.names)}.")  # fmt: skip
@click.option("--level", type=click.IntRange(LEVELS[0], LEVELS[-1]), default=1, show_default=True,
              help="How hard a deduction is: 1 one row, 2 two rows, 3 and 4 notes, 5 suppositions.",
)  # fmt: skip
@click.option("--each", metavar="LIST", help="Another one of the same level for each pupil, named.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="The sheet's seed.")
@click.option("--number", type=click.IntRange(1, MOST_NUMBER), default=1, show_default=True,
              help="Which one; with --each the first pupil's.")  # fmt: skip
@out_option
@click.option("--key", metavar="FILE", help="The answer key as a PDF of its own.")
@click.option("--no-key", is_flag=True, help="No answer key; else it comes last.")
@click.option("--force", is_flag=True, help="Overwrite files that are there.")
@click.option("--copies", type=click.IntRange(1, MOST_COPIES), default=1, show_default=True,
              help="How many, without --each.")  # fmt: skip
@click.option("--pseudonyms", is_flag=True, help="With --each, print numbers instead of names.")
@lang_option
@paper_option
@ink_option
def command(
    kind: str, sheet: str, level: int, each: str | None, number: int, out: str, key: str | None,
    no_key: bool, force: bool, pseudonyms: bool, copies: int, **page: Any,
) -> None:  # fmt: skip
    """Print puzzles of a KIND: deduction, symbols, clouds or mistakes.

    A deduction gives every row's symbol and few numbers, and has one solution that can be
    reasoned out by steps of its level, and not by those of the level below. With --each every
    pupil of LIST gets another one; 'class scan' marks them and knows whose they are.
    """
    from paperplay.output import STANDARD_OUTPUT, check_output, write_output
    from templates.games import game_of, sheet_name

    name = sheet_name(sheet)
    if not game_of(name).tasks_in:
        raise HostError("exercise-sheet", sheet=name)
    if key in (out, STANDARD_OUTPUT):
        raise HostError("exercise-key", key=key)
    for file in filter(None, (out, key)):
        check_output(file, force=force, kind="pdf")
    form = next((form for form, each_kind in KINDS.items() if each_kind == kind), None)
    most = MOST_NUMBER if form is None else MOST_TASK
    form = deduction_form(level) if form is None else form
    with patient(page["lang"]):
        if each is not None:
            tasks = _for_each(each, name, form, number, most, pseudonyms=pseudonyms, **page)
            sheets, answers = tasks
        else:
            sheets, answers = _copies(name, form, (number - 1) % most + 1, copies, **page)
        pages = sheets(not (key or no_key))
        if key:
            write_output(key, answers(), force=force)
    write_output(out, pages, force=force)
    tell_printed(out, pages, page["lang"])


def _copies(name: str, form: int, number: int, copies: int, **page: Any) -> Any:
    """Prepare copies of one puzzle, and its key."""
    from printkit.order import Order
    from printkit.press import printed

    order = Order(name, exercise=(form, number), copies=copies, **page)
    return (
        lambda with_key: printed(order if with_key else replace(order, key="none")),
        lambda: printed(replace(order, key="only")),
    )


def _for_each(
    listed: str, name: str, form: int, number: int, most: int, *, pseudonyms: bool, **page: Any
) -> Any:
    """Prepare another puzzle for each pupil, and the key of all; the class is kept."""
    from paperplay.classroom.lists import class_list
    from paperplay.classroom.printing import printed_group
    from paperplay.classroom.store import keep_class
    from printkit.classroom.puzzle_set import PuzzleOrder, printed_puzzles

    group = printed_group(listed, class_list(Path(listed)), page["lang"], hide=pseudonyms)
    order = PuzzleOrder(
        what=name,
        group=group.name,
        mark=group.mark,
        pupils=[(one.number, "" if pseudonyms else one.name) for one in group.pupils],
        tasks=[(form, (number + one.number - 2) % most + 1) for one in group.pupils],
        **page,
    )
    keep_class(group)
    return (
        lambda with_key: printed_puzzles(order, key=with_key),
        lambda: printed_puzzles(order, sheets=False),
    )
