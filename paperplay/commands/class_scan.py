"""Read a class's sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from paperplay.commands import example
from paperplay.messages import complain, system_lang_option
from paperplay.sheet_names import sheets_option
from rules.errors import HostError
from templates.wording import say

if TYPE_CHECKING:
    from paperplay.classroom.gradebook import Gradebook
    from scanner.scan import Scan


@click.command(
    "scan",
    epilog=example(
        "paperplay class scan samples/7b.csv samples/class --dice sun",
        "paperplay class scan samples/7b.csv samples/class --pseudonyms --xlsx 7b.xlsx "
        "--feedback hints.pdf",
    ),
)
@click.argument("class_list", metavar="LIST")
@click.argument("files", metavar="FILE|DIR...", nargs=-1, required=True)
@click.option("--dice", metavar="SEED", help="Check the numbers against the rolls of this seed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program, on one line.")
@click.option("--csv", metavar="FILE", help="Write the gradebook as a table for any spreadsheet.")
@click.option("--xlsx", metavar="FILE", help="Write gradebook, rows, doubts and rules for Excel.")
@click.option("--html", metavar="FILE", help="Write the gradebook as one page for a browser.")
@click.option("--feedback", metavar="FILE", help="Write a page for each pupil, as a PDF to print.")
@click.option("--pseudonyms", is_flag=True, help="Say numbers instead of names, everywhere.")
@click.option("--force", is_flag=True, help="Replace files that are there already.")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; by default one per core.")
@click.option("--resume", is_flag=True, help="Go on with the same call after it was stopped.")
@sheets_option
@system_lang_option(" and names; else the system's, with --json English.")
def command(
    class_list: str,
    files: tuple[str, ...],
    dice: str | None,
    as_json: bool,
    pseudonyms: bool,
    force: bool,
    workers: int | None,
    resume: bool,
    lang: str,
    **exports: str | None,
) -> int:
    """Read the sheets of a class and give the gradebook.

    LIST is the list that the sheets were printed from, or the name of a class that is kept.
    FILE is a photo or a PDF from a scanner, DIR a folder of them. Sheets are matched to pupils
    by the number in their code. The gradebook tells who is missing, who handed in twice, which
    rows are right, what to look at again, and which rule was missed most.
    """
    from paperplay.classroom.gradebook import gradebook_of
    from paperplay.classroom.group import group_for
    from paperplay.classroom.store import drop_empty_folders, notes_folder
    from paperplay.commands.scan import checked_exports, found_photos
    from paperplay.page_options import check_dice
    from paperplay.reading.batch import on_this_machine
    from paperplay.results.night import read_night, wants_progress
    from paperplay.results.scan_text import place as scan_place
    from scanner.stages import Keep

    check_dice(dice)
    group, new = group_for(class_list)
    wanted = checked_exports(exports, force=force)
    if new:
        names = str(len(new)) if pseudonyms else ", ".join(new)
        click.echo(f"paperplay: {say('classroom.book.changed', lang, names=names)}", err=True)
    found, errors = found_photos(files, lang)
    keep = Keep(lang=lang, crops=bool({"xlsx", "html"} & wanted.keys()), flat="feedback" in wanted)
    pile: list[Scan] = []
    place, progress = on_this_machine(workers), wants_progress(as_json=as_json)
    notes = notes_folder(group.name)
    read_night(
        files, found, keep, place, pile.extend, resume=resume, progress=progress, notes=notes
    )
    drop_empty_folders(group.name)
    for scan in pile:
        if scan.is_check:
            told = say("check.left-out", lang, place=scan_place(scan, lang))
            click.echo(f"paperplay: {told}", err=True)
    book = gradebook_of(pile, group, dice)
    if found:
        _tell(book, lang, as_json=as_json, hide=pseudonyms)
        _write(book, wanted, lang, hide=pseudonyms, force=force)
    return 2 if errors else int(bool(book.unread))


def _tell(book: Gradebook, lang: str, *, as_json: bool, hide: bool) -> None:
    if as_json:
        from paperplay.classroom.export import gradebook_json

        click.echo(gradebook_json(book, lang, hide=hide))
    else:
        from paperplay.classroom.text import gradebook_text

        click.echo(gradebook_text(book, lang, hide=hide))


def _write(
    book: Gradebook, wanted: Mapping[str, str], lang: str, *, hide: bool, force: bool
) -> None:
    """Write what was asked for, and nothing else."""
    from paperplay.output import write_output
    from templates.games import game_of

    for kind, out in wanted.items():
        if kind == "feedback" and book.sheet and game_of(book.sheet).shelf_in:
            complain(HostError("option-idle", option="--feedback", sheet=book.sheet), lang)
            continue
        if kind == "feedback":
            from paperplay.classroom.feedback import feedback_pdf

            data = feedback_pdf(book, lang, hide=hide)
        else:
            from paperplay.classroom import export

            data = getattr(export, f"gradebook_{kind}")(book, lang, hide=hide)
        write_output(out, data, force=force)
