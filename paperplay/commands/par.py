"""Find a very good game."""

from __future__ import annotations

import sys

import click

from paperplay.commands import example
from paperplay.messages import lang_option
from paperplay.page_options import check_dice
from paperplay.patience import patient
from paperplay.seed_option import SEED
from paperplay.sheet_names import FRESH

USUAL_SECONDS = 60
"""What the usual effort takes at most, on one core."""
MOST_SECONDS = 3600


@click.command(epilog=example("paperplay par A --dice autumn", "paperplay par D --seed 3 --json"))
@click.argument("sheet", type=FRESH, is_eager=True)
@click.option("--seed", type=SEED, default=0, show_default=True, help="The sheet's seed.")
@click.option("--dice", default="0", show_default=True, help="The seed of the rolls.")
@click.option(
    "--seconds",
    type=click.IntRange(1, MOST_SECONDS),
    default=USUAL_SECONDS,
    show_default=True,
    help="How long to search at most, about. It counts tries, so the same call gives the same par.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@lang_option
def command(sheet: str, seed: int, dice: str, seconds: int, as_json: bool, lang: str) -> None:
    """Find a very good solo game for a Daydream SHEET and a seed of the dice.

    It ends at once where it has found a game that nobody can exceed.
    """
    import json

    from paperplay.fair_seeds import daydream_name
    from rules.daydream.par import EFFORT, par_of
    from rules.daydream.score import tier_of
    from templates.daydream.load import load_sheet
    from templates.daydream.names import tier_names
    from templates.fresh_titles import fresh_title
    from templates.wording import say

    check_dice(dice)
    name = daydream_name(sheet)
    topology = load_sheet(name, seed=seed)

    def found_so_far(total: int) -> None:
        if sys.stderr.isatty():
            click.echo(say("fresh.so-far", lang, total=total), err=True)

    effort = EFFORT * seconds // USUAL_SECONDS
    with patient(lang):
        par = par_of(topology, dice, effort=effort, found_so_far=found_so_far)
    if as_json:
        data = {"format": 1, "sheet": name, "seed": seed, "dice": dice, "par": par.total}
        data |= {"title": fresh_title(seed, lang)} if seed else {}
        click.echo(json.dumps({**data, "parts": par.parts, "optimal": par.optimal}))
        return
    shown = f"{seed} ({fresh_title(seed, lang)})" if seed else "0"
    tier = tier_names(name, lang)[tier_of(par.total, topology) - 1]
    text = say("fresh.par", lang, sheet=name, seed=shown, dice=dice, total=par.total, tier=tier)
    click.echo(f"{text}. {say('fresh.optimal', lang)}" if par.optimal else text)
