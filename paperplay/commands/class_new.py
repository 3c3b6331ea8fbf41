"""Print sheets for a class."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from paperplay.commands import example
from paperplay.commands.print import tell_printed
from paperplay.messages import lang_option
from paperplay.page_options import LONGEST_DICE, check_dice, ink_option, out_option, paper_option
from paperplay.patience import patient
from paperplay.seed_option import SEED
from paperplay.sheet_names import FRESH
from templates.program import program


@click.command(
    "new",
    epilog=example(
        "paperplay class new samples/7b.csv --sheet A --dice sun --out 7b.pdf",
        "paperplay class new samples/7b.csv --sheet A --dice moon --pseudonyms --out a.pdf",
    ),
)
@click.argument("class_list", metavar="LIST")
@click.option("--sheet", type=FRESH, required=True, help=f"One of {', '.join(FRESH.names)}.")
@out_option
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="The sheet's seed.")
@click.option("--dice", metavar="SEED", help="The seed of the rolls; else the name of the class.")
@click.option("--pseudonyms", is_flag=True, help="Print numbers instead of names.")
@lang_option
@paper_option
@ink_option
def command(
    class_list: str, sheet: str, out: str, force: bool, seed: int, dice: str | None, **page: Any
) -> None:
    """Print a named sheet for each pupil of LIST, and a teacher's page before them.

    SHEET may also be the file of a sheet of your own; then there is no teacher's page, and
    every pupil has other numbers where they are drawn. LIST is a CSV or XLSX file with a name in
    each line; the class is called like the file. Each sheet's code holds the pupil's number, by
    which 'class scan' knows it. Names and numbers are kept on this computer until 'class forget'.
    """
    from paperplay.classroom.lists import names_of
    from paperplay.classroom.store import Group, class_name, keep_class, kept_class
    from paperplay.fair_seeds import daydream_name, unfair_text
    from paperplay.output import check_output, write_output
    from templates.games import game_of, sheet_name

    if game_of(sheet_name(sheet)).shelf_in:
        _print_made(class_list, sheet_name(sheet), out, force=force, **page)
        return
    what = daydream_name(sheet)
    name = class_name(class_list)
    dice = name[:LONGEST_DICE] if dice is None else dice
    check_dice(dice)
    names = names_of(Path(class_list))
    check_output(out, force=force, kind="pdf")
    with patient(page["lang"]):
        unfair = unfair_text(what, seed, page["lang"]) if seed else None
    if unfair is not None:
        click.echo(f"paperplay: {unfair}", err=True)
    kept = kept_class(name)
    group = (kept.renewed(names) if kept else Group.of(name, names)).apart()
    from paperplay.classroom.printing import class_order, with_par
    from printkit.classroom.class_set import printed_class

    with patient(page["lang"]):
        group = with_par(group, what, seed, dice)
    scan = f"{program()} class scan {shlex.quote(class_list)} photos/ --dice {shlex.quote(dice)}"
    pdf = printed_class(class_order(group, what, seed=seed, dice=dice, scan=scan, **page))
    keep_class(group)
    write_output(out, pdf, force=force)
    tell_printed(out, pdf, page["lang"])


def _print_made(
    class_list: str, sheet: str, out: str, *, force: bool, pseudonyms: bool, **page: Any
) -> None:
    """Print a sheet that somebody made for each pupil, and keep the class and the sheet."""
    from paperplay.classroom.lists import names_of
    from paperplay.classroom.store import Group, class_name, keep_class, kept_class
    from paperplay.output import check_output, write_output
    from printkit.order import Order
    from printkit.own.class_set import printed_pupils
    from rules.errors import HostError
    from templates.games import game_of

    game = game_of(sheet)
    if game.for_table:
        raise HostError("own-for-table", sheet=sheet)
    names = names_of(Path(class_list))
    check_output(out, force=force, kind="pdf")
    name = class_name(class_list)
    kept = kept_class(name)
    group = (kept.renewed(names) if kept else Group.of(name, names)).apart()
    pupils = [(one.number, "" if pseudonyms else one.name) for one in group.pupils]
    pdf = printed_pupils(Order(sheet, **page), group.mark, pupils)
    game.shelf.keep(sheet)
    keep_class(group)
    write_output(out, pdf, force=force)
    tell_printed(out, pdf, page["lang"])
