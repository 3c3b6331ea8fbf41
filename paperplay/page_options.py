"""Options that every command which prints has in common."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from rules.errors import HostError
from templates.page import PAPERS
from templates.sheet_code import INKS

if TYPE_CHECKING:
    from printkit.order import Order

LONGEST_DICE = 20
MOST_SHIFT = 20.0

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
    type=click.Choice(INKS),
    default="colour",
    show_default=True,
    help="colour: soft tints; light: thin tinted lines; black: thin grey lines.",
)


def with_new_dice(order: Order) -> Order:
    """Draw the dice of a whole game anew, unless they are given; sheets have none of their own."""
    from secrets import randbelow

    from templates.games import game_of

    game = game_of(order.what)
    if order.dice is not None or order.what != game.name or not game.has_seeds:
        return order
    return replace(order, dice=str(randbelow(1_000_000)))


def check_dice(seed: str | None) -> None:
    """Refuse a seed of the dice that is nameless or too long for the strip of rolls."""
    if seed is not None and not 1 <= len(seed) <= LONGEST_DICE:
        raise HostError("bad-dice", value=seed[:LONGEST_DICE])
