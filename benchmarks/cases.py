"""What the scanner is measured with: numbered cases, each a sheet filled in by a real hand.

A case is the same on every machine that has the collection of handwriting. A third of the
boards carry one to three mistakes of the player; one sheet in six has corrected digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks.camera import Printed
from benchmarks.fill import PENS, fill
from benchmarks.hands import RealHand, held_out
from benchmarks.jottings import jottings
from benchmarks.mistakes import Mistake, with_mistakes
from practice.boards import daydream_board
from practice.invented import invented
from practice.pages import PX_PER_MM, blank_page
from practice.strokes import Stroke
from printkit.order import Order
from templates.daydream.load import load_daydream
from templates.games import game_of
from templates.languages import LANGUAGES
from templates.load import load_layout

SHEETS = tuple(f"daydream/{name}" for name in ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF"))
CORRECTED = 1 / 6


@dataclass(frozen=True, slots=True)
class Case:
    """One filled-in sheet, ready to be photographed, and the truth about it."""

    name: str
    sheet: str
    printed: Printed
    board: Mapping[str, Any]
    """What the pen did: this is what must be read."""
    layout: Mapping[str, Any]
    mistakes: tuple[Mistake, ...]
    hard: tuple[str, ...]
    """Corrected elements, to be read right or to be sent to review."""
    writer: int
    pen: str


def case_of(number: int, folder: str | None = None, *, corrections: bool = True) -> Case:
    """Make a Daydream case; the eight sheets take turns.

    Args:
        number: Of the case, from 0.
        folder: Of the handwriting; by default PAPERPLAY_HANDWRITING says it.
        corrections: Whether some digits are struck out or written over.
    """
    rng = Random(f"case {number}")
    sheet = SHEETS[number % len(SHEETS)]
    order = order_of(sheet, rng)
    layout = load_daydream(sheet, paper=order.paper)
    board, made = daydream_board(layout.sheet, rng), list[Mistake]()
    if rng.random() < 1 / 3:
        board, made = with_mistakes(board, layout.as_json(), rng)
    often = 0.03 if corrections and rng.random() < CORRECTED else 0.0
    return _filled(f"{number}", order, layout.as_json(), board, made, often, folder, rng)


def score_case_of(number: int, folder: str | None = None) -> Case:
    """Make a case of one of the two score sheets, for any number of players."""
    rng = Random(f"score case {number}")
    sheet, fewest, most = ("when-i-dream/score", 4, 10) if number % 2 else ("dreams/score", 3, 6)
    players = rng.randint(fewest, most)
    order = order_of(sheet, rng, players)
    page = load_layout(sheet, paper=order.paper, players=players)
    board = invented(page, sheet, rng)
    return _filled(f"score {number}", order, page.as_json(), board, [], 0, folder, rng)


def order_of(sheet: str, rng: Random, players: int | None = None) -> Order:
    """Print as anybody might: any language, mostly in colour and on A4."""
    return Order(
        sheet,
        lang=rng.choice(LANGUAGES),
        paper=rng.choices(["a4", "letter"], [4, 1])[0],
        ink=rng.choices(["colour", "light", "black"], [3, 1, 1])[0],
        players=players,
    )


def _filled(
    name: str,
    order: Order,
    layout: Mapping[str, Any],
    board: Mapping[str, Any],
    made: list[Mistake],
    corrections: float,
    folder: str | None,
    rng: Random,
) -> Case:
    samples = rng.choice(held_out(folder))
    hand = RealHand(samples, name)
    daydream = not game_of(order.what).for_table
    sheet = load_daydream(order.what, paper=order.paper) if daydream else None
    pen = rng.choices(PENS, [4, 3, 1, 1, 2, 1])[0]
    filled = fill(
        blank_page(order),
        layout,
        board,
        hand,
        pen,
        PX_PER_MM,
        corrections=corrections,
        strip=daydream and rng.random() < 0.3,
        jottings=jottings(sheet, board, hand) if sheet else _points(name, layout, board, hand),
    )
    printed = Printed(filled.image, PX_PER_MM)
    return Case(
        *(name, order.what, printed, board, layout),
        *(tuple(made), filled.hard, samples.writer, pen),
    )


def _points(
    name: str, layout: Mapping[str, Any], board: Mapping[str, Any], hand: RealHand
) -> list[Stroke]:
    """Note the points of every round where there is room for them, as every other table does."""
    rng = Random(f"points {name}")
    rooms: Mapping[str, Any] = layout["fields"]["points"]
    if rng.random() < 0.5:
        return []
    return [
        stroke
        for round_number in range(1, len(board["rounds"]) + 1)
        for player in range(1, layout["players"] + 1)
        if (room := rooms.get(f"r{round_number}.{player}"))
        for stroke in hand.digit(rng.randint(0, 9), room["center"], (4.6, 0.8 * room["size"][1]))
    ]
