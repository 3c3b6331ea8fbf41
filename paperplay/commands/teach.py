"""Teach a board that somebody owns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperplay.commands import example
from paperplay.messages import lang_option
from rules.errors import HostError
from templates.page import PAPERS
from templates.wording import say, sentence

if TYPE_CHECKING:
    from scanner.board.teach import Taught
    from scanner.pictures import Grey
    from templates.board.shelf import Board


@click.command(epilog=example("paperplay teach"))
@click.argument("name", required=False)
@click.argument("photos", nargs=-1, type=click.Path(path_type=Path))
@click.option("--size", metavar="WxH", help="Width and height unfolded, mm; or a4.")
@click.option("--fold", "folds", multiple=True, type=float, help="A fold, mm from the left.")
@click.option(
    "--corners",
    metavar='"X,Y X,Y …"',
    help="Corners in the first photo, px, clockwise from the top left, folds among them.",
)
@click.option("--of", "whole", metavar="NAME", help="Make it of panels of this board.")
@click.option("--panels", metavar="2,3", help="Which of them, counted from the left.")
@click.option("--game", default="", help="Whose rules count then, such as daydream/BC.")
@click.option("--marks", type=click.Path(path_type=Path), metavar="FILE", help="What is where.")
@click.option("--flat", type=click.Path(path_type=Path), metavar="FILE.png", help="Write it flat.")
@click.option("--stickers", metavar="FILE.pdf", help="Print stickers for repeating boards.")
@click.option("--paper", type=click.Choice([*PAPERS]), default="a4", help="Of the stickers.")
@click.option("--confirm", type=click.IntRange(1, 1000), help="So many photos were read rightly.")
@lang_option
def command(
    name: str | None,
    photos: tuple[Path, ...],
    size: str | None,
    folds: tuple[float, ...],
    corners: str | None,
    whole: str | None,
    panels: str | None,
    game: str,
    marks: Path | None,
    flat: Path | None,
    stickers: str | None,
    paper: str,
    confirm: int | None,
    lang: str,
) -> int:
    """Teach a board that you own: NAME, three to five PHOTOS of it while empty.

    Then say with --marks what is where (docs/boards.md), and 'scan' reads photos of games on it.
    Nothing leaves your machine. Without NAME the boards are listed that were taught.
    """
    from paperplay.teaching import panels_in, parted
    from templates.board import shelf

    if stickers:
        _print_stickers(stickers, paper, lang)
    if name is None:
        if not stickers:
            _list(lang)
        return 0
    plain = shelf.checked_name(name)
    if photos:
        _learn(plain, photos, (size, folds, corners), lang)
    if whole:
        parted(shelf.known(whole), plain, panels_in(panels or ""), game)
    board = shelf.known(plain)
    if marks:
        board = _marked(board, marks)
    if confirm:
        shelf.confirm(board.name, confirm)
    if flat:
        from paperplay.output import write_output

        write_output(str(flat), shelf.blank_of(board), force=False)
    if confirm:
        click.echo(say("boards.confirmed", lang, name=board.name, **_counted(board)))
        return 0
    complete = _is_complete(board, lang)
    return 0 if complete or not marks else 1


def _print_stickers(out: str, paper: str, lang: str) -> None:
    from paperplay.output import check_output, write_output
    from printkit.stickers import sticker_sheet

    check_output(out, force=False, kind="pdf")
    write_output(out, sticker_sheet(paper, lang), force=False)


def _list(lang: str) -> None:
    from templates.board import shelf

    boards = shelf.boards()
    for board in boards:
        width, height = (round(side) for side in board.size)
        facts = {"width": width, "height": height, "marks": board.marks.count}
        click.echo(say("boards.listed", lang, name=board.name, **facts, **_counted(board)))
    if not boards:
        click.echo(say("boards.none", lang))


def _counted(board: Board) -> dict[str, int]:
    from templates.board import shelf

    return {"confirmed": shelf.confirmed(board.name), "of": shelf.ENOUGH_CONFIRMED}


def _learn(
    name: str,
    photos: tuple[Path, ...],
    given: tuple[str | None, tuple[float, ...], str | None],
    lang: str,
) -> None:
    from paperplay.teaching import learned, planned, points_in, sides_in

    size, folds, corners = given
    board = planned(name, sides_in(size or ""), folds)
    greys = [_opened(path, lang) for path in photos]
    _told(learned(board, greys, points_in(corners) if corners else None), lang)


def _opened(path: Path, lang: str) -> Grey:
    """Open the first picture of a file that may be anything."""
    from scanner.files.load import pictures

    try:
        return next(iter(pictures(path, path.name))).decode(1)
    except HostError as error:
        reason = sentence(error, lang)
        raise HostError("board-photo", file=path.name, reason=reason) from None


def _told(taught: Taught, lang: str) -> None:
    from scanner.board.likeness import is_repeating
    from scanner.board.teach import ENOUGH

    board = taught.board
    width, height = (round(side) for side in board.size)
    facts = {"photos": board.photos, "width": width, "height": height}
    click.echo(say("boards.taught", lang, name=board.name, **facts))
    for number in taught.refused:
        click.echo(say("boards.refused", lang, n=number + 1))
    if board.photos < ENOUGH:
        click.echo(say("boards.few", lang))
    if taught.unclear:
        click.echo(say("boards.unclear", lang, n=len(taught.unclear)))
    if taught.stickers:
        click.echo(say("boards.stuck", lang, n=taught.stickers))
    elif is_repeating(board):
        click.echo(say("boards.repeating", lang, share=round(100 * board.likeness)))


def _marked(board: Board, path: Path) -> Board:
    from dataclasses import replace

    from templates.board import shelf
    from templates.board.marks import MOST_BYTES, read_marks
    from templates.board.own import keep_rules, ruled

    try:
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        wrong = error.strerror or ""
        raise HostError("board-marks", file=path.name, where="", wrong=wrong) from None
    marks = ruled(read_marks(data, path.name))
    keep_rules(marks)
    return shelf.keep(replace(board, marks=marks), shelf.blank_of(board))


def _is_complete(board: Board, lang: str) -> bool:
    """Say what is missing, if anything is, and what seems to lie aside."""
    from scanner.board.aside import aside_texts
    from scanner.board.blank import board_blank
    from scanner.board.propose import proposals
    from templates.board.check import lack_text, lacks_of

    lacks = lacks_of(board)
    for lack in lacks:
        click.echo(lack_text(lack, lang))
    if board.is_marked:
        for text in aside_texts(board.marks, proposals(board_blank(board)), lang):
            click.echo(text)
    if not lacks:
        click.echo(say("boards.complete", lang, name=board.name))
    return not lacks
