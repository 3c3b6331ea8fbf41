"""Teach drawn boards as an owner would: empty photos, and the truth as taps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.boards_plan import Plan
from benchmarks.boards_shots import empty_shots
from benchmarks.boards_taps import taps_of
from benchmarks.paper_camera import Scene
from benchmarks.shots import kept
from scanner.board.blank import as_png
from scanner.board.hinged import PanelView
from scanner.board.teach import teach, view_by
from scanner.pictures import Grey
from templates.board import shelf
from templates.board.check import lacks_of
from templates.board.marks import marks_from
from templates.board.shelf import Board

EMPTY = 4
"""Photos of the empty board."""
Points = NDArray[np.float64]


@dataclass(frozen=True)
class Lesson:
    """A board that was taught, and how its first photo was taken."""

    board: Board
    view: PanelView
    """From the taught picture, mm, to the first photo."""
    scene: Scene
    refused: int
    unclear: int

    def moved(self, places: Points) -> Points:
        """Say where the taught picture, mm, has places of the board: the lens bent it."""
        panels = np.searchsorted(self.board.folds, places[:, 0])
        seen = self.scene.pixels_of(places).reshape(-1, 1, 2)
        found = np.empty((len(places), 2))
        for panel, plane in enumerate(self.view.planes):
            own = panels == panel
            if own.any():
                back = cv2.perspectiveTransform(seen[own], np.linalg.inv(plane))
                found[own] = back.reshape(-1, 2)
        return found


def grey_of(jpeg: bytes) -> Grey:
    """Open a photo."""
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)


def ends_of(plan: Plan) -> Points:
    """Give a board's corners and the ends of its folds: along the top, back along the bottom."""
    height, along = plan.size[1], (0.0, *plan.folds, plan.size[0])
    return np.array([*((x, 0.0) for x in along), *((x, height) for x in along[::-1])])


def marked_on(plan: Plan) -> Points:
    """Give every place of a board that is marked."""
    found: list[list[float]] = []

    def seen(place: Sequence[float]) -> list[float]:
        found.append(list(place))
        return found[-1]

    taps_of(plan, seen)
    return np.array(found)


def lesson_of(plan: Plan, photos: int = EMPTY) -> Lesson:
    """Teach a board and keep it in the data folder.

    Raises:
        HostError: It cannot be taught.
    """
    shots = kept(f"{plan.name}-empty", lambda: empty_shots(plan, photos))
    board = Board(name=plan.name, size=plan.size, blank="", folds=plan.folds)
    scene, ends = shots[0].scene, ends_of(plan)
    corners = [(float(x), float(y)) for x, y in scene.pixels_of(ends)]
    taught = teach([grey_of(shot.jpeg) for shot in shots], board, corners)
    lesson = Lesson(
        taught.board, view_by(corners, board), scene, len(taught.refused), len(taught.unclear)
    )

    def moved(place: object) -> list[float]:
        (at,) = lesson.moved(np.array([place], float))
        # What stands at the very edge may lie a hair beside it.
        return [round(float(min(max(at[k], 0), plan.size[k])), 2) for k in (0, 1)]

    marks = marks_from(taps_of(plan, moved), plan.name)
    board = shelf.keep(replace(taught.board, marks=marks), as_png(taught.blank))
    lacks = lacks_of(board)
    assert not lacks, f"{plan.name}: {lacks}"
    return replace(lesson, board=board)
