"""Options that every command which prints has in common."""

from __future__ import annotations

import click

from templates.page import PAPERS

out_option = click.option(
    "--out", required=True, metavar="FILE|-", help="The PDF; - is standard output."
)
paper_option = click.option(
    "--paper",
    type=click.Choice(tuple(PAPERS), case_sensitive=False),
    default="a4",
    show_default=True,
    help="The paper in your printer.",
)
ink_option = click.option(
    "--ink",
    type=click.Choice(("colour", "light", "black")),
    default="colour",
    show_default=True,
    help="colour: soft tints; light: thin tinted lines; black: thin grey lines.",
)
