"""Score boards that are given as JSON."""

from __future__ import annotations

import json
import sys

import click

from paperplay.board_files import STANDARD_INPUT, Source, sources
from paperplay.commands import example
from paperplay.messages import lang_option
from paperplay.results.scan_text import printable
from paperplay.sheet_names import sheets_option
from rules.errors import HostError
from templates.wording import say, sentence


@click.command(
    epilog=example(
        "paperplay score samples/boards/A-solo.json",
        "paperplay score samples/boards/EDF-table.jsonl",
    )
)
@click.argument("boards", metavar="BOARD.json...", nargs=-1, required=True)
@sheets_option
@lang_option
def command(boards: tuple[str, ...], lang: str) -> int:
    """Score boards of any game; print one JSON object per line.

    BOARD.json holds one board, a file that ends with .jsonl one per line; - reads such lines
    from standard input. A board that cannot be read is named on standard error, and the others
    are still scored.
    """
    from templates.scores import score_json  # loads msgspec

    refused = False
    for source in sources(boards, sys.stdin.buffer):
        try:
            score = score_json(source.data(), lang)
        except HostError as error:
            refused = True
            click.echo(f"paperplay: {refusal(source, error, lang)}", err=True)
        else:
            click.echo(json.dumps(score, ensure_ascii=False))
    return 2 if refused else 0


def refusal(source: Source, error: HostError, lang: str) -> str:
    """Say which board was refused, which of its fields is wrong, and what to do."""
    place = source.file
    if source.line:
        key = "line" if place == STANDARD_INPUT else "line-of-file"
        place = say(f"problems.place.{key}", lang, file=place, line=source.line)
    text, field = sentence(error, lang), error.facts.get("field")
    named = text if not field or str(field) in text else f"{field}: {text}"
    return f"{printable(place)}: {named}"
