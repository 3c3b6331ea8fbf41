"""Show the whole way: print a sheet, fill it in, photograph it, read it, score it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperplay.commands import example
from paperplay.messages import lang_option
from paperplay.results.scan_text import as_text
from paperplay.sheet_names import SHEET
from rules.errors import HostError
from templates.telling import printable
from templates.wording import say

if TYPE_CHECKING:
    from scanner.scan import Scan

Json = Mapping[str, Any]

FOLDER = "paperplay-demo"
FILES = {"sheet": "sheet.pdf", "photo": "photo.jpg", "marked": "marked.jpg"}
SEED = 2
"""Decides the game, the hand and the camera."""
PX_PER_MM = 8.0
PHOTO_SIZE = (2592, 1944)


@click.command(epilog=example("paperplay demo", "paperplay demo --sheet BAC --lang fr --out demo"))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help=f"Where the pictures go.  [default: {FOLDER}]",
)
@click.option(
    "--sheet", type=SHEET, default="A", show_default=True, help="Any sheet that is read back."
)
@lang_option
@click.option("--open", "show", is_flag=True, help="Open the pictures when they are there.")
def command(out: Path | None, sheet: str, lang: str, show: bool) -> int:
    """Show the whole way, from the printed sheet to its score.

    Prints a sheet, plays a game on it with an invented pen, photographs it with an invented
    camera, reads the photo and scores what it read. The PDF, the photo and the marked sheet
    stay in DIR.
    """
    from templates.games import sheet_name, short_name

    name = sheet_name(sheet)
    folder = _folder(out)
    click.echo(say("demo.title", lang, sheet=name))
    files = {kind: folder / file for kind, file in FILES.items()}
    scan = _whole_way(name, lang, files)
    click.echo(f"\n{as_text(scan, lang)}")
    _name_files(files, lang)
    click.echo(say("demo.next", lang, sheet=short_name(name)))
    if show:
        import webbrowser

        for file in files.values():
            webbrowser.open(file.resolve().as_uri())
    return 0


class Steps:
    """Tells each step as soon as it is done, with the time that it took."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.number = 0
        self.began = time.perf_counter()

    def done(self, step: str, **facts: object) -> None:
        """Say that a step is done, and start the clock for the next."""
        self.number += 1
        seconds = f"{time.perf_counter() - self.began:.1f}"
        text = say(f"demo.{step}", self.lang, **facts)
        told = say("demo.step", self.lang, number=self.number, text=text, seconds=seconds)
        click.echo(f"  {told}")
        self.began = time.perf_counter()


def _whole_way(name: str, lang: str, files: Mapping[str, Path]) -> Scan:
    """Take every step, and give what was read."""
    steps = Steps(lang)
    from practice.camera import photograph
    from practice.pages import rendered
    from practice.pen import fill
    from practice.strokes import Hand
    from printkit.order import Order
    from printkit.press import printed

    layout, board = _game(name)
    order = Order(name, lang=lang, players=layout.get("players"))
    pdf = printed(order)
    files["sheet"].write_bytes(pdf)
    steps.done("printed")
    page = rendered(pdf, PX_PER_MM)
    filled = fill(page, layout, board, Hand(SEED), "blue", PX_PER_MM)
    steps.done("played", marks=len(filled.marked))
    photo = photograph(filled.image, SEED, "good", PHOTO_SIZE).jpeg
    files["photo"].write_bytes(photo)
    steps.done("photographed")
    scan = _read(photo, files["marked"], lang)
    written, read = dict(elements(board)), dict(elements(scan.board.as_json()))
    right = sum(read.get(element) == value for element, value in written.items())
    steps.done("read", right=right, all=len(written), asked=len(scan.doubts))
    return scan


def _game(name: str) -> tuple[Json, Json]:
    """Play a game: the sheet's layout, and the board that the player left."""
    from random import Random

    from practice.invented import invented
    from templates.load import load_layout

    layout = load_layout(name)
    return layout.as_json(), invented(layout, name, Random(SEED))


def _read(photo: bytes, marked: Path, lang: str) -> Scan:
    from scanner import scans_of
    from scanner.stages import Keep

    (scan,) = scans_of(photo, "photo.jpg", Keep(marked=marked.parent, lang=lang))
    (marked.parent / f"photo-{scan.index}.jpg").replace(marked)
    return scan


def elements(board: object, name: str = "") -> Iterator[tuple[str, object]]:
    """Take a board apart into what single elements say; names stay pictures when read."""
    if isinstance(board, dict):
        for key, value in board.items():
            if key not in ("name", "players", "format", "sheet", "seed"):
                yield from elements(value, f"{name}.{key}")
    elif isinstance(board, list) and any(isinstance(each, dict) for each in board):
        for number, value in enumerate(board, 1):
            yield from elements(value, f"{name}.{number}")
    else:
        yield name, board


def _folder(wanted: Path | None) -> Path:
    """Make the folder for the pictures; without a wish, somewhere that can be written to."""
    folder = Path(FOLDER) if wanted is None else wanted
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILES["sheet"]).write_bytes(b"")
        return folder
    except (OSError, ValueError):
        if wanted is not None:
            shown = printable(str(wanted))
            raise HostError("scan-no-folder", option="--out", folder=shown) from None
    import tempfile

    return Path(tempfile.mkdtemp(prefix=f"{FOLDER}-"))


def _name_files(files: Mapping[str, Path], lang: str) -> None:
    click.echo(f"\n{say('demo.files', lang)}")
    width = max(len(str(file)) for file in files.values())
    for kind, file in files.items():
        click.echo(f"  {str(file):<{width}}  {say(f'demo.file.{kind}', lang)}")
    click.echo()
