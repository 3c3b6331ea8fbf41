"""Puzzles for a class: the classics, and chances."""

from __future__ import annotations

from templates.game import Game

KINDS = ("sudoku4", "sudoku6", "sudoku9", "cages", "futoshiki", "chances")
"""Only append: codes count them."""
GAME = Game(
    name="puzzles",
    title="Puzzles",
    number=3,
    sheets=tuple(f"puzzles/{kind}" for kind in KINDS),
    judge_in="templates.puzzles.judge",
    drawing_in="printkit.puzzles.drawing",
    reader_in="scanner.puzzles.reader",
    tasks_in="templates.puzzles.tasks",
    practice_in="practice.puzzles",
    for_class=True,
)
