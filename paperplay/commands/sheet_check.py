"""Say what is wrong with a sheet file."""

from __future__ import annotations

from pathlib import Path

import click

from paperplay.commands import example
from paperplay.messages import complain, lang_option
from rules.errors import HostError
from templates.wording import say


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

    Also whether everything fits on A4 and Letter, for every number of players and in every
    language of the file.
    """
    from printkit.own.picture import cut_words
    from templates.own.checking import checked, line_of_text
    from templates.own.faults import SheetFaults

    try:
        found = checked(file)
        layouts = [layout for _, layout in found.layouts]
        for words in cut_words(layouts):
            facts = {"file": file.name, "line": line_of_text(file, words), "text": words[:40]}
            raise SheetFaults([HostError("own-text-long", **facts)])
    except SheetFaults as error:
        for each in error.all:
            complain(each, lang)
        return 2
    sheet = found.sheet
    players = sheet.players[1] if sheet.players else 0
    facts = {"sheet": sheet.sheet, "fields": len(sheet.slots(players))}
    pages = max(layout.of for layout in layouts)
    click.echo(say("sheet_files.check.fine", lang, pages=pages, **facts))
    return 0
