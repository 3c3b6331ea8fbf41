"""Sheets for a class, and what the pupils made of them."""

from __future__ import annotations

import click

from paperplay.commands import LazyCommands, example


class ClassCommands(LazyCommands):
    """The commands of a class, each imported only when it is called."""

    known = {
        "new": "Print a named sheet for each pupil, and a teacher's page.",
        "scan": "Read a class's sheets and give the gradebook.",
        "review": "Settle doubts, move sheets, excuse pupils.",
        "puzzle": "Print puzzles, for each pupil another one, with a key.",
        "exercise": "Print tasks in logic, with a key.",
        "forget": "Remove everything that is kept about a class.",
    }

    def module_of(self, name: str) -> str:
        """Name the module of a command."""
        return f"paperplay.commands.class_{name}"


@click.group(
    "class",
    cls=ClassCommands,
    epilog=example(
        "paperplay class new samples/7b.csv --sheet A --dice sun --out 7b.pdf",
        "paperplay class scan samples/7b.csv samples/class --dice sun",
        "paperplay class forget 7b",
    ),
)
def command() -> None:
    """Print sheets for a class, read them back, and give each pupil a hint or two.

    The help of each of them has an example.
    """
