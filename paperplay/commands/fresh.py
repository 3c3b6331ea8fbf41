"""Propose fresh sheets that play fairly."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperplay.commands import example
from paperplay.messages import lang_option
from paperplay.patience import patient
from paperplay.seed_option import FRESH_SEED
from paperplay.sheet_names import FRESH

if TYPE_CHECKING:
    from rules.daydream.fairness import Fairness

MOST_COUNT = 100
PICTURE_SCALE = 1.5
"""Pixels of a picture for each point of the page."""
SIGNS = {">": "▸", "<": "◂", "v": "▾", "^": "▴"}


@click.command(
    epilog=example(
        "paperplay fresh A --count 2",
        "paperplay fresh BAC --count 1 --out .",
        'paperplay print "A Teddy 9122" --out teddy.pdf',
    )
)
@click.argument("sheet", type=FRESH, is_eager=True)
@click.option(
    "--count",
    type=click.IntRange(1, MOST_COUNT),
    default=5,
    show_default=True,
    help="How many sheets.",
)
@click.option("--seed", type=FRESH_SEED, default=1, show_default=True, help="Where to begin.")
@click.option("--out", metavar="FOLDER", help="Write a picture of each into this folder.")
@click.option("--force", is_flag=True, help="Overwrite pictures that are there.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@lang_option
def command(
    sheet: str, count: int, seed: int, out: str | None, force: bool, as_json: bool, lang: str
) -> int:
    """Propose seeds of a Daydream SHEET that play about as hard as the one drawn by hand."""
    import json

    from paperplay.fair_seeds import daydream_name, fair_from, judged
    from paperplay.output import make_folder
    from templates.fresh_titles import fresh_title
    from templates.wording import say

    name = daydream_name(sheet)
    if out is not None:
        make_folder(Path(out), "--out")
    if not as_json:
        click.echo(_head(name, lang))
        click.echo(_line(say("fresh.by-hand", lang), judged(name, 0), lang))
    found: list[dict[str, object]] = []
    with patient(lang):
        for one, fairness in islice(fair_from(name, seed), count):
            if out is not None:
                _draw(name, one, lang, out, force=force)
            found.append({**_as_data(one, fairness), "title": fresh_title(one, lang)})
            if not as_json:
                label = f"{one} ({fresh_title(one, lang)})"
                click.echo(_line(label, fairness, lang) + "\n" + _picture(name, one))
    if as_json:
        click.echo(json.dumps({"format": 1, "sheet": name, "seeds": found}))
    elif len(found) < count:
        click.echo(say("fresh.no-more", lang), err=True)
    return 0 if len(found) == count else 1


def _head(name: str, lang: str) -> str:
    from templates.daydream.load import load_sheet
    from templates.daydream.names import sheet_title, tier_names
    from templates.wording import say

    tiers = zip(load_sheet(name).tiers, tier_names(name, lang), strict=True)
    names = ", ".join(f"{lowest}+ {tier}" for lowest, tier in tiers)
    return say("cli.labelled", lang, label=f"{name} {sheet_title(name, lang)}", value=names)


def _line(label: str, fairness: Fairness, lang: str) -> str:
    from templates.wording import say

    shares = " / ".join(f"{share:.0%}" for share in fairness.tiers)
    mean = f"{fairness.mean:.1f}"
    return "  " + say("fresh.line", lang, label=label, mean=mean, tiers=shares)


def _picture(name: str, seed: int) -> str:
    """Draw the grid in signs: clouds as rings, stars and moons, symbols as arrows."""
    from templates.daydream.load import load_daydream

    design = load_daydream(name, seed=seed).design
    lattice = design.lattice
    signs = {cell: SIGNS.get(sign, " ") for cell, sign in lattice.cells.items()}
    for cloud in design.sheet.clouds:
        signs[design.cell_of[cloud.id]] = {"star": "★", "moon": "☾", None: "○"}[cloud.symbol]
    signs |= {design.cell_of[note.id]: "♪" for note in design.sheet.notes}
    lines = (
        " ".join(signs[x, y] for x in range(lattice.columns)).rstrip() for y in range(lattice.lines)
    )
    return "\n".join(f"    {line}".rstrip() for line in lines)


def _as_data(seed: int, fairness: Fairness) -> dict[str, object]:
    return {
        "seed": seed,
        "games": fairness.games,
        "mean": fairness.mean,
        "tiers": [round(share, 4) for share in fairness.tiers],
    }


def _draw(name: str, seed: int, lang: str, out: str, *, force: bool) -> None:
    """Write a picture of a sheet, such as ``A-7.png``."""
    from io import BytesIO

    import pypdfium2 as pdfium

    from paperplay.output import write_output
    from printkit.order import Order
    from printkit.press import printed

    pdf = pdfium.PdfDocument(printed(Order(name, lang=lang, seed=seed)))
    picture = BytesIO()
    pdf[0].render(scale=PICTURE_SCALE).to_pil().save(picture, "PNG")
    file = Path(out) / f"{name.rpartition('/')[2]}-{seed}.png"
    write_output(str(file), picture.getvalue(), force=force)
