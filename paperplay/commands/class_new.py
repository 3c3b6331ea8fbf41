"""Print sheets for a class."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from paperplay.classroom.store import class_name
from paperplay.commands import example
from paperplay.commands.print import key_wanted, tell_printed
from paperplay.messages import complain, lang_option
from paperplay.page_options import LONGEST_DICE, check_dice, ink_option, out_option, paper_option
from paperplay.patience import patient
from paperplay.seed_option import SEED
from paperplay.sheet_names import FRESH
from rules.errors import HostError
from templates.program import program


@click.command(
    "new",
    epilog=example(
        "paperplay class new samples/7b.csv --sheet A --dice sun --out 7b.pdf",
        "paperplay class new samples/7b.csv --sheet A --dice moon --pseudonyms --out a.pdf",
    ),
)
@click.argument("class_list", metavar="LIST")
@click.option(
    "--sheet", type=FRESH, required=True, help=f"One of {', '.join(FRESH.names)}, or your own file."
)
@out_option
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="The sheet's seed.")
@click.option("--dice", metavar="SEED", help="The seed of the rolls; else the name of the class.")
@click.option("--pseudonyms", is_flag=True, help="Print numbers instead of names.")
@click.option("--spares", type=click.IntRange(0, 100), default=0, show_default=True,
              help="Further sheets with numbers of their own, which nobody has yet.")  # fmt: skip
@click.option("--key", metavar="FILE", help="Of your own worksheet: everybody's answers as a PDF.")
@click.option("--reprint", multiple=True, metavar="PUPIL", help="Print this pupil's sheet alone.")
@click.option("--each", is_flag=True, hidden=True, help="Always so with a sheet of your own.")
@lang_option
@paper_option
@ink_option
def command(
    class_list: str, sheet: str, out: str, force: bool, seed: int, dice: str | None,
    pseudonyms: bool, spares: int, key: str | None, reprint: tuple[str, ...],
    each: bool, **page: Any,
) -> None:  # fmt: skip
    """Print a named sheet for each pupil of LIST, and a teacher's page before them.

    SHEET may also be the file of a sheet of your own; then there is no teacher's page, and
    every pupil has other numbers where they are drawn. LIST is a CSV or XLSX file with a name in
    each line; the class is called like the file. Each sheet's code holds the pupil's number, by
    which 'class scan' knows it. Names and numbers are kept on this computer until 'class forget'.
    The sheets are written first; par is searched for afterwards, and then stands on the
    teacher's page.
    """
    from paperplay.classroom.alone import changing
    from paperplay.classroom.lists import class_list as read_list
    from paperplay.classroom.printing import (
        class_order,
        keep_par,
        printed_group,
        with_dice,
        with_par,
    )
    from paperplay.classroom.questions import pupil_called
    from paperplay.classroom.store import keep_class, par_key
    from paperplay.fair_seeds import daydream_name, unfair_text
    from paperplay.output import STANDARD_OUTPUT, check_output, write_output
    from printkit.classroom.class_set import printed_class
    from templates.games import game_of, sheet_name

    if game_of(sheet_name(sheet)).shelf_in:
        _tell_idle({"--seed": seed, "--dice": dice}, sheet, page["lang"])
        _print_made(class_list, sheet_name(sheet), out, key, force=force, pseudonyms=pseudonyms,
                    spares=spares, reprint=reprint, **page)  # fmt: skip
        return
    _tell_idle({"--key": key, "--each": each}, sheet, page["lang"])
    what = daydream_name(sheet)
    dice = class_name(class_list)[:LONGEST_DICE] if dice is None else dice
    check_dice(dice)
    listed = read_list(Path(class_list))
    check_output(out, force=force, kind="pdf")
    with patient(page["lang"]):
        unfair = unfair_text(what, seed, page["lang"]) if seed else None
    if unfair is not None:
        click.echo(f"paperplay: {unfair}", err=True)
    with changing():
        group = printed_group(class_list, listed, page["lang"], hide=pseudonyms)
        only = tuple(pupil_called(word, group) for word in reprint)
        free = range(group.last + 1, group.last + 1 + spares)
        group = replace(group, last=group.last + spares)
        if not only:  # a sheet alone says nothing about the dice
            group = with_dice(group, what, seed, dice)
        keep_class(group)
    scan = f"{program()} class scan {shlex.quote(class_list)} photos/ --dice {shlex.quote(dice)}"
    facts = {"seed": seed, "dice": dice, "scan": scan, "pseudonyms": pseudonyms, "only": only,
             "spares": tuple(free), **page}  # fmt: skip
    if out != STANDARD_OUTPUT or only:
        pdf = printed_class(class_order(group, what, **facts))
        write_output(out, pdf, force=force)
        tell_printed(out, pdf, page["lang"])
    if only:
        return
    with patient(page["lang"]):
        group = with_par(group, what, seed, dice)
    key = par_key(what, seed, dice)
    keep_par(group.name, key, group.pars[key])
    write_output(out, printed_class(class_order(group, what, **facts)), force=True)


def _tell_idle(options: Mapping[str, object], sheet: str, lang: str) -> None:
    """Say which options that were given change nothing."""
    for option, value in options.items():
        if value not in (None, 0):
            complain(HostError("option-idle", option=option, sheet=sheet), lang)


def _print_made(
    class_list: str, sheet: str, out: str, key: str | None, *, force: bool, pseudonyms: bool,
    spares: int, reprint: tuple[str, ...], **page: Any,
) -> None:  # fmt: skip
    """Print a sheet that somebody made for each pupil, and keep the class and the sheet."""
    from paperplay.classroom.alone import changing
    from paperplay.classroom.lists import class_list as read_list
    from paperplay.classroom.printing import printed_group
    from paperplay.classroom.questions import pupil_called
    from paperplay.classroom.store import keep_class
    from paperplay.output import check_output, write_output
    from printkit.order import Order
    from printkit.own.class_set import printed_pupils, pupils_codes
    from printkit.own.key import Solved, key_of
    from templates.games import game_of

    game = game_of(sheet)
    if game.for_table:
        raise HostError("own-for-table", sheet=sheet)
    order = Order(sheet, **page)
    key = key_wanted(key, out, order, force=force)
    listed = read_list(Path(class_list))
    check_output(out, force=force, kind="pdf")
    with changing():
        group = printed_group(class_list, listed, page["lang"], hide=pseudonyms)
        only = [pupil_called(word, group) for word in reprint]
        pupils = [(one.number, "" if pseudonyms else one.name) for one in only or group.pupils]
        pupils += [(number, "") for number in range(group.last + 1, group.last + 1 + spares)]
        group = replace(group, last=group.last + spares)
        codes = pupils_codes(order, group.mark, pupils)
        pdf = printed_pupils(order, codes)
        game.shelf.keep(sheet)
        keep_class(group)
    write_output(out, pdf, force=force)
    tell_printed(out, pdf, page["lang"])
    if key:
        write_output(key, key_of(order, [Solved(*each) for each in codes]), force=force)
