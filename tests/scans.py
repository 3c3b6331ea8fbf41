"""Scans for tests, made of boards instead of photos."""

from __future__ import annotations

from dataclasses import replace

from rules.errors import HostError
from scanner.scan import Doubt, Scan
from templates.games import game_of
from templates.load import code_for


def scan_of(board, *doubts, file="a.jpg", copy=0, mark=0, sure=0.99, task=None,
            pictures=None):  # fmt: skip
    """Give the scan of a board, written as JSON, with doubts (element, guess, other)."""
    players = board.get("players")
    code = code_for(board["sheet"], seed=board.get("seed") or 0, players=players and len(players))
    code = replace(code, copy=copy, class_mark=mark)
    return Scan(
        file=file,
        seconds=0.1,
        paper=code.with_exercise(*task) if task else code,
        ink=game_of(board["sheet"]).judge.board_from(board),
        confidence={"c1": sure},
        doubts=tuple(Doubt(*doubt, "digit-doubtful", doubt[1:]) for doubt in doubts),
        pictures=pictures or {},
    )


def unreadable(file="blurred.jpg"):
    """Give the scan of a photo that is too blurred."""
    return Scan(file=file, seconds=0.1, failure=HostError("blurred", file=file))
