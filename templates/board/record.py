"""Taught boards as everybody else meets them: a game's record for each, found by its name."""

from __future__ import annotations

from dataclasses import replace

from templates.board.shelf import Board, named
from templates.game import Game
from templates.games import shelved

JUDGED_IN = "templates.board.judge"


def record_of(sheet: str) -> Game | None:
    """Give the record of a taught board with Daydream's rules; None if there is none."""
    board = named(sheet)
    return None if board is None or not board.is_daydream else daydream_record(board)


def daydream_record(board: Board) -> Game:
    """Make the record of one board: Daydream's rules on somebody else's print."""
    from templates.daydream.game import GAME

    return replace(
        GAME,
        name=shelved().name,
        title=board.name,
        number=63,
        sheets=(board.sheet,),
        judge_in=JUDGED_IN,
        drawing_in="printkit.board",
        reader_in="scanner.board.reader",
        tasks_in=None,
        practice_in=None,
        has_parts=False,
        has_seeds=False,
    )
