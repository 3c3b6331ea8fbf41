"""Forget a class."""

from __future__ import annotations

import click

from paperplay.commands import example
from paperplay.messages import lang_option


@click.command(
    "forget",
    epilog=example(
        "paperplay class new samples/7b.csv --sheet A --dice sun --out 7b.pdf && "
        "paperplay class forget 7b"
    ),
)
@click.argument("class_name", metavar="CLASS")
@lang_option
def command(class_name: str, lang: str) -> None:
    """Remove everything that is kept about CLASS on this computer.

    These are its names and numbers, and the notes of a scan that was stopped. Files that you
    have asked for, such as a gradebook, are yours; they are not touched.
    """
    from paperplay.classroom.alone import changing, in_hand
    from paperplay.classroom.store import class_name as name_of
    from paperplay.classroom.store import forget_class
    from templates.wording import say

    name = name_of(class_name)
    with changing(), in_hand(name):
        removed = [path.as_posix() for path in forget_class(name)]
    click.echo(say("classroom.forgotten", lang, name=name, files=removed or ["–"]))
