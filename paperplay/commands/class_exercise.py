"""Print logic exercises for a class."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from paperplay.commands import example
from paperplay.commands.print import MOST_COPIES, tell_printed
from paperplay.messages import lang_option
from paperplay.page_options import ink_option, out_option, paper_option
from paperplay.seed_option import SEED
from paperplay.sheet_names import FRESH
from rules.daydream.exercise import LEVELS, MOST_TASK
from rules.errors import HostError


@click.command(
    "exercise",
    epilog=example(
        "paperplay class exercise --sheet A --level 1 --copies 24 --out tasks.pdf",
        "paperplay class exercise --sheet BC --seed 5 --level 2 --out clouds.pdf --key key.pdf",
    ),
)
@click.option("--sheet", type=FRESH, required=True, help=f"One of {', '.join(FRESH.names)}.")
@click.option(
    "--level",
    type=click.IntRange(LEVELS[0], LEVELS[-1]),
    default=1,
    show_default=True,
    help="1: which symbol? 2: fill the last clouds. 3: find the five mistakes.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="The sheet's seed.")
@click.option(
    "--task",
    type=click.IntRange(1, MOST_TASK),
    default=1,
    show_default=True,
    help="Which of the tasks of this sheet and level.",
)
@out_option
@click.option("--key", metavar="FILE", help="The answer key as a PDF of its own.")
@click.option("--no-key", is_flag=True, help="No answer key; else it is the last page.")
@click.option("--force", is_flag=True, help="Overwrite files that are there.")
@click.option(
    "--copies",
    type=click.IntRange(1, MOST_COPIES),
    default=1,
    show_default=True,
    help="How many; each has a number of its own.",
)
@lang_option
@paper_option
@ink_option
def command(
    sheet: str, level: int, seed: int, task: int, out: str, key: str | None, no_key: bool,
    force: bool, **options: Any,
) -> None:  # fmt: skip
    """Print half-filled Daydream sheets as tasks, with an answer key.

    Every task has one solution only, and the same numbers always give the same task. The
    sheets say which task they carry: 'scan' marks them from a photo.
    """
    from paperplay.output import STANDARD_OUTPUT, check_output, write_output
    from printkit.order import Order
    from templates.games import game_of, sheet_name

    name = sheet_name(sheet)
    if not game_of(name).tasks_in:
        raise HostError("exercise-sheet", sheet=name)
    if key in (out, STANDARD_OUTPUT):
        raise HostError("exercise-key", key=key)
    for file in filter(None, (out, key)):
        check_output(file, force=force, kind="pdf")
    from printkit.press import printed

    order = Order(name, seed=seed, exercise=(level, task), **options)
    pages = printed(replace(order, key="none") if key or no_key else order)
    if key:
        write_output(key, printed(replace(order, key="only")), force=force)
    write_output(out, pages, force=force)
    tell_printed(out, pages, options["lang"])
