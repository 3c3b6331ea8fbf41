"""Make the sample of a board that somebody taught: an empty one, its marks, and a game on it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import cv2
import numpy as np

from benchmarks.boards_art import PX_PER_MM, draw_board
from benchmarks.boards_plan import plan_of
from benchmarks.boards_taps import taps_of
from practice.boards import daydream_board
from practice.camera import photograph
from practice.pen import fill
from practice.strokes import Hand

FOLDER = Path(__file__).parent.parent / "samples/board"
SIZE = (1600, 1200)


def main() -> None:
    """Write the files, and print the call that teaches the board."""
    plan = plan_of(0)
    art = draw_board(plan)
    taken = [photograph(art, f"empty {n}", "good", SIZE) for n in (1, 2, 3)]
    board = daydream_board(plan.sheet, Random(7))
    filled = fill(art, plan.layout, board, Hand(4), "blue", PX_PER_MM)
    photos = {f"empty-{n}": each for n, each in enumerate(taken, 1)}
    photos["game"] = photograph(filled.image, "game", "good", SIZE)
    for name, each in photos.items():
        (FOLDER / f"{name}.jpg").write_bytes(each.jpeg)
    (FOLDER / "marks.json").write_text(json.dumps(taps_of(plan)) + "\n", encoding="utf-8")
    (FOLDER / "board.json").write_text(json.dumps(board) + "\n", encoding="utf-8")
    width, height = plan.size
    corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]]) * PX_PER_MM
    seen = cv2.perspectiveTransform(corners, taken[0].homography)[0]
    print(f"--size {width:g}x{height:g} --corners", " ".join(f"{x:.0f},{y:.0f}" for x, y in seen))


if __name__ == "__main__":
    main()
