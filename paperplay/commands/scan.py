"""Read photographed sheets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from paperplay.commands import example
from paperplay.messages import lang_option
from paperplay.scan_files import Photo, photos
from paperplay.scan_text import as_text, place, printable
from rules.errors import HostError
from templates.wording import sentence


@click.command(
    epilog=example("paperplay scan samples/photos/BAC.jpg", "paperplay scan samples/photos --json")
)
@click.argument("files", metavar="FILE|DIR...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program, a line a sheet.")
@click.option(
    "--marked",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write each sheet there, flat, with notes on what is right, wrong or unsure.",
)
@click.option(
    "--debug",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep the pictures of every stage there.",
)
@lang_option
def command(
    files: tuple[str, ...], as_json: bool, marked: Path | None, debug: Path | None, lang: str
) -> int:
    """Read photographed sheets and say what they are worth.

    FILE is a photo (JPEG, PNG, WebP, HEIC, TIFF) or a PDF from a scanner; DIR a folder of
    them; a pattern such as 'evening/*.jpg' works, too. A photo that cannot be read is named
    on standard error, and the others are still read.
    """
    folders = {"marked": _folder(marked, "--marked"), "debug": _folder(debug, "--debug")}
    more = {name: folder for name, folder in folders.items() if folder}
    found, errors = photos(files)
    for error in errors:
        _complain(error, lang)
    unread = False
    for photo in found:
        for sheets in _scans(photo, lang, more):
            for scan in sheets:
                unread |= scan["status"] == "unreadable"
                _show(scan, as_json, lang, several=len(sheets) > 1)
    return 2 if errors else int(unread)


def _scans(photo: Photo, lang: str, more: Mapping[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Read a file, picture by picture; what cannot be read is a result, too."""
    from scanner.load import pictures
    from scanner.pictures import PhotoError
    from scanner.pipeline import read_picture, unreadable_file

    try:
        for picture in pictures(photo.path, photo.name):
            yield [scan.as_json() for scan in read_picture(picture, lang=lang, **more)]
    except PhotoError as error:
        yield [unreadable_file(photo.name, error, lang).as_json()]


def _show(scan: dict[str, Any], as_json: bool, lang: str, *, several: bool) -> None:
    """Print a result at once; what could not be read is also said on standard error."""
    if scan["status"] == "unreadable":
        where = place(scan, lang, several=several)
        click.echo(f"paperplay: {where}: {scan['reason']}", err=True)
    if as_json:
        click.echo(json.dumps(scan, ensure_ascii=False))
    elif scan["status"] != "unreadable":
        click.echo(as_text(scan, lang, several=several))


def _complain(error: HostError, lang: str) -> None:
    """Say which word of the call is wrong, where its message does not name it itself."""
    file = error.facts.get("file")
    where = f"{file}: " if file else ""
    click.echo(f"paperplay: {where}{sentence(error, lang)}", err=True)


def _folder(path: Path | None, option: str) -> Path | None:
    """Make the folder that results go to."""
    if path is not None:
        try:
            path.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError):
            raise HostError("scan-no-folder", option=option, folder=printable(str(path))) from None
    return path
