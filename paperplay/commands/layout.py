"""Say where everything is on a sheet."""

from __future__ import annotations

import click

from paperplay.commands import example
from paperplay.messages import complain, lang_option
from paperplay.seed_option import SEED
from paperplay.sheet_names import SHEET, sheets_option
from templates.page import PAPERS


@click.command(
    epilog=example(
        "paperplay layout BAC --paper letter", "paperplay layout dreams/score --players 5"
    )
)
@click.argument("sheet", type=SHEET, is_eager=True)
@click.option("--paper", default="a4", show_default=True, help=f"One of {', '.join(PAPERS)}.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="The sheet's seed.")
@click.option("--players", type=int, default=None, help="How many play, on a score sheet.")
@click.option("--page", type=int, default=1, show_default=True, help="Which page of a score sheet.")
@click.option("--variant", type=click.IntRange(0), default=0, help="Of your own worksheet.")
@sheets_option
@lang_option
@SHEET.listed
def command(
    sheet: str, paper: str, seed: int, players: int | None, page: int, variant: int, lang: str
) -> None:
    """Say where everything is on SHEET, in mm from the top left of the page, as JSON.

    SHEET is one of {sheets}, or the file of a sheet of your own.
    """
    import json

    from rules.errors import HostError
    from templates.fresh_titles import fresh_title
    from templates.games import game_of, sheet_name
    from templates.load import load_layout

    game = game_of(sheet_name(sheet))
    idle = {
        "--seed": seed and not game.has_seeds,
        "--players": players is not None and not game.for_table,
        "--page": page != 1 and not (game.for_table or game.shelf_in),
    }
    for option in (name for name, is_idle in idle.items() if is_idle):
        complain(HostError("option-idle", option=option, sheet=sheet), lang)
    layout = load_layout(
        sheet,
        paper=paper.lower(),
        seed=seed,
        players=players,
        page=page,
        lang=lang,
        variant=variant,
    )
    titled = {"title": fresh_title(seed, lang)} if seed and game.has_seeds else {}
    click.echo(json.dumps({**layout.as_json(), **titled}, ensure_ascii=False))
