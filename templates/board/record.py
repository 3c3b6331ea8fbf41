"""Taught boards as everybody else meets them: a game's record for each, found by its name."""

from __future__ import annotations

from dataclasses import replace

from templates.board.shelf import Board, named
from templates.game import Game
from templates.games import shelved

JUDGED_IN, OWN_JUDGED_IN = "templates.board.judge", "templates.board.own"


def record_of(sheet: str) -> Game | None:
    """Give the record of a taught board whose rules are known; None if there is none."""
    board = named(sheet)
    if board is None:
        return None
    if board.is_own:
        return own_record(board)
    return daydream_record(board) if board.is_daydream else None


def own_record(board: Board) -> Game | None:
    """Make the record of a board that is scored by a sheet that somebody made."""
    from templates.board.own import sheet_of
    from templates.own.game import record_of as record

    sheet = sheet_of(board)
    if sheet is None:
        return None
    return replace(
        record(sheet),
        title=board.name,
        sheets=(board.sheet,),
        judge_in=OWN_JUDGED_IN,
        drawing_in="printkit.board",
        reader_in="scanner.board.reader",
        tasks_in=None,
        practice_in=None,
        pages=1,
    )


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
