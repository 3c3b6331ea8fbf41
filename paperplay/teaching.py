"""Learn a board that somebody owns, from photos, and keep it: for the command and the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.errors import HostError
from templates.board import shelf
from templates.board.shelf import Board

if TYPE_CHECKING:
    from scanner.board.teach import Corners, Taught
    from scanner.pictures import Grey
    from scanner.scan import Scan

_PAPERS = {"a5": (148.0, 210.0), "a4": (210.0, 297.0), "a3": (297.0, 420.0), "a2": (420.0, 594.0),
           "letter": (215.9, 279.4)}  # fmt: skip
"""Upright; ``a4-wide`` lies on its side."""


def planned(name: str, size: tuple[float, float], folds: Sequence[float]) -> Board:
    """Say what is to be learned; a HostError if no board can be called so, or be so large."""
    from templates.own.shelf import named

    plain = shelf.checked_name(name)
    board = Board(name=plain, size=size, blank="", folds=tuple(folds))
    # A side that is left out is measured in the first photo.
    shelf.checked(replace(board, size=(size[0] or max(size), size[1] or max(size))))
    if named(board.sheet) is not None:
        raise HostError("board-taken", name=plain)
    return board


def learned(board: Board, photos: Sequence[Grey], corners: Corners | None) -> Taught:
    """Learn a board and keep it, with what was marked before; without corners they are found."""
    from scanner.board.blank import as_png
    from scanner.board.outline import corners_in, whole_size
    from scanner.board.teach import teach

    corners = corners or corners_in(photos[0], board.size)
    if 0 in board.size:
        size = whole_size(board.size, corners, photos[0].shape[::-1])
        board = shelf.checked(replace(board, size=size))
    taught = teach(photos, board, corners)
    before = shelf.named(board.name)
    made = taught.board
    if before is not None and before.size == made.size and before.folds == made.folds:
        made = replace(made, marks=before.marks)
    return replace(taught, board=shelf.keep(made, as_png(taught.blank)))


def remember(scans: Iterable[Scan]) -> None:
    """Keep what was read last of each board: ink may be left when the next game is photographed."""
    for scan in scans:
        if scan.is_read and scan.code.fingerprint:
            shelf.remember(scan.code.fingerprint, scan.values)


def parted(whole: Board, name: str, panels: Sequence[int], game: str) -> Board:
    """Make a board of some panels of another one, as a combination shows them, and keep it."""
    from scanner.board.blank import as_png, board_blank, cut_out
    from scanner.board.likeness import likeness
    from templates.board.panels import part_of, strips

    made = part_of(whole, name, panels, game)
    planned(made.name, made.size, made.folds)
    blank = cut_out(board_blank(whole), strips(whole, panels), made.size)
    return shelf.keep(replace(made, likeness=likeness(blank)), as_png(blank))


def panels_in(told: str) -> list[int]:
    """Read the numbers of panels."""
    try:
        return [int(each) for each in told.replace(" ", "").split(",")]
    except ValueError:
        return []


def sides_in(size: str) -> tuple[float, float]:
    """Read a width and a height, mm, or a paper's name; a side that is left out is 0."""
    plain = size.strip().lower().replace("×", "x")
    paper, _, wide = plain.partition("-")
    if paper in _PAPERS and wide in ("", "wide"):
        short, long = _PAPERS[paper]
        return (long, short) if wide else (short, long)
    try:
        width, height = (float(side) if side.strip() else 0.0 for side in plain.split("x"))
    except ValueError:
        raise HostError("board-size", value=(size or "--size")[:40]) from None
    return width, height


def points_in(corners: str) -> list[tuple[float, float]]:
    """Read corners, px."""
    try:
        pairs = [pair.split(",") for pair in corners.split()]
        return [(float(x), float(y)) for x, y in pairs]
    except ValueError:
        raise HostError("board-corners", n=0, wanted=4) from None
