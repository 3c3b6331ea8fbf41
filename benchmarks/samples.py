"""A photo of a filled-in sheet, and the truth about it, from a single number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from benchmarks.jottings import jottings
from benchmarks.mistakes import Mistake, with_mistakes
from practice.camera import FULL_SIZE, photograph
from practice.ink import PENS
from practice.invented import invented
from practice.pages import PX_PER_MM, blank_page
from practice.pen import fill
from practice.strokes import Hand, Stroke
from printkit.order import Order
from templates.daydream.load import load_daydream
from templates.games import game_of
from templates.load import load_layout


@dataclass(frozen=True, slots=True)
class Sample:
    """A photo whose board is known."""

    jpeg: bytes
    board: Mapping[str, Any]
    """What the pen did, mistakes of the player and all."""
    mistakes: tuple[Mistake, ...]


def sample(
    order: Order, seed: int, *, mistakes: bool = False, size: tuple[int, int] = FULL_SIZE
) -> Sample:
    """Play a game, fill in the sheet and photograph it; the same arguments give the same.

    Args:
        order: Of any sheet that we print.
        seed: Decides everything that is left open.
        mistakes: Whether the player makes some; Daydream only.
        size: Of the photo, in pixels.
    """
    name = order.what
    rng, hand = Random(f"sample {name} {seed}"), Hand(seed)
    made: list[Mistake] = []
    also: list[Stroke] = []
    page = load_layout(name, paper=order.paper, players=order.players)
    layout, board = page.as_json(), invented(page, name, rng)
    if not game_of(name).for_table:
        if mistakes:
            board, made = with_mistakes(board, layout, rng)
        also = jottings(load_daydream(name, paper=order.paper), board, hand)
    pen, px_per_mm = rng.choice(sorted(PENS)), fine_enough(size)
    blank = blank_page(replace(order, players=layout.get("players")), px_per_mm)
    filled = fill(blank, layout, board, hand, pen, px_per_mm, jottings=also)
    return Sample(photograph(filled.image, seed, "good", size).jpeg, board, tuple(made))


def fine_enough(size: tuple[int, int]) -> float:
    """Give the pixels per mm of a page for a photo: a small one does not show a fine page."""
    return min(PX_PER_MM, max(5.0, 1.2 * PX_PER_MM * max(size) / max(FULL_SIZE)))
