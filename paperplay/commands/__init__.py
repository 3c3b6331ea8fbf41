"""The commands, one module each, imported only when they are called.

A module ``paperplay/commands/NAME.py`` (``class_.py`` for ``class``) has a ``click.Command``
that is named ``command``. It returns its exit status, or None for 0; it raises ``HostError`` for
what the host can put right; standard output is for results alone. Its help has an example that
works as printed, by ``@click.command(epilog=example("paperplay NAME …"))``; a test runs it in a
folder that has ``samples/`` in it. Its heavy imports (reportlab, OpenCV, numpy, Pillow, rich,
msgspec) stand inside the function. ``paperplay.messages.lang_option`` gives it ``--lang``.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import click

from paperplay.front import COMMANDS, module_of
from templates.program import program


def example(*calls: str) -> str:
    """Write calls to copy, for the end of a command's help; in a checkout they name ./play."""
    copied = [f"  {call.replace('paperplay ', f'{program()} ')}" for call in calls]
    return "\n".join(["\b", "Example:", *copied])


class LazyCommands(click.Group):
    """A group that lists its commands without importing them."""

    known = COMMANDS
    """Its commands with their short helps."""

    def module_of(self, name: str) -> str:
        """Name the module of a command."""
        return f"{__name__}.{module_of(name)}"

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands whose modules are there."""
        return [name for name in self.known if find_spec(self.module_of(name))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        found: click.Command = import_module(self.module_of(cmd_name)).command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the short helps alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.known[name]) for name in self.list_commands(ctx)])
