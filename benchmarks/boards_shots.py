"""Photos of other people's boards, empty and after a game, by the benchmark's camera for paper."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import cv2
import numpy as np

from benchmarks.boards_art import PX_PER_MM, draw_board
from benchmarks.boards_plan import Plan
from benchmarks.coverings import glare, sheen
from benchmarks.fill import fill
from benchmarks.hands import RealHand, held_out
from benchmarks.paper_camera import Scene, Way, exposed, painted, set_up
from benchmarks.photo import Printed
from practice.boards import daydream_board
from practice.pages import PX_PER_MM as PAGE_PX
from practice.pages import blank_page
from printkit.order import Order
from templates.load import load_layout

PENS = ("felt", "black", "blue", "red", "green")
FIVE_MEGAPIXELS = (2592, 1944)
_FOLDED = 0.16
"""The largest fold of a board that lies on a table, in radians."""


@dataclass(frozen=True)
class BoardShot:
    """One photo and what is true about it."""

    jpeg: bytes
    scene: Scene
    board: dict[str, Any] | None = None
    """What the pen did; None on an empty board."""


def empty_shots(plan: Plan, count: int, size: tuple[int, int] = FIVE_MEGAPIXELS) -> list[BoardShot]:
    """Photograph the empty board from several sides, glare somewhere else each time."""
    image = Printed(draw_board(plan), PX_PER_MM)
    kind = f"fold-out-{len(plan.folds) + 1}" if plan.folds else "flat"
    return [
        _shot(image, kind, f"{plan.name} empty {n}", hard=False, glossy=True, size=size)
        for n in range(count)
    ]


def game_shot(
    plan: Plan, game: int, *, hard: bool = False, size: tuple[int, int] = FIVE_MEGAPIXELS
) -> BoardShot:
    """Play a game on the board and photograph it."""
    board, hand, pen, glossy = _played(plan, game)
    filled = fill(draw_board(plan), plan.layout, board, hand, pen, PX_PER_MM)
    image = Printed(filled.image, PX_PER_MM)
    kind = f"fold-out-{len(plan.folds) + 1}" if plan.folds else "flat"
    shot = _shot(image, kind, f"{plan.name} {game} {hard}", hard=hard, glossy=glossy, size=size)
    return BoardShot(shot.jpeg, shot.scene, board)


def own_shot(
    plan: Plan, game: int, *, hard: bool = False, size: tuple[int, int] = FIVE_MEGAPIXELS
) -> BoardShot:
    """Photograph the same game by the same hand on our own print of these rules."""
    board, hand, pen, glossy = _played(plan, game)
    sheet, seed = plan.sheet.id, plan.sheet.seed
    layout = load_layout(sheet, paper="a4", seed=seed).as_json()
    page = blank_page(Order(sheet, seed=seed))
    filled = fill(page, layout, board, hand, pen, PAGE_PX)
    image = Printed(filled.image, PAGE_PX)
    shot = _shot(image, "flat", f"{plan.name} {game} {hard}", hard=hard, glossy=glossy, size=size)
    return BoardShot(shot.jpeg, shot.scene, board)


def _played(plan: Plan, game: int) -> tuple[dict[str, Any], RealHand, str, bool]:
    rng = Random(f"{plan.name} game {game}")
    board = daydream_board(plan.sheet, rng)
    hand = RealHand(rng.choice(held_out(None)), f"{plan.name} {game}")
    return board, hand, rng.choice(PENS), rng.random() < 0.4


def _shot(
    image: Printed, kind: str, seed: str, *, hard: bool, glossy: bool, size: tuple[int, int]
) -> BoardShot:
    rng = np.random.default_rng(list(seed.encode()))
    way = Way(kind, _FOLDED, hard=hard, size=size, share=(0.86, 0.96))
    scene, bent = set_up(image.size, way, rng)
    picture = painted([image], scene, [bent.creases], way, rng)
    if glossy:
        for shine in (glare, sheen):
            at = rng.uniform(0.1, 0.9, 2) * image.size
            shine(picture, scene, at, rng)
    taken = exposed(picture, way, rng)
    quality = int(rng.integers(65, 85) if hard else rng.integers(85, 95))
    _, jpeg = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return BoardShot(jpeg.tobytes(), scene)
