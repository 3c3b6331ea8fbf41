"""Say what is wrong with a sheet file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperplay.commands import example
from paperplay.messages import complain, lang_option
from templates.wording import say

if TYPE_CHECKING:
    from rules.own.sheet import OwnSheet
    from templates.own.layout import OwnLayout


@click.command(
    "check",
    epilog=example(
        "paperplay sheet new quiz-night --from quiz", "paperplay sheet check quiz-night.toml"
    ),
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@lang_option
def command(file: Path, lang: str) -> int:
    """Check FILE, a sheet of your own: every fault with its line and what to do about it.

    Also whether everything fits, for every number of players and in every language of the file;
    what fits on one of A4 and Letter alone is no fault, but told.
    """
    from printkit.own.cut_words import cut_words
    from templates.own.checking import checked
    from templates.own.faults import SheetFaults

    try:
        found = checked(file)
        layouts = [layout for _, layout in found.layouts]
        if cut := cut_words(found.sheet, layouts, file):
            raise SheetFaults(cut)
    except SheetFaults as error:
        for each in error.all:
            complain(each, lang)
        return 2
    sheet = found.sheet
    players = sheet.players[1] if sheet.players else 0
    facts = {"sheet": sheet.sheet, "fields": len(sheet.slots(players))}
    click.echo(say("sheet_files.check.fine", lang, pages=_pages(layouts), **facts))
    for each in found.misfits:
        complain(each, lang)
    for note in _notes(sheet, lang):
        click.echo(f"paperplay: {note}", err=True)
    return 0


def _notes(sheet: OwnSheet, lang: str) -> Iterator[str]:
    """Say what was hardly meant, and how the sheet would take less paper."""
    from templates.own.notes import alone_in, cramped_in, fewer_pages, nameless_in

    for each in alone_in(sheet):
        yield say("sheet_files.check.alone", lang, text=each.text, name=each.name)
    for bare in nameless_in(sheet):
        yield say("sheet_files.check.nameless", lang, **asdict(bare))
    for field in cramped_in(sheet):
        yield say("sheet_files.check.cramped", lang, **asdict(field))
    if better := fewer_pages(sheet):
        facts = {"section": better.section, "columns": better.columns, "pages": better.pages}
        yield say("sheet_files.check.fewer", lang, **facts)


def _pages(layouts: Sequence[OwnLayout]) -> str:
    """Count the pages; papers are named where they differ, as Letter is shorter than A4."""
    most: dict[str, int] = {}
    for layout in layouts:
        most[layout.page.paper] = max(layout.of, most.get(layout.page.paper, 0))
    if len(set(most.values())) == 1:
        return str(max(most.values()))
    return ", ".join(f"{pages} ({paper})" for paper, pages in most.items())
