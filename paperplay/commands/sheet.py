"""Sheets of one's own."""

from __future__ import annotations

import click

from paperplay.commands import LazyCommands, example


class SheetCommands(LazyCommands):
    """The commands for own sheets, each imported only when it is called."""

    known = {
        "new": "Begin a file for a sheet of your own.",
        "check": "Say what is wrong with a sheet file, with line and remedy.",
        "show": "Show a sheet as a picture, again whenever the file changes.",
    }

    def module_of(self, name: str) -> str:
        """Name the module of a command."""
        return f"paperplay.commands.sheet_{name}"


@click.group(
    "sheet",
    cls=SheetCommands,
    epilog=example(
        "paperplay sheet new dice-night --from five-dice",
        "paperplay sheet check dice-night.toml",
        "paperplay print dice-night.toml --players 4 --out sheets.pdf",
    ),
)
def command() -> None:
    """Make a sheet of your own in one text file: a score sheet, a quiz, a worksheet.

    Printing, scanning and ranking take the file, or its name, like any other sheet.
    """
