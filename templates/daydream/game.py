"""Daydream, a roll-and-write: every player has a sheet."""

from __future__ import annotations

from templates.game import Game

GAME = Game(
    name="daydream",
    title="Daydream",
    number=0,
    sheets=tuple(f"daydream/{name}" for name in ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")),
    judge_in="templates.daydream.judge",
    drawing_in="printkit.daydream.drawing",
    reader_in="scanner.daydream.reader",
    tasks_in="templates.daydream.exercises",
    practice_in="practice.boards",
    has_seeds=True,
)
