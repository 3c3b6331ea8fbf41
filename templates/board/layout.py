"""Where everything is that was marked on a board, whatever its rules are."""

from __future__ import annotations

from templates.board import daydream, own
from templates.board.shelf import Board
from templates.game import SheetLayout


def layout_on(board: Board) -> SheetLayout:
    """Lay out a board."""
    return own.layout_on(board) if board.is_own else daydream.layout_on(board)
