"""Find a very good game."""

from __future__ import annotations

import click

from paperplay.commands import example
from paperplay.messages import lang_option


@click.command(epilog=example("paperplay par A --dice autumn", "paperplay par D --seed 3 --json"))
@click.argument("sheet")
@click.option("--seed", type=int, default=0, show_default=True, help="The sheet's seed.")
@click.option("--dice", default="0", show_default=True, help="The seed of the rolls.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@lang_option
def command(sheet: str, seed: int, dice: str, as_json: bool, lang: str) -> None:
    """Find a very good solo game for a Daydream SHEET and a seed of the dice.

    It takes a second for A, and some seconds for three panels.
    """
    import json

    from paperplay.fair_seeds import daydream_name
    from rules.daydream.par import par_of
    from rules.daydream.score import tier_of
    from templates.daydream.names import tier_names
    from templates.load import load_sheet
    from templates.wording import say

    name = daydream_name(sheet)
    topology = load_sheet(name, seed=seed)
    par = par_of(topology, dice)
    if as_json:
        data = {"format": 1, "sheet": name, "seed": seed, "dice": dice, "par": par.total}
        click.echo(json.dumps({**data, "parts": par.parts, "optimal": par.optimal}))
        return
    tier = tier_names(name, lang)[tier_of(par.total, topology) - 1]
    text = say("fresh.par", lang, sheet=name, seed=seed, dice=dice, total=par.total, tier=tier)
    click.echo(f"{text}. {say('fresh.optimal', lang)}" if par.optimal else text)
