"""Read a class's sheets."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from paperplay.commands import example
from paperplay.commands.class_exports import (
    checked_files,
    export_options,
    give_book,
)
from paperplay.messages import system_lang_option
from paperplay.sheet_names import sheets_option
from templates.wording import say

if TYPE_CHECKING:
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
@click.option("--keep", "to_keep", is_flag=True,
              help="Keep what was read on this computer, until 'class forget'.")  # fmt: skip
@click.option("--lesson", metavar="NAME", help="Name the lesson to keep; else it is today's date.")
@export_options
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
    to_keep: bool,
    lesson: str | None,
    pseudonyms: bool,
    scale: str | None,
    force: bool,
    workers: int | None,
    resume: bool,
    lang: str,
    **exports: str | None,
) -> int:
    """Read the sheets of a class and give the gradebook.

    LIST is the list that the sheets were printed from, or the name of a class that is kept.
    FILE is a photo, a film or a PDF from a scanner, DIR a folder of them. Sheets are matched to
    pupils by the number in their code. The gradebook tells who is missing, who handed in twice,
    which rows are right, what to look at again, and which rule was missed most. With --keep photos
    can be added later, and only those are read; 'class review' settles what is open.
    """
    from paperplay.classroom.gradebook import gradebook_of
    from paperplay.classroom.group import dice_of, group_for
    from paperplay.classroom.lesson import digest_of, taken_up, with_photos
    from paperplay.classroom.progress import progress_of
    from paperplay.classroom.scale import Scale
    from paperplay.classroom.store import drop_empty_folders, notes_folder
    from paperplay.commands.scan import found_photos
    from paperplay.output import check_not_read
    from paperplay.page_options import check_dice
    from paperplay.reading.batch import on_this_machine
    from paperplay.results.night import read_night, wants_progress
    from paperplay.results.scan_text import place as scan_place
    from scanner.stages import Keep

    check_dice(dice)
    group, new = group_for(class_list)
    wanted = checked_files(exports, force=force)
    marks = Scale.for_class(group, scale)
    if new:
        names = str(len(new)) if pseudonyms else ", ".join(new)
        click.echo(f"paperplay: {say('classroom.book.changed', lang, names=names)}", err=True)
    found, errors = found_photos(files, lang)
    check_not_read(wanted.values(), [*(photo.path for photo in found), class_list])
    known = None
    if to_keep or lesson:
        known = click.get_current_context().with_resource(taken_up(group, lesson, dice))
    fresh = [one for one in found if known is None or digest_of(one) not in known.photos]
    crops = bool({"xlsx", "html"} & wanted.keys()) or known is not None
    keep = Keep(
        lang=lang,
        crops=crops,
        flat=bool({"feedback", "feedback_each"} & wanted.keys()) or known is not None,
    )
    pile: list[Scan] = []
    place, progress = on_this_machine(workers), wants_progress(as_json=as_json)
    notes = notes_folder(group.name)
    read_night(
        files, fresh, keep, place, pile.extend, resume=resume, progress=progress, notes=notes
    )
    drop_empty_folders(group.name)
    for scan in pile:
        if scan.is_check:
            told = say("check.left-out", lang, place=scan_place(scan, lang))
            click.echo(f"paperplay: {told}", err=True)
    dice = dice or (known.dice if known else None) or dice_of(pile, group)
    if known is None:
        book = gradebook_of(pile, group, dice)
    else:
        known = with_photos(replace(known, dice=dice), pile, fresh)
        facts = {"name": known.name, "new": len(fresh), "old": len(found) - len(fresh)}
        told = say("classroom.review.kept", lang, group=shlex.quote(group.name), **facts)
        click.echo(f"paperplay: {told}", err=True)
        unread = [scan for scan in pile if not scan.is_read]
        book = gradebook_of([*known.scans, *unread], group, dice, known.corrections)
        book = replace(book, past=progress_of(group))
    book = replace(book, scale=marks)
    if found:
        give_book(book, wanted, lang, as_json=as_json, hide=pseudonyms, force=force)
    return 2 if errors else int(bool(book.unread))
