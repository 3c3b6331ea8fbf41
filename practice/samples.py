"""A photo of a filled-in sheet, and the truth about it, from a single number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from practice.camera import FULL_SIZE, Level, photograph
from practice.ink import PENS
from practice.jottings import jottings
from practice.mistakes import Mistake, with_mistakes
from practice.pages import PX_PER_MM, blank_page
from practice.pen import fill
from practice.strokes import Hand, Stroke
from printkit.order import Order
from templates.daydream.load import load_daydream
from templates.game import SheetLayout, Value
from templates.games import game_of, sheet_name
from templates.load import load_layout
from templates.places import Place

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
    page = load_layout(name, paper=paper, players=players)
    layout, board = page.as_json(), invented(page, name, rng)
    if not game_of(name).for_table:
        if mistakes:
            board, made = with_mistakes(board, layout, rng)
        also = jottings(load_daydream(name, paper=paper), board, hand)
    order = Order(name, lang=lang, paper=paper, ink=ink, players=layout.get("players"))
    pen = pen or rng.choice(sorted(PENS))
    # A small photo does not show what a fine page would cost.
    px_per_mm = min(PX_PER_MM, max(5.0, 1.2 * PX_PER_MM * max(size) / max(FULL_SIZE)))
    blank = blank_page(order, px_per_mm)
    filled = fill(
        *(blank, layout, board, hand, pen, px_per_mm), corrections=corrections, jottings=also
    )
    photo = photograph(filled.image, seed, level, size)
    return Sample(photo.jpeg, board, layout, tuple(made), filled.hard)


def invented(layout: SheetLayout, sheet: str, rng: Random) -> Json:
    """Play a game on a sheet and give its board; one that nobody can play is filled at random."""
    game = game_of(sheet)
    if game.practice_in:
        board: Json = import_module(game.practice_in).invented(layout, rng)
        return board
    values = {element: _any_value(place, rng) for element, place in layout.places.items()}
    return game.judge.board_of(values, layout).as_json()


def _any_value(place: Place, rng: Random) -> Value:
    return rng.choice(place.may_be) if place.may_be else rng.randrange(10**place.digits)
