"""Cases of odd habits: a sheet filled in by a real hand that does not do as it should."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from benchmarks.cases import order_of
from benchmarks.filling import Filling, Habit, Json
from benchmarks.hands import RealHand, held_out
from benchmarks.ink import Layer
from benchmarks.pens import EVERY
from benchmarks.photo import Picture, Printed
from benchmarks.rubbing import rub_out
from practice.boards import daydream_board
from practice.invented import invented
from practice.pages import PX_PER_MM, blank_page
from practice.pen import marks_of, names_on
from printkit.order import Order
from templates.daydream.load import load_daydream
from templates.load import load_layout

Prepare = Callable[[Picture, np.random.Generator], Picture]


@dataclass(frozen=True, slots=True)
class HabitCase:
    """One filled-in sheet, and the truth about it."""

    sheet: str
    printed: Printed
    board: Mapping[str, Any]
    layout: Mapping[str, Any]
    pen: str
    marked: tuple[str, ...]
    """Every element that the pen touched."""


def habit_case(
    habit: Habit, number: int, folder: str | None = None, prepare: Prepare | None = None
) -> HabitCase:
    """Fill in a sheet; the habit's sheets take turns.

    Args:
        habit: Of the player.
        number: Of the case: the same gives the same sheet.
        folder: Of the handwriting; by default PAPERPLAY_HANDWRITING says it.
        prepare: What the printer or copier did to the page before anybody wrote on it.
    """
    rng = Random(f"habit case {number}")
    order, layout, board = _played(habit.sheets[number % len(habit.sheets)], rng)
    chance = np.random.default_rng(number)
    habit.board(board, layout, chance)
    hand = RealHand(rng.choice(held_out(folder)), f"habit {number}")
    habit.hand(hand)
    filling = Filling(
        layout, board, hand, marks_of(layout, board, hand), rng.choice(habit.pens), chance
    )
    habit.fill(filling)
    blank = blank_page(order)
    image = inked(prepare(blank, chance) if prepare else blank, filling)
    marked = tuple(mark.element for mark in filling.marks)
    return HabitCase(order.what, Printed(image, PX_PER_MM), board, layout, filling.pen, marked)


def _played(sheet: str, rng: Random) -> tuple[Order, Json, Json]:
    """Print a sheet and play a game on it: a Daydream sheet by its letters, or a score sheet."""
    if "/" in sheet:
        players = rng.randint(4, 6)
        order = order_of(sheet, rng, players)
        form = load_layout(sheet, paper=order.paper, players=players)
        return order, form.as_json(), invented(form, sheet, rng)
    order = order_of(f"daydream/{sheet}", rng)
    page = load_daydream(order.what, paper=order.paper)
    return order, page.as_json(), daydream_board(page.sheet, rng)


def inked(page: Picture, filling: Filling) -> Picture:
    """Write everything with its pen; what was rubbed out comes first."""
    for pen in dict.fromkeys([filling.pen, *filling.pens.values()]):
        layer = Layer(page.shape[:2], EVERY[pen], PX_PER_MM, filling.hand.rng)
        if pen == filling.pen:
            for strokes in filling.rubbed:
                layer.draw(strokes)
                rub_out(layer, strokes, filling.rng)
        for mark in filling.marks:
            if filling.pens.get(mark.element, filling.pen) == pen:
                layer.draw(mark.strokes)
        if pen == filling.pen:
            for strokes in filling.more:
                layer.draw(strokes)
            for name, field in names_on(filling.layout, filling.board):
                layer.write(name, field["center"], field["size"])
        page = layer.over(page)
    return page
