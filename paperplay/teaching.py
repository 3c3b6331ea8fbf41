"""Learn a board that somebody owns, from photos, and keep it: for the command and the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.errors import HostError
from templates.board import shelf
from templates.board.shelf import Board

if TYPE_CHECKING:
    from scanner.board.teach import Corners, Taught
    from scanner.pictures import Grey


def planned(name: str, size: tuple[float, float], folds: Sequence[float]) -> Board:
    """Say what is to be learned; a HostError if no board can be called so, or be so large."""
    from templates.own.shelf import named

    plain = shelf.checked_name(name)
    board = shelf.checked(Board(name=plain, size=size, blank="", folds=tuple(folds)))
    if named(board.sheet) is not None:
        raise HostError("board-taken", name=plain)
    return board


def learned(board: Board, photos: Sequence[Grey], corners: Corners | None) -> Taught:
    """Learn a board and keep it, with what was marked before; without corners they are found."""
    from scanner.board.blank import as_png
    from scanner.board.outline import corners_in
    from scanner.board.teach import teach

    taught = teach(photos, board, corners or corners_in(photos[0], board.size))
    before = shelf.named(board.name)
    made = taught.board
    if before is not None and before.size == made.size and before.folds == made.folds:
        made = replace(made, marks=before.marks)
    return replace(taught, board=shelf.keep(made, as_png(taught.blank)))


def sides_in(size: str) -> tuple[float, float]:
    """Read a width and a height, mm."""
    try:
        width, height = (float(side) for side in size.lower().replace("×", "x").split("x"))
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
