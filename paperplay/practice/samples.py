"""A photo of a filled-in sheet, and the truth about it, from a single number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from paperplay.practice.boards import NAMES, solo_board, table_boards
from paperplay.practice.camera import FULL_SIZE, Level, photograph
from paperplay.practice.evenings import dreams_board, when_i_dream_board
from paperplay.practice.ink import PENS
from paperplay.practice.jottings import jottings
from paperplay.practice.mistakes import Mistake, with_mistakes
from paperplay.practice.pages import PX_PER_MM, blank_page
from paperplay.practice.pen import fill
from paperplay.practice.strokes import Hand, Stroke
from printkit.order import Order
from rules.daydream.sheet import Sheet
from templates.daydream.load import is_daydream, load_daydream
from templates.games import sheet_name
from templates.score_sheet import load_score_sheet

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sample:
    """A photo whose board is known."""

    jpeg: bytes
    board: Json
    """What the pen did, mistakes of the player and all."""
    layout: Mapping[str, Any]
    mistakes: tuple[Mistake, ...]
    hard: tuple[str, ...]
    """Elements that were struck out or written over."""


def sample(
    sheet: str,
    seed: int,
    level: Level = "good",
    *,
    mistakes: bool = False,
    corrections: float = 0.0,
    pen: str | None = None,
    players: int | None = None,
    lang: str = "en",
    paper: str = "a4",
    ink: str = "colour",
    size: tuple[int, int] = FULL_SIZE,
) -> Sample:
    """Play a game, fill in the sheet and photograph it; the same arguments give the same.

    Args:
        sheet: Any sheet that we print, such as ``BAC`` or ``dreams/score``.
        seed: Decides everything that is left open.
        level: How well the photo is taken.
        mistakes: Whether the player makes some; Daydream only.
        corrections: How often a digit is struck out or written over.
        pen: One of PENS; by default any.
        players: For how many a score sheet is.
        lang: The language of the print.
        paper: ``a4`` or ``letter``.
        ink: ``colour``, ``light`` or ``black`` print.
        size: Of the photo, in pixels.
    """
    name = sheet_name(sheet)
    rng = Random(f"sample {name} {seed}")
    hand = Hand(seed)
    made: list[Mistake] = []
    also: list[Stroke] = []
    if is_daydream(name):
        daydream = load_daydream(name, paper=paper)
        layout: Mapping[str, Any] = daydream.as_json()
        board = daydream_board(daydream.sheet, rng)
        if mistakes:
            board, made = with_mistakes(board, layout, rng)
        also = jottings(daydream, board, hand)
    else:
        players = players or (4 if name.startswith("dreams") else 6)
        layout = load_score_sheet(name, paper=paper, players=players).as_json()
        board = score_board(layout, rng)
    order = Order(name, lang=lang, paper=paper, ink=ink, players=players)
    pen = pen or rng.choice(sorted(PENS))
    # A small photo does not show what a fine page would cost.
    px_per_mm = min(PX_PER_MM, max(5.0, 1.2 * PX_PER_MM * max(size) / max(FULL_SIZE)))
    page = blank_page(order, px_per_mm)
    filled = fill(
        *(page, layout, board, hand, pen, px_per_mm), corrections=corrections, jottings=also
    )
    photo = photograph(filled.image, seed, level, size)
    return Sample(photo.jpeg, board, layout, tuple(made), filled.hard)


def daydream_board(sheet: Sheet, rng: Random) -> Json:
    """Play alone or at a table, mostly to the end."""
    game = rng.randrange(1_000_000)
    turns = rng.randint(3, 15) if rng.random() < 0.15 else 500
    first = rng.choices(["careful", "careless"], [3, 1])[0]
    if rng.random() < 0.4:
        return solo_board(sheet, first, game, turns, name=rng.choice(NAMES))
    others = [rng.choice(["careful", "careless"]) for _ in range(rng.randint(1, 3))]
    return table_boards(sheet, [first, *others], game, turns)[0]


def score_board(layout: Mapping[str, Any], rng: Random) -> Json:
    """Invent an evening that fits on one page."""
    if layout["sheet"].startswith("when"):
        rounds = None if rng.random() < 0.8 else rng.randint(1, layout["players"])
        return when_i_dream_board(layout["players"], rng, rounds)
    room = len({choice["group"].partition(".")[0] for choice in layout["choices"]})
    return dreams_board(layout["players"], rng, rounds=room)
