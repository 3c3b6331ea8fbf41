"""Play many games on a sheet and show how they end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from paperplay.commands import example
from paperplay.messages import lang_option
from paperplay.seed_option import SEED
from paperplay.sheet_names import FRESH

if TYPE_CHECKING:
    from rules.daydream.simulate import Tally

MOST_GAMES = 1_000_000
BAR = 40
"""How many signs the longest bar of the histogram has."""


@click.command(epilog=example("paperplay simulate A --games 200", "paperplay simulate DA --json"))
@click.argument("sheet", type=FRESH, is_eager=True)
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=2000,
    show_default=True,
    help="How many solo games.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="The sheet's seed.")
@click.option("--dice", default="0", show_default=True, help="The seed of the rolls.")
@click.option(
    "--policy",
    type=click.Choice(["careless", "careful"]),
    default="careful",
    show_default=True,
    help="How the player plays.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@lang_option
def command(
    sheet: str, games: int, seed: int, dice: str, policy: str, as_json: bool, lang: str
) -> None:
    """Play solo games on a Daydream SHEET and show the spread of scores."""
    import json

    from rules.daydream.simulate import simulate
    from rules.errors import HostError
    from templates.daydream.load import load_sheet
    from templates.games import game_of, sheet_name

    name = sheet_name(sheet)
    if not game_of(name).has_seeds:
        raise HostError("not-simulated", sheet=name)
    topology = load_sheet(name, seed=seed)
    began = time.perf_counter()
    tally = simulate(topology, games=games, policy=policy, dice=dice, progress=_progress(games))
    seconds = time.perf_counter() - began
    if as_json:
        click.echo(json.dumps(as_data(tally, seconds)))
    else:
        click.echo(as_text(tally, lang))


def _progress(games: int) -> Callable[[int], None] | None:
    """Show on a terminal how far the games have come."""
    if not sys.stderr.isatty():
        return None
    step = max(games // 100, 1)

    def show(done: int) -> None:
        if done % step == 0 or done == games:
            end = "\n" if done == games else ""
            click.echo(f"\r{done} / {games}{end}", err=True, nl=False)

    return show


def as_data(tally: Tally, seconds: float) -> dict[str, object]:
    """Give a tally as scripts see it."""
    return {
        "format": 1,
        "sheet": tally.sheet.id,
        "policy": tally.policy,
        "games": tally.games,
        "mean": round(tally.mean, 2),
        "tiers": [round(share, 4) for share in tally.tiers],
        "scores": {str(total): n for total, n in sorted(tally.scores.items())},
        "seconds": round(seconds, 2),
    }


def as_text(tally: Tally, lang: str) -> str:
    """Show a tally as a table of tiers and a histogram."""
    from templates.daydream.names import sheet_title, tier_names
    from templates.wording import say

    title = sheet_title(tally.sheet.id, lang)
    lines = [
        say(
            "simulate.head",
            lang,
            sheet=f"{tally.sheet.id} {title}",
            games=tally.games,
            policy=say(f"simulate.{tally.policy}", lang),
            mean=f"{tally.mean:.1f}",
        ),
        "",
    ]
    names = tier_names(tally.sheet.id, lang)
    width = max(map(len, names))
    for lowest, name, share in zip(tally.sheet.tiers, names, tally.tiers, strict=True):
        lines.append(f"  {lowest:>3}+  {name:<{width}}  {share:6.1%}")
    lines.append("")
    most = max(tally.scores.values())
    for total in range(min(tally.scores), max(tally.scores) + 1):
        count = tally.scores[total]
        lines.append(f"  {total:>4}  {'#' * round(BAR * count / most):<{BAR}}  {count}")
    return "\n".join(lines)
