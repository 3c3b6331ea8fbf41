"""The sheets and games that commands take: their help and completion ask the registry."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from rules.errors import HostError
from rules.values import shown
from templates.games import all_sheets, game_of, games, shelved, short_name

SHEET_FILE = ".toml"
"""How files of sheets end that people make."""
SHEETS_VARIABLE = "PAPERPLAY_SHEETS"
"""Names the folders in which sheets of one's own are looked for, for all processes."""
CHECK_PAGE = "check"
"""What the page that proves printer and phone is called in a call."""


class SheetName(click.ParamType):
    """A sheet's name or title; which one is meant is found out when it is used.

    A fresh sheet's title behind it, as in ``A Fox 4711``, stands for its ``--seed``.
    """

    name = "sheet"

    def __init__(self, *, fresh: bool = False, whole: bool = False) -> None:
        """Take fresh sheets alone, or whole games as well."""
        sheets = [sheet for sheet in all_sheets() if game_of(sheet).has_seeds or not fresh]
        self.names = [short_name(sheet) for sheet in sheets]
        self.games = [game.name for game in games().values() if whole and game.is_whole]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read a title, and put the seed that it names where ``--seed`` looks for it."""
        from templates.fresh_titles import seed_of_title
        from templates.titles import sheet_titled

        name = str(value)
        if name.casefold().endswith(SHEET_FILE):
            return shelved().shelf.sheet_in(Path(name))
        fresh = seed_of_title(name)
        if fresh is not None:
            name, seed = fresh
            if not name:
                raise HostError("title-alone", title=shown(str(value))[1:-1])
            if ctx is not None:
                ctx.default_map = {**(ctx.default_map or {}), "seed": str(seed)}
        return sheet_titled(name) or name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Give the names that begin like this."""
        known = [*self.names, *self.games, *([CHECK_PAGE] if self.games else [])]
        begun = incomplete.casefold()
        return [CompletionItem(name) for name in known if name.casefold().startswith(begun)]

    def listed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Name the sheets and games in a command's help."""
        names = {"sheets": ", ".join(self.names), "games": ", ".join(self.games)}
        function.__doc__ = (function.__doc__ or "").format(**names)
        return function


class ListingCommand(click.Command):
    """A command whose help lists the sheets with what is special about them."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the sheets above the examples."""
        from templates.telling import title_of
        from templates.titles import about_sheet

        lines = []
        for sheet in all_sheets():
            title = title_of(sheet, "en").partition(" (")[0]
            lines.append((short_name(sheet), ", ".join((title, *about_sheet(sheet, "en")))))
        with formatter.section("Sheets"):
            formatter.write_dl(lines)
        super().format_epilog(ctx, formatter)


SHEET = SheetName()
FRESH = SheetName(fresh=True)
PRINTED = SheetName(whole=True)


def _look_in(context: click.Context, option: click.Parameter, folder: str | None) -> None:
    """Let sheets be found in a folder, in this process and in those that it starts."""
    if folder is None:
        return
    if not Path(folder).is_dir():
        raise HostError("own-no-file", file=folder)
    before = os.environ.get(SHEETS_VARIABLE, "")
    os.environ[SHEETS_VARIABLE] = os.pathsep.join(filter(None, (folder, before)))


sheets_option = click.option(
    "--sheets",
    metavar="DIR",
    callback=_look_in,
    expose_value=False,
    is_eager=True,
    help="Where files of your own sheets are, besides those printed here.",
)
