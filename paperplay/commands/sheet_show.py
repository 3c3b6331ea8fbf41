"""Show a sheet of one's own as a picture."""

from __future__ import annotations

import re
import time
from pathlib import Path

import click

from paperplay.commands import example
from paperplay.messages import complain, lang_option
from paperplay.page_options import ink_option, paper_option
from rules.errors import HostError
from templates.wording import say

_PICTURE = re.compile(r"""\bpicture\s*=\s*["']([\w\-. ]{1,60})["']""")
_LOOK = 0.25
"""Seconds between two looks at the file."""


@click.command(
    "show",
    epilog=example(
        "paperplay sheet new golf-night --from mini-golf",
        "paperplay sheet show golf-night.toml --players 4 --out golf.png",
    ),
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.png",
    help="The picture.  [default: beside the file]",
)
@click.option("--players", type=int, help="For how many, where a table shares the sheet.")
@click.option("--page", type=click.IntRange(1), default=1, show_default=True, help="Which page.")
@click.option("--variant", type=click.IntRange(0, 9_999_999), default=0, help="Of a worksheet.")
@click.option("--watch", is_flag=True, help="Again whenever the file changes; Ctrl-C ends it.")
@lang_option
@paper_option
@ink_option
def command(file: Path, out: Path | None, watch: bool, lang: str, **options: object) -> int:
    """Draw FILE, a sheet of your own, as a picture: what print would print."""
    out = out or file.with_suffix(".png")
    if out.suffix.lower() != ".png":
        raise HostError("out-ending", file=str(out), kind="png", meant=str(out.with_suffix(".png")))
    seen = _changed(file)
    status = _show(file, out, lang, options)
    while watch:
        time.sleep(_LOOK)
        now = _changed(file)
        if now != seen:
            seen = now
            _show(file, out, lang, options)
    return status


def _changed(file: Path) -> tuple[int, ...]:
    """Say when the file was changed, and each picture that it names."""
    try:
        named = _PICTURE.findall(file.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        named = []
    return tuple(_when(path) for path in (file, *(file.parent / name for name in named)))


def _when(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _show(file: Path, out: Path, lang: str, options: dict[str, object]) -> int:
    """Draw the file once; what is wrong with it is said, and a later look may find it mended."""
    from paperplay.output import write_output
    from templates.own.faults import SheetFaults
    from templates.telling import printable

    try:
        picture, cut, pages = _drawn(file, lang, **options)  # type: ignore[arg-type]
    except SheetFaults as error:
        for each in error.all:
            complain(each, lang)
        return 2
    except HostError as error:
        complain(error, lang)
        return 2
    for each in cut:
        complain(each, lang)
    write_output(str(out), picture, force=True)
    told = say("sheet_files.show.done", lang, file=printable(str(out)))
    if pages > 1:
        told += f" {say('sheet_files.show.page', lang, page=options['page'], pages=pages)}"
    click.echo(told, err=True)
    return 0


def _drawn(
    file: Path, lang: str, *, players: int | None, page: int, variant: int, paper: str, ink: str
) -> tuple[bytes, list[HostError], int]:
    from dataclasses import replace

    from printkit.own.cut_words import cut_words
    from printkit.own.picture import picture_of
    from templates.load import code_for
    from templates.own import shelf
    from templates.own.layout import layout_of

    sheet = shelf.sheet_in(file)
    code = code_for(sheet, paper=paper, players=players, page=page, lang=lang, variant=variant)
    code = replace(code, ink=ink)
    layout = layout_of(code)
    return picture_of(code, layout), cut_words(layout.own, [layout], file), layout.of
